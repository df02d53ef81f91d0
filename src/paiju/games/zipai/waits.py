"""Discards that leave a hand ready, the cards that then win, and their points: for hints and bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from paiju.games.zipai.cards import COPIES, KINDS, NONE, Counts, Kind, without
from paiju.games.zipai.melds import ROWS_WITH, Meld, Source
from paiju.games.zipai.winning import best_division, completing_cards

_SOURCES: Final[tuple[Source, ...]] = ("own", "drawn", "hand")


class Wait(Struct, frozen=True):
    """A card that completes a hand, and the points by its source; None where it does not win."""

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
    """Return the discards after which the hand is ready, in order of the cards. The minimum is ignored.

    ``gone`` counts the cards known to lie outside this hand and its melds. A kind whose four cards are all known is
    no wait.
    """
    if len(_loners(hand)) > 2:
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
    """Return the cards that complete the hand of a seat that is not about to discard."""
    held = _all_cards(hand, laid)
    near = (
        kind
        for kind in _cards_completing_loners(hand)
        if held[kind] + gone[kind] < COPIES and _makes_group(hand, laid, kind)
    )
    return tuple(_wait_for(hand, laid, card, card in declined) for card in completing_cards(hand, laid, near))


def waits_worth(waits: Iterable[Wait], minimum: int) -> tuple[Wait, ...]:
    """Return the cards that win when any seat draws them, for a hand that must be worth ``minimum`` points (ZP-2.2)."""
    return tuple(wait for wait in waits if wait.drawn is not None and wait.drawn >= minimum)


def unseen_cards(hand: Counts, laid: tuple[Meld, ...], gone: Counts) -> Counts:
    """Return by kind how many cards a seat has seen nowhere; negative where more are seen than there are."""
    held = _all_cards(hand, laid)
    return tuple(COPIES - held[kind] - gone[kind] for kind in range(KINDS))


def _wait_for(hand: Counts, laid: tuple[Meld, ...], card: Kind, declined: bool) -> Wait:
    found = (best_division(hand, laid, card, source, declined=declined) for source in _SOURCES)
    own, drawn, discarded = (None if one is None else one.points for one in found)
    assert own is not None
    return Wait(card, own, drawn, discarded)


def _all_cards(hand: Counts, laid: tuple[Meld, ...]) -> Counts:
    """The cards of the hand and of the laid melds."""
    counts = list(hand)
    for meld in laid:
        for kind in meld.cards or ():
            counts[kind] += 1
    return tuple(counts)


def _loners(hand: Counts) -> tuple[Kind, ...]:
    """The lone cards that fit into no meld with another card of the hand. One can be discarded, and one can be the pair."""
    return tuple(kind for kind, copies in enumerate(hand) if copies == 1 and not _has_neighbour(hand, kind))


def count_loners(hand: Counts) -> int:
    """Return how many lone cards of a hand fit into no meld with another card of it."""
    return len(_loners(hand))


def _has_neighbour(hand: Counts, kind: Kind) -> bool:
    return any(hand[other] for meld in ROWS_WITH[kind] for other in meld if other != kind)


def _cards_completing_loners(hand: Counts) -> Iterable[Kind]:
    """The cards that complete a pair or a row for every lone card of the hand; other cards cannot complete the hand."""
    found = set(range(KINDS))
    for kind, copies in enumerate(hand):
        if copies == 1 and not any(all(hand[other] for other in row) for row in ROWS_WITH[kind]):
            halves = (row for row in ROWS_WITH[kind] if sum(map(bool, map(hand.__getitem__, row))) > 1)
            found &= {kind, *(other for row in halves for other in row if not hand[other])}
    return sorted(found)


def _makes_group(hand: Counts, laid: tuple[Meld, ...], kind: Kind) -> bool:
    """Whether the card makes a pair or a meld with the seat's cards."""
    if hand[kind] or any(meld.cards and meld.cards[0] == kind for meld in laid):
        return True
    return any(all(hand[other] for other in meld if other != kind) for meld in ROWS_WITH[kind])
