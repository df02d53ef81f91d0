"""Players who misbehave: they lose the connection, and send requests twice, late and in the wrong order."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from paiju.core.codec import from_json
from paiju.core.game import AnyGame
from paiju.server import wire, wire_requests
from paiju.server.table_client import DealContributions, RequestRefused, TableClient, new_id

GARBAGE = ("", "{", "[1,2", '{"t":"act"}', '{"t":"ping","id":"?"}', '{"t":"sit","id":"s","seat":99}', "\x00", '"' * 500)

LATE = frozenset({"nothing_to_reveal", "hand_running"})
"""Codes of refusals, apart from conflicts, of a player's message about the next hand if that hand has already begun."""

LATELY = 8
"""The least number of commands of each of six players that a table remembers, with their answers."""


class ChaosPlayer:
    """Plays one seat at random. ``mischief`` is the probability, from 0 to 1, with which it misbehaves."""

    def __init__(self, client: TableClient, game: AnyGame, seed: int, mischief: float) -> None:
        self.client = client
        self.game = game
        self.random = Random(seed)
        self.mischief = mischief
        self.pause = 0.0
        """The most seconds that it waits before a move."""
        self.frames: list[str] = []
        self.done: list[tuple[wire_requests.ClientMessage, int]] = []
        client.heard = self._record_frame

    @property
    def acknowledged(self) -> set[tuple[str, int]]:
        """The ids of the acknowledged requests, each with the version of the table after it."""
        return {(request.id, version) for request, version in self.done}

    async def _record_frame(self, text: str) -> None:
        self.frames.append(text)

    async def play(self, hands: int) -> None:
        """Play until ``hands`` hands of the table are over."""
        decided = ready_for = 0
        part = DealContributions()
        async for table in self.client.table_updates():
            number = table.hand.number if table.hand else 0
            if number >= hands and table.hand is not None and table.hand.reveal is not None:
                return
            choices = table.hand.choices if table.hand is not None else None
            if table.next is not None and table.next.number > ready_for:
                ready_for = table.next.number
                await self._send_request(wire_requests.Ready(id=new_id(), pledge=part.pledge(ready_for)))
            elif (opened := part.contribution_to_reveal(table)) is not None:
                await self._send_request(wire_requests.Reveal(id=new_id(), contribution=opened))
            elif choices is not None and choices.decision > decided:
                decided = choices.decision
                await asyncio.sleep(self.random.random() * self.pause)
                await self._send_bad_requests(table, decided)
                await self._send_request(
                    wire_requests.Act(id=new_id(), decision=decided, action=self._random_action(table, choices))
                )
                await self._repeat_old_request()

    def _random_action(self, table: wire.Table, choices: wire.Choices) -> Any:
        if choices.actions:
            return self.random.choice(choices.actions).action
        assert table.hand is not None
        assert table.you is not None
        view = from_json(bytes(table.hand.view), self.game.state_type)
        legal = self.game.legal(view, table.you)
        return wire.encode_raw(legal[self.random.randrange(len(legal))])

    async def _send_request(self, request: wire_requests.ClientMessage) -> None:
        """Send a request: sometimes twice at once, and sometimes while the connection breaks."""
        asking = [asyncio.ensure_future(self.client.request(request))]
        if self.random.random() < self.mischief:
            await asyncio.sleep(self.random.random() * 0.004)
            self.client.drop_connection()
        answers = await asyncio.gather(*asking, return_exceptions=True)
        if self.random.random() < self.mischief:
            answers += await asyncio.gather(self.client.request(request), return_exceptions=True)
        self._check_answers(request, answers)

    async def _repeat_old_request(self) -> None:
        """Repeat an old request, and check that it has the same answer as the first time."""
        if self.done and self.random.random() < self.mischief:
            request, version = self.random.choice(self.done[-LATELY:])
            answer = await self.client.request(request)
            assert isinstance(answer, wire.Ack)
            assert answer.v == version

    def _check_answers(self, request: wire_requests.ClientMessage, answers: list[Any]) -> None:
        """Check that all answers to a request are the same, and that it was refused only for being late. Keep the answer."""
        versions = {answer.v for answer in answers if isinstance(answer, wire.Ack)}
        for answer in answers:
            if isinstance(answer, RequestRefused):
                assert answer.refused_as == "conflict" or answer.code in LATE, answer
            elif isinstance(answer, BaseException):
                raise answer
        assert len(versions) <= 1
        self.done += [(request, version) for version in versions]

    async def _send_bad_requests(self, table: wire.Table, decision: int) -> None:
        """Send requests that must not change the table."""
        if self.random.random() >= self.mischief:
            return
        assert table.you is not None
        taken = (table.you + 1) % len(table.seats)
        for bad in (
            wire_requests.Act(
                id=new_id(), decision=decision + self.random.choice((-1, 1, 99)), action=wire.encode_raw({"t": "no"})
            ),
            wire_requests.Act(id=new_id(), decision=decision, action=wire.encode_raw({"t": "no", "x": [1] * 50})),
            wire_requests.Sit(id=new_id(), seat=taken),
        ):
            try:
                await self.client.request(bad)
            except RequestRefused:
                continue
            raise AssertionError(f"{bad} was done")
        await self._send_garbage(self.random.choice(GARBAGE))

    async def _send_garbage(self, frame: str) -> None:
        socket = self.client._socket
        if socket is not None:
            try:
                await socket.send(frame)
            except ConnectionClosed:
                return  # the connection was already closed, which serves as well
