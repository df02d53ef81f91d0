"""``paiju serve``: runs the card room."""

from __future__ import annotations

import os

from paiju.cli.argument_parser import ParsedArguments
from paiju.server.main import serve
from paiju.server.settings import CONFIG, SETTINGS, read_settings


def run(given: ParsedArguments) -> int:
    """Run the card room until a signal stops it. Raises CannotServe."""
    typed = {setting.name: given[setting.option_name] for setting in (CONFIG, *SETTINGS)}
    return serve(read_settings(os.environ, typed), given.lang)
