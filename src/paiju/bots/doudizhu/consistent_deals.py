"""Lists or samples the deals of the hidden cards that fit what a seat sees.

Each deal is returned as a position with open hands, which a solver can search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from paiju.bots.doudizhu.seat_knowledge import Beliefs, OtherSeat, infer_from_view, iterate_card_choices
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import card_count, count_of, mask_at_least, ranks_in
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.scoring import handicap
from paiju.games.doudizhu.state import Playing, State
from paiju.solve.doudizhu.position import Position

COEFFICIENT: Final = 64
"""The number of bits for each coefficient of a polynomial that is packed into an integer (``count_consistent_deals``)."""


class ConsistentDeals(NamedTuple):
    """Positions that fit what a seat sees, in which all hands are known.

    ``is_complete`` says whether ``positions`` contains every position that fits, or only a sample of them.
    """

    positions: tuple[Position, ...]
    is_complete: bool


def consistent_deals(game: DouDizhu, view: State, seat: Seat, most: int) -> ConsistentDeals:
    """Return all positions that fit what a seat sees during play, or ``most`` random ones if there are more."""
    return all_consistent_deals(game, view, seat, most) or sample_consistent_deals(game, view, seat, most)


def all_consistent_deals(game: DouDizhu, view: State, seat: Seat, most: int) -> ConsistentDeals | None:
    """Return all positions that fit what a seat sees during play; None if there are more than ``most``."""
    known = infer_from_view(game.compiled, view, seat)
    if count_consistent_deals(known.others, known.unseen) > most:
        return None
    dealt = _iter_possible_deals(known.others, known.unseen)
    return ConsistentDeals(_positions_with_hands(game, view, seat, known, dealt), is_complete=True)


def sample_consistent_deals(game: DouDizhu, view: State, seat: Seat, number: int) -> ConsistentDeals:
    """Return ``number`` random positions that fit what a seat sees during play.

    The random choice is seeded from the view, so the same view always gives the same positions. What the plays of the
    other seats suggest about their cards is ignored.
    """
    known = infer_from_view(game.compiled, view, seat)
    dealt = _sample_hands(known, number)
    return ConsistentDeals(_positions_with_hands(game, view, seat, known, dealt), is_complete=False)


def _positions_with_hands(
    game: DouDizhu, view: State, seat: Seat, known: Beliefs, dealt: Iterable[Sequence[int]]
) -> tuple[Position, ...]:
    hidden = _position_without_others(game, view, seat, known)
    return tuple(_position_with_hands(hidden, known, hands) for hands in dealt)


def _position_without_others(game: DouDizhu, view: State, seat: Seat, known: Beliefs) -> Position:
    phase, public = view.phase, view.public
    assert isinstance(phase, Playing)
    assert public.landlord is not None
    hands = tuple(known.hand if other == seat else 0 for other in range(view.seats))
    by = phase.by if phase.standing is not None else None
    spare = handicap(game.rules, public)
    return Position(public.landlord, hands, phase.turn, phase.standing, by, public.wild, spare)


def _position_with_hands(position: Position, known: Beliefs, hidden: Sequence[int]) -> Position:
    hands = list(position.hands)
    for other, cards in zip(known.others, hidden, strict=True):
        hands[other.seat] = other.known + cards
    return replace(position, hands=tuple(hands))


def _count_hidden_cards(other: OtherSeat) -> int:
    return other.size - card_count(other.known)


def count_consistent_deals(others: Sequence[OtherSeat], unseen: int) -> int:
    """Return the number of ways to deal the unseen cards to the other seats.

    ``unseen`` are rank counts, so cards of the same rank are not distinguished. The function multiplies
    polynomials, one for each rank (``_division_polynomial``). The result is one coefficient of the product. Each
    polynomial is packed into one integer, so that multiplying two integers multiplies two polynomials.
    """
    total = card_count(unseen)
    sizes = list(map(_count_hidden_cards, others))
    if sizes and sum(sizes) == total:
        sizes.pop()  # the last seat gets the cards that are left
    strides: tuple[int, ...] = tuple(COEFFICIENT * (total + 1) ** place for place in range(len(sizes)))
    ways = 1
    for rank in ranks_in(mask_at_least(unseen, 1)):
        ways *= _division_polynomial(count_of(unseen, rank), strides)
    wanted = sum(size * stride for size, stride in zip(sizes, strides, strict=True))
    return ways >> wanted & (1 << COEFFICIENT) - 1


@cache
def _division_polynomial(cards: int, strides: tuple[int, ...]) -> int:
    """Return a polynomial with one term for each way to give some of ``cards`` equal cards to seats.

    Each seat has a variable. In a term, the exponent of this variable is the number of cards that the seat gets.
    The polynomial is packed into an integer. There, the coefficient of a term begins at a bit that is a sum over
    the seats: the sum of ``stride * exponent``.
    """
    numbers = product(range(cards + 1), repeat=len(strides))
    return sum(
        1 << sum(number * stride for number, stride in zip(each, strides, strict=True))
        for each in numbers
        if sum(each) <= cards
    )


def _iter_possible_deals(others: Sequence[OtherSeat], unseen: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to deal the unseen cards to the other seats: a tuple with the rank counts for each seat."""
    if not others:
        yield ()
        return
    for cards in iterate_card_choices(unseen, ranks_in(mask_at_least(unseen, 1)), _count_hidden_cards(others[0])):
        for rest in _iter_possible_deals(others[1:], unseen - cards):
            yield (cards, *rest)


def _sample_hands(known: Beliefs, number: int) -> list[tuple[int, ...]]:
    """Return ``number`` random ways to deal the unseen cards to the other seats; every deal is equally likely."""
    ranks = [rank for rank in ranks_in(mask_at_least(known.unseen, 1)) for _ in range(count_of(known.unseen, rank))]
    random = Random(f"{known.hand:x} {known.unseen:x}")
    found = []
    for _ in range(number):
        random.shuffle(ranks)
        rest = iter(ranks)
        found.append(
            tuple(sum(1 << 8 * rank for rank in islice(rest, _count_hidden_cards(other))) for other in known.others)
        )
    return found
