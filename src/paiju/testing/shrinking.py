"""Shortens a sequence of moves that breaks a law.

Moves are removed as long as the remaining moves still break that law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from paiju.core.codec import to_json
from paiju.core.game import AnyGame
from paiju.core.seats import DEALER, Seat
from paiju.testing.law_names import LawBroken

Moves = tuple[tuple[Seat, Any], ...]


class Path(NamedTuple):
    """A hand that can be replayed: its game and match, the seed of its deal, and its moves."""

    game: AnyGame
    match: Any
    seed: bytes
    moves: Moves


Check = Callable[[Path], tuple[Moves, LawBroken | None]]
"""A function that replays a path without its illegal moves.

It returns a pair: the moves made, and the law that was broken. The law is None if no law was broken.
Otherwise the last of the moves broke it.
"""


class ShortestPath(NamedTuple):
    """The shortest path found, and the law that the path breaks.

    ``again`` says whether the law was broken again when the path was replayed. If not, the game keeps data
    between hands, or only some random samples show the fault.
    """

    path: Path
    broken: LawBroken
    again: bool

    def __str__(self) -> str:
        game, match, seed, moves = self.path
        lines = [
            f"  rules: {game.rules}",
            f"  deal:  draw_deal(game.deal_plan(match), bytes.fromhex({seed.hex()!r}))",
            f"  way:   {len(moves)} moves{''.join(f', {text}' for text in _format_moves(game, moves))}",
        ]
        if match != game.new_match():
            lines.insert(1, f"  match: {to_json(match).decode()}")
        if not self.again:
            lines.append("  It does not happen again on this way: the game has a memory, or only some samples show it.")
        return "\n".join(lines)


def _format_moves(game: AnyGame, moves: Moves) -> Iterator[str]:
    """Yield the text of each move.

    Consecutive actions of DEALER become one text, which gives the number of these actions.
    """
    dealt = 0
    for seat, action in (*moves, (0, None)):
        if seat == DEALER:
            dealt += 1
            continue
        if dealt:
            yield f"the dealer ×{dealt}"
        dealt = 0
        if action is not None:
            yield f"{seat}: {game.format_action(action)}"


MOST_MOVES: Final = 5_000
"""The largest number of moves that are replayed in all attempts together."""


def shrink(path: Path, broken: LawBroken, check: Check) -> ShortestPath:
    """Remove moves from a path as long as the remaining moves still break the same law.

    Large blocks of moves are removed first, and then single moves.
    """
    best = _Best(path, broken, check)
    best.try_moves(path.moves)
    size = max(1, len(best.moves) // 2)
    while best.again and best.moves_left > 0:
        if not _drop_moves(best, size):
            if size == 1:
                break
            size //= 2
    return ShortestPath(path._replace(moves=best.moves), best.broken, best.again)


def _drop_moves(best: _Best, size: int) -> bool:
    """Try to remove each block of ``size`` moves, from the last block to the first. Returns whether any was removed.

    A block is removed if the path without the block still breaks the law.
    """
    shorter = False
    at = len(best.moves)
    while at > 0 and best.moves_left > 0:
        at = min(at - size, len(best.moves))
        shorter |= best.try_moves((*best.moves[: max(0, at)], *best.moves[max(0, at) + size :]))
    return shorter


class _Best:
    """The shortest path so far that breaks the law.

    ``moves_left`` is the number of moves that may still be replayed before the search stops.
    """

    def __init__(self, path: Path, broken: LawBroken, check: Check) -> None:
        self.moves, self.broken, self.again, self.moves_left = path.moves, broken, False, MOST_MOVES
        self._path, self._check = path, check

    def try_moves(self, moves: Moves) -> bool:
        """Replay moves, and keep those that were made if they break the same law. Returns whether they are kept.

        They must also be fewer than the moves that are kept now. This does not apply until a replay has broken the law
        for the first time.
        """
        made, broken = self._check(self._path._replace(moves=moves))
        self.moves_left -= 1 + len(made)
        if broken is None or broken.law != self.broken.law or (self.again and len(made) >= len(self.moves)):
            return False
        self.moves, self.broken, self.again = made, broken, True
        return True
