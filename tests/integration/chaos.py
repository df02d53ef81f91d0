"""Players who play whole hands and make trouble: they lose the line, say things twice, late and in the wrong order."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from paiju.core.codec import from_json
from paiju.core.game import AnyGame
from paiju.server import wire
from paiju.server.table_client import DealContribution, RequestRefused, TableClient, new_id

GARBAGE = ("", "{", "[1,2", '{"t":"act"}', '{"t":"ping","id":"?"}', '{"t":"sit","id":"s","seat":99}', "\x00", '"' * 500)

LATE = frozenset({"nothing_to_reveal", "hand_running"})
"""Refused, beside conflicts, to who was ready or told its part when the hand had begun by itself."""

LATELY = 8
"""So many commands of each of six players a table remembers at least, with their answers."""


class ChaosPlayer:
    """Plays one seat at random; ``mischief`` from 0 to 1 is how often it makes trouble."""

    def __init__(self, client: TableClient, game: AnyGame, seed: int, mischief: float) -> None:
        self.client = client
        self.game = game
        self.random = Random(seed)
        self.mischief = mischief
        self.pause = 0.0
        """Seconds that it takes at most to think of a move."""
        self.frames: list[str] = []
        self.done: list[tuple[wire.ClientMessage, int]] = []
        client.heard = self._hear

    @property
    def acknowledged(self) -> set[tuple[str, int]]:
        """The ids of what was done, and the versions that have it."""
        return {(request.id, version) for request, version in self.done}

    async def _hear(self, text: str) -> None:
        self.frames.append(text)

    async def play(self, hands: int) -> None:
        """Until so many hands of the table are over."""
        decided = ready_for = 0
        part = DealContribution()
        async for table in self.client.table_updates():
            number = table.hand.number if table.hand else 0
            if number >= hands and table.hand is not None and table.hand.reveal is not None:
                return
            choices = table.hand.choices if table.hand is not None else None
            if table.next is not None and table.next.number > ready_for:
                ready_for = table.next.number
                await self._do(wire.Ready(id=new_id(), pledge=part.pledge(ready_for)))
            elif (opened := part.contribution_due(table)) is not None:
                await self._do(wire.Reveal(id=new_id(), contribution=opened))
            elif choices is not None and choices.decision > decided:
                decided = choices.decision
                await asyncio.sleep(self.random.random() * self.pause)
                await self._trouble(table, decided)
                await self._do(wire.Act(id=new_id(), decision=decided, action=self._any(table, choices)))
                await self._long_ago()

    def _any(self, table: wire.Table, choices: wire.Choices) -> Any:
        if choices.actions:
            return self.random.choice(choices.actions).action
        assert table.hand is not None
        assert table.you is not None
        view = from_json(bytes(table.hand.view), self.game.state_type)
        legal = self.game.legal(view, table.you)
        return wire.encode_raw(legal[self.random.randrange(len(legal))])

    async def _do(self, request: wire.ClientMessage) -> None:
        """Ask, sometimes twice at once, sometimes while the line breaks."""
        asking = [asyncio.ensure_future(self.client.request(request))]
        if self.random.random() < self.mischief:
            await asyncio.sleep(self.random.random() * 0.004)
            self.client.disconnect()
        answers = await asyncio.gather(*asking, return_exceptions=True)
        if self.random.random() < self.mischief:
            answers += await asyncio.gather(self.client.request(request), return_exceptions=True)
        self._note(request, answers)

    async def _long_ago(self) -> None:
        """Something that was done a while ago arrives once more: it has its first answer."""
        if self.done and self.random.random() < self.mischief:
            request, version = self.random.choice(self.done[-LATELY:])
            answer = await self.client.request(request)
            assert isinstance(answer, wire.Ack)
            assert answer.v == version

    def _note(self, request: wire.ClientMessage, answers: list[Any]) -> None:
        """The same request has the same answer; what comes too late is the only refusal there may be."""
        versions = {answer.v for answer in answers if isinstance(answer, wire.Ack)}
        for answer in answers:
            if isinstance(answer, RequestRefused):
                assert answer.refused_as == "conflict" or answer.code in LATE, answer
            elif isinstance(answer, BaseException):
                raise answer
        assert len(versions) <= 1
        self.done += [(request, version) for version in versions]

    async def _trouble(self, table: wire.Table, decision: int) -> None:
        """Things that must change nothing."""
        if self.random.random() >= self.mischief:
            return
        assert table.you is not None
        taken = (table.you + 1) % len(table.seats)
        for bad in (
            wire.Act(
                id=new_id(), decision=decision + self.random.choice((-1, 1, 99)), action=wire.encode_raw({"t": "no"})
            ),
            wire.Act(id=new_id(), decision=decision, action=wire.encode_raw({"t": "no", "x": [1] * 50})),
            wire.Sit(id=new_id(), seat=taken),
        ):
            try:
                await self.client.request(bad)
            except RequestRefused:
                continue
            raise AssertionError(f"{bad} was done")
        await self._babble(self.random.choice(GARBAGE))

    async def _babble(self, frame: str) -> None:
        socket = self.client._socket
        if socket is not None:
            try:
                await socket.send(frame)
            except ConnectionClosed:
                return  # the line was down already: as good
