"""Reads which puzzles a player has tried, and the player's puzzle ratings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paiju.server.app.puzzle_store import PuzzleStanding, PuzzleStore, StoredTry


class PuzzleProgress(NamedTuple):
    """A player's first tries by puzzle id, the oldest first, and the player's puzzle ratings by family."""

    tries: Mapping[str, StoredTry]
    ratings: Mapping[str, PuzzleStanding]


async def read_progress(store: PuzzleStore, player: str) -> PuzzleProgress:
    """Return a player's first tries and puzzle ratings. A visitor without a session (empty ``player``) has none."""
    if not player:
        return PuzzleProgress({}, {})
    tries = {one.puzzle: one for one in await store.first_puzzle_tries(player)}
    return PuzzleProgress(tries, await store.player_puzzle_ratings(player))
