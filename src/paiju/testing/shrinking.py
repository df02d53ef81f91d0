"""The shortest way to where a law is broken: moves are left out as long as it is still broken by what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from paiju.core.codec import to_json
from paiju.core.game import AnyGame
from paiju.core.seats import DEALER, Seat
from paiju.testing.laws import LawBroken

Moves = tuple[tuple[Seat, Any], ...]


class Path(NamedTuple):
    """How to get somewhere: a match, the seed of the deal, and moves."""

    game: AnyGame
    match: Any
    seed: bytes
    moves: Moves


Check = Callable[[Path], tuple[Moves, LawBroken | None]]
"""Goes a way, leaving out the moves that cannot be made: those that were made, and the law that was broken by the last."""


class ShortestPath(NamedTuple):
    """The way that was found, and what is broken at its end. ``again``: it is broken again when the way is gone again."""

    path: Path
    broken: LawBroken
    again: bool

    def __str__(self) -> str:
        game, match, seed, moves = self.path
        lines = [
            f"  rules: {game.rules}",
            f"  deal:  draw_deal(game.plan(match), bytes.fromhex({seed.hex()!r}))",
            f"  way:   {len(moves)} moves{''.join(f', {told}' for told in _format_moves(game, moves))}",
        ]
        if match != game.new_match():
            lines.insert(1, f"  match: {to_json(match).decode()}")
        if not self.again:
            lines.append("  It does not happen again on this way: the game has a memory, or only some samples show it.")
        return "\n".join(lines)


def _format_moves(game: AnyGame, moves: Moves) -> Iterator[str]:
    """The moves as text; what the dealer does in a row is one."""
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
"""So many are made again at most, on all ways together."""


def shrink(path: Path, broken: LawBroken, check: Check) -> ShortestPath:
    """Leave out moves, many at a time and then one by one, while the same law is broken."""
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
    """Leave out so many in a row, from the end on, wherever it can be: whether it could."""
    shorter = False
    at = len(best.moves)
    while at > 0 and best.moves_left > 0:
        at = min(at - size, len(best.moves))
        shorter |= best.try_moves((*best.moves[: max(0, at)], *best.moves[max(0, at) + size :]))
    return shorter


class _Best:
    """The shortest way so far."""

    def __init__(self, path: Path, broken: LawBroken, check: Check) -> None:
        self.moves, self.broken, self.again, self.moves_left = path.moves, broken, False, MOST_MOVES
        self._path, self._check = path, check

    def try_moves(self, moves: Moves) -> bool:
        """Whether it is broken on this way too, and sooner."""
        made, broken = self._check(self._path._replace(moves=moves))
        self.moves_left -= 1 + len(made)
        if broken is None or broken.law != self.broken.law or (self.again and len(made) >= len(self.moves)):
            return False
        self.moves, self.broken, self.again = made, broken, True
        return True
