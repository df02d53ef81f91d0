"""``Choices``: a sequence of all ways to choose cards.

The sequence can be counted, indexed and searched without listing it.

The *shape* of some cards lists the sizes of their sets of identical cards, the largest first. A pair and
one single card have the shape ``(2, 1)``.

Whenever a player of Gunzi chooses cards (to lead, follow, pay tribute or bury), the legal choices follow one
pattern: any subset of certain cards that has one of certain shapes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, groupby
from math import comb, prod
from typing import Any, Generic, TypeVar, overload

from paiju.games.gunzi.cards import COPIES, Cards, contains, count_of, kinds_of, kinds_with, size

Shape = tuple[int, ...]
A = TypeVar("A")


def shape_of(cards: int) -> Shape:
    """Return the shape of packed cards: the sizes of their sets of identical cards, the largest first."""
    return tuple(sorted((count_of(cards, kind) for kind in kinds_of(cards)), reverse=True))


@cache
def shapes_of_size(cards: int) -> tuple[Shape, ...]:
    """Return all shapes that a number of cards can have, the best shape first.

    For four cards, these are ``(4) (3,1) (2,2) (2,1,1) (1,1,1,1)``. A seat must follow a lead with the best shape
    that it can form (GZ-6.4).
    """
    return tuple(_partitions_of_number(cards, COPIES))


def _partitions_of_number(cards: int, largest: int) -> Iterator[Shape]:
    if not cards:
        yield ()
    for first in range(min(cards, largest), 0, -1):
        for rest in _partitions_of_number(cards - first, first):
            yield (first, *rest)


@cache
def _group_shape_by_size(shape: Shape) -> tuple[tuple[int, int, int], ...]:
    """Return, for each size of set in a shape: the size, the number of such sets, the number of larger sets."""
    runs = [(part, len(list(equal))) for part, equal in groupby(shape)]
    before = accumulate((times for _, times in runs), initial=0)
    return tuple((part, times, larger) for (part, times), larger in zip(runs, before, strict=False))


@cache
def _set_sizes(shapes: tuple[Shape, ...]) -> tuple[int, ...]:
    return tuple({part for shape in shapes for part in shape})


def _combination_at(pool: list[int], times: int, index: int) -> Iterator[int]:
    """Yield the elements of the combination at an index, among all combinations of ``times`` elements of a pool.

    The combinations are in lexicographic order.
    """
    for behind, one in zip(range(len(pool) - 1, -1, -1), pool, strict=True):
        with_it = comb(behind, times - 1) if times else 0
        if index < with_it:
            times -= 1
            yield one
        else:
            index -= with_it


def _index_of_combination(chosen: list[int], pool: list[int]) -> int:
    """Return the index of a combination of elements of a pool: the inverse of ``_combination_at``."""
    place, times = 0, len(chosen)
    for behind, one in zip(range(len(pool) - 1, -1, -1), pool, strict=True):
        if one in chosen:
            times -= 1
        elif times:
            place += comb(behind, times - 1)
    return place


class Choices(Sequence[A], Generic[A]):
    """A sequence of actions, one for each choice of cards whose shape is allowed.

    The action for the choice ``chosen`` is ``make(fixed + chosen)``. ``chosen`` is a subset of ``cards``. The
    ``fixed`` cards belong to every action, and ``cards`` does not contain them. ``shapes`` are the allowed
    shapes. A shape lists how many cards of each kind are chosen, the largest number first: ``(2, 1)`` is a pair
    and a single card.

    ``len``, indexing and ``in`` do not list all actions. Two ``Choices`` with the same arguments are equal.
    """

    __slots__ = ("_ends", "_make", "_parameters", "_pools")

    def __init__(self, make: Callable[[Cards], A], cards: int, shapes: tuple[Shape, ...], fixed: int = 0) -> None:
        self._make = make
        self._parameters = (cards, shapes, fixed)
        self._pools = {part: kinds_with(cards, part) for part in _set_sizes(shapes)}
        self._ends = list(accumulate(map(self._count_ways, shapes), initial=0))

    def _count_ways(self, shape: Shape) -> int:
        pools = self._pools
        return prod(
            comb(max(0, len(pools[part]) - larger), times) for part, times, larger in _group_shape_by_size(shape)
        )

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[A]: ...
    def __getitem__(self, index: int | slice) -> A | Sequence[A]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        which = bisect_right(self._ends, at) - 1
        _, shapes, fixed = self._parameters
        return self._make(Cards(fixed + self._choice_at(shapes[which], at - self._ends[which])))

    def _choice_at(self, shape: Shape, index: int) -> int:
        cards = 0
        taken: set[int] = set()
        for part, times, _ in _group_shape_by_size(shape):
            pool = [kind for kind in self._pools[part] if kind not in taken]
            index, here = divmod(index, comb(len(pool), times))
            chosen = list(_combination_at(pool, times, here))
            taken.update(chosen)
            cards += sum(part << 4 * kind for kind in chosen)
        return cards

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the index of an action, without listing all actions.

        Raises ValueError if the action is not in the sequence, or if its index is not from ``start`` to ``stop`` - 1.
        """
        if value in self:
            _, shapes, fixed = self._parameters
            which = shapes.index(shape_of(value.cards - fixed))
            at = self._ends[which] + self._index_of(shapes[which], value.cards - fixed)
            if at in range(len(self))[start:stop]:
                return at
        raise ValueError(value)

    def _index_of(self, shape: Shape, cards: int) -> int:
        place, ways = 0, 1
        taken: set[int] = set()
        for part, times, _ in _group_shape_by_size(shape):
            pool = [kind for kind in self._pools[part] if kind not in taken]
            chosen = [kind for kind in pool if count_of(cards, kind) == part]
            taken.update(chosen)
            place += ways * _index_of_combination(chosen, pool)
            ways *= comb(len(pool), times)
        return place

    def __contains__(self, action: object) -> bool:
        held = getattr(action, "cards", None)
        return isinstance(held, Cards) and self._make(held) == action and self.allows_cards(held)

    def allows_cards(self, held: int) -> bool:
        """Whether the cards of some action of the sequence are exactly ``held``."""
        cards, shapes, fixed = self._parameters
        return contains(held, fixed) and contains(cards, held - fixed) and shape_of(held - fixed) in shapes

    @property
    def common_cards(self) -> Cards:
        """The cards that every action of the sequence contains."""
        cards, _, fixed = self._parameters
        return Cards(fixed + sum(self._copies_in_every_choice(kind) << 4 * kind for kind in kinds_of(cards)))

    def _copies_in_every_choice(self, kind: int) -> int:
        """Return the number of cards of a kind that every action of the sequence contains."""
        cards, shapes, _ = self._parameters
        held = count_of(cards, kind)
        fewer = (cards - ((held - copies) << 4 * kind) for copies in range(held + 1))
        return next(copies for copies, left in enumerate(fewer) if len(Choices(self._make, left, shapes)))

    @property
    def size(self) -> int | None:
        """The number of cards of each action; None if the actions differ in this number."""
        _, shapes, fixed = self._parameters
        sizes = {sum(shape) for shape in shapes}
        return size(fixed) + sizes.pop() if len(sizes) == 1 else None

    @property
    def usable_cards(self) -> Cards:
        """All cards that occur in some action of the sequence.

        If a kind of card can be chosen, the result contains all copies of that kind in ``cards``. This holds even if
        no single action uses all these copies.
        """
        cards, shapes, fixed = self._parameters
        parts = {part for shape in shapes if self._count_ways(shape) for part in shape}
        kinds = {kind for part in parts for kind in self._pools[part]}
        return Cards(fixed + sum(count_of(cards, kind) << 4 * kind for kind in kinds))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Choices):
            return self._make == other._make and self._parameters == other._parameters
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._make, self._parameters))

    def __repr__(self) -> str:
        cards, shapes, fixed = self._parameters
        return f"Choices({Cards(cards)!r}, {shapes}, fixed={Cards(fixed)!r})"
