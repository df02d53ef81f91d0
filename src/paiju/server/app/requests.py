"""Each message of the wire, and the command that it stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Raw
from msgspec.structs import asdict

from paiju.core.codec import from_json
from paiju.core.errors import Conflict, NotationError, PaijuError
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.core.voice import AnyVoice
from paiju.server import wire
from paiju.server.app.hosting import refuse_going_on
from paiju.server.app.live import LiveTable
from paiju.server.app.names import shown_text
from paiju.server.app.project import readings
from paiju.server.app.room import Room
from paiju.server.app.store import Player, Tie
from paiju.server.domain import play, seating
from paiju.server.domain.draft import Draft
from paiju.server.domain.table import Table
from paiju.server.errors import Refusal

Work = Callable[[Draft], None]

_GOING_ON: Final = (wire.Sit, wire.Ready, wire.AddBot, wire.Start, wire.Options, wire.Rematch)
"""Requests that lead to another hand."""


async def answer(room: Room, live: LiveTable, player: Player, request: wire.ClientMessage) -> wire.ServerMessage:
    """Do what a client asks, and answer. If PaijuError is raised, nothing was done."""
    match request:
        case wire.Preview():
            return _preview(live, player, request)
        case wire.Advise():
            return await _advise(room, live, player, request)
        case wire.Say() | wire.React() | wire.Chat() | wire.Knock():
            if room.hosting.marks.has(player.id, "muted"):
                raise Refusal("muted")
            if player.id in live.table.hushed:
                raise Refusal("hushed")
            said = _said(live.table, player, request)
            if isinstance(request, wire.Chat) and not live.table.private:
                friends = await _friends_at(room, live, player)
                live.whisper(_said(live.table, player, request), friends)  # meanwhile the seats may be others
            else:
                live.say(said)
        case wire.Ping() | wire.Sync():
            pass
        case _:
            if isinstance(request, _GOING_ON):
                refuse_going_on(room.hosting.marks, live.table.id)
            if isinstance(request, wire.Sit):  # the name may be another since the socket was opened
                player = await room.house.store.player(player.id) or player
                await room.admit(player, live.table.setup, live.table.id)
                _refuse_apart(await room.ties(live, player.id), player)
            work = _COMMANDS[type(request)](room, player, request)
            return wire.Ack(id=request.id, v=await live.do(player.id, request.id, work))
    return wire.Ack(id=request.id, v=live.table.edition)


def _refuse_apart(ties: Sequence[Tie], player: Player) -> None:
    """Nobody sits down beside somebody whom they block, or who blocks them; who is blocked is not told why."""
    if ties:
        raise Refusal("blocked_sits" if any(tie.player == player.id for tie in ties) else "not_here")


def refused(error: PaijuError, request: str | None, voice: AnyVoice) -> wire.Refused:
    """The error as a client gets it."""
    return wire.Refused(id=request, **asdict(wire.problem(error, voice)))


def _seen(live: LiveTable, player: Player) -> tuple[AnyGame, Any, Seat]:
    """The game, the view and the seat of a player who is asked now. Raises Refusal, Conflict."""
    table = live.table
    seat = table.must_sit(player.id)
    hand = table.must_run()
    if hand.asked(seat) is None:
        raise Conflict("not_asked")
    return table.game, table.game.view(hand.state, seat), seat


def _preview(live: LiveTable, player: Player, request: wire.Preview) -> wire.Readings:
    game, view, seat = _seen(live, player)
    try:
        found = game.preview(view, seat, request.text)
    except PaijuError as error:
        why = wire.problem(error, game.voice)
        return wire.Readings(id=request.id, readings=(), code=why.code, args=why.args, words=why.words)
    return wire.Readings(id=request.id, readings=readings(game, view, seat, found))


async def _advise(room: Room, live: LiveTable, player: Player, request: wire.Advise) -> wire.Readings:
    game, view, seat = _seen(live, player)
    advice = await room.house.thinker.advise(live.table.setup.ruleset.family, game, view, seat)
    return wire.Readings(id=request.id, readings=readings(game, view, seat, advice))


def _said(table: Table, player: Player, request: wire.Say | wire.React | wire.Chat | wire.Knock) -> wire.Said:
    """What is told. Raises Refusal."""
    if isinstance(request, wire.Knock):
        if table.seat_of(player.id) is not None:
            raise Refusal("already_seated")
        return wire.Said(what="knock", code="", seat=None, name=player.name)
    seat = table.must_sit(player.id)
    name = table.chairs[seat].name
    match request:
        case wire.Say():
            return wire.Said(what="say", code=request.phrase, seat=seat, name=name)
        case wire.React():
            if request.to is not None and request.to >= len(table.chairs):
                raise Refusal("no_such_seat")
            return wire.Said(what="react", code=request.reaction, seat=seat, name=name, to=request.to)
        case wire.Chat():
            return wire.Said(what="chat", code="", seat=seat, name=name, text=_chatted(request.text))


async def _friends_at(room: Room, live: LiveTable, player: Player) -> set[str]:
    """The players who hear a player's own words at a public table: friends there, who follow each other.

    Raises Refusal: there is none, or a hand is played, in which they might tell each other their cards.
    """
    if live.table.phase not in ("waiting", "over"):
        raise Refusal("chat_off")
    follows = [tie for tie in await room.house.store.ties(player.id) if tie.bond == "follow"]
    friends = {tie.other for tie in follows} & {tie.player for tie in follows}
    there = live.audience.players | room.house.peers.at(live.table.id)
    if not friends & there - {player.id}:
        raise Refusal("chat_off")
    return friends & there | {player.id}


def _chatted(text: str) -> str:
    """What may be shown of a text. Raises Refusal."""
    clean = shown_text(text)
    if not clean:
        raise Refusal("nothing_said")
    return clean


def _act(room: Room, player: Player, request: wire.Act) -> Work:
    def work(draft: Draft) -> None:
        seat = draft.table.must_sit(player.id)
        play.asked(draft.table, seat, request.decision)
        play.act(draft, seat, request.decision, _action(draft, request.action), "player")

    return work


def _action(draft: Draft, given: Raw) -> Any:
    """An action as a client writes it. Raises NotationError."""
    try:
        return from_json(bytes(given), draft.game.action_type)
    except (NotationError, RecursionError) as error:
        raise NotationError("bad_action", reason=str(error)[:200]) from error


def _early(draft: Draft, given: Raw) -> Any:
    """The same, or None for null."""
    return None if given == wire.NOTHING else _action(draft, given)


def _auto(room: Room, player: Player, request: wire.Auto) -> Work:
    return lambda draft: play.set_auto(draft, draft.table.must_sit(player.id), on=request.on)


def _sit(room: Room, player: Player, request: wire.Sit) -> Work:
    return lambda draft: seating.sit(draft, player.id, player.name, request.seat, program=player.bot)


def _stand(room: Room, player: Player, request: wire.Stand) -> Work:
    return lambda draft: seating.stand(draft, player.id, request.agreed)


def _leave(room: Room, player: Player, request: wire.Leave) -> Work:
    return lambda draft: seating.leave(draft, player.id, request.agreed)


def _ready(room: Room, player: Player, request: wire.Ready) -> Work:
    if not request.on:
        return lambda draft: seating.unready(draft, player.id)
    return lambda draft: seating.ready(draft, player.id, request.pledge, _early(draft, request.early))


def _reveal(room: Room, player: Player, request: wire.Reveal) -> Work:
    return lambda draft: play.reveal(draft, player.id, request.contribution)


def _start(room: Room, player: Player, request: wire.Start) -> Work:
    return lambda draft: seating.start(
        draft, player.id, room.bot(request.bot, draft.game), request.pledge, _early(draft, request.early)
    )


def _add_bot(room: Room, player: Player, request: wire.AddBot) -> Work:
    return lambda draft: seating.add_bot(draft, player.id, room.bot(request.bot, draft.game), request.seat)


def _remove(room: Room, player: Player, request: wire.Remove) -> Work:
    return lambda draft: seating.remove(draft, player.id, request.seat)


def _hush(room: Room, player: Player, request: wire.Hush) -> Work:
    return lambda draft: seating.hush(draft, player.id, request.seat, on=request.on)


def _options(room: Room, player: Player, request: wire.Options) -> Work:
    return lambda draft: seating.change(draft, player.id, request.setup)


def _rematch(room: Room, player: Player, request: wire.Rematch) -> Work:
    return lambda draft: seating.rematch(draft, player.id)


_COMMANDS: dict[type, Callable[[Room, Player, Any], Work]] = {
    wire.Act: _act,
    wire.Auto: _auto,
    wire.Sit: _sit,
    wire.Stand: _stand,
    wire.Leave: _leave,
    wire.Ready: _ready,
    wire.Reveal: _reveal,
    wire.Start: _start,
    wire.AddBot: _add_bot,
    wire.Remove: _remove,
    wire.Hush: _hush,
    wire.Options: _options,
    wire.Rematch: _rematch,
}
