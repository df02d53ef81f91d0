"""``paiju serve``: the card room."""

from __future__ import annotations

from paiju.cli.arguments import Given
from paiju.server.main import serve


def run(given: Given) -> int:
    """Serve until told to stop."""
    serve(given.host, given.port, given.database)
    return 0
