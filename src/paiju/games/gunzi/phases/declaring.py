"""Declaring trumps (亮主): the valid declarations, their order, and the closing round (盖, GZ-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from paiju.core.game import refuse_unless
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Action, Declare, Pass
from paiju.games.gunzi.cards import (
    BIG_JOKER,
    JOKERS,
    SMALL_JOKER,
    Cards,
    check_held,
    count_of,
    is_joker,
    kind_of,
    kinds_of,
    mask_of,
    suit_of,
)
from paiju.games.gunzi.events import DeclarePassed, PhaseBegan, TrumpsDeclared
from paiju.games.gunzi.phases.base import Events, PhaseRules, trumps_fixed_events
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, Closing, State, Turning
from paiju.games.gunzi.trumps import CALLS, Call

_DeclarationKind = tuple[str, int]
"""A kind of declaration: which cards it shows, and how many.

The cards are ``level`` for level cards of one suit, or ``Bj`` or ``Rj`` for small or big jokers.
"""

FIRST_HAND: Final[tuple[_DeclarationKind, ...]] = (("Rj", 1), ("Rj", 2))
"""The declarations of a first hand, the lowest first. No step may be skipped (GZ-4.1).

One big joker takes the bank; two big jokers then change the suit.
"""

_LEVEL_CARDS: Final[tuple[_DeclarationKind, ...]] = (("level", 1), ("level", 2), ("level", 3), ("level", 4))

LATER_HANDS: Final[Mapping[str, tuple[_DeclarationKind, ...]]] = {
    "above": (*_LEVEL_CARDS, ("Bj", 3), ("Bj", 4), ("Rj", 3), ("Rj", 4)),
    "by_count": (*_LEVEL_CARDS[:3], ("Bj", 3), ("Rj", 3), _LEVEL_CARDS[3], ("Bj", 4), ("Rj", 4)),
}
"""The declarations that are possible in all hands except the first, the lowest first (GZ-4.3, R1).

The keys are the values of ``Rules.joker_calls``.
"""

_NAMES: Final = {SMALL_JOKER: "Bj", BIG_JOKER: "Rj"}


@cache
def _height_by_row(ladder: tuple[_DeclarationKind, ...]) -> dict[_DeclarationKind, int]:
    return {row: height for height, row in enumerate(ladder, 1)}


@cache
def _declarable_cards(level: int) -> int:
    """Return a mask of the cards that can declare trumps at a level."""
    return JOKERS | mask_of(kind_of(level, suit) for suit in range(4))


class _DeclarationRequirements:
    """Decides which declarations are possible in a state.

    Each possible declaration has a height; the lowest declaration has height 1. The standing declaration is the
    last one that was made. ``now`` is the height of the standing declaration, or 0 if nobody has declared.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.first_hand = state.match.banker is None
        self.heights = _height_by_row(FIRST_HAND if self.first_hand else LATER_HANDS[rules.joker_calls])
        self.level = state.level
        self.now = 0 if state.shown is None else self.height(state.shown.cards)

    def height(self, cards: int) -> int:
        """Return the height of the declaration with these cards, from 1; 0 if they are no declaration."""
        kinds = list(kinds_of(cards))
        if len(kinds) != 1 or not cards & _declarable_cards(self.level):
            return 0
        return self._height_of(kinds[0], count_of(cards, kinds[0]))

    def _height_of(self, kind: int, copies: int) -> int:
        return self.heights.get((_NAMES.get(kind, "level"), copies), 0)

    def may_follow_standing(self, height: int) -> bool:
        """Whether a declaration of this height may follow the standing declaration. It must be higher.

        In a first hand, which has no banker from an earlier hand, no height may be skipped.
        """
        return height == self.now + 1 if self.first_hand else height > self.now

    def possible_calls(self, kind: int) -> tuple[Call | None, ...]:
        """Return the values of ``Declare.call`` that are possible with cards of this kind.

        Jokers may call any suit or no trumps, except in a first hand. Otherwise the only possible value is None.
        """
        return CALLS if is_joker(kind) and not self.first_hand else (None,)

    def declarable_sets(self, hand: int) -> Iterator[tuple[int, int]]:
        """Yield each set of cards that the seat can declare now from its hand.

        Each set is given by a kind and the number of cards of this kind.
        """
        for kind in kinds_of(hand & _declarable_cards(self.level)):
            for copies in range(1, count_of(hand, kind) + 1):
                if self.may_follow_standing(self._height_of(kind, copies)):
                    yield kind, copies


