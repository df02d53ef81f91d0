"""The part of the store for puzzles: tries, ratings, and puzzles made from the room's hands."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from msgspec import Struct


class StoredPuzzle(Struct, frozen=True, kw_only=True):
    """A puzzle made from the finished hand with the internal id ``hand``. ``puzzle`` is compressed JSON.

    ``is_private`` is 1 if the hand was played at a private table; then only its players may see the puzzle.
    """

    id: str
    family: str
    at: int
    hand: str
    is_private: int
    puzzle: bytes


class PuzzleAccess(NamedTuple):
    """A puzzle made from a hand of this room, the public id of the hand, and whether a player may see the puzzle.

    ``is_open``: everybody may see it. ``played``: the player played the hand, and so may see the puzzle.
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
    """A player's first try of a puzzle. ``solved`` is 1 once the player has solved it, at the first try or later.

    ``day`` is the ISO date of the try if the puzzle was the puzzle of that day; "" otherwise. ``first`` is the first action of
    the try, ``ms`` its duration. ``before`` and ``after`` are the player's puzzle ratings before and after the try.
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
    """The puzzle rating of a player in a family, or the rating of a puzzle. ``subject`` is the player's or puzzle's id.

    ``family`` is "" for a puzzle. ``tries`` and ``solved`` count first tries; ``at`` is the time of the last one, in Unix
    milliseconds.
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
    """An action, and how many failed first tries of a puzzle began with it."""

    action: str
    times: int


class PuzzleStore(Protocol):
    """Puzzles from the room's hands, tries and ratings."""

    async def put_puzzles(self, puzzles: list[StoredPuzzle]) -> int:
        """Store puzzles, and return how many of them are new."""

    async def public_puzzles(self, since: int) -> list[PuzzleAccess]:
        """Return the puzzles that were made since ``since`` (Unix milliseconds) and that everybody may see.

        These are the puzzles from hands that were played at public tables, except hands whose public link a player withdrew.
        """

    async def withdrawn_puzzles(self) -> list[str]:
        """Return the ids of the puzzles from hands whose link was withdrawn."""

    async def puzzle_access(self, puzzle: str, player: str) -> PuzzleAccess | None:
        """Return a puzzle from a hand of this room, and whether a player may see it; None if there is no such puzzle.

        ``player`` is "" for a visitor without a session.
        """

    async def own_puzzles(self, player: str, limit: int = 500) -> list[PuzzleAccess]:
        """Return the puzzles from hands that a player played, the latest first."""

    async def hands_for_puzzles(self, limit: int = 20) -> list[tuple[str, int]]:
        """Return finished hands that were not searched for puzzles yet, the oldest first: the id and the end of each.

        The end is in Unix milliseconds.
        """

    async def mark_hands_searched_for_puzzles(self, ended: int) -> None:
        """Record that all hands that ended at the time ``ended`` (Unix milliseconds) or before were searched for puzzles."""

    async def skip_old_hands_for_puzzles(self, before: int) -> None:
        """If no hand was searched yet, record that hands that ended before ``before`` are not to be searched.

        ``before`` is in Unix milliseconds.
        """

    async def first_puzzle_tries(self, player: str) -> list[StoredTry]:
        """Return a player's first tries, the oldest first."""

    async def put_try(self, made: StoredTry, player: PuzzleStanding, puzzle: PuzzleStanding) -> bool:
        """Store a first try, and the ratings of the player and the puzzle after it.

        If the player has tried the puzzle before, or a rating has changed in the meantime, change nothing and return False.
        A rating has changed if its stored ``tries`` are not one less than those given here.
        """

    async def mark_solved(self, player: str, puzzle: str) -> None:
        """Record that a player has solved a puzzle after a failed first try."""

    async def puzzle_ratings_by_subject(self, subjects: list[str], family: str = "") -> dict[str, PuzzleStanding]:
        """Return the ratings of puzzles, or of players in a family, by the id of the puzzle or player."""

    async def player_puzzle_ratings(self, player: str) -> dict[str, PuzzleStanding]:
        """Return a player's puzzle ratings by family."""

    async def solving_times(self, puzzle: str, limit: int = 200) -> list[int]:
        """Return the milliseconds that players took to solve a puzzle at their first try, the latest ``limit`` of them."""

    async def wrong_first_actions(self, puzzle: str, limit: int = 5) -> list[FirstActionCount]:
        """Return the first actions of failed first tries, the most frequent first."""
