"""How a player began a deal: the player's role, first action before the play of cards, and first action in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from paiju.core.family import RoleInfo
from paiju.core.game import AnyGame
from paiju.core.seats import Seat


class SeatAction(NamedTuple):
    """An action of a hand, and the state before it."""

    state: Any
    seat: Seat
    action: Any


class FirstActions(NamedTuple):
    """How a seat began a hand.

    ``role`` is the seat's role at the end of the hand. ``bid`` is the seat's first action before the play of
    cards, and ``first_play`` its first action in the play of cards. Both are in notation; "" if there is no such
    action.
    """

    role: str = ""
    bid: str = ""
    first_play: str = ""


def first_actions_of(
    game: AnyGame, roles: RoleInfo, actions: Iterable[SeatAction], end: Any, seat: Seat
) -> FirstActions:
    """Return a seat's role and first actions in a finished hand.

    ``actions`` are the actions of all seats in order, and ``end`` is the final state. An answer to the optional
    question before the deal does not count as a bid.
    """
    own = [one for one in actions if one.seat == seat and not game.is_window_optional(one.state)]
    bid, play = (
        next((game.format_action(one.action) for one in own if roles.in_play(one.state) is in_play), "")
        for in_play in (False, True)
    )
    return FirstActions(roles.role(end, seat), bid, play)
