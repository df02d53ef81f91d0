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
"""What the puzzle's side must do.

``win``: win the hand. ``waits``: discard so that the most cards complete the hand. ``claim``: claim a card, or pass, with the
same aim. ``points``: get the most points. ``last_trick``: take the last trick.
"""

ONE_ACTION: Final = ("waits", "claim")
"""Goals of puzzles that end with their first action."""

THEMES: Final = ("give_lead", "split", "force_bomb", "stop_last_card", "discard", "claim", "bottom", "points")
"""The themes, in display order.

Dou Dizhu: to give up the lead (让牌权), to split a rank or not (拆还是不拆), to force a bomb (逼出炸弹), to stop an opponent
with one card (守住一张). Zi Pai: what to discard (打哪张), what to claim (吃碰还是过). Gunzi: to win the bottom (保底抠底),
to win points (抢分).
"""
ID_LENGTH: Final = 10
PLAY: Final = "play "
"""The beginning of a play in the notation of actions. Puzzles leave it out."""


class PuzzleError(PaijuError):
    """A puzzle, or a file of puzzles, that cannot be read or used."""

    kind = "puzzle"


class PuzzleTurn(Struct, frozen=True, omit_defaults=True):
    """A turn of the puzzle's seat on the main line at which more than one action is legal."""

    at: int
    """The index in ``PuzzleTask.line`` of the action that the seat takes."""
    right: tuple[str, ...]
    """All actions that reach the goal, in the notation of records without the word ``play``."""
    values: dict[str, int] = {}
    """The value of each action: the number of winning cards that it leaves, or the points that ``PuzzleTask.target`` counts.

    Actions that leave no winning card are left out. Empty for other goals.
    """


class PuzzleGrade(Struct, frozen=True):
    """How hard a puzzle is."""

    chances: dict[str, float]
    """For each bot level, the weakest first: the probability that it finds the first action, given what the seat sees."""
    work: int
    """The number of search nodes for the wrong first action that needs the most. In Zi Pai, the number of actions to compare."""
    length: int
    """The number of actions in the main line, by all seats."""
    rating: int
    """The difficulty as one number, on the scale of player ratings. It is the puzzle's rating before anybody has tried it."""


class PuzzleSource(Struct, frozen=True, omit_defaults=True):
    """The hand that a puzzle comes from: hand ``hand`` of ``paiju puzzles make`` with this seed and these levels."""

    levels: tuple[str, ...]
    seed: int
    hand: int
    move: int
    """The number of moves that lead to the position."""
    instead: str = ""
    """The action that replaces the last of the ``move`` moves; "" if all of them are as in the hand."""


class PuzzleTask(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A position, what one must find in it, and the solution."""

    position: dict[str, Any]
    """The position as a question of ``paiju.solve``. All hands are open, but in Zi Pai only that of ``seat``."""
    seat: Seat
    """The seat to move. The person who solves the puzzle plays it; the program plays all other seats, including partners."""
    side: str
    """The side that reaches the goal: ``landlord``, ``farmers``, ``team 0`` to ``team 2``, ``seat``."""
    goal: Goal
    line: tuple[str, ...]
    """The main line: the actions of all seats in turn, with the defence that is hardest to refute."""
    turns: tuple[PuzzleTurn, ...]
    """The turns of ``seat`` on the main line at which it has a choice. The first one is the puzzle's first action."""
    themes: tuple[str, ...]
    target: int = 0
    """With the goal ``points``, the points that the side can force; with other goals 0.

    For the banker's team, the target is minus the number of points to which it can limit the other teams.
    """
    seen: dict[str, tuple[str, ...]] = {}
    """Further facts that a display of the table shows.

    Zi Pai: ``discards``, ``melds`` and ``sizes`` (cards in hand) by seat, ``stock`` (the number of cards left) and ``banker``;
    where a card is offered, ``by`` (the seat that put it out) and ``drawn`` (1 if it had drawn it).
    Gunzi: ``points`` by team, taken so far.
    """

    @property
    def has_one_line(self) -> bool:
        """Whether each turn has a single right action, so that the main line contains the answers to all right actions."""
        return all(len(turn.right) == 1 for turn in self.turns)

    @property
    def is_one_action(self) -> bool:
        """Whether the puzzle ends with its first action."""
        return self.goal in ONE_ACTION


class Puzzle(PuzzleTask, frozen=True, omit_defaults=True):
    """A position in which one seat must find an action that is proved to be the only right one."""

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
    """Return the id of a puzzle. Puzzles with the same rules, position and goal have the same id, which reveals duplicates."""
    text = msgspec.json.encode((rules, position, goal), order="sorted")
    return hashlib.sha256(text).hexdigest()[:ID_LENGTH]


def format_puzzle_action(game: AnyGame, action: Any) -> str:
    """Return an action in the notation of puzzles: that of records without the word ``play``."""
    return game.format_action(action).removeprefix(PLAY)


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return a puzzle as one line of JSON, including the line feed."""
    return msgspec.json.encode(puzzle) + b"\n"


_DECODER: Final = msgspec.json.Decoder(Puzzle)


def read_puzzle(line: bytes) -> Puzzle:
    """Parse a puzzle from a line of JSON. Raises PuzzleError."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:  # ValidationError is a DecodeError
        raise PuzzleError("not_a_puzzle", why=str(error)) from error
