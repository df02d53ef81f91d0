"""The rules of a trick: what may be led, what may follow, and who takes the trick (GZ-6).

``ways_to_follow`` describes all plays with which a hand may follow a lead. It describes them by their shapes.
The playing phase derives its legal actions from this description, and ``timeout_action`` chooses the cheapest
of these plays.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from paiju.core.errors import IllegalAction
from paiju.games.gunzi.card_choices import Shape, shape_of, shapes_of_size
from paiju.games.gunzi.cards import (
    NAMES,
    SUITS,
    Cards,
    check_card_count,
    check_held,
    count_of,
    kinds_of,
    kinds_with,
    size,
)
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.trumps import TRUMPS, Trumps

LEADS: Final[tuple[Shape, ...]] = ((1,), (2,), (3,), (4,))
"""The shapes that may be led: a single, a pair, a triple, a quad (GZ-6.1)."""

SUIT_NAMES: Final = (*SUITS, "trumps")


class Follow(NamedTuple):
    """The plays with which a hand may follow a lead.

    A play consists of all cards of ``fixed``, and of a subset of ``cards`` that has one of ``shapes``. ``must``
    is the number of cards of the led suit that must be played.
    """

    fixed: int
    cards: int
    shapes: tuple[Shape, ...]
    must: int


def kind_of_equal_cards(cards: int, copies: int) -> int | None:
    """Return the kind of ``copies`` identical cards; None if the cards are not such a set."""
    kind = (cards & -cards).bit_length() - 1 >> 2
    return kind if cards and cards == copies << 4 * kind else None


def led_suit(trumps: Trumps, lead: int) -> int:
    """Return the class of cards that a lead demands: a side suit, 0 to 3, or TRUMPS (GZ-1.6)."""
    return trumps.suit[next(kinds_of(lead))]


def ways_to_follow(rules: Rules, trumps: Trumps, hand: int, lead: int) -> Follow:
    """Return the plays with which a hand may follow a lead (GZ-6.3 to 6.6)."""
    needed = size(lead)
    suited = hand & trumps.masks[led_suit(trumps, lead)]
    held = size(suited)
    if held > needed:
        return Follow(0, suited, _matching_shapes(rules, suited, needed), needed)
    return Follow(suited, hand - suited, shapes_of_size(needed - held), held)


def _matching_shapes(rules: Rules, suited: int, needed: int) -> tuple[Shape, ...]:
    """Return the shapes that a play may have if the hand has more cards of the led suit than were led (GZ-6.4).

    ``suited`` are the cards of the led suit in the hand. ``needed`` is the number of cards led. Shapes are
    ordered from the best (one large set) to the worst (single cards only).

    - If ``Rules.break_sets`` is true, only the best shape that ``suited`` can form is allowed.
    - If it is false, a seat need not break up a set (R6). All shapes are allowed from the best one that
      ``suited`` can form down to the best one that it can form without breaking up a set.
    """
    shapes = shapes_of_size(needed)
    possible = next(at for at, shape in enumerate(shapes) if holds_shape(suited, shape))
    if rules.break_sets:
        return shapes[possible : possible + 1]
    asked = next(at for at, shape in enumerate(shapes) if _holds_unbroken_shape(suited, shape))
    return shapes[possible : max(possible, asked) + 1]


def holds_shape(cards: int, shape: Shape) -> bool:
    """Whether cards of a shape can be chosen from ``cards``. Larger sets may be broken up (GZ-6.4, R6)."""
    return all(len(kinds_with(cards, part)) > larger for larger, part in enumerate(shape))


def _holds_unbroken_shape(cards: int, shape: Shape) -> bool:
    """Whether cards of a shape can be chosen from ``cards`` without taking a smaller set out of a larger one (R6).

    This matters if ``Rules.break_sets`` is false. Single cards may come from any set.
    """
    sets = [count for kind in kinds_of(cards) if (count := count_of(cards, kind)) > 1]
    return all(shape.count(part) <= sets.count(part) for part in shape if part > 1)


def check_lead(hand: int, cards: int) -> None:
    """Raise IllegalAction unless the cards may be led from this hand (GZ-6.1)."""
    check_held(hand, cards)
    if shape_of(cards) not in LEADS:
        raise IllegalAction("not_a_set", cards=Cards(cards).text())


def check_following(rules: Rules, trumps: Trumps, hand: int, lead: int, cards: int) -> None:
    """Raise IllegalAction unless the cards may follow a lead (GZ-6.3 to 6.6).

    The details of the error say what must be played.
    """
    needed = size(lead)
    check_held(hand, cards)
    check_card_count(cards, needed)
    may = ways_to_follow(rules, trumps, hand, lead)
    suit = led_suit(trumps, lead)
    suited = hand & trumps.masks[suit]
    if size(cards & trumps.masks[suit]) < may.must:
        raise IllegalAction("must_follow", suit=SUIT_NAMES[suit], needed=may.must, cards=Cards(suited).text())
    if may.must == needed and shape_of(cards - may.fixed) not in may.shapes:
        asked = may.shapes[-1]
        raise IllegalAction("must_match", shape="+".join(map(str, asked)), cards=_format_sets_of(suited, asked[0]))


def _format_sets_of(cards: int, copies: int) -> str:
    """Return, as text, the sets of ``copies`` identical cards in ``cards``, one set of a kind: ``9h 9h, Qc Qc``."""
    return ", ".join(" ".join([NAMES[kind]] * copies) for kind in kinds_with(cards, copies))


def beats(trumps: Trumps, copies: int, best: int, cards: int) -> bool:
    """Whether ``cards`` beat ``best``, the best play of the trick so far (GZ-6.6, 6.7, 1.5).

    ``best`` is a set of ``copies`` equal cards.
    """
    kind = kind_of_equal_cards(cards, copies)
    if kind is None:
        return False
    rival = next(kinds_of(best))
    if trumps.suit[kind] == trumps.suit[rival]:
        return trumps.order[kind] > trumps.order[rival]
    return trumps.suit[kind] == TRUMPS
