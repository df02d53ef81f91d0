"""Eating (吃, ZP-4): claiming a card for a meld with two cards of the hand.

The seat must also lay all other copies of the eaten card that it holds, each copy in a meld of its own
(下伙).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from paiju.core.errors import IllegalAction
from paiju.games.zipai.actions import Eat
from paiju.games.zipai.cards import KINDS, NAMES, Counts, Kind, count_cards, without
from paiju.games.zipai.melds import MIXED_MELDS, MIXED_MELDS_WITH

Cards = tuple[Kind, ...]

_MIN_COPIES_KEPT = 3
"""If a hand holds at least this many cards of a kind, none of them may be used for eating (ZP-4.4)."""


def _melds_and_needed_cards(kind: Kind) -> tuple[tuple[Cards, Cards], ...]:
    """Return each meld that contains the kind, together with the meld's two other cards.

    These two cards must come from the hand.
    """
    return tuple((meld, tuple(_without_one(meld, kind))) for meld in MIXED_MELDS_WITH[kind])


def _without_one(meld: Cards, kind: Kind) -> Cards:
    place = meld.index(kind)
    return meld[:place] + meld[place + 1 :]


_MELDS: Final = tuple(_melds_and_needed_cards(kind) for kind in range(KINDS))


def usable_for_eating(hand: Counts) -> Counts:
    """Return the counts of the cards that may be used for eating (ZP-4.4).

    A card may be used if the hand holds at most two cards of its kind.
    """
    return tuple(0 if copies >= _MIN_COPIES_KEPT else copies for copies in hand)


def _ways_to_eat(hand: Counts, kind: Kind) -> Iterator[tuple[Cards, Counts]]:
    """Yield each meld that a card of this kind forms with two cards of the hand, and the counts of the remaining hand."""
    for meld, others in _MELDS[kind]:
        one, two = others
        if hand[one] and hand[two] > (one == two):
            yield meld, without(hand, others)


def _ways_to_lay_all_copies(hand: Counts, kind: Kind) -> Iterator[tuple[Cards, ...]]:
    """Yield every way to lay all copies of a kind that the hand holds, each in a meld of its own (ZP-4.3)."""
    if not hand[kind]:
        yield ()
        return
    for meld, left in _ways_to_eat(without(hand, (kind,)), kind):
        if meld.count(kind) == 1:
            for more in _ways_to_lay_all_copies(left, kind):
                yield (meld, *more)


def legal_eats(hand: Counts, kind: Kind) -> tuple[Eat, ...]:
    """Return all legal ways to eat a card. At least one card must be left in the hand to discard (ZP-4.5, 5.9)."""
    free = usable_for_eating(hand)
    laid = {
        tuple(sorted((meld, *more)))
        for meld, left in _ways_to_eat(free, kind)
        for more in _ways_to_lay_all_copies(left, kind)
    }
    size = sum(hand)
    return tuple(Eat(melds) for melds in sorted(laid) if size > 3 * len(melds) - 1)


def false_eats(hand: Counts, kind: Kind) -> tuple[Eat, ...]:
    """Return the ways to eat a card that violate ZP-4.3, because copies of the card stay in the hand (R6)."""
    free = usable_for_eating(hand)
    laid = {
        tuple(sorted((meld, *more)))
        for meld, left in _ways_to_eat(free, kind)
        for more in _ways_to_lay_some_copies(left, kind)
    }
    return tuple(map(Eat, sorted(laid)))


def _ways_to_lay_some_copies(hand: Counts, kind: Kind) -> Iterator[tuple[Cards, ...]]:
    """Yield every way to lay fewer copies of a kind than the hand holds, each copy in a meld of its own.

    One of the ways lays no copy at all. Nothing is yielded if the hand holds no copy.
    """
    if not hand[kind]:
        return
    yield ()
    for meld, left in _ways_to_eat(without(hand, (kind,)), kind):
        if meld.count(kind) == 1:
            for more in _ways_to_lay_some_copies(left, kind):
                yield (meld, *more)


def leaves_copies_to_lay(hand: Counts, kind: Kind, eat: Eat | None = None) -> bool:
    """Whether a seat that eats a card of this kind keeps one or two copies in hand, which it must lay (ZP-4.3, 4.4).

    If ``eat`` is given, ``hand`` is the hand before this action. If ``eat`` is None, ``hand`` is the hand after
    eating. If the hand keeps three or more copies, they need not be laid, and the result is False.
    """
    used = 0 if eat is None else sum(meld.count(kind) for meld in eat.melds) - 1
    return 0 < hand[kind] - used < _MIN_COPIES_KEPT


def eat_refusal(hand: Counts, kind: Kind, eat: Eat) -> IllegalAction:
    """Return the error that says why a card cannot be eaten in this way."""
    cards = tuple(chain.from_iterable(eat.melds))
    in_order = eat.melds == tuple(sorted(eat.melds))
    if not (in_order and kind in cards and all(meld in MIXED_MELDS for meld in eat.melds)):
        return IllegalAction("not_a_meld", card=NAMES[kind])
    needed = count_cards(_without_one(cards, kind))
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
