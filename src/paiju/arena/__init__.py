"""Matches between bots on duplicate deals: every deal is played in all seat assignments, so that luck cancels out.

report = paiju.arena.run(("steady", "random"), "doudizhu/qq", deals=500, seed=1)
print(report.overall.wins.mean)
"""

from paiju.extras import needs_extra

with needs_extra("paiju.arena", "terminal"):
    from paiju.arena.report import Interval, Report, Score
    from paiju.arena.run import Entrant, run
    from paiju.arena.show import table_of

__all__ = ["Entrant", "Interval", "Report", "Score", "run", "table_of"]
