"""A build hook that also builds the web client, because a wheel without it would serve an empty page."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface):  # type: ignore[type-arg]  # it has no configuration of its own
    """Builds the web client from its source. If neither the source nor a built client exists, the build fails."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the web client before anything is packed.

        An editable install does not need it: it serves the client from the source tree, in which ``make play`` builds it.
        """
        root = Path(self.root)
        if version == "editable":
            return
        if (root / "web").is_dir():
            subprocess.run([str(root / "scripts" / "setup-web")], check=True)
            subprocess.run([str(root / "scripts" / "build-web")], check=True)
        elif not (root / "src/paiju/server/static/index.html").is_file():
            raise SystemExit("paiju: the web client is neither built nor there to be built (web/)")
