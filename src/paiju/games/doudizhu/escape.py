"""Escape 逃跑: what it costs to leave a hand (DDZ-9.2, 9.3, 9.5).

What a leaver pays goes to the house, and the hand is void for the others. A lost connection is no escape.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Final

from paiju.core.account import stake_of
from paiju.core.coins import Stakes, Transfer
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import at_least, holds, ranks_of, total
from paiju.games.doudizhu.combos import rocket
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import common, so_far
from paiju.games.doudizhu.state import Over, State

UNBID: Final = 3
"""What leaving costs before any bid, where the standing bid decides (DDZ-9.2)."""
STANDING_TIMES: Final = 3
FEW: Final = 10
"""A multiplier below this is taken as one of the next two (DDZ-9.3)."""
LANDLORD_LEAST: Final = 20
FARMER_LEAST: Final = 10


def cost(rules: Rules, state: State, seat: Seat) -> int:
    """The points that leaving costs a seat now; nothing once the hand has ended. Needs the whole state, not a view."""
    return 0 if isinstance(state.phase, Over) else _COSTS[rules.escape](rules, state, seat)


def pay(stakes: Stakes, points: int, seat: Seat, purses: tuple[int, ...]) -> Transfer:
    """The leaver pays the house, no more than there is; the others neither gain nor lose (DDZ-9.5)."""
    paid = min(points * stakes.coefficient, purses[seat])
    return Transfer(tuple(-paid if other == seat else 0 for other in range(len(purses))), paid)


def _free(rules: Rules, state: State, seat: Seat) -> int:
    """Rulesets that tell of no escape (DDZ-9.5)."""
    return 0


def _by_standing_bid(rules: Rules, state: State, seat: Seat) -> int:
    """Base × multiplier × 3 (DDZ-9.2)."""
    stake = stake_of(tuple(common(rules, so_far(state))))
    return stake * STANDING_TIMES or UNBID


def _by_hand(rules: Rules, state: State, seat: Seat) -> int:
    """Base × multiplier, and × 20 for the landlord or × 10 for a farmer where the multiplier is below 10 (DDZ-9.3, R12)."""
    public = so_far(state)
    least = LANDLORD_LEAST if seat == public.landlord else FARMER_LEAST
    times = multiplier(rules, state)
    return (public.base or 1) * (least if times < FEW else times)


_COSTS: Final[dict[str, Callable[[Rules, State, Seat], int]]] = {
    "none": _free,
    "standing": _by_standing_bid,
    "hand": _by_hand,
}


def multiplier(rules: Rules, state: State) -> int:
    """The hand's multiplier so far, without doubles and kicks; bombs count as held, not as played (DDZ-9.3)."""
    lines = common(rules, so_far(state))
    factors = (line.value for line in lines if line.how == "times" and line.code not in ("bomb", "rocket"))
    return int(prod(factors) * 2 ** sum(bombs_in(rules, held) for held in _held(state)))


def _held(state: State) -> list[int]:
    """The cards of each seat as dealt and, once it is taken, with the bottom: in hand, played or thrown away."""
    secret, played = state.secret, state.public.played
    return [(secret.hands[seat] or 0) + played[seat] + (secret.threw[seat] or 0) for seat in range(state.seats)]


def bombs_in(rules: Rules, cards: int) -> int:
    """How many bombs and rockets that double lie in these cards, no wild card standing for another (DDZ-7.2, 9.3)."""
    counts = ranks_of(cards)
    return total(at_least(counts, rules.bomb_doubles_from)) + holds(counts, rocket(rules.decks).body)
