"""Choices before the play: bids, calls, robs, kicks, doubles, open hands and cards thrown away.

Nearly all of these choices compare the estimated win probability of the hand with a threshold. The estimate
depends on the cost of the hand (``combination_cost``). The constants of the estimate were measured in a few
hundred hands of self-play for each kind of game.

``margin`` is the bias of a house player (``paiju.bots.house_players``). It is added to the win probability. A
positive margin therefore makes the player bold, and a negative one careful.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final, NamedTuple, Protocol

from paiju.bots.doudizhu.decision_context import DecisionContext
from paiju.bots.doudizhu.seat_knowledge import infer_from_view
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action, Bid, Choose, ThrowAway
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER, TWO, card_count, count_of, mask_at_least, ranks_text
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.scoring import throw_factor
from paiju.games.doudizhu.state import Asking, Bidding, Doubling, Kicking, Opening, Robbing, State, Throwing
from paiju.games.doudizhu.yes_no_questions import DOUBLE, REDOUBLE, SUPER_DOUBLE, choice_number


class BreakEven(NamedTuple):
    """The costs (``DecisionContext.cost``) at which a hand wins half of the time.

    ``landlord`` is the cost for a landlord's hand, which includes the bottom. ``farmer`` is the cost for a
    farmer's hand.
    """

    landlord: float
    farmer: float


EVEN: Final = {
    (2, False): BreakEven(2.0, -0.1),
    (3, False): BreakEven(2.7, 1.9),
    (3, True): BreakEven(0.7, 1.2),
    (4, False): BreakEven(3.1, 0.5),
}
"""The break-even costs. A key is the number of players, and whether the game has wild cards."""
HANDICAP: Final = BreakEven(-0.65, 0.35)
"""What each card that the farmers may keep at the end (the handicap, DDZ-6.4) adds to the break-even costs."""
SLOPE: Final = BreakEven(0.5, 0.35)
"""How steeply the win probability falls as the cost grows.

The value is the slope of the logistic function for each role.
"""


class Strength(NamedTuple):
    """Parameters of the probability of winning as landlord, estimated before the bottom is taken.

    The probability depends on the *strain* of the hand. The strain is the cost of the hand minus ``PER_PLAY``
    for each play into which the hand is divided. The probability is 1/2 at the strain ``even``. ``slope`` says
    how fast the probability falls as the strain grows.
    """

    even: float
    slope: float


STRENGTH: Final = {
    (2, False): Strength(0.7, 0.34),
    (3, False): Strength(-0.25, 0.475),
    (3, True): Strength(-0.55, 0.29),
    (4, False): Strength(1.85, 0.26),
}
"""The parameters of the win probability before the bottom is taken. The keys are those of ``EVEN``."""
PER_PLAY: Final = 0.5
"""Amount by which each play lowers the strain of a hand (``Strength``).

The more plays a hand needs, the more it gains from the bottom cards.
"""
ROBBED: Final = -1.05
"""What each robbery in a two-player game adds to ``Strength.even``."""

BIDS: Final = ((0.56, 3), (0.5, 2), (0.45, 1))
"""The bids, the highest first, as pairs: the win probability that the bid requires, and the points of the bid."""
CALLS: Final = 0.46
"""The win probability required to call."""
ROBS: Final = 0.53
"""The win probability required to rob in games of more than two players."""
DUEL_ROBS: Final = (0.42, 0.46, 0.49, 0.55)
"""The win probability required to rob in a two-player game, by the number of robberies so far.

Each robbery increases the landlord's points (DDZ-7.5).
"""
KICKS: Final = 0.55
"""The win probability required to kick."""
KICKS_BACK: Final = 0.62
"""The win probability required to kick back."""
DOUBLES: Final = {DOUBLE.what: 0.58, SUPER_DOUBLE.what: 0.7}
"""The win probability required for each kind of double."""
AGREES: Final = {REDOUBLE.what: 0.62}
"""The win probability that the bot requires to answer yes to a question, by question.

