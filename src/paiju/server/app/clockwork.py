"""The clockwork of a table: what happens there by itself. Deadlines pass, the dealer deals, the house plays its seats."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import structlog

from paiju.core.errors import Conflict, PaijuError
from paiju.core.seats import DEALER, Seat
from paiju.server.app.commands import Commands
from paiju.server.app.house import House
from paiju.server.app.tasks import failed, rest_after
from paiju.server.domain import facts, play, seating
from paiju.server.domain.clock import Due, dues
from paiju.server.domain.draft import Draft
from paiju.server.domain.table import Table
from paiju.server.faults import kind_of, place_of

THINK_LIMIT = 10.0
"""Seconds after which the house gives up thinking and plays the fallback."""

_THOUGHT_OVER = ("think", "deal")
"""The house's bots are asked before these."""

_STILL = 1.0
"""Seconds between two looks at a clock that stands."""

_RESUME = ("resume", DEALER, 0)

log = structlog.get_logger()


class Clockwork:
    """Follows a table, and gives it a command when something is due."""

    def __init__(self, house: House, commands: Commands) -> None:
        self._house = house
        self._commands = commands
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: dict[tuple[str, Seat, int], asyncio.Task[None]] = {}
        self._failures = 0
        self._goes = False

    @property
    def idle(self) -> bool:
        """Nothing will happen by itself."""
        return not dues(self._commands.table, self._house.tempo)

    def follow(self, before: Table, table: Table, happened: Sequence[facts.AnyFact]) -> None:
        """See ``Follower.follow``."""
        self._failures = 0
        self.arm()

    def outgrown(self) -> None:
        """See ``Follower.outgrown``."""
        self.stop()

    def start(self) -> None:
        """Let happen what is due, from now on."""
        self._goes = True
        self.arm()

    def arm(self) -> None:
        """Set the timer for what is due next, and begin to think where the house must play."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting = dues(self._commands.table, self._house.tempo)
        if not self._goes or not waiting:
            return
        if not self._house.clock.goes:
            self._call_later(_STILL, self.arm)
        elif not self._commands.behind:
            self._wait_for(waiting)
        elif _RESUME not in self._tasks:
            self._spawn(_RESUME, self._commands.resume())

    def _wait_for(self, waiting: Sequence[Due]) -> None:
        for due in waiting:
            if due.what in _THOUGHT_OVER:
                self._begin_thinking(due)
        timed = next((due for due in waiting if due.what not in _THOUGHT_OVER), None)
        if timed is not None:
            self._call_later(max(0.002, self._left(timed)), self._ring)

    def _call_later(self, seconds: float, work: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, work)

    def _left(self, due: Due) -> float:
        """Seconds until it is due. The clock jumps and takes the table along: so much is left whatever becomes of the clock."""
        return max(0, due.at - self._commands.now()) / 1000

    def stop(self) -> None:
        """Let nothing happen by itself any more."""
        self._goes = False
        self.arm()
        for task in self._tasks.values():
            task.cancel()

    def _ring(self) -> None:
        self._spawn(("ring", DEALER, 0), self._run_dues())

    def _begin_thinking(self, due: Due) -> None:
        key = due.what, due.seat, due.decision
        if key not in self._tasks:
            self._spawn(key, self._deal(due) if due.what == "deal" else self._think(due))

    def _spawn(self, key: tuple[str, Seat, int], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._finished(key, done))

    def _finished(self, key: tuple[str, Seat, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failures += 1
            failed(self._house.meter, "clockwork", error, table=self._commands.table.id)
            asyncio.get_running_loop().call_later(rest_after(self._failures), self.arm)

    # ---- deadlines

    async def _run_dues(self) -> None:
        """Do what is due by now. If somebody was faster, the table has changed, and nothing is due any more."""
        now = self._commands.now()
        for due in dues(self._commands.table, self._house.tempo):
            if due.what not in _THOUGHT_OVER and due.at <= now:
                await self._try(due, self._by_clock(due))
        self.arm()

    def _by_clock(self, due: Due) -> Callable[[Draft], None]:
        works: dict[str, Callable[[Draft], None]] = {
            "turn": lambda draft: play.time_up(draft, due.seat, due.decision),
            "close": lambda draft: play.close(draft, self._house.tempo),
            "ready": seating.dismiss_idle,
            "reveal": play.deal,
        }
        return works[due.what]

    async def _try(self, due: Due, work: Callable[[Draft], None]) -> None:
        try:
            await self._commands.do("", None, work)
        except PaijuError as error:
            log.debug("came_too_late", table=self._commands.table.id, what=due.what, code=error.code)

    # ---- the house plays

    async def _deal(self, due: Due) -> None:
        """Ask the bots at once whether one of them wants to act. The next packet comes at its time, whatever they say."""
        table, hand = self._commands.table, self._commands.table.running
        if hand is None:
            return
        moment, bots, thinker = self._moment(due), play.talkers(table), self._house.thinker
        word = await self._thought(table, thinker.speak(bots, table.setup.ruleset.family, table.game, hand.state))
        await _until(moment)
        await self._try(due, lambda draft: _deal_on(draft, due, word))

    async def _think(self, due: Due) -> None:
        """Choose for a seat at once, and play at the time that is due. Thinking time is not seen."""
        table, hand = self._commands.table, self._commands.table.running
        if hand is None:
            return
        moment, chair = self._moment(due), table.chairs[due.seat]
        bot = chair.bot or self._house.thinker.usual
        by: facts.By = "bot" if chair.bot is not None else "auto"
        view, thinker = table.game.view(hand.state, due.seat), self._house.thinker
        action = await self._thought(table, thinker.choose(bot, table.setup.ruleset.family, table.game, view, due.seat))
        await _until(moment)
        await self._try(due, lambda draft: _play(draft, due, action, by))

    def _moment(self, due: Due) -> float:
        """When it is due, in the time of the event loop."""
        return asyncio.get_running_loop().time() + self._left(due)

    async def _thought(self, table: Table, thinking: Awaitable[Any]) -> Any:
        """What was thought out; None if a bot failed or thought too long."""
        try:
            async with asyncio.timeout(THINK_LIMIT):
                return await thinking
        except Exception as error:  # noqa: BLE001 (a bot may fail in any way; the table must go on)
            log.error("bot_failed", table=table.id, error=kind_of(error), at=place_of(error))  # noqa: TRY400 (no cards in the log)
            return None


async def _until(moment: float) -> None:
    await asyncio.sleep(moment - asyncio.get_running_loop().time())


def _deal_on(draft: Draft, due: Due, word: tuple[Seat, Any] | None) -> None:
    hand = draft.table.must_run()
    if len(hand.moves) != due.decision:
        raise Conflict("not_asked")  # somebody has spoken meanwhile, and the dealer pauses anew
    play.deal_on(draft, word if word is not None and _is_legal(draft, hand.state, *word) else None)


def _play(draft: Draft, due: Due, action: Any, by: facts.By) -> None:
    """Play the chosen action. If there is none, or it is not legal any more, play the fallback."""
    play.asked(draft.table, due.seat, due.decision)
    if not draft.table.chairs[due.seat].housed:
        raise Conflict("not_asked")  # the player has come back meanwhile
    state = draft.table.must_run().state
    if action is None or not _is_legal(draft, state, due.seat, action):
        action = draft.game.fallback(state, due.seat)
    play.act(draft, due.seat, due.decision, action, by)


def _is_legal(draft: Draft, state: Any, seat: Seat, action: Any) -> bool:
    try:
        draft.game.check(state, seat, action)
    except PaijuError:
        return False
    return True
