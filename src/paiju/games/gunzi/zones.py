"""The zones of a Gunzi table."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.core.game import Zone
from paiju.core.seats import Seat
from paiju.games.gunzi.cards import NONE, Cards
from paiju.games.gunzi.state import BOTTOM, SEATS, Playing, State, TakingBack


def zones(view: State) -> Iterator[Zone]:
    """Yield the zones of the table: the buried cards, and each seat's hand and its cards in the trick."""
    more = view.phase.cards if isinstance(view.phase, TakingBack) else 0
    yield Zone.of("bottom", None, _card_names(view.secret.bottom), BOTTOM + more)
    for seat in range(SEATS):
        yield Zone.of("hand", seat, _card_names(view.secret.hands[seat]), view.counts[seat])
        yield Zone.of("played", seat, _card_names(_played_cards(view, seat)), 0)


def _played_cards(view: State, seat: Seat) -> Cards:
    if not isinstance(view.phase, Playing):
        return NONE
    place = (seat - view.phase.leader) % SEATS
    return view.phase.plays[place] if place < len(view.phase.plays) else NONE


def _card_names(cards: Cards | None) -> list[str] | None:
    return None if cards is None else cards.text().split()
