"""Handles the requests that clients send over a table's socket. Most of them become a command at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Raw
from msgspec.structs import asdict

from paiju.core.codec import from_json
from paiju.core.errors import Conflict, NotationError, PaijuError
from paiju.core.game import AnyGame
from paiju.core.messages import AnyMessageBuilder
from paiju.core.seats import Seat
from paiju.server import wire, wire_requests
from paiju.server.app.moderation import require_not_closing
from paiju.server.app.players.player_name_rules import clean_text
from paiju.server.app.store import Relation, StoredPlayer
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.app.tables.view_models import describe_actions
from paiju.server.domain import hand_commands, table_commands
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.table_state import Table
from paiju.server.domain.take_back import take_back
from paiju.server.errors import Refusal

Handler = Callable[[CommandContext], None]
"""A function that executes a command on a command context (``CommandHandler.execute``)."""

_GOING_ON: Final = (
    wire_requests.Sit,
    wire_requests.Ready,
    wire_requests.AddBot,
    wire_requests.Start,
    wire_requests.Options,
    wire_requests.Rematch,
)
"""Requests that could lead to another hand. They are refused at a table that an admin is closing."""


async def handle_request(
    room: TableManager, live: LiveTable, player: StoredPlayer, request: wire_requests.ClientMessage
) -> wire.ServerMessage:
    """Execute a client's request and return the answer.

    If the request raises PaijuError, nothing has changed.
    """
    match request:
        case wire_requests.Preview():
            return _handle_preview(live, player, request)
        case wire_requests.Advise():
            return await _handle_advise(room, live, player, request)
        case wire_requests.Say() | wire_requests.React() | wire_requests.Chat() | wire_requests.Knock():
            if room.moderation.sanctions.is_active(player.id, "muted"):
                raise Refusal("muted")
            if player.id in live.table.hushed:
                raise Refusal("hushed")
            event = _to_social_event(live.table, player, request)
            if isinstance(request, wire_requests.Chat) and not live.table.private:
                friends = await _require_chat_recipients(room, live, player)
                live.send_to(_to_social_event(live.table, player, request), friends)  # again: seats may have changed
            else:
                live.broadcast(event)
        case wire_requests.Ping() | wire_requests.Sync():
            pass
        case _:
            if isinstance(request, _GOING_ON):
                require_not_closing(room.moderation.sanctions, live.table.id)
            if isinstance(request, wire_requests.Sit):  # the player may have been renamed since the socket was opened
                player = await room.context.store.player(player.id) or player
                await room.require_may_join_coin_table(player, live.table.setup, live.table.id)
                _refuse_blocked(await room.blocks_at(live, player.id), player)
            work = _COMMANDS[type(request)](room, player, request)
            return wire.Ack(id=request.id, v=await live.execute(player.id, request.id, work))
    return wire.Ack(id=request.id, v=live.table.edition)


def _refuse_blocked(relations: Sequence[Relation], player: StoredPlayer) -> None:
    """Raise Refusal if there is a block between a player and somebody who sits at a table.

    ``relations`` contains the blocks in both directions. If the player is blocked, but has blocked nobody there,
    the refusal does not say that the player is blocked.
    """
    if relations:
        raise Refusal("blocked_sits" if any(relation.player == player.id for relation in relations) else "not_here")


def to_refused(error: PaijuError, request: str | None, voice: AnyMessageBuilder) -> wire.Refused:
    """Return an error as a message for the client that sent ``request``."""
    return wire.Refused(id=request, **asdict(wire.to_problem(error, voice)))


def _require_pending_decision(live: LiveTable, player: StoredPlayer) -> tuple[AnyGame, Any, Seat]:
    """Return the game, the view and the seat of a player who has a pending decision. Raises Refusal, Conflict."""
    table = live.table
    seat = table.require_seat(player.id)
    hand = table.require_running_hand()
    if hand.pending_ask(seat) is None:
        raise Conflict("not_asked")
    return table.game, table.game.view(hand.state, seat), seat


def _handle_preview(live: LiveTable, player: StoredPlayer, request: wire_requests.Preview) -> wire.Readings:
    game, view, seat = _require_pending_decision(live, player)
    try:
        found = game.preview(view, seat, request.text)
    except PaijuError as error:
        why = wire.to_problem(error, game.voice)
        return wire.Readings(id=request.id, readings=(), code=why.code, args=why.args, words=why.words)
    return wire.Readings(id=request.id, readings=describe_actions(game, view, seat, found))


async def _handle_advise(
    room: TableManager, live: LiveTable, player: StoredPlayer, request: wire_requests.Advise
) -> wire.Readings:
    game, view, seat = _require_pending_decision(live, player)
    advice = await room.context.bot_runner.advise(live.table.setup.ruleset.family, game, view, seat)
    sure = not live.table.is_duplicate and await room.context.bot_runner.is_sure_win(game, view, seat, advice[0])
    return wire.Readings(id=request.id, readings=describe_actions(game, view, seat, advice), sure=sure)


def _to_social_event(
    table: Table,
    player: StoredPlayer,
    request: wire_requests.Say | wire_requests.React | wire_requests.Chat | wire_requests.Knock,
) -> wire.SocialEvent:
    """Return the message to broadcast for a request. Raises Refusal."""
    if isinstance(request, wire_requests.Knock):
        if table.seat_of(player.id) is not None:
            raise Refusal("already_seated")
        return wire.SocialEvent(kind="knock", code="", seat=None, name=player.name)
    seat = table.require_seat(player.id)
    name = table.chairs[seat].name
    match request:
        case wire_requests.Say():
            return wire.SocialEvent(kind="say", code=request.phrase, seat=seat, name=name)
        case wire_requests.React():
            if request.to is not None and request.to >= len(table.chairs):
                raise Refusal("no_such_seat")
            return wire.SocialEvent(kind="react", code=request.reaction, seat=seat, name=name, to=request.to)
        case wire_requests.Chat():
            return wire.SocialEvent(kind="chat", code="", seat=seat, name=name, text=_clean_chat(request.text))


async def _require_chat_recipients(room: TableManager, live: LiveTable, player: StoredPlayer) -> set[str]:
    """Return who receives a player's chat at a public table: the player, and the player's friends at this table.

    Friends are two players who follow each other. Raises Refusal if no friend is there. Also raises Refusal
    during a hand, because friends could reveal their cards to each other.
    """
    if live.table.phase not in ("waiting", "over"):
        raise Refusal("chat_off")
    follows = [relation for relation in await room.context.store.relations_of(player.id) if relation.bond == "follow"]
    friends = {relation.other for relation in follows} & {relation.player for relation in follows}
    there = live.subscribers.players | room.context.peers.players_at(live.table.id)
    if not friends & there - {player.id}:
        raise Refusal("chat_off")
    return friends & there | {player.id}


def _clean_chat(text: str) -> str:
    """Return a chat text without unwanted characters. Raises Refusal if nothing remains."""
    clean = clean_text(text)
    if not clean:
        raise Refusal("nothing_said")
    return clean


def _make_act_command(room: TableManager, player: StoredPlayer, request: wire_requests.Act) -> Handler:
    def act(draft: CommandContext) -> None:
        seat = draft.table.require_seat(player.id)
        hand_commands.require_ask(draft.table, seat, request.decision)
        hand_commands.answer_decision(draft, seat, request.decision, _parse_action(draft, request.action), "player")

    return act


def _parse_action(draft: CommandContext, given: Raw) -> Any:
    """Parse an action from a client. Raises NotationError."""
    try:
        return from_json(bytes(given), draft.game.action_type)
    except (NotationError, RecursionError) as error:
        raise NotationError("bad_action", reason=str(error)[:200]) from error


def _parse_predeal_answer(draft: CommandContext, given: Raw) -> Any:
    """Parse a client's answer before the deal; None if it is absent. Raises NotationError."""
    return None if given == wire_requests.NOTHING else _parse_action(draft, given)


