"""One decision's working memory: what the seat knows, and what its cards cost it."""

from __future__ import annotations

from paiju.bots.doudizhu.knowledge import Known
from paiju.bots.doudizhu.odds import Odds
from paiju.bots.doudizhu.plan import Plan, Planner
from paiju.bots.doudizhu.wilds import WildPlanner
from paiju.bots.doudizhu.worth import Worth
from paiju.games.doudizhu.cards import count_of
from paiju.games.doudizhu.combos import Combo
from paiju.games.doudizhu.compiled import Compiled


class Brain:
    """Costs and plans of the hands that a seat may come to hold, under what it knows now."""

    def __init__(self, compiled: Compiled, known: Known) -> None:
        self.compiled = compiled
        self.known = known
        self.odds = Odds(known)
        self.worth = Worth(self.odds)
        self._natural = Planner(compiled.rules, self.worth)
        self._wilds = None if known.wild is None else WildPlanner(self._natural, known.wild)
        self._plans: dict[int, Plan] = {}

    def planner(self, counts: int) -> Planner | WildPlanner:
        """The planner for a hand: another one where it holds wild cards."""
        wild = self.known.wild
        return self._natural if self._wilds is None or not count_of(counts, wild or 0) else self._wilds

    def plan(self, counts: int) -> Plan:
        """The split of a hand."""
        if counts not in self._plans:
            self._plans[counts] = self.planner(counts).plan(counts)
        return self._plans[counts]

    def cost(self, counts: int) -> float:
        """What a hand costs; what may be left over at the end (DDZ-6.4) costs nothing."""
        cost = self.planner(counts).cost(counts)
        return cost - self._left_over(counts) if self.known.spare else cost

    def _left_over(self, counts: int) -> float:
        """The cost of the dearest plays that need not be made."""
        saved, spare = 0.0, self.known.spare
        for cost, size in sorted(((self.worth.of(play), play.size) for play in self.plan(counts).plays), reverse=True):
            if cost > 0 and size <= spare:
                saved, spare = saved + cost, spare - size
        return saved

    def hold(self, combo: Combo) -> float:
        """The chance that nobody of the other side beats it."""
        return self.odds.hold(combo)
