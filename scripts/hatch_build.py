"""The standard build makes the web client too: a wheel without it would serve an empty page."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface):  # type: ignore[type-arg]  # it has no configuration of its own
    """Builds the client where its source is, and refuses to go on where there is neither source nor client."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before anything is packed. An editable install is served from the tree, where ``make play`` builds it."""
        root = Path(self.root)
        if version == "editable":
            return
        if (root / "web").is_dir():
            subprocess.run([str(root / "scripts" / "setup-web")], check=True)
            subprocess.run([str(root / "scripts" / "build-web")], check=True)
        elif not (root / "src/paiju/server/static/index.html").is_file():
            raise SystemExit("paiju: the web client is neither built nor there to be built (web/)")
