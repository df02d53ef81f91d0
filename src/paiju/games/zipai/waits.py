"""Discards that leave a hand ready, and the cards that then complete it, for hints and bots.

A hand is ready if a single card completes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from paiju.games.zipai.cards import COPIES, KINDS, NONE, Counts, Kind, without
from paiju.games.zipai.melds import MIXED_MELDS_WITH, Meld, Source
from paiju.games.zipai.winning import best_division, completing_cards

_SOURCES: Final[tuple[Source, ...]] = ("own", "drawn", "hand")


class Wait(Struct, frozen=True):
    """A card that completes a hand, and the points of the completed hand.

    The points depend on where the card comes from (``melds.Source``): ``own``, ``drawn`` and ``hand`` are the
    points for these three sources. ``drawn`` or ``hand`` is None if a card from that source does not complete the
    hand.
    """

    card: Kind
    own: int
    drawn: int | None
    hand: int | None


class ReadyDiscard(Struct, frozen=True):
    """A discard, and the cards that complete the hand after it."""

    discard: Kind
    waits: tuple[Wait, ...]


def ready_discards(
    hand: Counts, laid: tuple[Meld, ...], declined: tuple[Kind, ...] = (), gone: Counts = NONE
) -> tuple[ReadyDiscard, ...]:
    """Return the discards after which a hand is ready, in the order of the cards. The minimum of points is ignored.

    ``declined`` are the kinds of which the seat has declined a pong. ``gone`` are the counts of the cards that
    the seat has seen outside this hand and its melds. A kind of which the seat has seen all four cards cannot
    complete the hand.
    """
    if len(_lone_cards(hand)) > 2:
        return ()
    found = (
        ReadyDiscard(kind, winning_cards(without(hand, (kind,)), laid, declined, gone))
        for kind, copies in enumerate(hand)
        if copies
    )
    return tuple(one for one in found if one.waits)


def winning_cards(
    hand: Counts, laid: tuple[Meld, ...], declined: tuple[Kind, ...] = (), gone: Counts = NONE
) -> tuple[Wait, ...]:
    """Return the cards that complete a hand. ``hand`` must lack one card, so the seat must not be about to discard.

    ``declined`` are the kinds of which the seat has declined a pong. ``gone`` are the counts of the cards that
    the seat has seen outside this hand and its melds. If the seat has seen all four cards of a kind, this kind
    cannot complete the hand.
    """
    held = _count_all_cards(hand, laid)
    near = (
        kind
        for kind in _cards_completing_unmelded_cards(hand)
        if held[kind] + gone[kind] < COPIES and _makes_group(hand, laid, kind)
    )
    return tuple(_make_wait(hand, laid, card, card in declined) for card in completing_cards(hand, laid, near))


def waits_reaching_minimum(waits: Iterable[Wait], minimum: int) -> tuple[Wait, ...]:
    """Return those of ``waits`` that give at least ``minimum`` points if another seat draws the card (ZP-2.2).

    A card that does not complete the hand when another seat draws it is left out.
    """
    return tuple(wait for wait in waits if wait.drawn is not None and wait.drawn >= minimum)


def unseen_cards(hand: Counts, laid: tuple[Meld, ...], gone: Counts) -> Counts:
    """Return, for each kind, the number of cards that a seat has not seen.

    The number is negative if ``gone`` contains too many cards of the kind.
    """
    held = _count_all_cards(hand, laid)
    return tuple(COPIES - held[kind] - gone[kind] for kind in range(KINDS))


def _make_wait(hand: Counts, laid: tuple[Meld, ...], card: Kind, declined: bool) -> Wait:
    found = (best_division(hand, laid, card, source, declined=declined) for source in _SOURCES)
    own, drawn, discarded = (None if one is None else one.points for one in found)
    assert own is not None
    return Wait(card, own, drawn, discarded)


def _count_all_cards(hand: Counts, laid: tuple[Meld, ...]) -> Counts:
    """Return the counts of the cards in the hand and the laid melds."""
    counts = list(hand)
    for meld in laid:
        for kind in meld.cards or ():
            counts[kind] += 1
    return tuple(counts)


def _lone_cards(hand: Counts) -> tuple[Kind, ...]:
    """Return the lone cards: single cards that cannot be in a meld with any other card of the hand.

    A hand that is ready after a discard has at most two lone cards. One of them is discarded, and the other
    becomes a pair.
    """
    return tuple(kind for kind, copies in enumerate(hand) if copies == 1 and not _has_neighbour(hand, kind))


def count_lone_cards(hand: Counts) -> int:
    """Return the number of lone cards: single cards that cannot be in a meld with any other card of the hand."""
    return len(_lone_cards(hand))


def _has_neighbour(hand: Counts, kind: Kind) -> bool:
    return any(hand[other] for meld in MIXED_MELDS_WITH[kind] for other in meld if other != kind)


def _cards_completing_unmelded_cards(hand: Counts) -> Iterable[Kind]:
    """Return all kinds that could complete the hand, judged only by its unmelded cards.

    Other conditions are not checked, so a returned kind need not complete the hand. No other kind completes it.

    An unmelded card is a single card of its kind that forms no complete meld of ZP-4.2 with other cards of the
    hand. A returned kind must help every unmelded card in one of two ways:

    - It is the kind of the unmelded card, and makes a pair.
    - It is the only missing kind of a meld of ZP-4.2 that contains the unmelded card.
    """
    found = set(range(KINDS))
    for kind, copies in enumerate(hand):
        if copies == 1 and not any(all(hand[other] for other in row) for row in MIXED_MELDS_WITH[kind]):
            halves = (row for row in MIXED_MELDS_WITH[kind] if sum(map(bool, map(hand.__getitem__, row))) > 1)
            found &= {kind, *(other for row in halves for other in row if not hand[other])}
    return sorted(found)


def _makes_group(hand: Counts, laid: tuple[Meld, ...], kind: Kind) -> bool:
    """Whether a card forms a pair or a meld with the cards of the hand and the laid melds."""
    if hand[kind] or any(meld.cards and meld.cards[0] == kind for meld in laid):
        return True
    return any(all(hand[other] for other in meld if other != kind) for meld in MIXED_MELDS_WITH[kind])
