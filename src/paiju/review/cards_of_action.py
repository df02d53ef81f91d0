"""Determines which cards an action takes from a hand. This works for every game."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from paiju.core.game import AnyGame
from paiju.core.seats import Seat

HAND: Final = "hand"
"""The place of the zones that contain the cards in hand (``paiju.core.game.Zone``)."""


def cards_of_action(game: AnyGame, state: Any, seat: Seat, action: Any) -> tuple[str, ...]:
    """Return the cards that leave the seat's hand with an action, in the order of the hand.

    ``state`` must be complete, not a view. The function compares the hands before and after the action. It therefore
    returns cards even if the notation of the action names only ranks.
    """
    kept = Counter(_hand_of(game, game.step(state, seat, action).state, seat))
    taken = []
    for card in _hand_of(game, state, seat):
        if kept[card] > 0:
            kept[card] -= 1
        else:
            taken.append(card)
    return tuple(taken)


def _hand_of(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(
        card for zone in game.zones(state) if zone.place == HAND and zone.seat == seat for card in zone.cards or ()
    )
