"""Analyses hands, judges puzzles and plays house players' hands in worker processes of low priority (``Analyst``).

A worker process starts when it is needed, and is replaced if it dies.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog

from paiju.blas_threads import limit_blas_threads
from paiju.core.codec import from_json, to_json
from paiju.duplicate.daily_set import DailySet, deal_name
from paiju.records import Record, RecordedHand
from paiju.review import Review
from paiju.server.adapters.analysis_worker import MORE, AnalysisAnswer, AnalysisQuestion, HouseHandQuestion, Question
from paiju.server.app.analysis import ReviewKind
from paiju.server.app.background_tasks import backoff
from paiju.server.app.metrics import Metrics
from paiju.server.app.puzzles.puzzle_solver import PuzzleAnswer, PuzzleQuestion
from paiju.server.errors import Quarantined, Refusal

COMMAND: Final = (sys.executable, "-m", "paiju.server.adapters.analysis_worker")
"""The command that starts a worker."""

LONGEST: Final = 180.0
"""Seconds without an answer after which a worker counts as stuck.

The time is long, because all other processes of the machine have priority over workers.
"""

IDLE: Final = 300.0
"""Seconds without a question after which a worker is ended, to free its memory."""

GOODBYE: Final = 5.0
"""Seconds after which a worker that has closed its output is killed, if it has not ended by itself."""

TRIES: Final = 2
"""Maximum number of times that a question is sent to a worker.

