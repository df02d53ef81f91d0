"""Puzzles as data: a position with its solution, its grade and its themes. They are written as JSON Lines."""

from __future__ import annotations

import hashlib
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from paiju.core.errors import PaijuError
from paiju.core.game import AnyGame
from paiju.core.seats import Seat

Goal = Literal["win", "waits", "claim", "points", "last_trick"]
"""What the solving side must do: win the hand; keep the most winning cards by a discard, or by what it claims; get points; or
take the last trick."""

ONE_ACTION: Final = ("waits", "claim")
"""Goals that one action reaches or fails."""

THEMES: Final = ("give_lead", "split", "force_bomb", "stop_last_card", "discard", "claim", "bottom", "points")
"""让牌权、拆还是不拆、逼出炸弹、守住一张、打哪张、吃碰还是过、保底抠底、抢分, in the order in which they are shown."""
ID_LENGTH: Final = 10
PLAY: Final = "play "
"""The word before a play in records."""


class PuzzleError(PaijuError):
    """A puzzle, or a file of puzzles, that cannot be read or used."""

    kind = "puzzle"


class PuzzleTurn(Struct, frozen=True, omit_defaults=True):
    """A turn of the solver's seat on the main line at which it has a choice."""

    at: int
    """The number of its action on the main line, from 0."""
    right: tuple[str, ...]
    """All actions that reach the goal, as records write them without the word ``play``."""
    values: dict[str, int] = {}
    """What each action is worth, where that is a number: winning cards left, or the points of ``Puzzle.target``.

    Discards and claims that leave no winning card are left out.
    """


class PuzzleGrade(Struct, frozen=True):
    """How hard a puzzle is."""

    chances: dict[str, float]
    """By level of bots, weakest first: the probability that the level finds the first action from what the seat sees."""
    work: int
    """Number of positions that the solver enters to refute the best wrong first action; in Zi Pai, of discards to compare."""
    length: int
    """Number of actions of the main line, by all seats."""
    rating: int
    """The grade as one number, on the scale of player ratings. It is the puzzle's rating before anybody has tried it."""

    def finds(self, level: str) -> bool:
        """Whether a level finds the first action more often than not."""
        return self.chances[level] > 0.5


class PuzzleSource(Struct, frozen=True, omit_defaults=True):
    """The hand that a puzzle comes from: hand ``hand`` of ``paiju puzzles make`` with this seed and these levels."""

    levels: tuple[str, ...]
    seed: int
    hand: int
    move: int
    """The number of moves made before the position."""
    instead: str = ""
    """The action that replaces the last of these moves to reach the position; "" if none does."""


class PuzzleTask(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A position, what the solver must find in it, and the solution."""

    position: dict[str, Any]
    """The position as a question of ``paiju.solve``, with open hands; in Zi Pai the hand and all cards seen elsewhere."""
    seat: Seat
    """The seat to move, which the person plays. The program plays all other seats, including partners."""
    side: str
    """The side that reaches the goal: ``landlord``, ``farmers``, ``team 0`` to ``team 2``, ``seat``."""
    goal: Goal
    line: tuple[str, ...]
    """The main line, against the most stubborn defence: the actions of all seats in turn."""
    turns: tuple[PuzzleTurn, ...]
    """The decisions of ``seat`` on the main line; the first is the first action."""
    themes: tuple[str, ...]
    target: int = 0
    """With the goal ``points``: the points that the side can force. For the banker's team: minus those of the other teams."""
    seen: dict[str, tuple[str, ...]] = {}
    """Further facts that a display of the table shows.

    Zi Pai: ``discards``, ``melds`` and ``sizes`` (cards in hand) by seat, ``stock`` (the number of cards left) and ``banker``;
    where a card is offered, ``by`` (the seat that put it out) and ``drawn`` (1 if it had drawn it).
    Gunzi: ``points`` by team, taken so far.
    """

    @property
    def has_one_line(self) -> bool:
        """Whether each turn has a single right action. If so, the main line has the answer to every right action."""
        return all(len(turn.right) == 1 for turn in self.turns)

    @property
    def is_one_action(self) -> bool:
        """Whether the puzzle is over with its first action."""
        return self.goal in ONE_ACTION


class Puzzle(PuzzleTask, frozen=True, omit_defaults=True):
    """A position in which one seat is to find an action that is proved to be the only right one."""

    id: str
    """A hash of the rules, the position and the goal (``puzzle_id``)."""
    family: str
    rules: str
    grade: PuzzleGrade
    source: PuzzleSource | None = None

    @property
    def answer(self) -> str:
        """The first action."""
        return self.line[0]


def puzzle_id(rules: str, position: dict[str, Any], goal: Goal) -> str:
    """Return the id of a puzzle: equal positions have equal ids, so that duplicates show."""
    text = msgspec.json.encode((rules, position, goal), order="sorted")
    return hashlib.sha256(text).hexdigest()[:ID_LENGTH]


def format_puzzle_action(game: AnyGame, action: Any) -> str:
    """Return an action as puzzles write it: as records do, without the word ``play``."""
    return game.format_action(action).removeprefix(PLAY)


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return a puzzle as one line of JSON, with its line end."""
    return msgspec.json.encode(puzzle) + b"\n"


_DECODER: Final = msgspec.json.Decoder(Puzzle)


def read_puzzle(line: bytes) -> Puzzle:
    """Parse a puzzle from a line of JSON. Raises PuzzleError."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:  # the first includes ValidationError
        raise PuzzleError("not_a_puzzle", why=str(error)) from error
