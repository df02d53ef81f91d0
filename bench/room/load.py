"""The load of a room: tables of socket clients that play at a given rate, in a process of their own.

    python bench/room/load.py URL --tables 2000 --moves 1000 --seconds 20

Prints one JSON object: moves per second, and the milliseconds from a move to its durable acknowledgement, and until the other
seats get it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect


class Choices(msgspec.Struct):
    """The decision of a seat, and its legal actions."""

    decision: int
    actions: list[Any]


class Hand(msgspec.Struct):
    """The fields of a hand that the load reads."""

    number: int
    choices: Choices | None
    view: dict[str, Any]


class Next(msgspec.Struct):
    """The next hand, for which players say that they are ready."""

    number: int


class Frame(msgspec.Struct):
    """The fields of a message from the server that the load reads."""

    t: str
    id: str = ""
    v: int = 0
    you: int | None = None
    hand: Hand | None = None
    next: Next | None = None
    readings: list[dict[str, Any]] = []


SEED = 20261121

BEGAN = time.perf_counter()

decode = msgspec.json.Decoder(Frame).decode


class Measured:
    """What was measured while ``on`` is true; times are in seconds."""

    def __init__(self) -> None:
        self.on = False
        self.acks: list[float] = []
        self.others: list[float] = []
        self.errors = 0


class Table:
    """A table: which seat moved last, and when."""

    def __init__(self) -> None:
        self.sent = 0.0
        self.mover: Seat | None = None


class Seat:
    """The client of one seat. When it has a decision, it waits until ``Load.pace`` lets it move."""

    def __init__(self, load: Load, table: Table, socket: ClientConnection) -> None:
        self.load = load
        self.table = table
        self.socket = socket
        self.decision = 0
        self.action: Any = None
        self.ready_for = 0
        self.count = 0
        self.you: int | None = None
        self.since: dict[str, float] = {}

    async def listen(self) -> None:
        """Handle messages until the connection ends."""
        async for text in self.socket:
            now = time.perf_counter()
            frame = decode(text)
            if frame.t in ("table", "hand"):
                await self.handle_table_update(frame, now)
            elif frame.t == "ack":
                self.record_acknowledgement(frame.id, now)
            elif frame.t == "readings":
                self.action = frame.readings[0]["action"]
                self.load.asked.append(self)
            else:
                self.load.measured.errors += frame.t == "error"

    def record_acknowledgement(self, name: str, now: float) -> None:
        """Note the time that a message took to be acknowledged, if it was a move. A move is then on disk."""
        sent = self.since.pop(name, None)
        if sent is not None and self.load.measured.on and name[0] == "a":
            self.load.measured.acks.append(now - sent)

    async def handle_table_update(self, frame: Frame, now: float) -> None:
        """Handle a change of the table: get ready for the next hand, or choose an action."""
        if self.load.measured.on and self.table.mover not in (None, self):
            self.load.measured.others.append(now - self.table.sent)
        self.you = self.you if frame.t == "hand" else frame.you
        choices = frame.hand.choices if frame.hand else None
        if frame.next is not None and frame.next.number > self.ready_for:
            self.ready_for = frame.next.number
            await self.send({"t": "ready"}, "r")
        elif choices is not None and choices.decision > self.decision:
            self.decision = choices.decision
            await self.choose(choices.actions, frame)

    async def choose(self, actions: list[Any], frame: Frame) -> None:
        """Choose an action from the middle of the list. If there are too many to be listed, choose to play the lowest card."""
        if actions:
            self.action = actions[len(actions) // 2]["action"]
            self.load.asked.append(self)
        elif frame.hand is not None and self.you is not None:
            lowest = frame.hand.view["secret"]["hands"][self.you][0]
            await self.send({"t": "preview", "text": f"play {lowest}"}, "p")

    async def move(self) -> None:
        """Send the chosen action."""
        self.table.sent = time.perf_counter()
        self.table.mover = self
        await self.send({"t": "act", "decision": self.decision, "action": self.action}, "a")

    async def send(self, message: dict[str, Any], kind: str) -> None:
        self.count += 1
        name = f"{kind}{self.count}"
        self.since[name] = time.perf_counter()
        await self.socket.send(json.dumps({"id": name, **message}))


class Load:
    """All tables, and the rate at which they play."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.measured = Measured()
        self.asked: list[Seat] = []
        self.chance = Random(SEED)
        self.tasks: list[asyncio.Task[None]] = []

    def post(self, path: str, body: dict[str, Any], key: str = "") -> Any:
        """Send an HTTP request. Returns the body of the response, and the session key if the response set one."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        with urlopen(Request(self.url + path, json.dumps(body).encode(), headers)) as answer:
            cookie = answer.headers.get("Set-Cookie", "")
            return json.load(answer), cookie.partition("=")[2].partition(";")[0]

    async def open(self, ruleset: str) -> None:
        """Open a table, and fill all its seats."""
        keys = [(await asyncio.to_thread(self.post, "/api/session", {}))[1]]
        wanted = {"ruleset": ruleset, "pace": {"turn": 0, "reserve": 0}}
        name = (await asyncio.to_thread(self.post, "/api/tables", wanted, keys[0]))[0]["table"]
        info = await self.connect(name, keys[0], Table())
        table = info.table
        for _ in range(2):
            keys.append((await asyncio.to_thread(self.post, "/api/session", {}))[1])
            await self.connect(name, keys[-1], table)

    async def connect(self, name: str, key: str, table: Table) -> Seat:
        """Connect a client to a table and sit down."""
        address = f"{self.url.replace('http', 'ws', 1)}/ws/tables/{name}?brief"
        headers = {"Authorization": f"Bearer {key}"}
        socket = await connect(
            address, additional_headers=headers, compression=None, ping_interval=None, max_queue=None
        )
        seat = Seat(self, table, socket)
        await seat.send({"t": "sit"}, "s")
        self.tasks.append(asyncio.create_task(seat.listen()))
        return seat

    def pop_random_asked_seat(self) -> Seat:
        """Remove and return a random seat of those that have a decision.

        If seats moved in turn, all tables would begin and end their hands at the same time, which happens in no real room.
        """
        place = self.chance.randrange(len(self.asked))
        self.asked[place], self.asked[-1] = self.asked[-1], self.asked[place]
        return self.asked.pop()

    async def move_at_rate(self, moves: float, seconds: float) -> int:
        """Let seats move at this rate, ``moves`` per second. Returns how many moves were made."""
        made, start = 0, time.perf_counter()
        while (passed := time.perf_counter() - start) < seconds:
            while made < moves * passed and self.asked:
                await self.pop_random_asked_seat().move()
                made += 1
            if made < moves * passed - moves:
                start += 0.01  # no seat had a decision: do not catch up later
            await asyncio.sleep(0.001)
        return made


def family(pid: int) -> list[int]:
    """Return the ids of a process and its children; none for process 0."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split() if pid else []
    return [pid, *map(int, children)] if pid else []