A worker process that failed is replaced before the next attempt. If all attempts fail, the question is refused.
"""

BROKEN: Final = 3
"""Number of consecutive failures after which ``problems`` reports that analyses do not work."""

_LINE: Final = 16 << 20
"""Maximum size of an answer in bytes."""

log = structlog.get_logger()


class WorkerEnded(Exception):
    """A worker did not answer a question.

    The message says why: the worker ended, took too long, could not be started, or sent an answer that is too long.
    """


class AnalysisWorker:
    """Sends questions to a single worker process, and starts the process when a question needs it."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._process: Process | None = None
        self._retiring: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """Id of the process; None if it is not running."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def request(self, line: bytes, on_more: Callable[[bytes], None]) -> bytes:
        """Send a question and return the last answer. Earlier answers to the question are passed to ``on_more``.

        Raises WorkerEnded. If the caller is cancelled, the process is killed.
        """
        self._cancel_idle_timer()
        try:
            async with asyncio.timeout(LONGEST):
                process = await self._get_or_start_process()
                answer = await _ask_process(process, line, on_more)
        except TimeoutError:
            await self.kill_and_wait()
            raise WorkerEnded(f"no answer in {LONGEST:g} s") from None
        except (OSError, ValueError) as error:  # the process cannot be started, or its answer is too long
            await self.kill_and_wait()
            raise WorkerEnded(type(error).__name__) from error
        except BaseException:
            self._kill()
            raise
        if not answer.endswith(b"\n"):
            raise WorkerEnded(f"exit code {await self._wait_for_exit(process)}")
        self._retiring = asyncio.get_running_loop().call_later(IDLE, self._kill)
        return answer

    async def kill_and_wait(self) -> None:
        """Kill the process if it is running, and wait until it has ended."""
        self._cancel_idle_timer()
        self._kill()
        if self._process is not None:
            await self._process.wait()

    async def _get_or_start_process(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            environment = dict(os.environ)
            limit_blas_threads(environment)
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=_LINE, env=environment
            )
        return self._process

    async def _wait_for_exit(self, process: Process) -> int:
        """Wait until a process that has closed its output has ended, and return its exit code."""
        try:
            async with asyncio.timeout(GOODBYE):
                return await process.wait()
        except TimeoutError:
            await self.kill_and_wait()
            return await process.wait()

    def _cancel_idle_timer(self) -> None:
        if self._retiring is not None:
            self._retiring.cancel()

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()


async def _ask_process(process: Process, line: bytes, on_more: Callable[[bytes], None]) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(ConnectionError):  # if the process has ended, ``readline`` returns an empty line
        process.stdin.write(line)
        await process.stdin.drain()
    while (answer := await process.stdout.readline()).startswith(MORE):
        on_more(answer.removeprefix(MORE))
    return answer


class AnalysisWorkers:
    """Shares questions among ``count + 2`` workers.

    - One worker answers only requests for quick reviews.
    - One worker answers only the questions of people who solve puzzles.
    - The other ``count`` workers do everything else, such as full reviews and the search for new puzzles.

    So quick reviews and people who solve puzzles never wait for long jobs.

    After the first quick review of a family, one of the other workers prepares for full reviews of that family: it
    loads the modules and data, and compiles the solver's search if necessary. Meanwhile the players look at the
    result of the hand.
    """

    def __init__(self, count: int, meter: Metrics, command: Sequence[str] = COMMAND) -> None:
        self._workers = [AnalysisWorker(command) for _ in range(count + 2)]
        self._free = asyncio.LifoQueue[AnalysisWorker]()
        self._free_for_quick, self._free_for_puzzles = (asyncio.LifoQueue[AnalysisWorker]() for _ in range(2))
        quick, puzzles, *others = self._workers
        for worker in others:
            self._free.put_nowait(worker)
        self._free_for_quick.put_nowait(quick)
        self._free_for_puzzles.put_nowait(puzzles)
        self._prepared: set[str] = set()
        """Families for which a worker was asked to load what full reviews need."""
        self._preparing: set[asyncio.Task[None]] = set()
        self._closed = False
        self._meter = meter
        self._failures = 0
        self._why = ""
        self._rests_until = 0.0

    @property
    def running_worker_pids(self) -> list[int]:
        """Ids of the running worker processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    def health_problems(self) -> list[str]:
        return [f"analysis workers fail: {self._why}"] if self._failures >= BROKEN else []

    async def review(
        self, hand: str, record: Record, kind: ReviewKind, on_progress: Callable[[Review], None]
    ) -> Review:
        def report_progress(answer: AnalysisAnswer) -> None:
            if answer.review is not None:
                on_progress(answer.review)

        found = await self._analyse(hand, AnalysisQuestion(record, kind), report_progress)
        assert found.review is not None
        if kind == "quick":
            self._start_preloading_review_solver(hand, record)
        return found.review

    async def answer_puzzle_question(self, question: PuzzleQuestion) -> PuzzleAnswer:
        name = "" if question.puzzle is None else question.puzzle.id
        found = await self._analyse(name, question, lambda _: None)
        assert found.puzzle is not None
        return found.puzzle

    async def play_deal_as_house(self, daily_set: DailySet, deal: int, player: str) -> RecordedHand:
        question = HouseHandQuestion(daily_set, deal, player)
        found = await self._analyse(
            f"{deal_name(daily_set.day, daily_set.family, deal)}/{player}", question, lambda _: None
        )
        assert found.hand is not None
        return found.hand

    def _start_preloading_review_solver(self, hand: str, record: Record) -> None:
        """Start a background task, in which a worker loads what full reviews of the record's family need.

        Only the first call for a family has an effect.
        """
        if record.ruleset.family in self._prepared or self._closed:
            return
        self._prepared.add(record.ruleset.family)
        task = asyncio.create_task(self._preload_review_solver(hand, record))
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    async def _preload_review_solver(self, hand: str, record: Record) -> None:
        # Failures of workers are already counted and logged. A player who later requests a full review receives the error.
        with suppress(Refusal, Quarantined):
            await self._analyse(hand, AnalysisQuestion(record, prepare=True), lambda _: None)

    async def close(self) -> None:
        self._closed = True
        for task in self._preparing:
            task.cancel()
        await asyncio.gather(*(worker.kill_and_wait() for worker in self._workers))

    async def _analyse(
        self, hand: str, question: Question, on_more: Callable[[AnalysisAnswer], None]
    ) -> AnalysisAnswer:
        """Let a free worker answer a question, and return the final answer.

        Earlier answers to the same question are passed to ``on_more``. Raises Quarantined if the final answer is an
        error, and Refusal if no worker could answer.
        """
        line = to_json(question) + b"\n"
        async with self._reserve_worker(question) as worker:
            answer = await self._request_with_retry(worker, line, lambda more: on_more(_decode_answer(more)))
        found = _decode_answer(answer)
        if found.reason:
            log.warning("hand_set_aside", hand=hand, reason=found.reason, at=found.place)
            raise Quarantined("hand_aside", name=hand)
        return found

    @asynccontextmanager
    async def _reserve_worker(self, question: Question) -> AsyncIterator[AnalysisWorker]:
        """Context manager that waits until a worker for questions of this kind is free, and reserves it."""
        free = self._free
        if isinstance(question, AnalysisQuestion) and question.kind == "quick":
            free = self._free_for_quick
        elif isinstance(question, PuzzleQuestion) and question.kind != "find":
            free = self._free_for_puzzles
        worker = await free.get()
        try:
            yield worker
        finally:
            free.put_nowait(worker)

    async def _request_with_retry(self, worker: AnalysisWorker, line: bytes, on_more: Callable[[bytes], None]) -> bytes:
        for _ in range(TRIES):
            if self._closed or time.monotonic() < self._rests_until:
                break
            try:
                answer = await worker.request(line, on_more)
            except WorkerEnded as error:
                if not self._closed:
                    self._record_failure(error)
            else:
                self._failures = 0
                return answer
        raise Refusal("analysis_unavailable")

    def _record_failure(self, error: WorkerEnded) -> None:
        self._failures += 1
        self._why = str(error)
        self._meter.record_task_failure("analysis")
        log.error("analysis_worker_ended", why=self._why)
        if self._failures >= BROKEN:  # starting another worker at once would not help
            self._rests_until = time.monotonic() + backoff(self._failures)


def _decode_answer(line: bytes) -> AnalysisAnswer:
    answer: AnalysisAnswer = from_json(line, AnalysisAnswer)
    return answer
