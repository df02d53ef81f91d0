"""``paiju bot``: lets a bot play at a table of a card room, through the wire protocol.

The bot is one of the package, or the user's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom

from paiju.bots.base import Bot, SeatedBot, ask_bot
from paiju.core.codec import from_json
from paiju.core.game import AnyGame
from paiju.core.hand_runner import SeatDecision
from paiju.games.registry import family_of
from paiju.server import wire, wire_requests
from paiju.server.table_client import DealContributions, RequestRefused, TableClient, decode_view, new_id


async def run_bot(
    url: str, token: str, table: str, bot: Bot, hands: int = 0, noticed: Callable[[str], None] | None = None
) -> int:
    """Sit down at the table and play ``hands`` hands (0: until the match is over). Returns the number of hands played.

    ``noticed`` is called with the text of each notice from the room's admins. Raises RequestRefused, TableConnectionClosed,
    and OtherProtocol if the server speaks another version.
    """
    async with TableClient(url, token, table) as client:
        client.noticed = noticed
        player = _BotSeat(client, bot)
        async for state in client.table_updates():
            if state.table.phase in ("over", "closed") or (hands and player.count_finished_hands(state) >= hands):
                return player.count_finished_hands(state)
            await player.do_next_step(state)
    raise AssertionError("table_updates() ends by an error only")


class _BotSeat:
    """Lets a bot play a seat: for each table message it does at most one thing, and it answers no decision twice."""

    def __init__(self, client: TableClient, bot: Bot) -> None:
        self._client = client
        self._bot = SeatedBot(bot, SystemRandom())
        self._part = DealContributions()
        self._answered = 0
        self._ready_for = 0
        self._first = 0
        self._game: tuple[str, AnyGame] | None = None

    def count_finished_hands(self, state: wire.Table) -> int:
        """Return how many hands at the table have finished, from the first hand for which this bot reported ready."""
        if state.hand is None or not self._first:
            return 0
        return state.hand.number - self._first + (state.hand.reveal is not None)

    async def do_next_step(self, state: wire.Table) -> None:
        """Do what the table message requires: sit down, report ready, reveal the contribution to the deal, or act."""
        if state.you is None:
            if state.table.phase in ("revealing", "playing"):
                return  # a player may sit down only between hands
            await self._client.request(wire_requests.Sit(id=new_id()))
        elif state.next is not None and state.next.number > self._ready_for:
            self._ready_for = state.next.number
            self._first = self._first or state.next.number
            await self._client.request(wire_requests.Ready(id=new_id(), pledge=self._part.pledge(state.next.number)))
        elif (part := self._part.contribution_to_reveal(state)) is not None:
            await self._reveal_contribution(part)
        elif (choices := self._unanswered_choices(state)) is not None:
            await self._act(state, choices)

    async def _reveal_contribution(self, part: str) -> None:
        try:
            await self._client.request(wire_requests.Reveal(id=new_id(), contribution=part))
        except RequestRefused as refused:
            if refused.code != "nothing_to_reveal":
                raise  # a refused late contribution does no harm: the server has substituted it

    def _unanswered_choices(self, state: wire.Table) -> wire.Choices | None:
        choices = state.hand.choices if state.hand is not None else None
        return choices if choices is not None and choices.decision > self._answered else None

    async def _act(self, state: wire.Table, choices: wire.Choices) -> None:
        game, seat = self._game_of_table(state.table), state.you
        if state.hand is None or seat is None:
            return
        view = decode_view(state, game)
        # In a thread, so that the connection stays alive, however long the bot thinks.
        action = await asyncio.to_thread(ask_bot, game, self._bot, view, SeatDecision(seat, choices.must))
        if action is None:
            return  # an optional action that the bot does not take now
        try:
            await self._client.request(
                wire_requests.Act(id=new_id(), decision=choices.decision, action=wire.encode_raw(action))
            )
        except RequestRefused as refused:
            overtaken = refused.refused_as == "illegal" and not choices.must
            if not (overtaken or refused.refused_as == "conflict"):
                raise  # a refused late action does no harm: the next table message has the next question
        else:
            self._answered = choices.decision

    def _game_of_table(self, table: wire.TableInfo) -> AnyGame:
        """Return the game that a table plays, built from its resolved options."""
        if self._game is None or self._game[0] != table.digest:
            family = family_of(table.ruleset)
            self._game = table.digest, family.game(from_json(bytes(table.options), family.game.rules_type))
        return self._game[1]
