"""The part of the store for puzzles: tries, ratings, and puzzles made from the room's hands."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from msgspec import Struct


class StoredPuzzle(Struct, frozen=True, kw_only=True):
    """A puzzle made from the finished hand ``hand`` (its id in the store). ``puzzle`` is compressed JSON.

    ``is_private`` is 1 if the hand was played at a private table: only its players may see the puzzle.
    """

    id: str
    family: str
    at: int
    hand: str
    is_private: int
    puzzle: bytes


class PuzzleAccess(NamedTuple):
    """A puzzle made here, the public id of its hand, and whether a player may see it because of having played the hand.

    ``is_open``: everybody may see it.
    """

    stored: StoredPuzzle
    public_id: str
    is_open: bool
    played: bool

    @property
    def is_visible(self) -> bool:
        """Whether the player may see the puzzle."""
        return self.played or self.is_open


class StoredTry(Struct, frozen=True, kw_only=True):
    """A player's first try of a puzzle. ``solved`` is 1 once the player has solved it, at whatever try.

    ``day`` is the day whose puzzle it was, as an ISO date; empty: none. ``before`` and ``after`` are the player's ratings.
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
    """The rating of a player in a family, or of a puzzle, whose ``family`` is empty."""

    subject: str
    family: str
    rating: float
    deviation: float
    volatility: float
    tries: int
    solved: int
    at: int


class FirstActionCount(NamedTuple):
    """How many first tries of a puzzle began with this action and failed."""

    action: str
    times: int


class PuzzleStore(Protocol):
    """Tries, ratings, and puzzles from the room's hands."""

    async def put_puzzles(self, puzzles: list[StoredPuzzle]) -> int:
        """Write new puzzles; returns how many there were not before."""

    async def open_puzzles(self, since: int) -> list[PuzzleAccess]:
        """Puzzles made since a time that everybody may see: from hands of public tables whose link was not withdrawn."""

    async def withdrawn_puzzles(self) -> list[str]:
        """The ids of the puzzles from hands whose link was withdrawn."""

    async def puzzle_access(self, puzzle: str, player: str) -> PuzzleAccess | None:
        """A puzzle made here, and who may see it. ``player``: empty for a visitor without a session."""

    async def own_puzzles(self, player: str, limit: int = 500) -> list[PuzzleAccess]:
        """Puzzles from hands that a player played, the latest first."""

    async def hands_for_puzzles(self, limit: int = 20) -> list[tuple[str, int]]:
        """Ids of hands of players in which no puzzles have been looked for, and when they ended, the oldest first."""

    async def pass_hands_for_puzzles(self, ended: int) -> None:
        """Note that all hands that ended until a time have been looked through."""

    async def skip_hands_for_puzzles(self, before: int) -> None:
        """Look for no puzzles in hands that ended before a time, if nothing has been looked through yet."""

    async def puzzle_tries(self, player: str) -> list[StoredTry]:
        """A player's first tries, the oldest first."""

    async def put_try(self, made: StoredTry, player: PuzzleStanding, puzzle: PuzzleStanding) -> bool:
        """Write a first try with the ratings after it, whose ``tries`` are one more than before.

        If the player has tried the puzzle, or a rating has changed in the meantime, change nothing and return False.
        """

    async def mark_solved(self, player: str, puzzle: str) -> None:
        """Note that a player has solved a puzzle that was missed."""

    async def puzzle_standings(self, subjects: list[str], family: str = "") -> dict[str, PuzzleStanding]:
        """The ratings of puzzles, or of players in a family, by subject."""

    async def player_puzzle_standings(self, player: str) -> dict[str, PuzzleStanding]:
        """A player's puzzle ratings by family."""

    async def solving_times(self, puzzle: str, limit: int = 200) -> list[int]:
        """The times of the latest first tries that solved a puzzle, in milliseconds."""

    async def wrong_first_actions(self, puzzle: str, limit: int = 5) -> list[FirstActionCount]:
        """The first actions of missed first tries, the most frequent first."""