Only questions that have their own phase after the landlord is known are listed.
"""
OPENS: Final = {2: 0.72, 3: 0.7}
"""The win probability required to open the hand, by the factor that opening gives."""
OPENS_EARLY: Final = 4
"""The number of controls with which a bot opens its hand during the deal.

Each 2 and each joker counts as one control, and a bomb of another rank as two. During the deal, opening gives a
higher factor than after it.
"""
KEEPS: Final = 0.58
"""The win probability from which on a bot throws no cards away (DDZ-7.10).

Throwing no cards away gives a factor that multiplies the stake. A bot with a strong hand prefers this factor.
"""


def _logistic_win_chance(slope: float, even: float, cost: float) -> float:
    return 1 / (1 + exp(slope * (cost - even)))


def win_chance_before_bottom(context: DecisionContext, view: State, robs: int = 0) -> float:
    """Return the probability of winning as landlord, estimated before the bottom is taken.

    ``robs`` is the number of robberies, including the one that is being considered; it matters only in a two-player
    game.
    """
    even, slope = STRENGTH[view.seats, context.compiled.rules.wild]
    hand = context.known.hand
    strain = context.cost(hand) - PER_PLAY * len(context.decompose(hand).plays)
    return _logistic_win_chance(slope, even + ROBBED * robs if view.seats == 2 else even, strain)


def win_chance(context: DecisionContext, view: State) -> float:
    """Return an estimate of the probability that this seat's side wins.

    The estimate requires that the landlord is known.
    """
    known = context.known
    part = 0 if known.landlord else 1
    handicap = max(known.spare, *(other.size - other.to_go for other in known.others))
    even = EVEN[view.seats, context.compiled.rules.wild][part] + HANDICAP[part] * handicap
    return _logistic_win_chance(SLOPE[part], even, context.cost(known.hand))


# ---- one function per phase


def choose_bid(context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0) -> Action:
    """Return the highest bid that the hand is worth. If that bid is not legal, return a pass (DDZ-3.1, 3.2).

    ``margin`` is added to the win probability before it is compared with the required one.
    """
    chances = win_chance_before_bottom(context, view) + margin
    worth = next((points for least, points in BIDS if chances >= least), 0)
    return Bid(worth) if Bid(worth) in legal else Bid(0)


def choose_rob(context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0) -> Action:
    """Return the action that says yes or no to calling or, if a seat has called, to robbing (DDZ-3.7, 3.8).

    ``margin`` is added to the win probability before it is compared with the required one.
    """
    phase = view.phase
    assert isinstance(phase, Robbing)
    if phase.caller is None:
        return _yes_or_no_action(legal, win_chance_before_bottom(context, view) + margin >= CALLS)
    needed = DUEL_ROBS[phase.robs] if view.seats == 2 else ROBS
    return _yes_or_no_action(legal, win_chance_before_bottom(context, view, phase.robs + 1) + margin >= needed)


def choose_kick(context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0) -> Action:
    """Return the action that kicks (for the landlord: kicks back), or the action that declines (DDZ-3.6).

    The bottom has not been taken yet. ``margin`` is added to the win probability before it is compared with the
    required one.
    """
    if context.known.landlord:
        return _yes_or_no_action(legal, win_chance_before_bottom(context, view) + margin >= KICKS_BACK)
    return _yes_or_no_action(legal, win_chance(context, view) + margin >= KICKS)


def choose_double(context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0) -> Action:
    """Return the highest double that the hand is worth, or the answer that declines (DDZ-7.8).

    ``margin`` is added to the win probability before it is compared with the required one.
    """
    chances = win_chance(context, view) + margin
    *offered, declined = legal
    bold = [double for double in offered if isinstance(double, Choose) and chances >= DOUBLES[double.what]]
    return bold[-1] if bold else declined


def choose_answer_to_question(
    context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0
) -> Action:
    """Return the action that answers yes or no to the question of an ``Asking`` phase.

    ``yes_no_questions.PHASE_QUESTIONS`` lists these questions. ``margin`` is added to the win probability before
    it is compared with the required one.
    """
    assert isinstance(view.phase, Asking)
    return _yes_or_no_action(legal, win_chance(context, view) + margin >= AGREES[view.phase.what])


def choose_open_hand(context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0) -> Action:
    """Return the action that opens the hand, or the action that declines to open it (DDZ-7.7).

    The bot opens a strong hand, unless another open hand already gives the same or a higher factor. ``margin`` is
    added to the win probability before it is compared with the required probability. During the deal, ``margin``
    has no effect.
    """
    phase = view.phase
    assert isinstance(phase, Opening)
    if max(view.public.opened) >= phase.factor:
        return _yes_or_no_action(legal, False)
    if phase.factor not in OPENS:
        return _yes_or_no_action(legal, _count_high_cards_and_bombs(context.known.hand) >= OPENS_EARLY)
    chances = win_chance(context, view) if context.known.landlord else win_chance_before_bottom(context, view)
    return _yes_or_no_action(legal, chances + margin >= OPENS[phase.factor])


def _count_high_cards_and_bombs(counts: int) -> int:
    high = sum(count_of(counts, rank) for rank in (TWO, SMALL_JOKER, BIG_JOKER))
    return high + 2 * mask_at_least(counts & ~(255 << 8 * TWO), 4).bit_count()


def choose_cards_to_throw(
    context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0
) -> Action:
    """Return the action that throws cards away: the most costly single cards, pairs and trios, as many as allowed.

    The bot throws away no cards if its hand is strong: if its win probability plus ``margin`` is at least
    ``KEEPS``.
    """
    if win_chance(context, view) + margin >= KEEPS:
        return ThrowAway("")
    most = max(thrown_count(action) for action in (legal[0], legal[-1]))
    thrown = 0
    for play in sorted(context.decompose(context.known.hand).plays, key=context.worth.cost, reverse=True):
        if _may_be_thrown(play) and card_count(thrown) + play.size <= most:
            thrown += play.used
    return ThrowAway(ranks_text(thrown))


def thrown_count(action: Action) -> int:
    """Return the number of cards that an action throws away."""
    assert isinstance(action, ThrowAway)
    return len(action.ranks)


def _may_be_thrown(play: Combination) -> bool:
    """Whether the bot may throw away the cards of a play.

    The play must be a single card, a pair, or a trio without attachments. It must contain no card that changes
    the seat's factor when it is thrown away (DDZ-7.10).
    """
    return play.length == 1 and not play.attached and not play.bomb and throw_factor(play.used) == 1


def _yes_or_no_action(legal: Sequence[Action], yes: bool) -> Action:
    asked = legal[0]
    assert isinstance(asked, Choose)
    return Choose(asked.what, yes)


class PhaseChoice(Protocol):
    """A function that chooses an action in one of the phases before the play."""

    def __call__(
        self, context: DecisionContext, view: State, legal: Sequence[Action], margin: float = 0.0
    ) -> Action: ...


BEFORE: Final[dict[type[Any], PhaseChoice]] = {
    Bidding: choose_bid,
    Robbing: choose_rob,
    Kicking: choose_kick,
    Doubling: choose_double,
    Asking: choose_answer_to_question,
    Opening: choose_open_hand,
    Throwing: choose_cards_to_throw,
}


# ---- bias


def bias_bid(margin: float, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], action: Any) -> Any:
    """Return the action that a bold or a careful player takes in place of ``action``.

    The player is bold if ``margin`` is positive, and careful if it is negative. If ``action`` is a bid or an answer
    to a yes-or-no question, the function chooses a second action, with ``margin`` added to the win probability. It
    then returns one of the two actions:

    - for a bold player, the higher bid, or yes rather than no
    - for a careful player, the lower bid, or no rather than yes

    Any other action is returned unchanged.
    """
    if not isinstance(action, (Bid, Choose)) or len(legal) < 2:
        return action
    context = DecisionContext(game.compiled, infer_from_view(game.compiled, view, seat))  # type: ignore[attr-defined]
    other = BEFORE[type(view.phase)](context, view, legal, margin)
    return (max if margin > 0 else min)(action, other, key=_height_of_bid)


def _height_of_bid(action: Action) -> int:
    return action.points if isinstance(action, Bid) else choice_number(action) if isinstance(action, Choose) else 0
