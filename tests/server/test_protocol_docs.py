"""The examples in the protocol's description are accepted by a table, and the description covers every message."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from paiju.server import wire, wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.request_handlers import handle_request
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.evolve import next_asks
from paiju.server.domain.table_setup import SetupRequest, TimeControl
from paiju.server.domain.table_state import Chair, TableHandState
from paiju.server.errors import InvalidField
from paiju.server.wire_decoding import decode_request
from tests.integration.test_table_manager import ANN, BOB, CAT, a_room
from tests.rules.doudizhu.table import auction, playing, rules_of

DOCS = (Path(__file__).parent.parent.parent / "docs/reference/protocol.md").read_text("utf-8")
EXAMPLES = [line for block in re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL) for line in block.splitlines()]
REQUESTS = {kind.__struct_config__.tag: kind for kind in get_args(wire_requests.ClientMessage)}
ANSWERS = {kind.__struct_config__.tag: kind for kind in get_args(wire.ServerMessage)}


@pytest.mark.parametrize("line", EXAMPLES)
def test_example_is_decoded_and_encoded_unchanged(line: str) -> None:
    tag = msgspec.json.decode(line)["t"]
    if tag in REQUESTS:
        assert isinstance(decode_request(line), REQUESTS[tag])
    else:
        message = msgspec.json.decode(line, type=ANSWERS[tag])
        assert msgspec.json.decode(wire.encode_message(message)) == msgspec.json.decode(line)


async def waiting(room: TableManager) -> LiveTable:
    """Ann's table, at which she waits for others."""
    wanted = SetupRequest(ruleset="doudizhu/qq", pace=TimeControl(0, 0))
    return await room.open_table(ANN, wanted, private=True)


async def with_a_bot(room: TableManager) -> LiveTable:
    """The same, with a bot in seat 2."""
    live = await waiting(room)
    await live.execute("ann", None, lambda draft: table_commands.add_bot(draft, "ann", "steady", 2))
    return live


async def bidding(room: TableManager) -> LiveTable:
    """Ann bids first; it is the third thing that she is asked."""
    return in_hand(await waiting(room), auction(rules_of("qq"), first=0).state)


async def leading(room: TableManager) -> LiveTable:
    """Ann is the landlord, and leads from 33344 and a 5."""
    return in_hand(await waiting(room), playing(rules_of("qq"), ("333445", "6", "7")).state)


def in_hand(live: LiveTable, state: Any) -> LiveTable:
    table, now = live.table, live.context.clock()
    asks, decisions = next_asks(table.game, state, (None,) * 3, (2,) * 3, now, set())
    match = table.game.new_match()
    hand = TableHandState(table.seal, ("",) * 3, ("",) * 3, now, match, state, asks, reserves=(0,) * 3)
    chairs = tuple(Chair(player=player.id, name=player.name) for player in (ANN, BOB, CAT))
    return LiveTable(live.context, replace(table, phase="playing", hand=hand, chairs=chairs, decisions=decisions))


BY: tuple[table_events.ActedBy, table_events.ActedBy] = ("player", "bot")


async def after_a_choice(room: TableManager) -> LiveTable:
    """Ann has made a choice in a hand among bots."""
    live = await waiting(room)
    live.scheduler.stop()
    await live.execute("ann", None, lambda draft: table_commands.start_with_bots(draft, "ann", "steady", ""))
    while not (hand := live.table.require_running_hand()).choices:
        if hand.dealing is not None:
            await live.execute("", None, hand_commands.end_dealer_pause)
            continue
        (seat,), state, game = live.table.game.to_act(hand.state), hand.state, live.table.game
        action, by = game.legal(state, seat)[0], BY[seat > 0]
        await live.execute("", None, lambda draft: draft.play_action(seat, by, action))  # noqa: B023 (done at once)
    return live


async def with_bob(room: TableManager) -> LiveTable:
    """The same, with Bob in seat 1."""
    live = await waiting(room)
    await live.execute("bob", None, lambda draft: table_commands.sit(draft, "bob", "Bob", 1))
    return live


async def revealing(room: TableManager) -> LiveTable:
    """Ann has pledged what she opens in the examples."""
    live = await with_a_bot(room)
    pledge = next(msgspec.json.decode(line)["pledge"] for line in EXAMPLES if '"ready"' in line)
    await live.execute("ann", None, lambda draft: table_commands.start_with_bots(draft, "ann", "steady", pledge))
    return live


async def at_bobs(room: TableManager) -> LiveTable:
    """Bob's table, at which Ann watches."""
    return await room.open_table(BOB, SetupRequest(ruleset="doudizhu/qq", pace=TimeControl(0, 0)), private=True)


SCENES = {
    "knock": at_bobs,
    "act": bidding,
    "reveal": revealing,
    "preview": leading,
    "advise": leading,
    "auto": leading,
    "take_back": after_a_choice,
    "remove": with_a_bot,
    "mute": with_bob,
}


@pytest.mark.parametrize("line", [line for line in EXAMPLES if msgspec.json.decode(line)["t"] in REQUESTS])
def test_example_request_is_granted(line: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with a_room(tmp_path, library=StandardRegistry()) as room:
            request = decode_request(line)
            live = await SCENES.get(msgspec.json.decode(line)["t"], waiting)(room)
            answered = await handle_request(room, live, ANN, request)
            if isinstance(request, wire_requests.Preview | wire_requests.Advise):
                assert isinstance(answered, wire.Readings)
                assert answered.readings
            else:
                assert isinstance(answered, wire.Ack)
            live.scheduler.stop()

    asyncio.run(main())


def test_example_readings_answer_the_preview(tmp_path: Path) -> None:
    asked, shown = (next(line for line in EXAMPLES if f'"t": "{tag}"' in line) for tag in ("preview", "readings"))

    async def main() -> None:
        async with a_room(tmp_path, library=StandardRegistry()) as room:
            live = await leading(room)
            answered = await handle_request(room, live, ANN, decode_request(asked))
            live.scheduler.stop()
            told = [msgspec.json.decode(text) for text in (wire.encode_message(answered), shown)]
            (found,), (promised,) = (one["readings"] for one in told)
            assert [found["action"], found["text"]] == [promised["action"], promised["text"]]

    asyncio.run(main())


def test_every_message_has_an_example_or_a_table() -> None:
    shown = {msgspec.json.decode(line)["t"] for line in EXAMPLES}
    assert shown >= set(REQUESTS)
    assert shown | {"table", "hand"} >= set(ANSWERS)


@pytest.mark.parametrize(
    "kind", [*get_args(wire.ServerMessage), wire.TableInfo, wire.SeatInfo, wire.HandInfo, wire.HandReveal]
)
def test_every_field_is_described(kind: type[msgspec.Struct]) -> None:
    for name in kind.__struct_fields__:
        assert f"`{name}`" in DOCS or f'"{name}"' in DOCS, name


@pytest.mark.parametrize("phrase", wire_requests.PHRASES)
def test_every_documented_phrase_is_accepted(phrase: str) -> None:
    assert isinstance(decode_request(f'{{"t":"say","id":"a","phrase":"{phrase}"}}'), wire_requests.Say)


@pytest.mark.parametrize("reaction", wire_requests.REACTIONS)
def test_every_documented_reaction_is_accepted(reaction: str) -> None:
    assert isinstance(decode_request(f'{{"t":"react","id":"a","reaction":"{reaction}"}}'), wire_requests.React)


def test_unknown_phrase_is_refused() -> None:
    with pytest.raises(InvalidField, match="wrong_value"):
        decode_request('{"t":"say","id":"a","phrase":"anything"}')
