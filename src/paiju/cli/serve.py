"""``paiju serve``: the card room."""

from __future__ import annotations

import os

from paiju.cli.arguments import Given
from paiju.server.listen import place
from paiju.server.main import serve


def run(given: Given) -> int:
    """Serve until told to stop. Raises CannotServe."""
    given_so = given.host, given.port, given.database, given.rulesets, given.forget, given.workers
    where = place(os.environ, *given_so)
    return serve(where, given.lang)
