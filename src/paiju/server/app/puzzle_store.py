"""The part of the store for puzzles: puzzles made from the room's hands, players' tries, and ratings."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from msgspec import Struct


class StoredPuzzle(Struct, frozen=True, kw_only=True):
    """A puzzle that was made from the finished hand with the internal id ``hand``.

    ``at`` is the time at which the puzzle was made, in Unix milliseconds. ``puzzle`` is compressed JSON.
    ``is_private`` is 1 if only the players of the hand may see the puzzle, otherwise 0.
    """

    id: str
    family: str
    at: int
    hand: str
    is_private: int
    puzzle: bytes


class PuzzleAccess(NamedTuple):
    """A puzzle made from a hand of this room, with the facts that decide whether a player may see it.

    ``public_id`` is the public id of the hand. ``is_open`` is true if everybody may see the puzzle. ``played`` is
    true if the player played the hand.
    """

    stored: StoredPuzzle
    public_id: str
    is_open: bool
    played: bool

    @property
    def is_visible(self) -> bool:
        """Whether the player may see the puzzle: everybody may see it, or the player played its hand."""
        return self.played or self.is_open


class StoredTry(Struct, frozen=True, kw_only=True):
    """A player's first try of a puzzle.

    - ``try_id``: the id that the client has chosen for the try
    - ``at``: the time of the try, in Unix milliseconds
    - ``day``: the date of the try (ISO date) if the puzzle was the puzzle of that day; otherwise empty
    - ``result``: how the try ended (``TryResult``)
    - ``first``: the first action of the try
    - ``ms``: the duration of the try, in milliseconds
    - ``solved``: 1 if the player has solved the puzzle, by this try or a later one; otherwise 0
    - ``before``, ``after``: the player's puzzle rating before and after the try
    """

    player: str
    puzzle: str
    family: str
    try_id: str
    at: int
    day: str
    result: str
    first: str
    ms: int
    solved: int
    before: float
    after: float


class PuzzleStanding(Struct, frozen=True, kw_only=True):
    """The puzzle rating of a player in a family, or the rating of a puzzle.

    ``subject`` is the id of the player or puzzle. ``family`` is empty for a puzzle. ``tries`` is the number of
    first tries, and ``solved`` the number of first tries that solved the puzzle. ``at`` is the time of the latest
    first try, in Unix milliseconds.
    """

    subject: str
    family: str
    rating: float
    deviation: float
    volatility: float
    tries: int
    solved: int
    at: int


class FirstActionCount(NamedTuple):
    """An action, and the number of failed first tries of a puzzle that began with it."""

    action: str
    times: int


class PuzzleStore(Protocol):
    """Stores puzzles made from the room's hands, players' tries, and ratings."""

    async def add_puzzles(self, puzzles: list[StoredPuzzle]) -> int:
        """Store puzzles, and return how many of them are new."""

    async def public_puzzles(self, since: int) -> list[PuzzleAccess]:
        """Return the puzzles that were made since ``since`` (Unix milliseconds) and that everybody may see.

        These are the puzzles from hands that were played at public tables, except hands whose public link a player withdrew.
        """

    async def withdrawn_puzzles(self) -> list[str]:
        """Return the ids of the puzzles from hands whose public link a player withdrew."""

    async def puzzle_access(self, puzzle: str, player: str) -> PuzzleAccess | None:
        """Return a puzzle from a hand of this room, with the data that decides whether a player may see it.

        None if there is no such puzzle. ``player`` is empty for a visitor without a session.
        """

    async def puzzles_from_hands_of(self, player: str, limit: int = 500) -> list[PuzzleAccess]:
        """Return the puzzles from hands that a player played, those of the latest hands first; at most ``limit``."""

    async def hands_unsearched_for_puzzles(self, limit: int = 20) -> list[tuple[str, int]]:
        """Return at most ``limit`` finished hands that were not searched for puzzles yet, the oldest first.

        Each hand is returned as a pair: its internal id, and the time at which it ended, in Unix milliseconds.
        """

    async def mark_hands_searched_for_puzzles(self, ended: int) -> None:
        """Record that all hands that ended at or before the time ``ended`` were searched for puzzles.

        ``ended`` is in Unix milliseconds.
        """

    async def skip_old_hands_for_puzzles(self, before: int) -> None:
        """Record that hands that ended before ``before`` are not to be searched for puzzles.

        Only the first call has an effect. ``before`` is in Unix milliseconds.
        """

    async def first_puzzle_tries(self, player: str) -> list[StoredTry]:
        """Return a player's first tries of puzzles, the oldest first."""

    async def put_first_try(self, made: StoredTry, player: PuzzleStanding, puzzle: PuzzleStanding) -> bool:
        """Store a first try, and the new ratings of the player and the puzzle. Returns whether they were stored.

        Nothing is stored if the player has tried the puzzle before. Nothing is stored either if another try has
        changed one of the two ratings since the caller read them. The store recognises such a change by ``tries``: a
        stored rating must count exactly one try less than the new rating.
        """

    async def mark_solved(self, player: str, puzzle: str) -> None:
        """Record that a player has solved a puzzle after a failed first try."""

    async def puzzle_ratings_by_subject(self, subjects: list[str], family: str = "") -> dict[str, PuzzleStanding]:
        """Return the ratings of puzzles or players, by id. For players, ``family`` is the family of the ratings."""

    async def player_puzzle_ratings(self, player: str) -> dict[str, PuzzleStanding]:
        """Return a player's puzzle ratings by family."""

    async def solving_times(self, puzzle: str, limit: int = 200) -> list[int]:
        """Return the times that players took to solve a puzzle at the first try, in milliseconds.

        At most ``limit`` times are returned, those of the latest tries.
        """

    async def wrong_first_actions(self, puzzle: str, limit: int = 5) -> list[FirstActionCount]:
        """Return the first actions of failed first tries of a puzzle, the most frequent first; at most ``limit``."""
