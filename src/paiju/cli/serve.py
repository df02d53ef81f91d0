"""``paiju serve``: the card room."""

from __future__ import annotations

import os

from paiju.cli.arguments import Given
from paiju.server.main import serve
from paiju.server.settings import CONFIG, SETTINGS, read_settings


def run(given: Given) -> int:
    """Serve until told to stop. Raises CannotServe."""
    typed = {setting.name: given[setting.option] for setting in (CONFIG, *SETTINGS)}
    return serve(read_settings(os.environ, typed), given.lang)
