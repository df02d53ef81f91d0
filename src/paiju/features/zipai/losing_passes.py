"""Passes that surely lose: the stock is empty, so that what the others hold is known, and one of them wins with the card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from paiju.core.seats import Seat, seats_from
from paiju.games.zipai.actions import PASS, Action, Pass
from paiju.games.zipai.cards import KINDS, PACK, Counts, Kind, cards_of, count, without
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import Meld, Source, meld_of_kind, size_of
from paiju.games.zipai.state import Claiming, Looking, State, drawn_card, hand_of, laid_by
from paiju.games.zipai.threes_and_fours import must_lay, source_of
from paiju.games.zipai.winning import best_division

MOST: Final = 200
"""Where the cards may lie in more ways than these, nothing is certain."""


class _Card(NamedTuple):
    """The card that lies there when a seat passes, where it comes from, who put it out, and who pays for it."""

    kind: Kind
    source: Source
    by: Seat
    all_pay: bool


class _KnownHand(NamedTuple):
    """What another seat may have."""

    seat: Seat
    hand: Counts
    laid: tuple[Meld, ...]


def losing_pass(game: ZiPai, view: State, seat: Seat, legal: Sequence[Action]) -> Pass | None:
    """Return a pass if it is legal and surely loses (``paiju.features.losing_passes``)."""
    card = None if view.public.stock else _card_passed_on(view, seat)
    if card is None or PASS not in legal or not (card.all_pay or card.by == seat):
        return None
    others = seats_from(seat, view.seats)[1:]
    ways = list(islice(_ways(view, others, _unseen(view, seat, card.kind)), MOST + 1))
    certain = 0 < len(ways) <= MOST and all(any(_wins(view, card, one) for one in held) for held in ways)
    return PASS if certain else None


def _card_passed_on(view: State, seat: Seat) -> _Card | None:
    """The card that others may win with when a seat passes."""
    phase = view.phase
    if isinstance(phase, Claiming):
        return _Card(phase.card, source_of(phase), phase.by, phase.drawn)
    if isinstance(phase, Looking) and not must_lay(view, seat, drawn_card(view)):
        return _Card(drawn_card(view), "drawn", seat, all_pay=True)
    return None


def _wins(view: State, card: _Card, held: _KnownHand) -> bool:
    """Whether a seat that holds this wins with the card, whatever it may have declined."""
    if held.seat == card.by:
        return False
    division = best_division(held.hand, held.laid, card.kind, card.source, declined=True)
    return division is not None and division.points >= (view.public.minimum or 0)


def _unseen(view: State, seat: Seat, card: Kind) -> Counts:
    """How many of each kind lie where the seat does not see them."""
    melds = (laid_by(view, seat) if other == seat else melds for other, melds in enumerate(view.public.melds))
    laid = (meld.cards or () for meld in chain.from_iterable(melds))
    return without(count(PACK), (card, *cards_of(hand_of(view, seat)), *chain(*view.public.discards, *laid)))


def _ways(view: State, others: Sequence[Seat], unseen: Counts) -> Iterator[tuple[_KnownHand, ...]]:
    """Every way in which these cards may lie with the others."""
    if not others:
        yield ()
        return
    seat, *rest = others
    for laid, left in _laid_melds(view.public.melds[seat], unseen):
        for hand in _parts(left, 0, view.public.sizes[seat]):
            for held in _ways(view, rest, without(left, hand)):
                yield _KnownHand(seat, count(hand), laid), *held


def _laid_melds(melds: tuple[Meld, ...], unseen: Counts) -> Iterator[tuple[tuple[Meld, ...], Counts]]:
    """Every way in which a seat's melds may be, those that lie face down too, and what is unseen beside them."""
    if not melds:
        yield (), unseen
        return
    first, *rest = melds
    known = first.cards is not None
    for meld in (
        (first,)
        if known
        else [meld_of_kind(first.way, kind) for kind in range(KINDS) if unseen[kind] >= size_of(first)]
    ):
        for others, left in _laid_melds(tuple(rest), unseen if known else without(unseen, meld.cards or ())):
            yield (meld, *others), left


def _parts(counts: Counts, lowest: Kind, number: int) -> Iterator[tuple[Kind, ...]]:
    """Every way to take so many of these cards, of this kind and higher ones."""
    if not number:
        yield ()
    elif lowest < KINDS:
        for copies in range(min(number, counts[lowest]), -1, -1):
            yield from ((lowest,) * copies + rest for rest in _parts(counts, lowest + 1, number - copies))
