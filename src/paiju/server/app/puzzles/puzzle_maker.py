"""Makes puzzles from the room's finished hands at night, stores them, and adds them to the puzzles that players get."""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Final, Literal

from paiju.puzzles import Puzzle, decode_puzzle, encode_puzzle
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.players.player_service import DAY
from paiju.server.app.puzzle_store import PuzzleAccess, StoredPuzzle
from paiju.server.app.puzzles.puzzle_catalogue import PuzzleCatalogue
from paiju.server.app.puzzles.puzzle_solver import PuzzleQuestion, PuzzleSolver
from paiju.server.app.puzzles.room_puzzles import RoomPuzzle, local_date
from paiju.server.app.reviews import check_deals_are_over
from paiju.server.app.store import Store
from paiju.server.app.tables.hand_replay import read_record, was_private
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import Quarantined, Refusal
from paiju.server.redacted_errors import error_type

NIGHT: Final = range(2, 6)
"""The hours in the room's time zone during which puzzles are made."""
HANDS_A_NIGHT: Final = 300
"""Maximum number of hands that a process searches for puzzles in one night."""
PUZZLES_A_NIGHT: Final = 60
"""Maximum number of puzzles that a process makes in one night."""
LARGE: Final = 4
"""Minimum number of processors of a machine that makes puzzles if the setting is ``auto``."""
PAUSE: Final = 60.0
"""Seconds that a task waits before it looks again for new hands, or for new puzzles."""
FIRST_DAYS: Final = 7
"""The number of past days whose hands a room searches when it begins to make puzzles.

The room never searches older hands.
"""
ASKER: Final = "puzzles"
"""The name under which the maker of puzzles waits in the queue for analyses."""


def should_make_puzzles(wanted: Literal["auto", "on", "off"]) -> bool:
    """Whether this machine makes puzzles at night. ``wanted`` is the room's setting for this.

    If the setting is ``auto``, the machine makes puzzles if it has at least ``LARGE`` processors.
    """
    return wanted == "on" or (wanted == "auto" and (os.cpu_count() or 1) >= LARGE)


def to_stored_puzzle(puzzle: Puzzle, hand: str, at: int, *, private: bool) -> StoredPuzzle:
    """Return a puzzle in the form in which it is stored.

    ``hand`` is the internal id of its hand, and ``at`` the time in Unix milliseconds. If ``private`` is true, only the
    players of the hand may see the puzzle.
    """
    body = gzip.compress(encode_puzzle(puzzle), mtime=0)
    return StoredPuzzle(id=puzzle.id, family=puzzle.family, at=at, hand=hand, is_private=int(private), puzzle=body)


def to_room_puzzle(access: PuzzleAccess) -> RoomPuzzle:
    """Decode a stored puzzle."""
    stored = access.stored
    puzzle = decode_puzzle(gzip.decompress(stored.puzzle))
    return RoomPuzzle(puzzle, stored.hand, access.public_id, not access.is_open, stored.at)


