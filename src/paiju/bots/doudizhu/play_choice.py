"""The choice of a play: what each one leaves, whether it holds the trick, and what losing the trick would cost.

Every choice gets a number, the lower the better: the cost of the cards that are left, and the chance that the other side gets
the lead, times how much that hurts now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from math import inf, prod
from typing import Final, NamedTuple

from paiju.bots.doudizhu.beliefs import OtherSeat
from paiju.bots.doudizhu.decision_context import DecisionContext
from paiju.bots.doudizhu.decomposition import PLAIN
from paiju.bots.doudizhu.going_out import chance_to_go_out
from paiju.games.doudizhu.actions import PASS, Action, Pass, Play
from paiju.games.doudizhu.cards import at_least, count_of, ranks_in
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.state import Playing

FEW: Final = 40
"""So few legal leads are all weighed; of more, only those of the plan."""
LAST: Final = 120
"""With few cards left, so many are."""
WON: Final = -100.0
URGENT: Final = ((1, 5.0), (2, 3.6), (3, 3.0), (5, 2.2), (8, 1.6), (12, 1.2))
"""How much it hurts when an enemy gets the lead who has so few cards to go."""
PARTNER_LEADS: Final = ((1, 5.0), (2, 3.2), (4, 1.8), (7, 1.2))
"""What it is worth that a partner with so few cards to go has the lead."""
DEAR: Final = 3.0
"""What it costs to attach a card that another play needs."""
ENDS: Final = 16.0
"""What it is worth that the hand is won at once, by a partner, or lost: more than any cards cost."""
BLOCKS: Final = 0.6
"""How often a partner does not stop an enemy who would go out."""
FINISH: Final = (5.0, 3.5, 2.0, 1.6, 1.4)
"""What it is worth, by the number of plays left, that all but one of them hold."""


def value_for_count(rows: tuple[tuple[int, float], ...], number: int, otherwise: float) -> float:
    """The value of the first row that is not below the number."""
    return next((value for most, value in rows if number <= most), otherwise)


class ImmediateChances(NamedTuple):
    """The chances that a partner wins before this seat acts again, and that an enemy does."""

    won: float
    lost: float

    def value(self, goes_on: float) -> float:
        """The number of a choice that is worth so much if the hand goes on."""
        return (1 - self.won - self.lost) * goes_on + ENDS * (self.lost - self.won)


class PlayChoice:
    """Weighs the plays of one decision."""

    def __init__(self, brain: DecisionContext, phase: Playing) -> None:
        self.brain = brain
        self.known = brain.known
        self.phase = phase
        self.urgency = value_for_count(URGENT, min(enemy.to_go for enemy in self.known.enemies), 1.0)
        self.partner = max((value_for_count(PARTNER_LEADS, one.to_go, 0.8) for one in self.known.partners), default=0.0)

    # ---- the numbers

    def play_value(self, combo: Combination) -> float:
        """The number of a play."""
        left = self.known.hand - combo.used
        if _size(left) <= self.known.spare:
            return WON - combo.size
        hold = self.brain.hold_chance(combo)
        number = self.brain.cost(left) + self.urgency * (1 - hold) - self._finish_bonus(left) * hold
        return self._immediate_chances(combo, self.known.others).value(number)

    def _immediate_chances(
        self, combo: Combination, seats: Iterable[OtherSeat], leader: OtherSeat | None = None
    ) -> ImmediateChances:
        """What comes at once of a play that these may beat in turn, or else ``leader`` leads. A side does not stop itself."""
        won = lost = 0.0
        free = {True: 1.0, False: 1.0}
        for one in seats:
            goes = (1 - won - lost) * free[one.enemy] * chance_to_go_out(one, self.known.unseen, combo)
            won, lost = (won, lost + goes) if one.enemy else (won + goes, lost)
            free[not one.enemy] *= self.brain.hold_chance(combo) if one.enemy else BLOCKS
        if leader is not None:
            goes = (1 - won - lost) * free[leader.enemy] * chance_to_go_out(leader, self.known.unseen, None)
            won, lost = (won, lost + goes) if leader.enemy else (won + goes, lost)
        return ImmediateChances(won, lost)

    def _finish_bonus(self, left: int) -> float:
        """Better still when the rest is as good as played: the chance that all but one of its plays hold."""
        plays = self.brain.plan(left).plays
        if len(plays) >= len(FINISH):
            return 0.0
        holds = sorted(self.brain.hold_chance(play) for play in plays)
        return FINISH[len(plays)] * prod(holds[1:])

    def pass_value(self) -> float:
        """The number of a pass."""
        assert self.phase.standing is not None
        owner = next(one for one in self.known.others if one.seat == self.phase.by)
        number = self.brain.cost(self.known.hand) + self.urgency * self._enemy_leads()
        return self._immediate_chances(self.phase.standing, self._between(), owner).value(number)

    def _standing_is_ours(self) -> bool:
        return any(one.seat == self.phase.by for one in self.known.partners)

    def _between(self) -> tuple[OtherSeat, ...]:
        """Those who act between this seat and the one to beat."""
        return tuple(takewhile(lambda other: other.seat != self.phase.by, self.known.others))

    def _enemy_leads(self) -> float:
        after = [other.enemy for other in self._between()]
        standing = self.phase.standing
        assert standing is not None
        if self._standing_is_ours():
            return 0.6 * (1 - self.brain.hold_chance(standing)) if any(after) else 0.0
        return 0.6 if not all(after) else 1.0

    # ---- the choices

    def choose_lead(self, legal: Sequence[Action]) -> Action:
        """The play to lead with."""
        plays = list(self.brain.plan(self.known.hand).plays)
        if len(legal) <= FEW or self._last_cards(legal):
            plays = [action.what for action in legal if isinstance(action, Play)]
        return Play(min([*plays, *self._gifts_for_partners()], key=self.lead_key))

    def _gifts_for_partners(self) -> Iterable[Combination]:
        """The lowest card, or pair, for each partner who has so many cards left; a plan need not have it."""
        for size in {one.size for one in self.known.partners} & {1, 2}:
            rank = next(iter(ranks_in(at_least(self.known.hand, size))), None)
            if rank is not None:
                yield Combination(PLAIN[size], size << 8 * rank)

    def _last_cards(self, legal: Sequence[Action]) -> bool:
        return len(legal) <= LAST and _size(self.known.hand) <= 8

    def lead_key(self, combo: Combination) -> tuple[float, int, int]:
        """The number of a lead, the longer and then the lower first."""
        return (
            self.play_value(combo) + self._value_to_partner(combo) + self._cost_of_enemy_going_out(combo),
            -combo.size,
            combo.rank,
        )

    def _value_to_partner(self, combo: Combination) -> float:
        """What a partner is likely to take is as good as held."""
        fits = any(one.to_go == combo.size for one in self.known.partners)
        return -2.5 * (1 - combo.rank / 14) if fits and combo.size <= 2 and combo.length == 1 else 0.0

    def _cost_of_enemy_going_out(self, combo: Combination) -> float:
        """An enemy who could go out on it."""
        if combo.bomb or self.brain.hold_chance(combo) == 1:
            return 0.0
        fits = any(one.to_go <= combo.size <= one.size for one in self.known.enemies)
        return 3.0 * (1 - self.brain.hold_chance(combo)) + 1.0 if fits else 0.0

    def choose_answer(self, legal: Sequence[Action]) -> Action:
        """A play that beats the table, or a pass, where it is among the actions."""
        best = legal[0]
        number = self.pass_value() - self._cost_of_overtaking() if best == PASS else inf
        for combo in self._answers(legal):
            value = self.play_value(combo)
            if value < number:
                best, number = Play(combo), value
        return best

    def _cost_of_overtaking(self) -> float:
        """What is lost by taking the trick from a partner."""
        return self.partner * (1 - self._enemy_leads()) if self._standing_is_ours() else 0.0

    def _answers(self, legal: Sequence[Action]) -> Iterable[Combination]:
        """One play a body: the one that attaches what costs least to part with."""
        keep = self._cost_by_rank()
        best: dict[tuple[int, int], tuple[float, Combination]] = {}
        for action in legal:
            if isinstance(action, Play):
                combo = action.what
                lost = self._attachment_cost(combo, keep)
                key = (combo.body, 0 if combo.attached else combo.used)
                if key not in best or lost < best[key][0]:
                    best[key] = lost, combo
        return (combo for _, combo in best.values())

    def _attachment_cost(self, combo: Combination, keep: Sequence[float]) -> float:
        """What it costs to give away what is attached, and wild cards."""
        attached = sum(keep[rank] * count_of(combo.attached, rank) for rank in ranks_in(at_least(combo.attached, 1)))
        return attached if self.known.wild is None else attached + DEAR * count_of(combo.used, self.known.wild)

    def _cost_by_rank(self) -> list[float]:
        """For each rank, what it would cost to give one card of it away as an attached one."""
        keep = [DEAR + rank / 10 for rank in range(15)]
        for play in self.brain.plan(self.known.hand).plays:
            loose = play.attached or (play.body if play.length == 1 and play.row.unit <= 2 else 0)
            for rank in ranks_in(at_least(loose, 1)):
                keep[rank] = (
                    -self.brain.worth.cost_of_equal(count_of(loose, rank), rank) / count_of(loose, rank) + rank / 100
                )
        return keep


def _size(counts: int) -> int:
    return counts % 255


def choose_play(brain: DecisionContext, phase: Playing, legal: Sequence[Action]) -> Action:
    """The action of a seat whose turn it is."""
    choice = PlayChoice(brain, phase)
    action = choice.choose_lead(legal) if phase.standing is None else choice.choose_answer(legal)
    return as_legal_action(brain, action, legal)


def as_legal_action(brain: DecisionContext, action: Action, legal: Sequence[Action]) -> Action:
    """The action in the reading of the rules; should a plan not be playable, the first legal one."""
    if isinstance(action, Pass):
        return action
    assert isinstance(action, Play)
    found = brain.compiled.find(action.what, brain.known.wild)
    return Play(found) if found is not None else legal[0]
