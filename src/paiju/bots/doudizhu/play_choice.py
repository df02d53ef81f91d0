"""Chooses the steady bot's action in the phase of play.

The bot gives values to plays and to the pass, and takes the action with the lowest value. The value is the cost
of the remaining cards, plus the probability that an enemy gains the lead times the cost of that event. A bonus
is subtracted if the remaining hand consists of few plays. The value is then corrected for the chances that
another seat goes out before the bot acts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from math import inf, prod
from typing import Final, NamedTuple

from paiju.bots.doudizhu.decision_context import DecisionContext
from paiju.bots.doudizhu.decomposition import PLAIN
from paiju.bots.doudizhu.going_out_odds import chance_to_go_out
from paiju.bots.doudizhu.seat_knowledge import OtherSeat
from paiju.bots.float_sum import sum_rounding_each_step
from paiju.games.doudizhu.actions import PASS, Action, Pass, Play
from paiju.games.doudizhu.cards import count_cards_of_ranks, count_of, mask_at_least, ranks_in
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.state import Playing

FEW_LEADS: Final = 40
"""The largest number of legal leads that the bot evaluates.

If more leads are legal, it evaluates only the plays into which it divides its hand.
"""
FEW_LEADS_WITH_SMALL_HAND: Final = 120
"""The limit that replaces ``FEW_LEADS`` if the hand has at most eight cards."""
WON_VALUE: Final = -100.0
"""The value of a play with which the seat goes out. Lower values are better."""
ENEMY_LEADS: Final = ((1, 5.0), (2, 3.6), (3, 3.0), (5, 2.2), (8, 1.6), (12, 1.2))
"""The cost if an enemy gains the lead: pairs (bound, cost).

A pair applies if the number of cards that the enemy still has to play is at most the bound. If several pairs
apply, the first one counts.
"""
PARTNER_LEADS: Final = ((1, 5.0), (2, 3.2), (4, 1.8), (7, 1.2))
"""What it is worth to the bot if a partner has the lead: pairs (bound, value).

A pair applies if the number of cards that the partner still has to play is at most the bound. If several
pairs apply, the first one counts.
"""
COST_OF_NEEDED_CARD: Final = 3.0
"""The cost of attaching a card that another play needs."""
IMMEDIATE_WIN_VALUE: Final = 16.0
"""What it is worth if a partner wins before this seat acts again, and what it costs if an enemy does.

It is larger than the cost of any hand.
"""
CHANCE_NOT_BLOCKED: Final = 0.6
"""The probability that a partner does not stop an enemy from going out, if the partner acts before the enemy.

The chance that the enemy goes out is multiplied by this number once for each such partner.
"""
FINISH: Final = (5.0, 3.5, 2.0, 1.6, 1.4)
"""The bonus for the hand that remains after a play. The index is the number of plays in this hand, from 0.