def _make_take_back_command(room: TableManager, player: StoredPlayer, request: wire_requests.TakeMoveBack) -> Handler:
    return lambda draft: take_back(draft, player.id)


def _make_set_auto_command(room: TableManager, player: StoredPlayer, request: wire_requests.Auto) -> Handler:
    return lambda draft: hand_commands.set_auto(draft, draft.table.require_seat(player.id), on=request.on)


def _make_sit_command(room: TableManager, player: StoredPlayer, request: wire_requests.Sit) -> Handler:
    return lambda draft: table_commands.sit(draft, player.id, player.name, request.seat, program=player.bot)


def _make_stand_command(room: TableManager, player: StoredPlayer, request: wire_requests.Stand) -> Handler:
    return lambda draft: table_commands.stand_up(draft, player.id, request.agreed)


def _make_leave_command(room: TableManager, player: StoredPlayer, request: wire_requests.Leave) -> Handler:
    return lambda draft: table_commands.leave(draft, player.id, request.agreed)


def _make_ready_command(room: TableManager, player: StoredPlayer, request: wire_requests.Ready) -> Handler:
    if not request.on:
        return lambda draft: table_commands.set_unready(draft, player.id)
    return lambda draft: table_commands.set_ready(
        draft, player.id, request.pledge, _parse_predeal_answer(draft, request.predeal)
    )


