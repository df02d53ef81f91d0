"""Taking a move back, at a table where a single person plays with bots."""

from __future__ import annotations

from paiju.core.seats import Seat
from paiju.server.domain import table_events
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.evolve import iter_states
from paiju.server.domain.recorded_position import count_continuable_moves
from paiju.server.domain.table_state import Table, TableHandState
from paiju.server.errors import Refusal


def can_take_back(table: Table, seat: Seat | None) -> bool:
    """Whether the player of a seat may take back a choice now."""
    hand = table.running_hand
    return seat is not None and hand is not None and bool(hand.choices) and table.allows_take_back


def take_back(draft: CommandContext, player: str) -> None:
    """Reset the hand to the state before the player's last choice. Raises Refusal.

    If the server was playing the seat for the absent player, the player takes the seat over again.
    """
    seat, hand = draft.table.require_seat(player), draft.table.require_running_hand()
    if not draft.table.allows_take_back:
        raise Refusal("not_practice")
    if not hand.choices:
        raise Refusal("nothing_to_take_back")
    draft.record(table_events.MovesTakenBack(seat, _count_moves_to_keep(draft.table, hand, hand.choices[-1])))
    if draft.table.chairs[seat].auto:
        draft.record(table_events.AutoSet(seat, on=False))


def _count_moves_to_keep(table: Table, hand: TableHandState, choice: int) -> int:
    """Return the number of moves that remain when a choice is taken back.

    ``choice`` is the number of moves that were made before the choice. If the player made the choice within a
    window, the whole window is taken back.
    """
    states = tuple(iter_states(table, hand))
    return count_continuable_moves(table.game, states, tuple(move.seat for move in hand.moves), choice)
