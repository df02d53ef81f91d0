"""Leaving a hand over real sockets: the announced cost, the payment, and the outcome of the hand."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed

from paiju.core.game import AnyGame
from paiju.core.score_breakdown import Outcome, outcome_of_leaving
from paiju.core.seats import Seat
from paiju.games.doudizhu.state import Bidding, Kicking, Playing, State
from paiju.records import read_record, to_text, verify
from paiju.server import wire, wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.settings import Settings
from paiju.server.table_client import RequestRefused, TableClient, TableConnectionClosed, new_id
from tests.integration.in_process_server import FREE, PATIENT, Served, serving
from tests.integration.leak_detector import LeakDetector
from tests.integration.test_room import is_over, until

WHATEVER: Final = 1_000_000
SETTINGS: Final = Settings(tempo=PATIENT, limits=FREE)

Choose = Callable[[AnyGame, Any, Seat], str | None]
"""What a seat does, as it is typed; None: stop here."""


class Company:
    """People at all seats of a table, who do what a test says."""

    def __init__(self, served: Served, live: LiveTable, keys: list[str], clients: list[TableClient]) -> None:
        self.served = served
        self.live = live
        self.keys = keys
        self.clients = clients
        self.frames: list[list[str]] = [[] for _ in clients]

    async def begin(self, *seats: Seat) -> None:
        for seat in seats or range(len(self.clients)):
            await self.clients[seat].request(wire_requests.Ready(id=new_id()))

    async def play(self, choose: Choose) -> None:
        """Seat after seat, by its own socket, until somebody does nothing or the hand is over."""
        while (hand := self.live.table.running_hand) is not None:
            asked = [(seat, ask) for seat in range(len(hand.asks)) if (ask := hand.pending_ask(seat)) and ask.must]
            if not asked:
                await asyncio.sleep(0.002)
                continue
            game, (seat, ask) = self.live.table.game, asked[0]
            text = choose(game, hand.state, seat)
            if text is None:
                return
            action = wire.encode_raw(game.parse_action(text))
            await self.clients[seat].request(wire_requests.Act(id=new_id(), decision=ask.decision, action=action))

    async def price(self, seat: Seat) -> tuple[int, int]:
        """What this seat is told that leaving would cost."""
        edition = self.live.table.edition
        table = await until(self.clients[seat], lambda table: table.v == edition)
        assert table.hand is not None
        assert table.hand.leaving is not None
        return table.hand.leaving.least, table.hand.leaving.most

    async def left_by(self, seat: Seat, agreed: int = WHATEVER) -> Outcome:
        """The seat leaves; what the others are told of the end."""
        await self.clients[seat].request(wire_requests.Leave(id=new_id(), agreed=agreed))
        table = await until(self.clients[(seat + 1) % len(self.clients)], is_over)
        assert table.hand is not None
        assert table.hand.reveal is not None
        return table.hand.reveal.outcome


@asynccontextmanager
async def company(tmp_path: Path, ruleset: str, settings: Settings = SETTINGS, **wanted: Any) -> AsyncIterator[Company]:
    async with serving(tmp_path / "room.db", settings, StandardRegistry()) as served, AsyncExitStack() as stack:
        keys = [
            await served.guest(f"Player {number}")
            for number in range(StandardRegistry().game(StandardRegistry().ruleset(ruleset)).seats)
        ]
        name = await served.table(keys[0], ruleset=ruleset, **wanted)
        clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
        for seat, client in enumerate(clients[1:], 1):
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))
        yield Company(served, await served.room.table(name), keys, clients)


def bidding(*bids: int) -> Choose:
    """These bids in turn, and then nothing."""
    left = list(bids)

    def choose(game: AnyGame, state: State, seat: Seat) -> str | None:
        return f"bid {left.pop(0)}" if isinstance(state.phase, Bidding) and left else None

    return choose


def at_random(random: Random, moves: int) -> Choose:
    """Any legal action, so many times."""
    left = iter(range(moves))

    def choose(game: AnyGame, state: Any, seat: Seat) -> str | None:
        legal = game.legal(state, seat)
        return None if next(left, None) is None else game.format_action(legal[random.randrange(len(legal))])

    return choose


def is_paid(outcome: Outcome, seat: Seat) -> bool:
    """This seat left, and has paid the others in equal parts; what does not divide has gone to the next in turn."""
    points, others = outcome.points, len(outcome.points) - 1
    each, rest = divmod(outcome.cost, others)
    shares = [each + rest] + [each] * (others - 1)
    after = [points[(seat + step) % len(points)] for step in range(1, len(points))]
    return (outcome.left, outcome.winners, points[seat], after) == (seat, (), -outcome.cost, shares)


# ---- by the standing bid


@pytest.mark.clause("DDZ-9.2", "DDZ-9.5")
@pytest.mark.parametrize(("bids", "cost"), [((), 3), ((0,), 3), ((1,), 3), ((0, 2), 6), ((3,), 9)])
def test_leaving_costs_three_times_the_highest_bid(tmp_path: Path, bids: tuple[int, ...], cost: int) -> None:
    async def main() -> None:
        async with company(tmp_path, "doudizhu/qq") as table:
            await table.begin()
            await table.play(bidding(*bids))
            landlord = table.live.table.require_running_hand().state.public.landlord
            prices = [12 if seat == landlord else cost for seat in range(3)]
            assert [await table.price(seat) for seat in range(3)] == [(price, price) for price in prices]
            outcome = await table.left_by(0, agreed=prices[0])
            assert is_paid(outcome, 0)
            assert outcome.cost == prices[0]

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.2")
def test_every_played_bomb_doubles_the_leave_cost(tmp_path: Path) -> None:
    async def main() -> None:
        async with company(tmp_path, "doudizhu/qq") as table:
            await table.begin()
            await table.play(bidding(3))
            await table.play(bombs_first(moves=12))
            state = table.live.table.require_running_hand().state
            cost = 3 * 2 ** len(state.public.bombs) * 3
            springs = 4 if state.public.plays[state.public.landlord] == 1 else 3
            prices = [cost // 3 * springs if seat == state.public.landlord else cost for seat in range(3)]
            assert [await table.price(seat) for seat in range(3)] == [(price, price) for price in prices]
            assert (await table.left_by(2)).cost == prices[2]

    asyncio.run(main())


def bombs_first(moves: int) -> Choose:
    """A bomb where there is one; never so that the hand is over."""
    left = iter(range(moves))

    def choose(game: AnyGame, state: State, seat: Seat) -> str | None:
        if next(left, None) is None or min(state.public.counts) < 6:
            return None
        texts = [game.format_action(action) for action in game.legal(state, seat)]
        bombs = [text for text in texts if len(text) == len("play 3333") and len(set(text[5:])) == 1]
        return next(iter(bombs), texts[0])

    return choose


# ---- by what was in the hands


def bombs_held(rules: Any, state: State) -> int:
    """Counted card by card, from the whole state at the end."""
    bombs = 0
    for seat in range(state.seats):
        text = (state.secret.hands[seat] or "") and state.secret.hands[seat].text()  # type: ignore[union-attr]
        threw = state.secret.threw[seat]
        cards = text + state.public.played[seat].text() + (threw.text() if threw is not None else "")
        ranks = Counter(cards[::2])
        bombs += sum(count >= rules.bomb_doubles_from for count in ranks.values()) + (ranks["B"] == ranks["R"] == 1)
    return bombs


def expected(rules: Any, state: State, seat: Seat, factors: int) -> int:
    """DDZ-9.3 in a few lines, with the factors that are no bombs."""
    public, phase = state.public, state.phase
    base = max(phase.high if isinstance(phase, Bidding) else public.base, 1)
    times = factors * 2 ** bombs_held(rules, state)
    if public.landlord is None or isinstance(phase, Kicking):
        return int(base * max(times, 10))
    alone = seat == public.landlord
    others = sum(public.plays) - public.plays[public.landlord]
    spring = public.plays[public.landlord] < 2 if alone else others == 0
    between = [
        2 ** (public.kicked[farmer] + (public.kicked[farmer] and public.kicked_back))
        for farmer in range(state.seats)
        if farmer != public.landlord and (alone or farmer == seat)
    ]
    return int(base * max(times * (1 + spring), 10) * sum(between))


@pytest.mark.clause("DDZ-9.3", "DDZ-9.5", "DDZ-R12")
@pytest.mark.parametrize("leaver", [0, 1, 2])
@pytest.mark.parametrize("moves", [0, 1, 3, 6, 14])
def test_leave_cost_counts_every_held_bomb(tmp_path: Path, moves: int, leaver: Seat) -> None:
    async def main() -> None:
        async with company(tmp_path, "doudizhu/kick") as table:
            await table.begin()
            await table.play(at_random(Random(moves), moves))
            if table.live.table.running_hand is None:
                return  # nobody bid
            least, most = await table.price(leaver)
            outcome = await table.left_by(leaver, agreed=most)
            hand = table.live.table.hand
            assert hand is not None
            rules = table.live.table.setup.ruleset.rules
            assert is_paid(outcome, leaver)
            assert outcome.cost == expected(rules, hand.state, leaver, 1)
            assert least <= outcome.cost <= most

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.3", "DDZ-R12")
def test_leave_cost_is_twenty_for_the_landlord_and_ten_for_a_farmer(tmp_path: Path) -> None:
    async def main() -> None:
        async with company(tmp_path, "doudizhu/kick") as table:
            for leaver_leads in (True, False):
                await table.begin()
                await table.play(bidding(3))
                await table.play(lambda game, state, seat: None if isinstance(state.phase, Playing) else "no-kick")
                running = table.live.table.require_running_hand().state
                landlord = running.public.landlord
                leaver = landlord if leaver_leads else (landlord + 1) % 3
                rules = table.live.table.setup.ruleset.rules
                outcome = await table.left_by(leaver)
                few = 2 * 2 ** bombs_held(rules, running) <= 10
                assert outcome.cost == expected(rules, running, leaver, 1)
                assert not few or outcome.cost == 3 * (20 if leaver_leads else 10)
                table.clients[leaver] = await again(table, leaver)

    asyncio.run(main())


async def again(table: Company, seat: Seat) -> TableClient:
    """Who left comes back, now that the hand is over."""
    client = await TableClient(table.served.url, table.keys[seat], table.live.table.id).__aenter__()
    await client.request(wire_requests.Sit(id=new_id(), seat=seat))
    return client


# ---- what becomes of the hand


@pytest.mark.clause("DDZ-9.5", "DDZ-R19", "ZP-9.1", "GZ-9.1")
@pytest.mark.parametrize(
    "name", ["doudizhu/classic", "doudizhu/four", "doudizhu/origin", "zipai/guilin-3", "gunzi/six"]
)
def test_bots_play_on_without_a_leave_cost_until_no_person_is_left(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        async with company(tmp_path, name) as table:
            await table.begin()
            seen = await until(table.clients[1], lambda seen: seen.hand is not None)
            assert seen.hand is not None
            assert seen.hand.leaving is None
            *others, last = table.clients
            for client in others:
                await client.request(wire_requests.Leave(id=new_id()))
                assert table.live.table.running_hand
            assert [chair.leaving for chair in table.live.table.chairs[:-1]] == [True] * len(others)
            await last.request(wire_requests.Stand(id=new_id()))
            hand = table.live.table.hand
            assert hand is not None
            assert hand.outcome == outcome_of_leaving(len(others), len(table.clients))

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
def test_leaving_player_pays_the_others_and_the_match_continues(tmp_path: Path) -> None:
    """The landlord goes, at a good moment or a bad one: no bot plays on for the points."""

    async def main() -> None:
        async with company(tmp_path, "doudizhu/qq", hands=4) as table:
            await table.begin()
            await table.play(bidding(3))
            landlord = table.live.table.require_running_hand().state.public.landlord
            await table.left_by(landlord)
            other = table.clients[(landlord + 1) % 3]
            seen = await until(other, lambda seen: seen.table.phase == "waiting")
            assert [seat.points for seat in seen.seats] == [-12 if seat == landlord else 6 for seat in range(3)]
            assert [seat.kind for seat in seen.seats].count("empty") == 1
            assert seen.table.played == 1
            table.clients[landlord] = await again(table, landlord)
            await table.begin()
            await table.play(at_random(Random(1), 1))
            assert table.live.table.require_running_hand().number == 2

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.5")
def test_disconnecting_does_not_count_as_leaving(tmp_path: Path) -> None:
    """A page that is closed, too: the house plays the seat on, and the hand counts."""

    async def main() -> None:
        async with company(tmp_path, "doudizhu/duel-rotate", pace={"turn": 1, "reserve": 0}) as table:
            await table.begin()
            await table.play(at_random(Random(3), 2))
            gone = table.live.table.game.to_act(table.live.table.require_running_hand().state)[0]
            await table.clients[gone].__aexit__(None, None, None)
            random, stays = Random(4), 1 - gone
            game = table.live.table.game
            async with asyncio.timeout(60):
                while (hand := table.live.table.running_hand) is not None:
                    ask = hand.asks[stays]
                    if ask is not None and ask.must:
                        legal = game.legal(hand.state, stays)
                        action = wire.encode_raw(legal[random.randrange(len(legal))])
                        await table.clients[stays].request(
                            wire_requests.Act(id=new_id(), decision=ask.decision, action=action)
                        )
                    await asyncio.sleep(0.01)
            over = table.live.table
            assert over.hand is not None
            assert over.hand.outcome is not None
            assert over.hand.outcome.left is None
            assert over.hand.outcome.winners
            assert over.chairs[gone].player is not None

    asyncio.run(main())


def test_leaving_is_refused_above_the_agreed_cost(tmp_path: Path) -> None:
    async def main() -> None:
        async with company(tmp_path, "doudizhu/qq") as table:
            await table.begin()
            await table.play(bidding(2))
            for request in (wire_requests.Leave(id=new_id()), wire_requests.Stand(id=new_id(), agreed=5)):
                with pytest.raises(RequestRefused) as refused:
                    await table.clients[1].request(request)
                assert refused.value.code == "leaving_costs"
                assert refused.value.details == {"least": "6", "most": "6"}
            assert table.live.table.running_hand
            await table.clients[1].request(wire_requests.Stand(id=new_id(), agreed=6))
            seen = await until(table.clients[1], lambda seen: seen.you is None)
            assert seen.hand is not None
            assert seen.hand.reveal is not None
            assert seen.hand.reveal.headline.key == "result.left_to_others"
            await table.clients[1].request(wire_requests.Leave(id=new_id()))
            with pytest.raises((TableConnectionClosed, ConnectionClosed)):
                await table.clients[1].request(wire_requests.Ping(id=new_id()))

    asyncio.run(main())


def test_record_of_a_hand_with_a_leaver_is_replayed_and_verified(tmp_path: Path) -> None:
    async def main() -> None:
        async with company(tmp_path, "doudizhu/happy") as table:
            await table.begin()
            await table.play(at_random(Random(5), 5))
            hand = table.live.table.running_hand
            assert hand is not None
            outcome = await table.left_by(1)
            async with table.served.http(table.keys[1]) as http:
                (mine,) = (await http.get("/api/me/hands")).json()
                assert (mine["outcome"]["left"], mine["outcome"]["cost"]) == (1, outcome.cost)
                (told,) = (await http.get(f"/api/tables/{table.live.table.id}/hands")).json()
                replay = (await http.get(f"/api/hands/{mine['id']}/replay")).json()
                text = (await http.get(f"/api/hands/{mine['id']}")).text
            assert replay["headline"] == told["reason"]
            assert told["reason"]["key"] == "result.left_to_others"
            assert replay["steps"][-1]["stake"] == outcome.cost
            record = read_record(text)
            assert [player.name for player in record.players] == ["Player 0", "Player 1", "Player 2"]
            assert all(check.holds for check in verify(record))
            again = read_record(to_text(record))
            assert again.hands[0].outcome == record.hands[0].outcome == outcome

    asyncio.run(main())


def test_leave_cost_bounds_reveal_nothing_hidden(tmp_path: Path) -> None:
    """Each frame comes out the same, price and all, of another state that looks alike from the seat that gets it.

    All rob: from a multiplier of 5 on, one bomb in a hidden hand is enough to change what leaving costs.
    """

    async def main() -> None:
        async with company(tmp_path, "doudizhu/happy") as table:
            leak_detector, random = LeakDetector(table.live), Random(6)
            heard: list[list[str]] = [[] for _ in table.clients]
            for client, frames in zip(table.clients, heard, strict=True):
                client.heard = keeping(frames)
            told = 0
            for _ in range(2):
                await table.begin()
                await table.play(robbing(random))
            for seat, frames in enumerate(heard):
                player = table.live.table.chairs[seat].player
                assert player is not None
                told += leak_detector.check(frames, player, random)
            priced = [text for frames in heard for text in frames if '"leaving":{"least"' in text]
            assert len(priced) == told > 20

    asyncio.run(main())


def robbing(random: Random) -> Choose:
    """Who may call or rob does, nobody opens a hand, and the rest is chance."""

    def choose(game: AnyGame, state: Any, seat: Seat) -> str | None:
        texts = [game.format_action(action) for action in game.legal(state, seat)]
        wanted = [text for text in texts if text in ("call", "rob", "no-open")]
        return next(iter(wanted), random.choice(texts))

    return choose


def keeping(frames: list[str]) -> Callable[[str], Any]:
    async def keep(text: str) -> None:
        frames.append(text)

    return keep
