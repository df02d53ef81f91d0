"""Puzzles made from the room's hands: how they are stored, and the task that makes them at night."""

from __future__ import annotations

import gzip

from paiju.puzzles import Puzzle, read_puzzle, write_puzzle
from paiju.server.app.puzzle_store import PuzzleAccess, StoredPuzzle
from paiju.server.app.puzzles.puzzle_set import RoomPuzzle


def to_stored_puzzle(puzzle: Puzzle, hand: str, at: int, *, private: bool) -> StoredPuzzle:
    """Return a puzzle as it is stored."""
    body = gzip.compress(write_puzzle(puzzle), mtime=0)
    return StoredPuzzle(id=puzzle.id, family=puzzle.family, at=at, hand=hand, is_private=int(private), puzzle=body)


def to_room_puzzle(access: PuzzleAccess) -> RoomPuzzle:
    """Return a stored puzzle."""
    stored = access.stored
    puzzle = read_puzzle(gzip.decompress(stored.puzzle))
    return RoomPuzzle(puzzle, stored.hand, access.public_id, not access.is_open, stored.at)
