"""Decides whether a hand is complete, and finds its division with the most points (ZP-2.5, 7, 8.1, 8.2).

The search is exact: it tries every division of the hand. Laid melds stay as they are.

A hand is packed into an integer, with a byte for each kind. A meld is then removed by one subtraction. If the
hand has too few cards of a kind for the meld, the top bit of that kind's byte is set afterwards.

The lowest remaining kind must be in some meld, so the search visits only a few dozen hands. It caches the
result of each hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from operator import itemgetter
from typing import Final, NamedTuple

from msgspec import Struct

from paiju.games.zipai.cards import KINDS, Counts, Kind, kind_of
from paiju.games.zipai.melds import (
    FOURTH,
    MIXED_MELDS,
    MIXED_MELDS_WITH,
    WAYS,
    WORTH,
    Meld,
    Source,
    Way,
    count_fours,
    meld_of_kind,
)
from paiju.games.zipai.rules import DealPoints


class Division(Struct, frozen=True):
    """A division of a winning hand into melds, and its points.

    ``melds`` lists the laid melds first, then those in the hand. If the winning card is the fourth card of a laid
    three, that meld is a four here. After a win by fours and threes, ``melds`` contains only the melds that count
    (ZP-2.5).
    """

    points: int
    melds: tuple[Meld, ...]


class _Block(NamedTuple):
    """A meld or pair that the search can take out of a packed hand.

    ``cost`` is the packed meld: the number to subtract. ``pair`` says whether the rest of the hand still needs a
    pair.
    """

    cost: int
    points: int
    meld: Meld
    pair: bool = False


_Found = tuple[int, tuple[Meld, ...]]
"""The points of a division, and its melds."""

_UNIT: Final = tuple(1 << 8 * kind for kind in range(KINDS))
_SHORT: Final = sum(0x80 << 8 * kind for kind in range(KINDS))
"""A word in which the top bit of each kind's byte is set.

After a subtraction from a packed hand, such a bit is set if the hand had too few cards of the kind.
"""
_FOUR: Final = sum(0x04 << 8 * kind for kind in range(KINDS))
"""A mask with the bit of value 4 in the byte of each kind.

In a packed hand, this bit is set if the hand has four cards of the kind.
"""

_SOURCE_INDEPENDENT_WAYS: Final = frozenset({"hand", "pair"})
"""Ways of melds in the hand whose points do not depend on where the winning card came from."""

_FOURS_TO_WIN_ON_DEAL: Final = 3
_FOURS_AND_THREES_TO_WIN_ON_DEAL: Final = 5


def pack_counts(counts: Counts) -> int:
    """Return counts packed into an integer, with a byte for each kind."""
    return int.from_bytes(bytes(counts), "little")


def _make_block(way: Way, cards: tuple[Kind, ...], *, pair: bool = False) -> _Block:
    meld = Meld(way, cards)
    return _Block(sum(_UNIT[kind] for kind in cards), WORTH[meld], meld, pair)


_PAIRS: Final = tuple(_make_block("pair", (kind,) * 2) for kind in range(KINDS))
_FOURS: Final = tuple(_make_block("dragon", (kind,) * 4) for kind in range(KINDS))


def _blocks_of_three(lowest: Kind, *, pair: bool) -> tuple[_Block, ...]:
    rows = tuple(_make_block("hand", cards, pair=pair) for cards in MIXED_MELDS if cards[0] == lowest)
    return (_make_block("three", (lowest,) * 3, pair=pair), *rows)


_BLOCKS: Final = (
    tuple(_blocks_of_three(kind, pair=False) for kind in range(KINDS)),
    tuple((*_blocks_of_three(kind, pair=True), _PAIRS[kind]) for kind in range(KINDS)),
)
"""For each kind, the melds that can contain it if it is the lowest kind of a hand.

