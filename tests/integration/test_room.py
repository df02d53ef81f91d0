"""The room over real sockets: from a guest to a finished hand, and everything that is refused on the way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from paiju.core.codec import from_json, to_plain
from paiju.core.fair_deal import commitment
from paiju.records import Record
from paiju.server import wire, wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables.table_manager import LOBBY_TABLES
from paiju.server.app.token_buckets import Rate, RateSettings
from paiju.server.settings import Settings
from paiju.server.table_client import DealContributions, RequestRefused, TableClient, TableConnectionClosed, new_id
from paiju.server.wire import FRAME_LIMIT
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.server import toy


async def until(client: TableClient, condition: Any) -> wire.Table:
    """The first table for which the condition holds."""
    async with asyncio.timeout(20):
        async for table in client.table_updates():
            if condition(table):
                return table
    raise AssertionError("tables() ended")


def is_over(table: wire.Table) -> bool:
    return table.hand is not None and table.hand.reveal is not None


async def play_hand(client: TableClient) -> wire.Table:
    """Take the first action each time that one is asked."""
    done = 0
    async with asyncio.timeout(20):
        async for table in client.table_updates():
            if is_over(table):
                return table
            choices = table.hand.choices if table.hand else None
            if choices is not None and choices.decision > done:
                done = choices.decision
                await client.request(wire_requests.Act(id=new_id(), decision=done, action=choices.actions[0].action))
    raise AssertionError("tables() ended")


def test_a_guest_plays_a_hand_against_bots(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest("  Ann\n Lee ")
            table = await served.table(key, bots="")
            async with TableClient(served.url, key, table) as client:
                first = await until(client, lambda _: True)
                assert [seat.kind for seat in first.seats] == ["player", "bot", "bot"]
                assert first.seats[0].name == "Ann Lee"
                assert first.next is not None
                part = DealContributions()
                await client.request(wire_requests.Ready(id=new_id(), pledge=part.pledge(1)))
                opened = (
                    part.contribution_to_reveal(await until(client, lambda table: table.table.phase == "revealing"))
                    or ""
                )
                await client.request(wire_requests.Reveal(id=new_id(), contribution=opened))
                last = await play_hand(client)
            await finished_hand(served, key, last, first.next.commitment, opened)

    asyncio.run(main())


async def finished_hand(served: Served, key: str, last: wire.Table, promised: str, opened: str) -> None:
    assert last.hand is not None
    assert last.hand.reveal is not None
    reveal = last.hand.reveal
    assert commitment(bytes.fromhex(reveal.secret)) == promised == last.hand.commitment
    assert reveal.contributions == (opened, "", "")
    assert reveal.pledges == (commitment(bytes.fromhex(opened)), "", "")
    async with served.http(key) as http:
        replay = (await http.get(f"/api/hands/{reveal.replay}/replay")).json()
        assert replay["record"]["hands"][0]["outcome"] == to_plain(reveal.outcome)
        assert replay["steps"][-1]["state"] == msgspec.json.decode(reveal.state)
        hands = (await http.get("/api/me/hands")).json()
        assert [hand["id"] for hand in hands] == [reveal.replay]
        assert (await http.get("/api/me/tables")).json()[0]["played"] == 1


def test_own_tables_show_which_waits_for_the_player(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            ann, bob = await served.guest(), await served.guest()
            idle = await served.table(ann, bots=None)
            played = await served.table(ann, bots=None)
            async with TableClient(served.url, ann, played) as host, TableClient(served.url, bob, played) as guest:
                await guest.request(wire_requests.Sit(id=new_id(), seat=1))
                await host.request(wire_requests.AddBot(id=new_id()))
                for client in (guest, host):
                    await client.request(wire_requests.Ready(id=new_id()))
                turn = await until(host, lambda table: table.hand and any(one.seat < 2 for one in table.hand.acting))
                assert turn.hand is not None
                asked = {one.seat for one in turn.hand.acting}
                for seat, key, tables in ((0, ann, {played, idle}), (1, bob, {played})):
                    async with served.http(key) as http:
                        mine = {one["id"]: one["asked"] for one in (await http.get("/api/me/tables")).json()}
                    assert mine == {table: table == played and seat in asked for table in tables}

    asyncio.run(main())


def test_a_spectator_sees_what_is_public(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            ann, eve = await served.guest(), await served.guest()
            table = await served.table(ann, bots="")
            async with TableClient(served.url, ann, table) as host, TableClient(served.url, eve, table) as watcher:
                await host.request(wire_requests.Ready(id=new_id()))
                seen = await until(watcher, lambda table: table.table.phase == "playing")
                assert seen.you is None
                assert seen.hand is not None
                assert seen.hand.choices is None
                view: toy.State = from_json(bytes(seen.hand.view), toy.State)
                assert view.deck is None
                assert set(view.hands) <= {None, ()}
                own = await until(host, lambda table: table.table.watching == 1)
                assert own.table.watching == 1
                with pytest.raises(RequestRefused, match="not_seated"):
                    await watcher.request(wire_requests.Advise(id=new_id()))

    asyncio.run(main())


def test_a_repeated_command_gets_its_first_answer(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            async with TableClient(served.url, key, table) as client:
                stand = wire_requests.Stand(id="stand")
                first = await client.request(stand)
                await client.request(wire_requests.Sit(id="sit"))
                assert await client.request(stand) == first
                assert client.latest is not None
                assert (await until(client, lambda table: table.v == 3)).you == 0
            served.room._tables.clear()  # as after a restart: the answers are in the log
            async with TableClient(served.url, key, table) as client:
                assert await client.request(stand) == first

    asyncio.run(main())


def test_refusals_have_codes(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key, bots="")
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                state = await until(client, lambda table: table.hand and table.hand.choices)
                assert state.hand is not None
                assert state.hand.choices is not None
                decision = state.hand.choices.decision
                for action, kind, code in (
                    (wire.encode_raw(toy.Pledge(99)), "illegal", "not_allowed"),
                    (wire.encode_raw(toy.Play(1)), "illegal", "not_allowed"),
                    (msgspec.Raw(b'{"t":"Nothing"}'), "notation", "bad_action"),
                    (msgspec.Raw(b"[]"), "notation", "bad_action"),
                ):
                    with pytest.raises(RequestRefused, match=code) as refused:
                        await client.request(wire_requests.Act(id=new_id(), decision=decision, action=action))
                    assert refused.value.refused_as == kind
                with pytest.raises(RequestRefused, match="stale_decision"):
                    await client.request(
                        wire_requests.Act(id=new_id(), decision=decision + 1, action=wire.encode_raw(toy.Pledge(0)))
                    )
                preview = await client.request(wire_requests.Preview(id=new_id(), text="pledge 2"))
                assert isinstance(preview, wire.Readings)
                assert [reading.text for reading in preview.readings] == ["pledge 2"]
                for text in ("pledge 7", "nonsense"):
                    preview = await client.request(wire_requests.Preview(id=new_id(), text=text))
                    assert isinstance(preview, wire.Readings)
                    assert preview.code in ("not_allowed", "bad_toy")
                advice = await client.request(wire_requests.Advise(id=new_id()))
                assert isinstance(advice, wire.Readings)
                assert advice.readings

    asyncio.run(main())


def test_sockets_without_a_session_or_from_a_foreign_origin_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            for bearer, name, status in (("x", table, 4401), (key, "nowhere", 4404)):
                async with TableClient(served.url, bearer, name) as client:
                    with pytest.raises(TableConnectionClosed) as gone:
                        await until(client, lambda _: True)
                    assert gone.value.details["status"] == status
            address = f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
            headers = {"Cookie": f"paiju={key}"}
            async with connect(address, additional_headers=headers, origin=Origin("https://evil.example")) as socket:
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4403
            async with connect(address, additional_headers=headers, origin=Origin(served.url)) as socket:
                assert b'"t":"hello"' in (await socket.recv(decode=False))
                assert b'"t":"table"' in (await socket.recv(decode=False))
            async with served.http(key) as http:
                answer = await http.post("/api/tables", json={}, headers={"Origin": "https://evil.example"})
                assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")

    asyncio.run(main())


UNREADABLE_FRAMES: Final = (
    "", "{", "[]", "null", '{"t":"act"}', '{"t":"nothing","id":"a"}', '{"t":"ping","id":"' + "x" * 41 + '"}',
    '{"t":"ping","id":"a","more":1}', b"\xff\xfe\x00", "[" * 8000, '{"t":"act","id":"a","decision":1,"action":' + "[" * 8000,
)  # fmt: skip


def test_unreadable_frame_is_refused_and_leaves_the_table_unchanged(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            before = served.room._tables[table].table
            address = f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
            for frame in UNREADABLE_FRAMES:
                async with connect(address, additional_headers={"Authorization": f"Bearer {key}"}) as socket:
                    for opening in (wire.Hello, wire.Table):
                        msgspec.json.decode(await socket.recv(), type=opening)
                    await socket.send(frame)
                    answer = msgspec.json.decode(await socket.recv(), type=wire.Refused)
                    assert answer.kind == "unfit", frame
                assert served.room._tables[table].table == before, frame

    asyncio.run(main())


async def read_on(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()


async def flood(socket: ClientConnection, frames: int) -> None:
    with suppress(ConnectionClosed):
        for number in range(frames):
            await socket.send(f'{{"t":"ping","id":"p{number}"}}')


def test_socket_closes_after_an_oversized_frame_or_too_many_frames(tmp_path: Path) -> None:
    async def main() -> None:
        limits = msgspec.structs.replace(FREE, frames=Rate(1, 5), bad=20)
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            key = await served.guest()
            table = await served.table(key)
            address = f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
            headers = {"Authorization": f"Bearer {key}"}
            async with connect(address, additional_headers=headers) as socket:
                await socket.send("x" * (FRAME_LIMIT + 1))
                await socket.wait_closed()
                assert socket.close_code == 1009
            async with connect(address, additional_headers=headers) as socket:
                reading = asyncio.create_task(read_on(socket))
                await flood(socket, 10_000)
                await reading
                assert socket.close_code in (1008, 1013)
            assert served.room._tables[table].subscribers.is_empty

    asyncio.run(main())


def test_too_many_sockets_of_one_player_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        limits: RateSettings = msgspec.structs.replace(FREE, sockets_each=1)
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            key = await served.guest()
            table = await served.table(key)
            async with TableClient(served.url, key, table) as client:
                await until(client, lambda _: True)
                async with TableClient(served.url, key, table) as second:
                    with pytest.raises(TableConnectionClosed):
                        await until(second, lambda _: True)

    asyncio.run(main())


def test_idle_player_is_put_on_autoplay_after_timeouts(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            keys = [await served.guest(name) for name in ("Ann", "Bob", "Cat")]
            table = await served.table(keys[0], pace={"turn": 1, "reserve": 0})
            async with (
                TableClient(served.url, keys[0], table) as ann,
                TableClient(served.url, keys[1], table) as bob,
                TableClient(served.url, keys[2], table) as cat,
            ):
                await bob.request(wire_requests.Sit(id=new_id(), seat=2))
                await cat.request(wire_requests.Sit(id=new_id()))
                for client in (ann, bob, cat):
                    await client.request(wire_requests.Ready(id=new_id()))
                # Bob does nothing: his pledge is the fallback, then his first card, then the house plays.
                _, _, last = await asyncio.gather(play_hand(ann), play_hand(cat), until(bob, is_over))
                assert last.seats[2].auto
                assert last.hand is not None
                bys = {step.by for step in last.steps if step.seat == 2}
                assert bys <= {"timeout", "auto"}

    asyncio.run(main())


def test_phrases_and_reactions_reach_all_and_are_not_stored(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            table = await served.table(ann)
            heard: list[str] = []

            async def hear(text: str) -> None:
                heard.append(text)

            async with TableClient(served.url, ann, table) as host, TableClient(served.url, bob, table) as watcher:
                watcher.heard = hear
                await until(watcher, lambda _: True)
                answer = await host.request(wire_requests.Say(id=new_id(), phrase="hello"))
                await host.request(wire_requests.React(id=new_id(), reaction="flower", to=1))
                await watcher.request(wire_requests.Ping(id=new_id()))
                assert isinstance(answer, wire.Ack)
                assert answer.v == 1
            said = [msgspec.json.decode(text) for text in heard if '"t":"social"' in text]
            assert [(one["kind"], one["code"], one["seat"], one["to"]) for one in said] == [
                ("say", "hello", 0, None),
                ("react", "flower", 0, 1),
            ]

    asyncio.run(main())


def test_quick_match_finds_the_waiting_table_in_a_full_lobby(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            ann, bob = await served.guest(), await served.guest()
            waiting = await served.table(ann, private=False)
            async with TableClient(served.url, ann, waiting) as client:
                await until(client, lambda _: True)
                flood = await served.guest()
                for _ in range(LOBBY_TABLES + 5):
                    await served.table(flood, private=False)
                async with served.http(bob) as http:
                    listed = (await http.get("/api/tables")).json()
                    assert (listed[0]["id"], len(listed)) == (waiting, LOBBY_TABLES)
                    found = [(await http.post("/api/quick", json={"ruleset": "toy/plain"})).json() for _ in range(2)]
                    assert [one["table"] for one in found] == [waiting] * 2  # and whoever asks again is brought back

    asyncio.run(main())


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (replace(FREE, tables_each=3), "too_many_tables"),
        (replace(FREE, tables_from=Rate(0.01, 3)), "too_many_requests"),
        (replace(FREE, tables=Rate(0.01, 3)), "too_many_requests"),
    ],
)
def test_open_tables_are_limited_by_player(tmp_path: Path, limits: RateSettings, code: str) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            key = await served.guest()
            for _ in range(3):
                await served.table(key)
            async with served.http(key) as http:
                for path in ("/api/tables", "/api/quick"):
                    answer = await http.post(path, json={"ruleset": "toy/plain"})
                    assert (answer.status_code, answer.json()["code"]) == (429, code)

    asyncio.run(main())


def test_answer_in_a_window_sends_no_frame_to_the_other_players(tmp_path: Path) -> None:
    """Neither a message nor, by its number, the knowledge of one; then all hear everything at once."""

    async def main() -> None:
        tempo = replace(FAST, beat=50)
        async with (
            serving(tmp_path / "room.db", Settings(tempo=tempo, limits=FREE)) as served,
            AsyncExitStack() as stack,
        ):
            keys = [await served.guest() for _ in range(4)]
            table = await served.table(keys[0], ruleset="toy/sealed")
            clients = [await stack.enter_async_context(TableClient(served.url, key, table)) for key in keys]
            for client in clients[:3]:
                await client.request(wire_requests.Sit(id=new_id()))
                await client.request(wire_requests.Ready(id=new_id()))
            asked = [await until(client, in_window) for client in clients]
            told = {table.v for table in asked}
            (chooser,) = [seat for seat, table in enumerate(asked) if table.hand and has_choice(table.hand)]
            own = asked[chooser].hand
            assert own is not None
            assert own.choices is not None
            frames: list[int] = []
            for seat, client in enumerate(clients):
                client.heard = partial(note, frames, seat)
            act = wire_requests.Act(id=new_id(), decision=own.choices.decision, action=own.choices.actions[-1].action)
            ack = await clients[chooser].request(act)
            assert isinstance(ack, wire.Ack)
            assert {ack.v} == told
            answered = await until(clients[chooser], lambda table: bool(table.hand and not table.hand.choices))
            assert answered.v == ack.v
            assert set(frames) == {chooser}
            after = [await until(client, lambda table: not in_window(table)) for client in clients]
            assert len({table.v for table in after}) == 1
            assert all({step.by for step in table.steps if step.seat >= 0} == {"window"} for table in after)

    asyncio.run(main())


def test_open_hand_choice_given_with_ready_is_applied_when_the_hand_begins(tmp_path: Path) -> None:
    """DDZ-7.7: before the deal ×5. Who says nothing comes to the bidding without having been waited for."""

    async def main() -> None:
        async with (
            serving(
                tmp_path / "room.db", Settings(tempo=replace(FAST, beat=20), limits=FREE), StandardRegistry()
            ) as served,
            AsyncExitStack() as stack,
        ):
            keys = [await served.guest() for _ in range(3)]
            table = await served.table(keys[0], ruleset="doudizhu/happy")
            clients = [await stack.enter_async_context(TableClient(served.url, key, table)) for key in keys]
            for client in clients:
                await client.request(wire_requests.Sit(id=new_id()))
            here = await until(clients[0], lambda table: table.next is not None and table.you == 0)
            assert here.next is not None
            (offer,) = here.next.predeal
            with pytest.raises(RequestRefused, match="not_asked_for"):
                await clients[0].request(wire_requests.Ready(id=new_id(), predeal=Raw(b'{"type":"pass"}')))
            with pytest.raises(RequestRefused, match="bad_action"):
                await clients[0].request(wire_requests.Ready(id=new_id(), predeal=Raw(b"5")))
            await clients[0].request(wire_requests.Ready(id=new_id(), predeal=offer.action))
            for client in clients[1:]:
                await client.request(wire_requests.Ready(id=new_id()))
            told = [await until(client, in_phase("robbing")) for client in clients]
            for table_seen in told:
                assert table_seen.hand is not None
                view = json.loads(bytes(table_seen.hand.view))
                assert view["public"]["opened"] == [5, 0, 0]
                assert view["secret"]["hands"][0]

    asyncio.run(main())


def in_phase(name: str) -> Callable[[wire.Table], bool]:
    def holds(table: wire.Table) -> bool:
        return table.hand is not None and json.loads(bytes(table.hand.view))["phase"]["type"] == name

    return holds


def in_window(table: wire.Table) -> bool:
    return table.hand is not None and table.hand.window is not None


def has_choice(hand: wire.HandInfo) -> bool:
    return hand.choices is not None and hand.choices.total > 1


async def note(frames: list[int], seat: int, text: str) -> None:
    frames.append(seat)


def test_contribution_not_revealed_in_time_is_replaced(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", Settings(tempo=replace(FAST, reveal=100), limits=FREE)) as served:
            key = await served.guest()
            table = await served.table(key, bots="")
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.Ready(id=new_id(), pledge=DealContributions().pledge(1)))
                last = await play_hand(client)
            assert last.hand is not None
            assert last.hand.reveal is not None
            async with served.http(key) as http:
                record: Record = from_json((await http.get(f"/api/hands/{last.hand.reveal.replay}")).text, Record)
            assert record.hands[0].fair is not None
            assert record.hands[0].fair.seats_with_substituted_contribution == (0,)

    asyncio.run(main())
