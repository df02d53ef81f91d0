"""How a player began a deal: the role, the first action before the play of cards, and the first action in the play."""

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

    ``role`` is its role at the end of the hand. ``bid`` is its first action before the play, and ``first_play`` its first
    action in the play, both in notation. Each is "" if there is none.
    """

    role: str = ""
    bid: str = ""
    first_play: str = ""


def first_actions_of(
    game: AnyGame, roles: RoleInfo, actions: Iterable[SeatAction], end: Any, seat: Seat
) -> FirstActions:
    """Return the role and the first actions of a seat in a finished hand.

    ``actions`` are the actions of all seats in order, and ``end`` is the final state. An answer to the optional
    question before the deal does not count as a bid.
    """
    own = [one for one in actions if one.seat == seat and not game.is_window_optional(one.state)]
    bid, play = (
        next((game.format_action(one.action) for one in own if roles.in_play(one.state) is in_play), "")
        for in_play in (False, True)
    )
    return FirstActions(roles.role(end, seat), bid, play)