The bonus is for a hand in which every play holds the trick, except perhaps one. ``_finish_bonus`` multiplies it
by the probability of that.
"""


def step_function_value(rows: tuple[tuple[int, float], ...], number: int, otherwise: float) -> float:
    """Return the value of the first pair (bound, value) in ``rows`` whose bound is at least ``number``.

    Returns ``otherwise`` if there is no such pair.
    """
    return next((value for most, value in rows if number <= most), otherwise)


class ImmediateChances(NamedTuple):
    """The probabilities that the hand ends before this seat acts again.

    ``won`` is the probability that a partner wins it by then, ``lost`` that an enemy does.
    """

    won: float
    lost: float

    def value(self, goes_on: float) -> float:
        """Return the value of a play or a pass.

        ``goes_on`` is the value that the action has if no seat wins before this seat acts again.
        """
        return (1 - self.won - self.lost) * goes_on + IMMEDIATE_WIN_VALUE * (self.lost - self.won)


class PlayChoice:
    """Evaluates the plays and the pass at one decision."""

    def __init__(self, context: DecisionContext, phase: Playing) -> None:
        self.context = context
        self.known = context.known
        self.phase = phase
        self.urgency = step_function_value(ENEMY_LEADS, min(enemy.to_go for enemy in self.known.enemies), 1.0)
        self.partner = max(
            (step_function_value(PARTNER_LEADS, one.to_go, 0.8) for one in self.known.partners), default=0.0
        )

    # ---- values of plays and of the pass

    def play_value(self, combo: Combination) -> float:
        """Return the value of a play; lower is better."""
        left = self.known.hand - combo.used
        if _count_cards(left) <= self.known.spare:
            return WON_VALUE - combo.size
        hold = self.context.chance_to_hold_trick(combo)
        number = self.context.cost(left) + self.urgency * (1 - hold) - self._finish_bonus(left) * hold
        return self._chances_to_go_out_next(combo, self.known.others).value(number)

    def _chances_to_go_out_next(
        self, combo: Combination, seats: Iterable[OtherSeat], leader: OtherSeat | None = None
    ) -> ImmediateChances:
        """Return two chances: that a partner, and that an enemy, goes out before this seat acts again.

        ``combo`` is the play to beat. The seats ``seats`` act first, one after another, and may beat it. If none of
        them does, ``leader`` leads; if ``leader`` is None, this seat leads. A seat can be stopped from going out only
        by seats of the other side that act before it.
        """
        won = lost = 0.0
        free = {True: 1.0, False: 1.0}
        for one in seats:
            goes = (1 - won - lost) * free[one.enemy] * chance_to_go_out(one, self.known.unseen, combo)
            won, lost = (won, lost + goes) if one.enemy else (won + goes, lost)
            free[not one.enemy] *= self.context.chance_to_hold_trick(combo) if one.enemy else CHANCE_NOT_BLOCKED
        if leader is not None:
            goes = (1 - won - lost) * free[leader.enemy] * chance_to_go_out(leader, self.known.unseen, None)
            won, lost = (won, lost + goes) if leader.enemy else (won + goes, lost)
        return ImmediateChances(won, lost)

    def _finish_bonus(self, left: int) -> float:
        """Return the expected bonus for the hand ``left`` (rank counts), which remains after a play.

        The hand is divided into plays. The bonus for their number (``FINISH``) is multiplied by the probability that
        all of them except the weakest one hold the trick.
        """
        if self.context.decomposer_for(left).lower_bound_on_plays(left) >= len(FINISH):
            return 0.0
        plays = self.context.decompose(left).plays
        if len(plays) >= len(FINISH):
            return 0.0
        holds = sorted(self.context.chance_to_hold_trick(play) for play in plays)
        return FINISH[len(plays)] * prod(holds[1:])

    def pass_value(self) -> float:
        """Return the value of a pass; lower is better."""
        assert self.phase.standing is not None
        owner = next(one for one in self.known.others if one.seat == self.phase.by)
        number = self.context.cost(self.known.hand) + self.urgency * self._chance_enemy_leads_after_pass()
        return self._chances_to_go_out_next(self.phase.standing, self._seats_before_owner(), owner).value(number)

    def _partner_holds_trick(self) -> bool:
        return any(one.seat == self.phase.by for one in self.known.partners)

    def _seats_before_owner(self) -> tuple[OtherSeat, ...]:
        """Return the seats that act between this one and the owner of the play to beat."""
        return tuple(takewhile(lambda other: other.seat != self.phase.by, self.known.others))

    def _chance_enemy_leads_after_pass(self) -> float:
        """Return the estimated probability that an enemy gets the lead if this seat passes."""
        after = [other.enemy for other in self._seats_before_owner()]
        standing = self.phase.standing
        assert standing is not None
        if self._partner_holds_trick():
            return 0.6 * (1 - self.context.chance_to_hold_trick(standing)) if any(after) else 0.0
        return 0.6 if not all(after) else 1.0

    # ---- choices

    def choose_lead(self, legal: Sequence[Action]) -> Action:
        """Return the play with which to lead."""
        plays = list(self.context.decompose(self.known.hand).plays)
        if len(legal) <= FEW_LEADS or self._has_few_cards(legal):
            plays = [action.what for action in legal if isinstance(action, Play)]
        return Play(min([*plays, *self._lowest_leads_for_partners()], key=self.lead_key))

    def _lowest_leads_for_partners(self) -> Iterable[Combination]:
        """Yield a low lead for each partner who has one or two cards, so that this partner can go out on it.

        It is the lowest card for a partner with one card, and the lowest pair for a partner with two. These leads need
        not be among the plays into which the bot divides its hand.
        """
        for size in {one.size for one in self.known.partners} & {1, 2}:
            rank = next(iter(ranks_in(mask_at_least(self.known.hand, size))), None)
            if rank is not None:
                yield Combination(PLAIN[size], size << 8 * rank)

    def _has_few_cards(self, legal: Sequence[Action]) -> bool:
        return len(legal) <= FEW_LEADS_WITH_SMALL_HAND and _count_cards(self.known.hand) <= 8

    def lead_key(self, combo: Combination) -> tuple[float, int, int]:
        """Return the sort key of a lead: its value, then its size (larger first), then its rank (lower first)."""
        return (
            self.play_value(combo) + self._bonus_for_partner(combo) + self._cost_of_enemy_going_out(combo),
            -combo.size,
            combo.rank,
        )

    def _bonus_for_partner(self, combo: Combination) -> float:
        """Return the number that is added to the value of a play because a partner may go out on it; at most 0.

        A negative number is a bonus, because lower values are better.
        """
        fits = any(one.to_go == combo.size for one in self.known.partners)
        return -2.5 * (1 - combo.rank / 14) if fits and combo.size <= 2 and combo.length == 1 else 0.0

    def _cost_of_enemy_going_out(self, combo: Combination) -> float:
        """Return how much worse a play is because an enemy may beat it and go out: a positive number or 0.

        The number is added to the value of the play, and lower values are better.
        """
        if combo.bomb or self.context.chance_to_hold_trick(combo) == 1:
            return 0.0
        fits = any(one.to_go <= combo.size <= one.size for one in self.known.enemies)
        return 3.0 * (1 - self.context.chance_to_hold_trick(combo)) + 1.0 if fits else 0.0

    def choose_answer(self, legal: Sequence[Action]) -> Action:
        """Return the best play that beats the current one, or a pass if that is legal and better."""
        best = legal[0]
        number = self.pass_value() - self._cost_of_overtaking_partner() if best == PASS else inf
        for combo in self._cheapest_per_body(legal):
            value = self.play_value(combo)
            if value < number:
                best, number = Play(combo), value
        return best

    def _cost_of_overtaking_partner(self) -> float:
        """Return the cost of taking the trick from a partner; 0 if no partner made the play to beat."""
        return self.partner * (1 - self._chance_enemy_leads_after_pass()) if self._partner_holds_trick() else 0.0

    def _cheapest_per_body(self, legal: Sequence[Action]) -> Iterable[Combination]:
        """Return one play for each body: the play with the cheapest attachments.

        The body of a play consists of the cards that are not attached.
        """
        keep = self._attachment_cost_by_rank()
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
        """Return the cost of giving away the attached cards and the wild cards of a play.

        ``keep[rank]`` is the cost of giving away one attached card of this rank (``_attachment_cost_by_rank``).
        """
        attached = sum_rounding_each_step(
            keep[rank] * count_of(combo.attached, rank) for rank in ranks_in(mask_at_least(combo.attached, 1))
        )
        return attached + COST_OF_NEEDED_CARD * count_cards_of_ranks(combo.used, self.known.wilds)

    def _attachment_cost_by_rank(self) -> list[float]:
        """Return, for each rank, the cost of giving away one card of it as an attachment."""
        keep = [COST_OF_NEEDED_CARD + rank / 10 for rank in range(15)]
        for play in self.context.decompose(self.known.hand).plays:
            loose = play.attached or (play.body if play.length == 1 and play.row.unit <= 2 else 0)
            for rank in ranks_in(mask_at_least(loose, 1)):
                keep[rank] = (
                    -self.context.worth.cost_of_equal(count_of(loose, rank), rank) / count_of(loose, rank) + rank / 100
                )
        return keep


def _count_cards(counts: int) -> int:
    return counts % 255


def choose_play(context: DecisionContext, phase: Playing, legal: Sequence[Action]) -> Action:
    """Return the steady bot's play or pass."""
    choice = PlayChoice(context, phase)
    action = choice.choose_lead(legal) if phase.standing is None else choice.choose_answer(legal)
    return as_legal_action(context, action, legal)


def as_legal_action(context: DecisionContext, action: Action, legal: Sequence[Action]) -> Action:
    """Return the legal play that has the same cards, kind and body as the play ``action``.

    If there is no such play, the first legal action is returned. A pass is returned unchanged.
    """
    if isinstance(action, Pass):
        return action
    assert isinstance(action, Play)
    found = context.compiled.find_matching_reading(action.what, context.known.wilds)
    return Play(found) if found is not None else legal[0]