class PuzzleMaker:
    """Makes puzzles from hands that people have finished, at night and within limits, the earliest hands first."""

    def __init__(
        self,
        store: Store,
        library: RulesetRegistry,
        solver: PuzzleSolver,
        queue: FairQueue,
        clock: Callable[[], int],
        zone: tzinfo,
    ) -> None:
        self._store, self._library, self._solver, self._queue = store, library, solver, queue
        self._clock, self._zone = clock, zone
        self._night = local_date(0, zone)
        self.hands_tonight = self.made_tonight = 0
        """Number of hands that this process has searched tonight.

        ``made_tonight`` is the number of puzzles that the process has made tonight. Both numbers remain until the
        next date on which the process looks for hands.
        """
        self._why = ""

    async def poll(self) -> None:
        """Make puzzles if it is night, then wait ``PAUSE`` seconds.

        If an exception stops the work, it is raised again. ``health_problems`` names the exception until a later call
        succeeds.
        """
        try:
            await self.search_hands_tonight()
        except Exception as error:
            self._why = error_type(error)
            raise
        self._why = ""
        await asyncio.sleep(PAUSE)

    def health_problems(self) -> list[str]:
        """Return why no puzzles can be made at present; empty if nothing stops it."""
        return [f"puzzle maker fails: {self._why}"] if self._why else []

    async def search_hands_tonight(self) -> int:
        """Search hands for puzzles until the night is over, a limit of the night is reached, or no hand is left.

        Returns the number of hands that were searched.
        """
        looked = 0
        await self._store.skip_old_hands_for_puzzles(self._clock() - FIRST_DAYS * DAY)
        while self._may_work() and (hands := await self._store.hands_unsearched_for_puzzles()):
            for name, ended in hands:
                if not self._may_work():
                    return looked
                self.made_tonight += await self.search_hand(name)
                await self._store.mark_hands_searched_for_puzzles(ended)
                self.hands_tonight += 1
                looked += 1
        return looked

    def _may_work(self) -> bool:
        """Whether it is night, and no limit of the night is reached.

        Also resets the counts of the night when a new day has begun.
        """
        now = self._clock()
        if (today := local_date(now, self._zone)) != self._night:
            self._night, self.hands_tonight, self.made_tonight = today, 0, 0
        hour = datetime.fromtimestamp(now / 1000, self._zone).hour
        return hour in NIGHT and self.hands_tonight < HANDS_A_NIGHT and self.made_tonight < PUZZLES_A_NIGHT

    async def search_hand(self, name: str) -> int:
        """Find puzzles in the hand with the internal id ``name``, and store them. Returns how many of them are new.

        Returns 0 for a hand that cannot be read. Also returns 0 if others may still be playing the deal of the hand.
        """
        hand = await self._store.hand(name)
        if hand is None:
            return 0
        try:
            found, private = await self._find_puzzles(hand)
        except Quarantined:  # it has been logged
            return 0
        stored = [to_stored_puzzle(one, hand.id, self._clock(), private=private) for one in found]
        return await self._store.add_puzzles(stored) if stored else 0

    async def _find_puzzles(self, hand: FinishedHand) -> tuple[tuple[Puzzle, ...], bool]:
        """Return the puzzles of a hand, and whether only the players of the hand may see them.

        Raises Quarantined, Refusal.
        """
        record = await asyncio.to_thread(read_record, self._library, hand)
        try:
            check_deals_are_over(record)
        except Refusal:
            return (), True
        private = await asyncio.to_thread(was_private, hand)
        async with self._queue.turn(ASKER):
            answer = await self._solver.answer_puzzle_question(PuzzleQuestion(kind="find", record=record))
        return answer.puzzles, private is not False


class PuzzleReader:
    """Keeps the room's puzzles in memory up to date.

    The reader adds the puzzles that any process has made. It removes a puzzle if a player has withdrawn the
    public link of the hand from which the puzzle was made.
    """

    def __init__(self, store: Store, catalogue: PuzzleCatalogue) -> None:
        self._store, self._catalogue = store, catalogue
        self._since = 0

    async def poll(self) -> None:
        """Update the room's puzzles in memory, then wait ``PAUSE`` seconds."""
        await self.update_catalogue()
        await asyncio.sleep(PAUSE)

    async def update_catalogue(self) -> None:
        """Add the puzzles that were made since the last call, and remove puzzles that are no longer public.

        A puzzle is removed if a player has withdrawn the public link of its hand.
        """
        made = await self._store.public_puzzles(self._since)
        withdrawn = await self._store.withdrawn_puzzles()
        if made or withdrawn:  # otherwise the puzzles need not be loaded from their files yet
            self._catalogue.update_made_puzzles([to_room_puzzle(one) for one in made], withdrawn)
        self._since = max((one.stored.at for one in made), default=self._since)
