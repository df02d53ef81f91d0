"""Escape 逃跑: what it costs to leave a hand (DDZ-9.2, 9.3, 9.5), and what a seat can know of that before it leaves.

What a leaver pays goes to the house, and the hand is void for the others. A lost connection is no escape.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Final, NamedTuple

from paiju.core.account import Line, Price, stake_of
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import (
    NO_CARDS,
    Cards,
    at_least,
    bit_of,
    card_list,
    cards_of,
    count_of,
    holds,
    pack,
    ranks_in,
    ranks_of,
    total,
)
from paiju.games.doudizhu.combos import rocket
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import common, so_far
from paiju.games.doudizhu.state import Over, State
from paiju.games.doudizhu.view import view as view_of

UNBID: Final = 3
"""What leaving costs before any bid, where the standing bid decides (DDZ-9.2)."""
STANDING_TIMES: Final = 3
FEW: Final = 10
"""A multiplier below this is taken as one of the next two (DDZ-9.3)."""
LANDLORD_LEAST: Final = 20
FARMER_LEAST: Final = 10
_ROCKETS: Final = {decks: rocket(decks).body for decks in (1, 2)}


def account(rules: Rules, state: State, seat: Seat) -> tuple[Line, ...]:
    """How what leaving costs a seat now comes about; nothing once the hand has ended. Needs the whole state, not a view."""
    return () if isinstance(state.phase, Over) else _ACCOUNTS[rules.escape](rules, state, seat)


def cost(rules: Rules, state: State, seat: Seat) -> int:
    """The points that leaving costs a seat now."""
    return stake_of(account(rules, state, seat))


def _free(rules: Rules, state: State, seat: Seat) -> tuple[Line, ...]:
    """Rulesets that tell of no escape (DDZ-9.5)."""
    return ()


def _by_standing_bid(rules: Rules, state: State, seat: Seat) -> tuple[Line, ...]:
    """Base × multiplier × 3 (DDZ-9.2)."""
    public = so_far(state)
    return (*common(rules, public), Line("leaving", STANDING_TIMES)) if public.base else (Line("unbid", UNBID, "base"),)


def _by_hand(rules: Rules, state: State, seat: Seat) -> tuple[Line, ...]:
    """Base × multiplier, and × 20 for the landlord or × 10 for a farmer where the multiplier is below 10 (DDZ-9.3, R12)."""
    base, *factors = _without_bombs(rules, state)
    if bombs := sum(bombs_in(rules, ranks_of(held)) for held in _held(state)):
        factors.append(Line("held", 2**bombs, args=(str(bombs),)))
    times = prod(line.value for line in factors)
    return (base, *factors) if times >= FEW else (base, Line("least", _fewest(state, seat), args=(str(times),)))


def _fewest(state: State, seat: Seat) -> int:
    """What a small multiplier is taken as."""
    return LANDLORD_LEAST if seat == state.public.landlord else FARMER_LEAST


_ACCOUNTS: Final[dict[str, Callable[[Rules, State, Seat], tuple[Line, ...]]]] = {
    "none": _free,
    "standing": _by_standing_bid,
    "hand": _by_hand,
}


def multiplier(rules: Rules, state: State) -> int:
    """The hand's multiplier so far, without doubles and kicks; bombs count as held, not as played (DDZ-9.3)."""
    bombs = sum(bombs_in(rules, ranks_of(held)) for held in _held(state))
    return prod(line.value for line in _without_bombs(rules, state)[1:]) << bombs


def _without_bombs(rules: Rules, state: State) -> list[Line]:
    """The base and the factors of the hand so far, but those of bombs that were played."""
    public = so_far(state)
    base, *factors = common(rules, public)
    kept = [line for line in factors if line.code not in ("bomb", "rocket")]
    return [base if public.base else Line("unbid", 1, "base"), *kept]


def _held(state: State) -> list[int]:
    """The cards of each seat as dealt and, once it is taken, with the bottom: in hand, played or thrown away.

    In a view, those of them that lie open to it.
    """
    secret, played = state.secret, state.public.played
    return [(secret.hands[seat] or 0) + played[seat] + (secret.threw[seat] or 0) for seat in range(state.seats)]


