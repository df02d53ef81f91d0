"""Runs the server as a process that tests can kill: ``python -m tests.integration.run_server PORT DATABASE LIBRARY [BUS]``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.main import create_app, make_server
from paiju.server.settings import Settings
from tests.integration.in_process_server import FAST, FREE, thinker
from tests.server.table_harness import ToyRulesetRegistry

LIBRARIES: Final[dict[str, Callable[[], RulesetRegistry]]] = {"toy": ToyRulesetRegistry, "games": StandardRegistry}


def main() -> None:
    port, database, library, *bus = sys.argv[1:]
    app = create_app(
        Settings(database=database, bus="".join(bus), tempo=FAST, limits=FREE), LIBRARIES[library](), thinker()
    )
    make_server(app, "127.0.0.1", int(port)).run()


if __name__ == "__main__":
    main()