The first index says whether the hand needs a pair. The second index is the kind.
"""


@lru_cache(maxsize=1 << 16)
def _divide_into_threes_and_pair(packed: int, pair: bool) -> _Found | None:
    """Return the best division of a packed hand into melds of three; None if there is no division.

    If ``pair`` is true, the division also has one pair.
    """
    if not packed:
        return None if pair else (0, ())
    best: _Found | None = None
    for cost, points, meld, pair_left in _BLOCKS[pair][(packed & -packed).bit_length() - 1 >> 3]:
        rest = packed - cost
        if rest & _SHORT or (found := _divide_into_threes_and_pair(rest, pair_left)) is None:
            continue
        if best is None or found[0] + points > best[0]:
            best = (found[0] + points, (meld, *found[1]))
    return best


def _best_division_of_packed(packed: int, fours: int, pair: bool) -> _Found | None:
    """Return the best division of a packed hand into melds; None if there is none.

    The division has ``fours`` fours and, if ``pair`` is true, one pair. All other melds have three cards.
    """
    if not fours:
        return _divide_into_threes_and_pair(packed, pair)
    if not packed & _FOUR:
        return None
    whole = [block for block in _FOURS if not (packed - block.cost) & _SHORT]
    return _highest_scoring(_divide_with_blocks(blocks, packed, pair) for blocks in combinations(whole, fours))


def _divide_with_blocks(blocks: tuple[_Block, ...], packed: int, pair: bool) -> _Found | None:
    """Return the best division of a packed hand that contains all of these blocks; None if there is none.

    The rest of the hand is divided into melds of three and, if ``pair`` is true, one pair.
    """
    found = _divide_into_threes_and_pair(packed - sum(block.cost for block in blocks), pair)
    if found is None:
        return None
    points = sum(block.points for block in blocks)
    return found[0] + points, (*(block.meld for block in blocks), *found[1])


def _highest_scoring(found: Iterable[_Found | None]) -> _Found | None:
    return max((one for one in found if one is not None), key=itemgetter(0), default=None)


_Layout = tuple[int, bool]
"""The number of fours in the hand, and whether it has a pair."""


def _layouts_of_complete_hand(cards: int, laid: tuple[Meld, ...]) -> tuple[_Layout, ...]:
    """Return the possible layouts of a complete hand with this number of cards and these laid melds (ZP-7.1)."""
    fours_laid = count_fours(laid)
    fours = cards - 3 * (6 - len(laid)) - 2
    with_pair = ((fours, True),) if fours >= 0 and fours + fours_laid else ()
    if not fours_laid and cards == 3 * (7 - len(laid)):
        return ((0, False), *with_pair)
    return with_pair


def _divide_by_layouts(packed: int, layouts: tuple[_Layout, ...]) -> _Found | None:
    """Return the best division of a packed hand with one of these layouts; None if there is none.

    The function does not consider where the winning card came from.
    """
    best: _Found | None = None
    for fours, pair in layouts:
        found = _best_division_of_packed(packed, fours, pair)
        if found and (best is None or found[0] > best[0]):
            best = found
    return best


@lru_cache(maxsize=256)
def _melds_completed_by(card: Kind, source: Source) -> tuple[_Block, ...]:
    """Return the melds in the hand that another seat's card can complete, with the points for this ``source`` (ZP-8.2)."""
    fourth = _make_block(FOURTH["three", source], (card,) * 4)
    rows = tuple(_make_block("hand", cards) for cards in MIXED_MELDS_WITH[card])
    return (fourth, _make_block("pong", (card,) * 3), *rows, _PAIRS[card])


def _divisions_with_claimed_card(
    packed: int, layouts: tuple[_Layout, ...], card: Kind, source: Source, *, declined: bool
) -> Iterator[_Found | None]:
    """Yield the best divisions of a hand that another seat's card completes, one for each meld and layout.

    The melds are those that the card can complete; the card lies in this meld. A layout says how many fours the
    hand has, and whether it has a pair. The function yields None if no division has this meld and this layout. If
    ``declined`` is true, the seat has declined a pong of this kind, so the card cannot complete a pong.
    """
    for block in _melds_completed_by(card, source):
        meld, rest = block.meld, packed - block.cost
        if rest & _SHORT or (declined and meld.way == "pong"):
            continue
        for fours, pair in layouts:
            fours_left, pair_left = fours - (meld.way == "open"), pair - (meld.way == "pair")
            found = (
                _best_division_of_packed(rest, fours_left, bool(pair_left)) if min(fours_left, pair_left) >= 0 else None
            )
            yield found and (found[0] + block.points, (meld, *found[1]))


def _divide_with_card(
    packed: int,
    layouts: tuple[_Layout, ...],
    card: Kind,
    source: Source,
    declined: bool,
) -> _Found | None:
    """Return the best division of a packed hand that contains the winning card; None if the hand is not complete.

    The function first finds the best division as if the seat had drawn the card itself. A card from another seat
    never gives more points. So this division is also the best one if it has the card in a meld whose points do
    not depend on the source. Otherwise the function searches again with the points for ``source``.
    """
    best = _divide_by_layouts(packed, layouts)
    if (
        best is None
        or source == "own"
        or any(meld.way in _SOURCE_INDEPENDENT_WAYS and card in (meld.cards or ()) for meld in best[1])
    ):
        return best
    return _highest_scoring(_divisions_with_claimed_card(packed, layouts, card, source, declined=declined))


def _melds_with_fourth_card(laid: tuple[Meld, ...], card: Kind, source: Source) -> tuple[Meld, ...] | None:
    """Return the laid melds after the winning card is added to a laid three of the same kind; None if it cannot be.

    It cannot be added if there is no such three, or if ``FOURTH`` does not allow it for this ``source``.
    """
    for index, meld in enumerate(laid):
        fourth = FOURTH.get((meld.way, source))
        if fourth and meld.cards and meld.cards[0] == card:
            return (*laid[:index], meld_of_kind(fourth, card), *laid[index + 1 :])
    return None


