"""Choices of the highest or lowest cards (GZ-5.4, 8.1). Among cards of equal rank, a seat may choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from paiju.games.gunzi.card_choices import Choices, shapes_of_size
from paiju.games.gunzi.cards import JOKERS, POINT_CARDS, Cards, kinds_of, mask_of, size
from paiju.games.gunzi.trumps import Trumps

A = TypeVar("A")


def highest_choices(make: Callable[[Cards], A], trumps: Trumps, cards: int, number: int) -> Choices[A]:
    """Return all ways to choose the ``number`` highest of the cards that are not point cards (GZ-8.1, 8.6).

    If there are fewer such cards than ``number``, all of them must be chosen. ``make`` makes an action from the
    chosen cards.
    """
    free = cards & ~POINT_CARDS
    return _choose_from_groups(make, free, _groups_of_equal_rank(trumps, free)[::-1], number)


def lowest_choices(make: Callable[[Cards], A], trumps: Trumps, bottom: int, number: int) -> Choices[A]:
    """Return all ways to choose the ``number`` lowest cards of a bottom, without point cards and jokers (GZ-5.4).

    If there are fewer such cards than ``number``, all of them must be chosen. ``make`` makes an action from the
    chosen cards.
    """
    free = takeable_from_bottom(bottom)
    return _choose_from_groups(make, free, _groups_of_equal_rank(trumps, free), number)


def takeable_from_bottom(bottom: int) -> int:
    """Return the cards of a bottom that may be taken back: all except point cards and jokers (GZ-5.3, 5.4)."""
    return bottom & ~POINT_CARDS & ~JOKERS


def _groups_of_equal_rank(trumps: Trumps, cards: int) -> list[int]:
    """Return the cards in groups of equal rank, the lowest group first."""
    groups: dict[int, list[int]] = {}
    for kind in kinds_of(cards):
        groups.setdefault(trumps.order[kind], []).append(kind)
    return [cards & mask_of(groups[order]) for order in sorted(groups)]


def _choose_from_groups(make: Callable[[Cards], A], cards: int, groups: list[int], number: int) -> Choices[A]:
    """Return one action for each way to choose ``number`` cards from ``groups``, an earlier group first.

    A later group is used only after all cards of the earlier ones. The seat has a choice only in the last group
    that is used, if only some of its cards are needed. ``cards`` are the cards of all groups together. If they
    are fewer than ``number``, all of them are chosen. ``make`` makes an action from the chosen cards.
    """
    fixed, room = 0, min(number, size(cards))
    for group in groups:
        if size(group) > room:
            return Choices(make, group, shapes_of_size(room), fixed)
        fixed, room = fixed + group, room - size(group)
    return Choices(make, 0, shapes_of_size(0), fixed)
