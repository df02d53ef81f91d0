"""Serves the room's puzzles: what clients receive, the next puzzle for a player, verdicts, hints and solutions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from statistics import median
from typing import Any, Final

from paiju.core.errors import IllegalAction, UnknownName
from paiju.puzzles import LineResult, PuzzleVerdict
from paiju.records import Record
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.lru_cache import LruCache
from paiju.server.app.puzzle_store import PuzzleStanding, StoredTry
from paiju.server.app.puzzles.puzzle_catalogue import PuzzleCatalogue
from paiju.server.app.puzzles.puzzle_chooser import PuzzleChooser, PuzzleFilter
from paiju.server.app.puzzles.puzzle_display import PuzzleDisplay
from paiju.server.app.puzzles.puzzle_maker import to_room_puzzle
from paiju.server.app.puzzles.puzzle_progress import PuzzleProgress, read_progress
from paiju.server.app.puzzles.puzzle_solver import PuzzleAnswer, PuzzleQuestion, PuzzleSolver
from paiju.server.app.puzzles.puzzle_tries import to_puzzle_rating
from paiju.server.app.puzzles.puzzle_wire import (
    FirstAction,
    MoveVerdict,
    PackedPuzzle,
    PuzzleCard,
    PuzzleDay,
    PuzzleFamily,
    PuzzleHint,
    PuzzleHub,
    PuzzleOrigin,
    PuzzlePack,
    PuzzleSolution,
    PuzzleStats,
    PuzzleView,
    ThemeCount,
)
from paiju.server.app.puzzles.room_puzzles import (
    RoomPuzzle,
    is_puzzle_with_id,
    start_of_day,
    week_until,
)
from paiju.server.app.puzzles.verdict_explanations import LINE_REASONS
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.app.store import Store
from paiju.server.app.tables.hand_replay import read_record
from paiju.server.app.tables.practice_position import PracticeStart, make_position
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import Quarantined, RateLimited, Refusal

SHOWN: Final = 300
"""Maximum number of puzzles whose ``PuzzleDisplay`` is kept in memory."""
JUDGED: Final = 5000
"""Maximum number of verdicts that are kept in memory."""
FEWEST: Final = 5
"""Minimum number of first tries of a puzzle for which its statistics are shown."""
PACKED: Final = 36
"""Number of puzzles in a pack, without the puzzle of the day."""
HINT: Final = 2
"""Maximum number of cards in a hint."""


class Puzzles:
    """Shows, judges and explains the room's puzzles.

    ``asker`` names the player or address that makes a request. Requests to the solver wait in a queue under this name.
    """

    def __init__(
        self, store: Store, library: RulesetRegistry, solver: PuzzleSolver, catalogue: PuzzleCatalogue
    ) -> None:
        self._store, self._library, self._solver, self.catalogue = store, library, solver, catalogue
        self._displays = LruCache[str, PuzzleDisplay](SHOWN)
        self._verdicts = LruCache[tuple[str, tuple[str, ...]], PuzzleAnswer](JUDGED)
        self._preparing: set[asyncio.Task[None]] = set()
        self._chooser = PuzzleChooser(store, library, catalogue)
        self.queue = FairQueue(1, most=200, most_each=10)
        """The queue in which requests to the solver wait. Each asker gets a fair share of it."""

    # ---- one puzzle

    async def find(self, name: str, player: str) -> tuple[RoomPuzzle, bool]:
        """Return the puzzle ``name`` (an id), and whether it comes from a hand that the player played.

        ``player`` is empty for a visitor without a session. Raises UnknownName if there is no such puzzle, or if the
        player may not see it.
        """
        shipped = self.catalogue.find_shipped(name)
        if shipped is not None and not self.catalogue.is_tomorrows_daily(shipped):
            return shipped, False
        access = await self._store.puzzle_access(name, player) if shipped is None else None
        if access is None or not access.is_visible or access.stored.family not in self.catalogue.families:
            raise UnknownName("unknown_puzzle", name=name)
        one = to_room_puzzle(access)
        if self.catalogue.is_tomorrows_daily(one):
            raise UnknownName("unknown_puzzle", name=name)
        return one, access.played

    # ---- the hub

    async def families_overview(self, player: str) -> PuzzleHub:
        """Return an overview of the families: their puzzles, the puzzles of the day and the player's progress.

        ``player`` is empty for a visitor without a session.
        """
        progress, today = await read_progress(self._store, player), self.catalogue.today
        own = [to_room_puzzle(one) for one in await self._store.puzzles_from_hands_of(player)] if player else []
        days = {one.day for one in progress.tries.values()}
        return PuzzleHub(
            day=today.isoformat(),
            ends=start_of_day(today + timedelta(days=1), self.catalogue.zone),
            families=tuple([await self._family_overview(name, progress, own) for name in self.catalogue.families]),
            week=tuple(PuzzleDay(day.isoformat(), day.isoformat() in days) for day in week_until(today)),
        )

    async def _family_overview(self, family: str, progress: PuzzleProgress, own: Sequence[RoomPuzzle]) -> PuzzleFamily:
        known, tries = self.catalogue.set_of(family), progress.tries
        mine = [one for one in tries.values() if one.family == family]
        counts: dict[str, list[int]] = {}
        for theme, one in known.iter_theme_puzzle_pairs():
            counts.setdefault(theme, []).append(one.puzzle.id not in tries)
        daily, standing = self.catalogue.daily(family), progress.ratings.get(family)
        if daily is not None:
            self._judge_right_action_in_background(daily, "")
        return PuzzleFamily(
            family=family,
            count=len(known.by_rating),
            daily=None if daily is None else await self._puzzle_summary(daily, tries),
            rating=None if standing is None else to_puzzle_rating(standing, self.catalogue.clock()),
            tried=len(mine),
            missed=sum(not one.solved for one in mine),
            own=sum(one.puzzle.family == family and one.puzzle.id not in tries for one in own),
            themes=tuple(ThemeCount(theme=name, count=len(new), left=sum(new)) for name, new in counts.items()),
        )

    async def _puzzle_summary(self, one: RoomPuzzle, tries: Mapping[str, StoredTry]) -> PuzzleCard:
        display, standing = await asyncio.to_thread(self._cached_display, one), await self._read_puzzle_standing(one)
        return PuzzleCard(
            id=one.puzzle.id,
            family=one.puzzle.family,
            rules=one.puzzle.rules,
            title=display.ruleset.title,
            goal=display.goal,
            hand=display.hand,
            hands=display.facts["hands"],
            rating=_shown_rating(one, standing),
            stats=await self._read_stats(one, standing),
            result=_result_of_try(tries, one.puzzle.id),
        )

    # ---- one puzzle

    async def choose(self, player: str, wanted: PuzzleFilter) -> PuzzleView | None:
        """Return the next puzzle for a player; None if no puzzle fits the filter."""
        found = await self._chooser.choose(player, wanted)
        return None if found is None else await self.view(*await self.find(found.puzzle.id, player), player)

    async def view(self, one: RoomPuzzle, own: bool, player: str) -> PuzzleView:
        """Return what a player may see of a puzzle before solving it.

        ``own`` says whether the puzzle comes from a hand that the player played.
        """
        self._judge_right_action_in_background(one, player)
        standing, progress = await self._read_puzzle_standing(one), await read_progress(self._store, player)
        stats, result = await self._read_stats(one, standing), _result_of_try(progress.tries, one.puzzle.id)
        return await asyncio.to_thread(self._puzzle_view, one, own, standing, stats, result)

    def _puzzle_view(
        self, one: RoomPuzzle, own: bool, standing: PuzzleStanding | None, stats: PuzzleStats, result: str
    ) -> PuzzleView:
        puzzle, display = one.puzzle, self._cached_display(one)
        facts = display.facts
        return PuzzleView(
            id=puzzle.id,
            family=puzzle.family,
            rules=puzzle.rules,
            title=display.ruleset.title,
            seat=puzzle.seat,
            sides=display.sides,
            goal_kind=puzzle.goal,
            goal=display.goal,
            note=display.seen_cards_note,
            hands=facts.pop("hands"),
            facts=facts,
            laid_points=display.laid_points,
            rating=_shown_rating(one, standing),
            stats=stats,
            daily=self.catalogue.find_daily_day(puzzle.id, puzzle.family),
            own=own,
            result=result,  # type: ignore[arg-type]
            position=display.to_position(display.first),
            table=display.play_data,
            reasons=() if display.play_data is None else LINE_REASONS,
        )

    def _judge_right_action_in_background(self, one: RoomPuzzle, asker: str) -> None:
        """Have the right first action judged in the background, because players need this verdict most often.

        This also starts the worker process, which compiles the solver's searches if necessary.
        """

        async def judge_answer() -> None:
            with suppress(Refusal, RateLimited, Quarantined):  # whoever asks for the verdict will get the error
                await self._ask_cached(one, "judge", (one.puzzle.answer,), asker)

        task = asyncio.create_task(judge_answer())
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    def _cached_display(self, one: RoomPuzzle) -> PuzzleDisplay:
        name = one.puzzle.id
        if (found := self._displays.get(name)) is None:
            found = PuzzleDisplay(self._library, one.puzzle)
            self._displays.put(name, found)
        return found

    async def judge_action(self, one: RoomPuzzle, actions: Sequence[str], asker: str) -> MoveVerdict:
        """Judge the last of ``actions``, which must be an action of the puzzle's seat.

        ``actions`` has the actions of all seats from the puzzle's position on. Raises IllegalAction, RateLimited,
        Refusal.
        """
        display = await asyncio.to_thread(self._cached_display, one)
        line = await asyncio.to_thread(display.play_line, actions)
        if not line or line[-1].seat != one.puzzle.seat:
            raise IllegalAction("not_asked_for")
        found = await self._ask_cached(one, "judge", actions, asker)
        verdict = found.verdict
        assert verdict is not None
        return await asyncio.to_thread(display.to_verdict, actions, verdict)

    async def judge_line(self, one: RoomPuzzle, line: Sequence[str], asker: str) -> LineResult:
        """Return the result of a line: the actions that all seats take from the puzzle's position on.

        Raises IllegalAction, RateLimited, Refusal.
        """
        try:
            found = await self._ask_cached(one, "line", line, asker)
        except Quarantined:  # it has been logged, and would fail again
            return "not_proved"
        assert found.line is not None
        return found.line

    async def hint(self, one: RoomPuzzle, actions: Sequence[str], asker: str) -> PuzzleHint:
        """Return a hint: cards of a right action in the position after ``actions``.

        ``actions`` has the actions of all seats from the puzzle's position on. Raises IllegalAction, RateLimited,
        Refusal.
        """
        display = await asyncio.to_thread(self._cached_display, one)
        await asyncio.to_thread(display.play_line, actions)
        found = await self._ask_cached(one, "right", actions, asker)
        line = await asyncio.to_thread(display.play_line, (*actions, found.right))
        return PuzzleHint(display.cards_of_move(line[-1])[:HINT])

    async def _ask_cached(self, one: RoomPuzzle, kind: str, actions: Sequence[str], asker: str) -> PuzzleAnswer:
        """Return the answer to a question from the cache, or ask the solver. ``kind`` is ``PuzzleQuestion.kind``.

        Raises IllegalAction, RateLimited, Refusal.
        """
        key = f"{kind} {one.puzzle.id}", tuple(actions)
        if (known := self._verdicts.get(key)) is not None:
            return known
        question = PuzzleQuestion(kind=kind, puzzle=one.puzzle, actions=tuple(actions))  # type: ignore[arg-type]
        found = await self._ask_solver(question, asker)
        self._verdicts.put(key, found)
        return found

    async def _ask_solver(self, question: PuzzleQuestion, asker: str) -> PuzzleAnswer:
        """Wait in the queue, then ask the solver. Raises IllegalAction, RateLimited, Refusal."""
        async with self.queue.turn(asker):
            found = await self._solver.answer_puzzle_question(question)
        if found.refused == "not_asked_for":
            raise IllegalAction("not_asked_for")
        if found.refused:
            raise Refusal("puzzle_source_gone" if found.refused == "no_source" else "analysis_unavailable")
        return found

    # ---- solutions

    async def solution(self, one: RoomPuzzle, player: str, asker: str) -> PuzzleSolution:
        """Return the solution of a puzzle.

        Raises Refusal if the player has not tried the puzzle or the solver does not work at present, and RateLimited.
        """
        await self.require_tried(one, player)
        standing = await self._read_puzzle_standing(one)
        answered = await self._ask_cached(one, "judge", (one.puzzle.answer,), asker)
        assert answered.verdict is not None
        others = await self._others_first_actions(one, standing)
        stats = await self._read_stats(one, standing)
        return await asyncio.to_thread(self._make_solution, one, answered.verdict, stats, others)

    def _make_solution(
        self, one: RoomPuzzle, verdict: PuzzleVerdict, stats: PuzzleStats, others: Mapping[str, int]
    ) -> PuzzleSolution:
        puzzle, display = one.puzzle, self._cached_display(one)
        legal = {action.text: action for action in display.to_position(display.first).legal}
        return PuzzleSolution(
            id=puzzle.id,
            themes=puzzle.themes,
            moves=display.solution_moves(),
            wrong=display.count_wrong_first_actions(),
            values=display.to_action_values(display.first, verdict),
            others=tuple(
                FirstAction(text=text, label=legal[text].label, cards=legal[text].cards, percent=percent)
                for text, percent in others.items()
                if text in legal and text not in puzzle.turns[0].right
            ),
            stats=stats,
            origin=_puzzle_origin(one),
        )

    async def _others_first_actions(self, one: RoomPuzzle, standing: PuzzleStanding | None) -> dict[str, int]:
        if standing is None or standing.tries < FEWEST:
            return {}
        counts = await self._store.wrong_first_actions(one.puzzle.id)
        return {found.action: round(100 * found.times / standing.tries) for found in counts}

    async def make_puzzle_pack(self, family: str, asker: str) -> PuzzlePack:
        """Return puzzles of a family with their solutions: today's puzzle, and others of every difficulty.

        A client without a connection judges the player's actions by the ``PlayData`` of a puzzle. If the family has
        no such data, the client has only the main line, so it cannot tell that another action is right too. For such
        a family, all puzzles except today's therefore have only one right action at each turn (``has_one_line``).

        Raises UnknownName.
        """
        daily = self.catalogue.daily(family)
        there = [
            one
            for one in self.catalogue.set_of(family).by_rating
            if not (one.hand or self.catalogue.is_tomorrows_daily(one))
        ]
        if there and (await asyncio.to_thread(self._cached_display, there[0])).play_data is None:
            there = [one for one in there if one.puzzle.has_one_line]
        spread = there[:: max(1, len(there) // PACKED)][:PACKED]
        wanted = ([] if daily is None else [daily]) + [
            one for one in spread if not is_puzzle_with_id(daily, one.puzzle.id)
        ]
        packed = [await self._make_puzzle_with_solution(one, asker) for one in wanted]
        return PuzzlePack(family=family, day=self.catalogue.today.isoformat(), puzzles=tuple(packed))

    async def _make_puzzle_with_solution(self, one: RoomPuzzle, asker: str) -> PackedPuzzle:
        """Return a puzzle with its solution.

        The solution contains the values of the first actions. Usually they are stored in the puzzle, so the solver is
        not needed. Only for a puzzle that consists of a single action is the solver asked: its verdict also lists the
        winning cards after each action (``ActionValue.waits``).
        """
        turn = one.puzzle.turns[0]
        verdict = PuzzleVerdict(True, (), False, turn.values)
        if one.puzzle.is_one_action:
            answered = await self._ask_cached(one, "judge", (one.puzzle.answer,), asker)
            verdict = answered.verdict or verdict

        def build_packed() -> PackedPuzzle:
            stats = PuzzleStats()
            solution = self._make_solution(one, verdict, stats, {})
            return PackedPuzzle(view=self._puzzle_view(one, False, None, stats, ""), solution=solution)

        return await asyncio.to_thread(build_packed)

    async def require_tried(self, one: RoomPuzzle, player: str) -> None:
        """Raise Refusal if a player has not tried a puzzle."""
        if one.puzzle.id not in (await read_progress(self._store, player)).tries:
            raise Refusal("puzzle_not_tried")

    async def source_record(self, one: RoomPuzzle, asker: str) -> Record:
        """Return the record of the hand from which a puzzle comes, if house players played that hand.

        Raises Refusal if the hand was played in the room, or if the record cannot be made at present. Raises
        RateLimited.
        """
        if one.hand:
            raise Refusal("puzzle_source_gone")
        return _require_record(await self._ask_cached(one, "source", (), asker))

    async def practice_start(self, one: RoomPuzzle, asker: str) -> PracticeStart:
        """Return the start of a practice hand that begins at the position of a puzzle.

        Raises Refusal, RateLimited, Quarantined.
        """
        stored = await self._store.hand(one.hand) if one.hand else None
        if one.hand and stored is None:
            raise Refusal("puzzle_source_gone")
        record = None if stored is None else await asyncio.to_thread(read_record, self._library, stored)
        question = PuzzleQuestion(kind="position", puzzle=one.puzzle, record=record)
        found = _require_record(await self._ask_solver(question, asker))
        return PracticeStart(
            recorded_ruleset(self._library, found.ruleset), make_position(found.hands[0], one.public_id)
        )

    # ---- what is stored

    async def _read_puzzle_standing(self, one: RoomPuzzle) -> PuzzleStanding | None:
        return (await self._store.puzzle_ratings_by_subject([one.puzzle.id])).get(one.puzzle.id)

    async def _read_stats(self, one: RoomPuzzle, standing: PuzzleStanding | None) -> PuzzleStats:
        if standing is None or standing.tries < FEWEST:
            return PuzzleStats(tries=0 if standing is None else standing.tries)
        times = await self._store.solving_times(one.puzzle.id)
        percent = round(100 * standing.solved / standing.tries)
        middle = round(median(times)) if times else None
        return PuzzleStats(tries=standing.tries, solved_percent=percent, median_ms=middle)


def _require_record(answer: PuzzleAnswer) -> Record:
    assert answer.record is not None
    return answer.record


def _shown_rating(one: RoomPuzzle, standing: PuzzleStanding | None) -> int:
    return one.puzzle.grade.rating if standing is None else round(standing.rating)


def _result_of_try(tries: Mapping[str, StoredTry], name: str) -> Any:
    made = tries.get(name)
    return "" if made is None else made.result


def _puzzle_origin(one: RoomPuzzle) -> PuzzleOrigin:
    source = one.puzzle.source
    assert source is not None
    return PuzzleOrigin(
        kind="hand" if one.hand else "house",
        hand=one.public_id,
        moves=source.move,
        altered=bool(source.instead),
    )
