"""The lobby of an empty room lists recent public hands and players, except those that are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from paiju.server import wire_requests
from paiju.server.app.moderation import ModerationRequest
from paiju.server.app.players.player_service import DAY
from paiju.server.app.recent_activity import ActivityFeed
from paiju.server.table_client import TableClient, new_id
from tests.integration.test_room import until
from tests.integration.test_social import Person, a_hand, among


async def recent(one: Person) -> Any:
    return await one.ask("GET", "/api/recent")


def names(told: Any) -> list[str]:
    return list(told["players"])


def ids(told: Any) -> list[str]:
    return [one["id"] for one in told["hands"]]


async def plays(one: Person, *, private: bool = False) -> str:
    """Play a hand with bots; return its id."""
    table = await one.served.table(one.key, private=private, bots="")
    await a_hand(one, table)
    return str((await one.ask("GET", "/api/me/hands"))[0]["id"])


async def play_together(people: Sequence[Person]) -> str:
    """Play a hand at a public table and leave it; return the id of the hand."""
    first, second = people
    table = await first.served.table(first.key, private=False)
    async with (
        TableClient(first.served.url, first.key, table) as mine,
        TableClient(second.served.url, second.key, table) as other,
    ):
        await other.request(wire_requests.Sit(id=new_id()))
        await mine.request(wire_requests.AddBot(id=new_id()))
        for client in (other, mine):
            await client.request(wire_requests.Ready(id=new_id()))
        await until(mine, lambda told: told.hand)
        for client in (other, mine):
            await client.request(wire_requests.Auto(id=new_id(), on=True))
        await until(mine, lambda told: told.hand and told.hand.reveal)
        for client in (other, mine):
            await client.request(wire_requests.Stand(id=new_id()))
    return str((await first.ask("GET", "/api/me/hands"))[0]["id"])


async def hide(one: Person, *parts: str) -> None:
    async with one.served.http() as browser:
        browser.cookies.set("paiju", one.key)
        assert (await browser.put("/api/me/hides", json={"hides": parts})).status_code == 200


def test_visitor_sees_recent_public_hands_and_players(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person, cat: Person) -> None:
        assert await recent(cat) == {"hands": [], "players": []}
        private, public = await plays(ann, private=True), await plays(bob)
        async with cat.served.http() as stranger:
            told = (await stranger.get("/api/recent")).json()
            assert (await stranger.get(f"/api/hands/{public}/replay")).status_code == 200
        assert (ids(told), sorted(names(told))) == ([public], ["Ann", "Bob"])
        assert private not in str(told)
        assert names(await recent(ann)) == ["Bob"]  # she knows that she was here

    among(tmp_path, case, "Ann", "Bob", "Cat")


@pytest.mark.parametrize("parts", [("presence",), ("history",), ("presence", "history")])
def test_hands_of_a_hidden_player_are_not_revealed(tmp_path: Path, parts: tuple[str, ...]) -> None:
    """What others are told is, byte for byte, what they were told before the hidden player's hands, alone or in company."""

    async def case(ann: Person, bob: Person, cat: Person) -> None:
        hand = await play_together((ann, cat))
        await hide(bob, *parts)
        before = await recent(cat)
        assert (ids(before), names(before)) == ([hand], ["Ann"])
        await plays(bob)
        await plays(bob, private=True)
        await play_together((cat, bob))
        after = await recent(cat)
        if "presence" not in parts:
            assert sorted(names(after)) == ["Ann", "Bob"]  # that he was here is not hidden
            after["players"] = [name for name in after["players"] if name != "Bob"]
        assert after == before

    among(tmp_path, case, "Ann", "Bob", "Cat")


def test_a_hand_whose_link_is_withdrawn_is_not_listed(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        hand = await plays(ann)
        assert ids(await recent(bob)) == [hand]
        await ann.ask("DELETE", f"/api/hands/{hand}/link")
        assert ids(await recent(bob)) == ids(await recent(ann)) == []

    among(tmp_path, case, "Ann", "Bob")


def test_blocked_players_do_not_see_each_others_activity(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person, cat: Person) -> None:
        hands = [await plays(ann), await plays(bob)]
        await ann.ask("PUT", "/api/me/blocks/Bob")
        assert (ids(await recent(ann)), names(await recent(ann))) == (hands[:1], [])
        assert (ids(await recent(bob)), names(await recent(bob))) == (hands[1:], [])
        assert sorted(ids(await recent(cat))) == sorted(hands)

    among(tmp_path, case, "Ann", "Bob", "Cat")


def test_players_who_are_banned_or_bots_are_not_listed(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        await plays(ann)
        who = (await ann.ask("GET", "/api/me"))["id"]
        await ann.served.room.moderation.perform_action("", ModerationRequest(act="ban", subject=who, why="rude"))
        assert await recent(bob) == {"hands": [], "players": []}
        program = Person(bob.served, await bob.served.guest("Robot", bot=True), bob.http)
        async with program.served.http(program.key) as http:
            program.http = http
            hand = await plays(program)
        told = await recent(bob)
        assert (ids(told), names(told)) == ([hand], [])

    among(tmp_path, case, "Ann", "Bob")


def test_hands_are_listed_for_a_day_and_players_for_a_week(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        await plays(ann)
        context = bob.served.room.context
        now = context.clock()
        for later, hands, players in ((0, 1, 1), (DAY, 0, 1), (7 * DAY, 0, 0)):
            found = await ActivityFeed(context.store, partial(int, now + later + 1)).recent(None)
            assert (len(found.hands), len(found.players)) == (hands, players)

    among(tmp_path, case, "Ann", "Bob")