def bombs_in(rules: Rules, counts: int) -> int:
    """How many bombs and rockets that double lie in these, no wild card standing for another (DDZ-7.2, 9.3)."""
    return total(at_least(counts, rules.bomb_doubles_from)) + holds(counts, _ROCKETS[rules.decks])


# ---- what a seat can know


def price(rules: Rules, state: State, seat: Seat) -> Price:
    """The least and the most that leaving may cost, whatever lies in the hands that the seat does not see."""
    if rules.escape != "hand" or isinstance(state.phase, Over):
        known = cost(rules, state, seat)  # by what everybody sees
        return Price(known, known)
    view = view_of(state, seat)
    base, *factors = _without_bombs(rules, view)
    times = prod(line.value for line in factors)
    # Not only the ends count: where the multiplier passes 10, a landlord pays less than before (R12).
    charged = [
        times << bombs if times << bombs >= FEW else _fewest(view, seat) for bombs in _bombs_possible(rules, view)
    ]
    return Price(base.value * min(charged), base.value * max(charged))


class _Place(NamedTuple):
    """What a seat has held, as a view tells: the counts of the cards that are known, and how many others there are."""

    known: int
    others: int


def _bombs_possible(rules: Rules, view: State) -> range:
    """How many bombs the seats may have held together. The true number is never outside; the ends may be a little too far."""
    places = [_place(view, seat, held) for seat, held in enumerate(_held(view))]
    unseen = _pack(rules.decks, rules.stripped_ranks) - sum(place.known for place in places)
    sizes = [_missing(rules, place, unseen) for place in places]
    certain = sum(bombs_in(rules, place.known) for place in places)
    least = sum(_least(rules, place, unseen) for place in places)
    most = sum(
        sum(taken <= place.others for taken in accumulate(sorted(missing.values())))
        for place, missing in zip(places, sizes, strict=True)
    )
    alike = max(1, 4 * rules.decks // rules.bomb_doubles_from)  # the rocket doubles even where no rank has cards enough
    kinds = set[int]().union(*sizes)
    return range(least, certain + min(most, len(kinds) * alike) + 1)


def _place(view: State, seat: Seat, held: int) -> _Place:
    public = view.public
    size = public.counts[seat] + total(ranks_of(public.played[seat])) + public.thrown[seat]
    if seat == public.landlord:
        for came in (public.bottom, *view.secret.gave):
            held = _together(held, came or NO_CARDS)
    known = ranks_of(held)
    return _Place(known, size - total(known))


def _together(cards: int, others: Cards) -> int:
    """The fewest cards among which there are both of these."""
    for card in set(card_list(others)) if others else ():
        more = (others >> bit_of(card) & 3) - (cards >> bit_of(card) & 3)
        cards += max(0, more) << bit_of(card)
    return cards


@lru_cache(maxsize=16)
def _pack(decks: int, stripped: str) -> int:
    return ranks_of(cards_of(pack(decks, stripped)))


_ROCKET: Final = -1
"""Where others have a rank."""


def _missing(rules: Rules, place: _Place, unseen: int) -> dict[int, int]:
    """By rank, how many unseen cards would make a bomb of what is known there; those left out that cannot become one."""
    size, body, known = rules.bomb_doubles_from, _ROCKETS[rules.decks], place.known
    open_to = at_least(known + unseen, size) & ~at_least(known, size)
    missing = {rank: size - count_of(known, rank) for rank in ranks_in(open_to)}
    if holds(known + unseen, body) and not holds(known, body):
        jokers = total(body)
        missing[_ROCKET] = jokers - sum(count_of(known, rank) for rank in ranks_in(at_least(body, 1)))
    return {rank: cards for rank, cards in missing.items() if cards <= place.others}


def _least(rules: Rules, place: _Place, unseen: int) -> int:
    """A card that lies elsewhere keeps at most one bomb from being here."""
    elsewhere = total(unseen) - place.others
    return max(bombs_in(rules, place.known), bombs_in(rules, place.known + unseen) - elsewhere)