def _to_division(laid: tuple[Meld, ...], found: _Found | None) -> Division | None:
    if found is None:
        return None
    return Division(sum(WORTH[meld] for meld in laid) + found[0], laid + found[1])


def best_division(
    hand: Counts, laid: tuple[Meld, ...], card: Kind | None, source: Source, *, declined: bool = False
) -> Division | None:
    """Return the best division of a hand with the winning card (ZP-7.1, 8.2); None if the hand is not complete.

    ``card`` is the winning card, which ``hand`` does not contain. It is None if ``source`` is "deal".
    ``declined`` says whether the seat has declined a pong of the kind of ``card``. If so, the seat cannot
    complete a three of a kind with another seat's card (ZP-5.5). The minimum of points is ignored. The cards of
    all laid melds must be known.
    """
    if card is None:
        return _to_division(laid, _divide_by_layouts(pack_counts(hand), _layouts_of_complete_hand(sum(hand), laid)))
    packed, cards = pack_counts(hand), sum(hand)
    best = _to_division(
        laid,
        _divide_with_card(packed + _UNIT[card], _layouts_of_complete_hand(cards + 1, laid), card, source, declined),
    )
    raised = _melds_with_fourth_card(laid, card, source)
    if raised is None:
        return best
    other = _to_division(raised, _divide_by_layouts(packed, _layouts_of_complete_hand(cards, raised)))
    return max((one for one in (best, other) if one), key=lambda one: one.points, default=None)


def completing_cards(hand: Counts, laid: tuple[Meld, ...], cards: Iterable[Kind]) -> Iterator[Kind]:
    """Yield those of ``cards`` that complete the hand if the seat draws them itself."""
    packed, size = pack_counts(hand), sum(hand)
    layouts = _layouts_of_complete_hand(size + 1, laid)
    for card in cards:
        raised = _melds_with_fourth_card(laid, card, "own")
        if _divide_by_layouts(packed + _UNIT[card], layouts) or (
            raised and _divide_by_layouts(packed, _layouts_of_complete_hand(size, raised))
        ):
            yield card


def fours_and_threes_division(
    hand: Counts, laid: tuple[Meld, ...], counted: DealPoints = "fours_threes"
) -> Division | None:  # fmt: skip
    """Return the melds of a dealt hand that wins by its number of fours and threes (ZP-2.5).

    Such a hand wins whatever its other cards are. Returns None if the hand has too few fours and threes.
    ``counted`` says which melds count (R2):

    - ``fours_threes``: only the fours and threes
    - ``all``: the laid fours, and those melds of the hand that have the most points together
    """
    threes = tuple(meld_of_kind("three", kind) for kind, copies in enumerate(hand) if copies == WAYS["three"].copies)
    if len(laid) < _FOURS_TO_WIN_ON_DEAL and len(laid) + len(threes) < _FOURS_AND_THREES_TO_WIN_ON_DEAL:
        return None
    melds = laid + (threes if counted == "fours_threes" else _highest_scoring_melds(hand))
    return Division(sum(WORTH[meld] for meld in melds), melds)


def _highest_scoring_melds(hand: Counts) -> tuple[Meld, ...]:
    """Return the melds of a hand that together have the most points. Cards outside these melds are ignored.

    All scoring melds of small numerals have the same number of points, and so have all scoring melds of big
    numerals. The function therefore looks, for each of the two sizes, for the greatest number of scoring melds.
    """
    return tuple(meld for size in (False, True) for meld in _best_scoring_melds_of_size(hand, big=size))


def _best_scoring_melds_of_size(hand: Counts, *, big: bool) -> tuple[Meld, ...]:
    """Return the melds of one size, small or big, that have the most points together.

    There is a choice because melds compete for cards. The melds 一二三 and 二七十 both need a two, and threes of a kind
    compete with both of them.
    """
    run, red = (
        (kind_of(one, big=big), kind_of(two, big=big), kind_of(ten, big=big)) for one, two, ten in _SCORING_RUNS
    )
    best: tuple[Meld, ...] = ()
    for runs, reds in product(range(4), repeat=2):
        rest = list(hand)
        for kind in (*run * runs, *red * reds):
            rest[kind] -= 1
        if min(rest) >= 0:
            threes = (
                meld_of_kind("three", kind) for kind in _kinds_of_size(big=big) if rest[kind] == WAYS["three"].copies
            )
            melds = (*threes, *(Meld("hand", run),) * runs, *(Meld("hand", red),) * reds)
            best = max(best, melds, key=len)
    return best


_SCORING_RUNS: Final = ((1, 2, 3), (2, 7, 10))
"""The numbers of the cards in the melds of ZP-4.2 that have points (ZP-8.1)."""


def _kinds_of_size(*, big: bool) -> range:
    first = kind_of(1, big=big)
    return range(first, first + KINDS // 2)
