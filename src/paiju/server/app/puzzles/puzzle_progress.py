"""What a player has done with puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paiju.server.app.puzzle_store import PuzzleStanding, PuzzleStore, StoredTry


class PuzzleProgress(NamedTuple):
    """A player's first tries by puzzle, the oldest first, and puzzle ratings by family."""

    tries: Mapping[str, StoredTry]
    ratings: Mapping[str, PuzzleStanding]


async def read_progress(store: PuzzleStore, player: str) -> PuzzleProgress:
    """Return what a player has done. ``player``: empty for a visitor without a session."""
    if not player:
        return PuzzleProgress({}, {})
    tries = {one.puzzle: one for one in await store.puzzle_tries(player)}
    return PuzzleProgress(tries, await store.player_puzzle_standings(player))
