"""Finds the legal play that gives up the least valuable cards, for a seat whose time has run out."""

from __future__ import annotations

from paiju.games.gunzi.cards import POINT_CARDS, Cards, count_of, single, size
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.trick_rules import holds_shape, ways_to_follow
from paiju.games.gunzi.trumps import Trumps


def value_key(trumps: Trumps, kind: int) -> tuple[bool, int, int]:
    """Return a sort key for how valuable a card is.

    Point cards are the most valuable. Among the point cards, and among the other cards, trumps come before other
    suits, and high ranks before low ranks.
    """
    return bool(POINT_CARDS & single(kind)), trumps.order[kind], kind


def _sort_by_value(trumps: Trumps, cards: int) -> list[int]:
    return sorted(Cards(cards).kinds(), key=lambda kind: value_key(trumps, kind))


def cheapest_cards(trumps: Trumps, cards: int, number: int) -> Cards:
    """Return the ``number`` least valuable of these cards (``value_key``)."""
    return Cards.of(_sort_by_value(trumps, cards)[:number])


def cheapest_follow(rules: Rules, trumps: Trumps, hand: int, lead: int) -> Cards:
    """Return the least valuable cards that may follow a lead (``value_key``)."""
    may = ways_to_follow(rules, trumps, hand, lead)
    if may.must < size(lead):
        return Cards(may.fixed + cheapest_cards(trumps, may.cards, size(lead) - may.must))
    shape = next(shape for shape in reversed(may.shapes) if holds_shape(may.cards, shape))
    kinds, cards = _sort_by_value(trumps, may.cards), may.fixed
    for part in shape:
        kind = next(kind for kind in kinds if count_of(may.cards, kind) >= part and not count_of(cards, kind))
        cards += part << 4 * kind
    return Cards(cards)