def processor_seconds(pid: int) -> float:
    """Return the seconds of processor time that a process and its children have used, including children that have ended."""
    stats = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid)]
    ticks = sum(int(fields[11]) + int(fields[12]) for fields in stats)
    ticks += sum(int(fields[13]) + int(fields[14]) for fields in stats[:1])
    return ticks / os.sysconf("SC_CLK_TCK")


def at(values: list[float], share: float) -> float:
    """Return a percentile of times in milliseconds; ``share`` is from 0 to 1."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 2) if ordered else 0.0


async def main(given: argparse.Namespace) -> dict[str, Any]:
    """Open the tables, let them play until they are warm, measure, and return the figures."""
    load = Load(given.url)
    gate = asyncio.Semaphore(8)

    async def one() -> None:
        async with gate:
            await load.open(given.ruleset)

    await asyncio.gather(*(one() for _ in range(given.tables)))
    await load.move_at_rate(given.moves, given.warm)
    gc.collect()
    gc.disable()  # pauses of the load must not be counted as the server's
    await load.move_at_rate(given.moves, 2)  # nor must what waited during that collection
    load.measured.on = True
    start, before = time.perf_counter(), [processor_seconds(pid) for pid in (given.server, given.database)]
    made = await load.move_at_rate(given.moves, given.seconds)
    took, after = time.perf_counter() - start, [processor_seconds(pid) for pid in (given.server, given.database)]
    server, database = (round((now - then) / took, 4) for then, now in zip(before, after, strict=True))
    await asyncio.sleep(0.5)
    load.measured.on = False
    told = load.measured
    return {
        "tables": given.tables,
        "connections": 3 * given.tables,
        "moves_per_second": round(made / took, 1),
        "ack_ms": {"p50": at(told.acks, 0.5), "p99": at(told.acks, 0.99), "max": at(told.acks, 1)},
        "others_ms": {"p50": at(told.others, 0.5), "p99": at(told.others, 0.99)},
        "acked": len(told.acks),
        "refused": told.errors,
        "server_processor": server,
        "database_processor": database,
        "load_processor": round(time.process_time() / (time.perf_counter() - BEGAN), 2),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--ruleset", default="doudizhu/qq")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument(
        "--warm", type=float, default=5, help="seconds of play before measuring: let the hands drift apart"
    )
    parser.add_argument("--server", type=int, default=0, help="its process, to see what it uses")
    parser.add_argument("--database", type=int, default=0, help="that of its database, likewise")
    given = parser.parse_args()
    uvloop.install()
    print(json.dumps(asyncio.run(main(given))))
