"""Determines which cards an action takes from the hand, for every game."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from paiju.core.game import AnyGame
from paiju.core.seats import Seat

HAND: Final = "hand"
"""The zone of the cards in hand (``paiju.core.game.Zone``)."""


def cards_of_action(game: AnyGame, state: Any, seat: Seat, action: Any) -> tuple[str, ...]:
    """Return the cards that leave the seat's hand with this action, in the order of the hand. Needs the full state.

    The result is the difference of the hands before and after the action, so it also names the cards where the notation of the
    action names ranks only.
    """
    kept = Counter(_hand(game, game.step(state, seat, action).state, seat))
    taken = []
    for card in _hand(game, state, seat):
        if kept[card] > 0:
            kept[card] -= 1
        else:
            taken.append(card)
    return tuple(taken)


def _hand(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(
        card for zone in game.zones(state) if zone.place == HAND and zone.seat == seat for card in zone.cards or ()
    )