def _make_reveal_contribution_command(
    room: TableManager, player: StoredPlayer, request: wire_requests.Reveal
) -> Handler:
    return lambda draft: hand_commands.reveal_contribution(draft, player.id, request.contribution)


def _make_start_with_bots_command(room: TableManager, player: StoredPlayer, request: wire_requests.Start) -> Handler:
    return lambda draft: table_commands.start_with_bots(
        draft,
        player.id,
        room.resolve_bot(request.bot, draft.game),
        request.pledge,
        _parse_predeal_answer(draft, request.predeal),
    )


def _make_add_bot_command(room: TableManager, player: StoredPlayer, request: wire_requests.AddBot) -> Handler:
    return lambda draft: table_commands.add_bot(
        draft, player.id, room.resolve_bot(request.bot, draft.game), request.seat
    )


def _make_remove_occupant_command(room: TableManager, player: StoredPlayer, request: wire_requests.Remove) -> Handler:
    return lambda draft: table_commands.remove_occupant(draft, player.id, request.seat)


def _make_mute_command(room: TableManager, player: StoredPlayer, request: wire_requests.Mute) -> Handler:
    return lambda draft: table_commands.mute(draft, player.id, request.seat, on=request.on)


def _make_change_setup_command(room: TableManager, player: StoredPlayer, request: wire_requests.Options) -> Handler:
    return lambda draft: table_commands.change_setup(draft, player.id, request.setup)


def _make_rematch_command(room: TableManager, player: StoredPlayer, request: wire_requests.Rematch) -> Handler:
    return lambda draft: table_commands.rematch(draft, player.id)


_COMMANDS: dict[type, Callable[[TableManager, StoredPlayer, Any], Handler]] = {
    wire_requests.Act: _make_act_command,
    wire_requests.TakeMoveBack: _make_take_back_command,
    wire_requests.Auto: _make_set_auto_command,
    wire_requests.Sit: _make_sit_command,
    wire_requests.Stand: _make_stand_command,
    wire_requests.Leave: _make_leave_command,
    wire_requests.Ready: _make_ready_command,
    wire_requests.Reveal: _make_reveal_contribution_command,
    wire_requests.Start: _make_start_with_bots_command,
    wire_requests.AddBot: _make_add_bot_command,
    wire_requests.Remove: _make_remove_occupant_command,
    wire_requests.Mute: _make_mute_command,
    wire_requests.Options: _make_change_setup_command,
    wire_requests.Rematch: _make_rematch_command,
}
