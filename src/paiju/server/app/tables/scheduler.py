"""Acts for the server at a table: executes commands at deadlines, lets the dealer deal, and lets bots play their seats."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from random import Random
from typing import Any

import structlog

from paiju.core.errors import Conflict, PaijuError
from paiju.core.seats import DEALER, Seat
from paiju.duplicate.house_play import OPPONENT_SALT, decision_random
from paiju.server.app.background_tasks import backoff, report_failure
from paiju.server.app.context import AppContext
from paiju.server.app.tables.command_handler import CommandHandler
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import Deadline, deadlines
from paiju.server.domain.table_state import Table
from paiju.server.redacted_errors import error_location, error_type

THINK_LIMIT = 10.0
"""Maximum number of seconds in which a bot must choose an action; there is no limit in a duplicate deal.

If a bot takes longer at its turn, the game's fallback action (``Game.fallback``) is played.
"""

_THINKING_ENDED = ("think", "deal")
"""The kinds of deadlines before which bots choose an action.

At ``think``, the server plays the action that the bot has chosen. At ``deal``, it continues the deal, unless
a bot has chosen an optional action.
"""

_STILL = 1.0
"""Seconds between two checks while the room's clock stands still.

Each check finds out whether the clock runs again.
"""

_RESUME = ("resume", DEALER, 0)

log = structlog.get_logger()


class Scheduler:
    """Observes a table, and executes a command at the table whenever a deadline is due."""

    def __init__(self, context: AppContext, command_handler: CommandHandler) -> None:
        self._context = context
        self._command_handler = command_handler
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: dict[tuple[str, Seat, int], asyncio.Task[None]] = {}
        self._failures = 0
        self._goes = False

    @property
    def is_idle(self) -> bool:
        """Whether the table has no deadline."""
        return not deadlines(self._command_handler.table, self._context.table_delays)

    def on_events(self, before: Table, table: Table, happened: Sequence[table_events.AnyTableEvent]) -> None:
        self._failures = 0
        self.schedule_next()

    def on_newer_format(self) -> None:
        self.stop()

    def start(self) -> None:
        """Begin to act at deadlines, including those that have passed."""
        self._goes = True
        self.schedule_next()

    def schedule_next(self) -> None:
        """Set the timer for the next deadline, and let the bots that must act begin to choose their actions."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting = deadlines(self._command_handler.table, self._context.table_delays)
        if not self._goes or not waiting:
            return
        if not self._context.clock.is_running:
            self._call_later(_STILL, self.schedule_next)
        elif not self._command_handler.pending_correction:
            self._schedule_deadlines(waiting)
        elif _RESUME not in self._tasks:
            self._spawn(_RESUME, self._command_handler.shift_deadlines())

    def _schedule_deadlines(self, waiting: Sequence[Deadline]) -> None:
        for due in waiting:
            if due.what in _THINKING_ENDED:
                self._start_thinking(due)
        timed = next((due for due in waiting if due.what not in _THINKING_ENDED), None)
        if timed is not None:
            self._call_later(max(0.002, self._seconds_until(timed)), self._on_timer)

    def _call_later(self, seconds: float, work: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, work)

    def _seconds_until(self, due: Deadline) -> float:
        """Return the seconds until a deadline, by the table's own time.

        A correction of the room's clock also shifts the table's deadlines, so it does not change the result.
        """
        return max(0, due.at - self._command_handler.now()) / 1000

    def stop(self) -> None:
        """Cancel the timer and the tasks in which bots choose their actions."""
        self._goes = False
        self.schedule_next()
        for task in self._tasks.values():
            task.cancel()

    def _on_timer(self) -> None:
        self._spawn(("ring", DEALER, 0), self._run_due_deadlines())

    def _start_thinking(self, due: Deadline) -> None:
        key = due.what, due.seat, due.decision
        if key not in self._tasks:
            self._spawn(key, self._run_dealer_pause(due) if due.what == "deal" else self._run_bot_turn(due))

    def _spawn(self, key: tuple[str, Seat, int], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._on_task_done(key, done))

    def _on_task_done(self, key: tuple[str, Seat, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failures += 1
            report_failure(self._context.metrics, "clockwork", error, table=self._command_handler.table.id)
            asyncio.get_running_loop().call_later(backoff(self._failures), self.schedule_next)

    # ---- deadlines

    async def _run_due_deadlines(self) -> None:
        """Execute the commands of the deadlines that have passed.

        Another command may have changed the table's deadlines since the timer was set. Then it is possible that none
        has passed, and nothing is executed.
        """
        now = self._command_handler.now()
        for due in deadlines(self._command_handler.table, self._context.table_delays):
            if due.what not in _THINKING_ENDED and due.at <= now:
                await self._try_command(due, self._command_for(due))
        self.schedule_next()

    def _command_for(self, due: Deadline) -> Callable[[CommandContext], None]:
        works: dict[str, Callable[[CommandContext], None]] = {
            "turn": lambda draft: hand_commands.expire_turn(draft, due.seat, due.decision),
            "close": lambda draft: hand_commands.close_window(draft, self._context.table_delays),
            "ready": table_commands.remove_unready_players,
            "reveal": hand_commands.deal_hand,
        }
        return works[due.what]

    async def _try_command(self, due: Deadline, work: Callable[[CommandContext], None]) -> None:
        try:
            await self._command_handler.execute("", None, work)
        except PaijuError as error:
            log.debug("came_too_late", table=self._command_handler.table.id, what=due.what, code=error.code)

    # ---- play by the server

    async def _run_dealer_pause(self, due: Deadline) -> None:
        """Let the bots choose an optional action during the dealer's pause, and continue the deal when the pause is over.

        The bots are asked when the pause begins, so that their answers do not delay the next packet of cards.
        """
        table, hand = self._command_handler.table, self._command_handler.table.running_hand
        if hand is None:
            return
        moment, bots, thinker = (
            self._loop_time_of(due),
            hand_commands.bots_for_optional_action(table),
            self._context.bot_runner,
        )
        word = await self._await_bot_choice(
            table,
            thinker.choose_optional_action(
                bots, table.setup.ruleset.family, table.game, hand.state, _duplicate_randoms(table, bots)
            ),
        )
        await _sleep_until(moment)
        await self._try_command(due, lambda draft: _continue_deal(draft, due, word))

    async def _run_bot_turn(self, due: Deadline) -> None:
        """Let a bot choose its action now, but play the action only when the deadline is due.

        Thus nobody sees how much time the bot really needs.
        """
        table, hand = self._command_handler.table, self._command_handler.table.running_hand
        if hand is None:
            return
        moment, chair = self._loop_time_of(due), table.chairs[due.seat]
        bot = chair.bot or self._context.bot_runner.default_bot_name
        by: table_events.ActedBy = "bot" if chair.bot is not None else "auto"
        view, thinker = table.game.view(hand.state, due.seat), self._context.bot_runner
        random = _duplicate_randoms(table, (due.seat,)).get(due.seat) if by == "bot" else None
        action = await self._await_bot_choice(
            table, thinker.choose(bot, table.setup.ruleset.family, table.game, view, due.seat, random)
        )
        await _sleep_until(moment)
        await self._try_command(due, lambda draft: _play_or_fall_back(draft, due, action, by))

    def _loop_time_of(self, due: Deadline) -> float:
        """Return the time of a deadline on the event loop's clock, in seconds."""
        return asyncio.get_running_loop().time() + self._seconds_until(due)

    async def _await_bot_choice(self, table: Table, thinking: Awaitable[Any]) -> Any:
        """Return a bot's choice; None if the bot failed or took too long.

        At the table of a duplicate deal, no other action may replace the bot's action. At such a table this method
        raises the bot's exception instead of returning None, and the bot is asked again later.
        """
        if table.is_duplicate:
            return await thinking
        try:
            async with asyncio.timeout(THINK_LIMIT):
                return await thinking
        except Exception as error:  # noqa: BLE001 (a bot may fail in any way; the table must go on)
            log.error("bot_failed", table=table.id, error=error_type(error), at=error_location(error))  # noqa: TRY400 (no cards in the log)
            return None


def _duplicate_randoms(table: Table, seats: Iterable[Seat]) -> dict[Seat, Random]:
    """Return the random generators for the bots' next decisions in a duplicate deal, by seat.

    The generators are derived from the secret of the deal and the moves made so far. Bots therefore play alike at
    all tables with this deal. In a hand that is not of a duplicate deal, the result is empty.
    """
    hand = table.running_hand
    if hand is None or not table.is_duplicate:
        return {}
    moved = tuple(move.seat for move in hand.moves)
    return {seat: decision_random(bytes.fromhex(hand.seal.secret), OPPONENT_SALT, seat, moved) for seat in seats}


async def _sleep_until(moment: float) -> None:
    await asyncio.sleep(moment - asyncio.get_running_loop().time())


def _continue_deal(draft: CommandContext, due: Deadline, word: tuple[Seat, Any] | None) -> None:
    hand = draft.table.require_running_hand()
    if len(hand.moves) != due.decision:
        raise Conflict("not_asked")  # a bot has acted in the meantime, so the dealer pauses again
    hand_commands.end_dealer_pause(draft, word if word is not None and _is_legal(draft, hand.state, *word) else None)


def _play_or_fall_back(draft: CommandContext, due: Deadline, action: Any, by: table_events.ActedBy) -> None:
    """Play the action that a bot chose. If the action is None or no longer legal, play ``Game.fallback`` instead."""
    hand_commands.require_ask(draft.table, due.seat, due.decision)
    if not draft.table.chairs[due.seat].is_house_controlled:
        raise Conflict("not_asked")  # the player has come back in the meantime
    state = draft.table.require_running_hand().state
    if action is None or not _is_legal(draft, state, due.seat, action):
        action = draft.game.fallback(state, due.seat)
    hand_commands.answer_decision(draft, due.seat, due.decision, action, by)


def _is_legal(draft: CommandContext, state: Any, seat: Seat, action: Any) -> bool:
    try:
        draft.game.check(state, seat, action)
    except PaijuError:
        return False
    return True