def is_higher_declaration_possible(rules: Rules, state: State) -> bool:
    """Whether a declaration higher than the standing one exists, even if no seat holds the cards for it."""
    standing = _DeclarationRequirements(rules, state)
    return standing.now < len(standing.heights)


def seats_that_may_declare(rules: Rules, state: State) -> tuple[Seat, ...]:
    """Return the seats that can declare now.

    ``state`` may be a view. In a view, only seats whose hand is visible are considered.
    """
    standing = _DeclarationRequirements(rules, state)
    return tuple(seat for seat, hand in enumerate(state.secret.hands) if hand and any(standing.declarable_sets(hand)))


def possible_declarations(rules: Rules, state: State, seat: Seat) -> tuple[Declare, ...]:
    """Return all declarations that a seat may make now (GZ-4.1, 4.3)."""
    standing = _DeclarationRequirements(rules, state)
    return tuple(
        Declare(Cards(copies << 4 * kind), call)
        for kind, copies in standing.declarable_sets(state.hand(seat))
        for call in standing.possible_calls(kind)
    )


def check_declaration(rules: Rules, state: State, seat: Seat, action: Declare) -> None:
    """Raise IllegalAction unless the seat may make this declaration."""
    cards, hand = action.cards, state.hand(seat)
    check_held(hand, cards)
    standing = _DeclarationRequirements(rules, state)
    height = standing.height(cards)
    refuse_unless(height > 0, "not_a_declaration", cards=cards.text())
    refuse_unless(height > standing.now, "too_low", cards=cards.text())
    refuse_unless(standing.may_follow_standing(height), "nothing_to_change", cards=cards.text())
    refuse_unless(action.call in standing.possible_calls(next(kinds_of(cards))), "wrong_call", cards=cards.text())


def declaration_event(state: State, seat: Seat, action: Declare) -> TrumpsDeclared:
    """Return the event of a declaration. Its ``call`` is None if a later card determines the trumps."""
    suit = suit_of(next(kinds_of(action.cards)))
    return TrumpsDeclared(seat, action.cards, action.call if suit is None else CALLS[suit])


class ClosingRules(PhaseRules[Closing]):
    """After the deal, all seats are asked at the same time whether they declare trumps.

    Every seat is asked, whatever cards it holds. The phase ends when all seats have passed, or when no
    declaration could be higher than the current one. After a declaration, the seats that had passed are asked
    again (GZ-4.4).
    """

    accepted_actions = (Declare, Pass)

    def to_act(self, state: State, phase: Closing) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(SEATS) if seat not in phase.passed)

    def legal(self, rules: Rules, state: State, phase: Closing, seat: Seat) -> Sequence[Action]:
        return (Pass(), *possible_declarations(rules, state, seat))

    def check(self, rules: Rules, state: State, phase: Closing, seat: Seat, action: Any) -> None:
        if isinstance(action, Declare):
            check_declaration(rules, state, seat, action)

    def events_of_action(self, rules: Rules, state: State, phase: Closing, seat: Seat, action: Any) -> Events:
        return (declaration_event(state, seat, action) if isinstance(action, Declare) else DeclarePassed(seat),)

    def follow_up_events(self, rules: Rules, state: State, phase: Closing) -> Events:
        if len(phase.passed) < SEATS and is_higher_declaration_possible(rules, state):
            return ()
        return (
            (PhaseBegan(Turning()),)
            if state.call is None
            else trumps_fixed_events(state, state.banker_seat, state.call)
        )
