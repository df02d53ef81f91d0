"""Eating 吃 and 下伙 (ZP-4): every way in which a card can be eaten."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from paiju.core.errors import IllegalAction
from paiju.games.zipai.actions import Eat
from paiju.games.zipai.cards import KINDS, NAMES, Counts, Kind, count, without
from paiju.games.zipai.melds import ROWS, ROWS_WITH

Cards = tuple[Kind, ...]

_KEPT = 3
"""Three or more cards of a kind are never used for eating (ZP-4.4)."""


def _melds_with_two(kind: Kind) -> tuple[tuple[Cards, Cards], ...]:
    """The melds into which a kind can be eaten, each with the two cards that come from the hand."""
    return tuple((meld, tuple(_without_one(meld, kind))) for meld in ROWS_WITH[kind])


def _without_one(meld: Cards, kind: Kind) -> Cards:
    place = meld.index(kind)
    return meld[:place] + meld[place + 1 :]


_MELDS: Final = tuple(_melds_with_two(kind) for kind in range(KINDS))


def usable_for_eating(hand: Counts) -> Counts:
    """The cards that may be used for eating: of kinds with at most two cards in the hand (ZP-4.4)."""
    return tuple(0 if copies >= _KEPT else copies for copies in hand)


def _ways_to_eat(hand: Counts, kind: Kind) -> Iterator[tuple[Cards, Counts]]:
    """Each meld of one card of the kind with two of the hand, and the rest of the hand."""
    for meld, others in _MELDS[kind]:
        one, two = others
        if hand[one] and hand[two] > (one == two):
            yield meld, without(hand, others)


def _laid_down(hand: Counts, kind: Kind) -> Iterator[tuple[Cards, ...]]:
    """Each way to lay the copies left in the hand, each in its own meld (ZP-4.3)."""
    if not hand[kind]:
        yield ()
        return
    for meld, left in _ways_to_eat(without(hand, (kind,)), kind):
        if meld.count(kind) == 1:
            for more in _laid_down(left, kind):
                yield (meld, *more)


def eats(hand: Counts, kind: Kind) -> tuple[Eat, ...]:
    """Every way to eat a card that leaves a card to discard (ZP-4.5, 5.9)."""
    free = usable_for_eating(hand)
    laid = {tuple(sorted((meld, *more))) for meld, left in _ways_to_eat(free, kind) for more in _laid_down(left, kind)}
    size = sum(hand)
    return tuple(Eat(melds) for melds in sorted(laid) if size > 3 * len(melds) - 1)


def false_eats(hand: Counts, kind: Kind) -> tuple[Eat, ...]:
    """Every way to eat a card that keeps one or two more of its kind in the hand, against ZP-4.3 (R6)."""
    free = usable_for_eating(hand)
    laid = {
        tuple(sorted((meld, *more))) for meld, left in _ways_to_eat(free, kind) for more in _laid_in_part(left, kind)
    }
    return tuple(map(Eat, sorted(laid)))


def _laid_in_part(hand: Counts, kind: Kind) -> Iterator[tuple[Cards, ...]]:
    """Each way to lay some of the copies left in the hand, or none, but not all."""
    if not hand[kind]:
        return
    yield ()
    for meld, left in _ways_to_eat(without(hand, (kind,)), kind):
        if meld.count(kind) == 1:
            for more in _laid_in_part(left, kind):
                yield (meld, *more)


def keeps_copies(hand: Counts, kind: Kind, eat: Eat | None = None) -> bool:
    """Whether a seat keeps copies of an eaten card that it had to lay (ZP-4.3, 4.4).

    With ``eat``, ``hand`` is the hand before this eat; without it, the hand after the seat has eaten.
    """
    used = 0 if eat is None else sum(meld.count(kind) for meld in eat.melds) - 1
    return 0 < hand[kind] - used < _KEPT


def why_not(hand: Counts, kind: Kind, eat: Eat) -> IllegalAction:
    """Why a card cannot be eaten like this."""
    cards = tuple(chain.from_iterable(eat.melds))
    in_order = eat.melds == tuple(sorted(eat.melds))
    if not (in_order and kind in cards and all(meld in ROWS for meld in eat.melds)):
        return IllegalAction("not_a_meld", card=NAMES[kind])
    needed = count(_without_one(cards, kind))
    for other, copies in enumerate(needed):
        if copies > hand[other]:
            return IllegalAction("not_in_hand", card=NAMES[other])
        if copies > usable_for_eating(hand)[other]:
            return IllegalAction("three_kept", card=NAMES[other])
    if needed[kind] < hand[kind]:
        return IllegalAction("lay_all", card=NAMES[kind], copies=hand[kind])
    if sum(hand) <= sum(needed):
        return IllegalAction("no_discard_left")
    return IllegalAction("nothing_else", card=NAMES[kind])
