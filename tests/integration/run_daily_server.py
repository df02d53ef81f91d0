"""Runs a server with small daily sets: ``python -m tests.integration.run_daily_server PORT DATABASE CLOCK``.

The file CLOCK contains the number of milliseconds by which the server's clock is ahead.
"""

from __future__ import annotations

import sys
from pathlib import Path

from paiju.duplicate import daily_set
from paiju.duplicate.daily_set import SetRules
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.daily import daily_sets, skill
from paiju.server.main import ReplacementWorkers, create_app, make_server
from paiju.server.settings import Settings
from paiju.server.time_zone import TimeZone
from tests.integration.daily_room import QuickField
from tests.integration.in_process_server import FAST, FREE, thinker

SETS = {"doudizhu": SetRules(2, ("doudizhu/qq", "doudizhu/duel"), ("steady",))}
ZONE = TimeZone("Europe/Berlin")


def main() -> None:
    port, database, clock = sys.argv[1:]
    for module in (daily_set, daily_sets, skill):
        module.load_set_rules = lambda: SETS  # type: ignore[attr-defined]

    def wall() -> int:
        return now() + int(Path(clock).read_text("utf-8"))

    settings = Settings(database=database, tempo=FAST, limits=FREE, time_zone=ZONE, demo_tables=0)
    app = create_app(settings, StandardRegistry(), thinker(), wall, ReplacementWorkers(field=QuickField()))
    make_server(app, "127.0.0.1", int(port)).run()


if __name__ == "__main__":
    main()
