"""Matches between two bots.

Each deal is played in all seatings of the bots, so that the luck of the deal cancels out.

::

    report = paiju.arena.run_match(("steady", "random"), "doudizhu/qq", deals=500, seed=1)
    print(report.overall.wins.mean)
"""

from paiju.extras import needs_extra

with needs_extra("paiju.arena", "terminal"):
    from paiju.arena.match_runner import Entrant, run_match
    from paiju.arena.report import Interval, Report, Score
    from paiju.arena.report_table import report_table

__all__ = ["Entrant", "Interval", "Report", "Score", "report_table", "run_match"]
