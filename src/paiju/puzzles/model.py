"""Puzzles as data, written as JSON Lines. A puzzle is a position with its solution, its grade and its themes."""

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

- ``win``: win the hand
- ``waits``: discard so that as many unseen cards as possible complete the hand
- ``claim``: claim the offered card, or pass, so that as many unseen cards as possible complete the hand
- ``points``: get the most points
- ``last_trick``: take the last trick
"""

ONE_ACTION: Final = ("waits", "claim")
"""The goals of puzzles that consist of a single action."""

THEMES: Final = ("give_lead", "split", "force_bomb", "stop_last_card", "discard", "claim", "bottom", "points")
"""The themes of puzzles, in display order.

- Dou Dizhu: ``give_lead`` to give up the lead (让牌权), ``split`` to split a rank or not (拆还是不拆),
  ``force_bomb`` to force an opponent to play a bomb (逼出炸弹), ``stop_last_card`` to stop an opponent who has
  one card left (守住一张)
- Zi Pai: ``discard`` what to discard (打哪张), ``claim`` what to claim (吃碰还是过)
- Gunzi: ``bottom`` to win the bottom (保底抠底), ``points`` to win points (抢分)
"""
ID_LENGTH: Final = 10
PLAY: Final = "play "
"""The word with which a play begins in the notation of records. The notation of puzzles leaves this word out."""


class PuzzleError(PaijuError):
    """A puzzle, or a file of puzzles, that cannot be read or used."""

    kind = "puzzle"


class PuzzleTurn(Struct, frozen=True, omit_defaults=True):
    """A turn of the puzzle's seat on the main line at which more than one action is legal."""

    at: int
    """The index in ``PuzzleTask.line`` of the action that the seat takes."""
    right: tuple[str, ...]
    """All actions that reach the goal, in the notation of puzzles (``format_puzzle_action``)."""
    values: dict[str, int] = {}
    """The value of each action, by its text.

    - Goal ``win``: there are no values.
    - Goals ``waits`` and ``claim``: the number of winning cards that the action leaves. Actions that leave none are
      left out.
    - Goal ``points``: the points that the team gets in the whole puzzle if the action is taken, counted as in
      ``PuzzleTask.target``.
    - Goal ``last_trick``: 1 if the team can force the last trick after the action, otherwise 0.
    """


class PuzzleGrade(Struct, frozen=True):
    """How hard a puzzle is."""

    chances: dict[str, float]
    """For each bot level, the weakest first: the probability that a bot of this level takes a right first action.

    The bot knows only its own view.
    """
    work: int
    """How much there is to compute at the first turn.

    - Zi Pai: the number of actions to compare
    - Other games: the number of search nodes for refuting a wrong action, for the action that needs the most nodes
    """
    length: int
    """The number of actions in the main line, by all seats."""
    rating: int
    """The difficulty as one number, on the scale of player ratings.

    It is the puzzle's rating before anybody has tried it.
    """


class PuzzleSource(Struct, frozen=True, omit_defaults=True):
    """The hand that a puzzle comes from.

    If ``levels`` is not empty, this is hand number ``hand`` of a ``GenerationSpec`` with these ``levels`` and this
    ``seed``. If ``levels`` is empty, the hand was not made from a specification; it may come from a room.
    """

    levels: tuple[str, ...]
    seed: int
    hand: int
    move: int
    """The number of moves that lead from the beginning of the hand to the position."""
    instead: str = ""
    """The action that replaces the last of the ``move`` moves before the position.

    It is "" if the position occurred in the hand as it was played.
    """


class PuzzleTask(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A position, what one must find in it, and the solution. A ``Puzzle`` adds the id, the ruleset and the grade."""

    position: dict[str, Any]
    """The position, written as a question to ``paiju.solve``.

    The position contains all hands. In Zi Pai, it contains only the hand of ``seat``.
    """
    seat: Seat
    """The seat to move, called the puzzle's seat. The person who solves the puzzle plays it.

    The program plays all other seats, including those of partners.
    """
    side: str
    """The side that must reach the goal: ``landlord``, ``farmers``, ``team 0`` to ``team 2``, or (Zi Pai) ``seat``."""
    goal: Goal
    line: tuple[str, ...]
    """The main line: the actions of all seats in turn. The opponents choose the defence that is hardest to refute."""
    turns: tuple[PuzzleTurn, ...]
    """The turns on the main line at which ``seat`` has a choice. The first of these turns is the start of ``line``."""
    themes: tuple[str, ...]
    target: int = 0
    """The points that the side can force if the goal is ``points``; otherwise 0.

    For the banker's team, only the points of the two other teams count, and the number is negative: -30 means that
    the banker's team can hold them to 30 points.
    """
    seen: dict[str, tuple[str, ...]] = {}
    """Further facts that the seat knows, for the display of the table.

    Zi Pai:

    - ``discards``, ``melds``: the cards that lie on the table, by seat
    - ``sizes``: the number of cards in hand, by seat
    - ``stock``: the number of cards left in the stock
    - ``banker``: the seat of the banker
    - ``by``: the seat that put out the offered card; only if a card is offered
    - ``drawn``: 1 if this seat had drawn the card, otherwise 0; only if a card is offered

    Gunzi:

    - ``points``: the points that each team has taken so far
    """

    @property
    def has_one_line(self) -> bool:
        """Whether each turn of the puzzle's seat has only one right action.

        The main line then contains the replies of the other seats to all right actions.
        """
        return all(len(turn.right) == 1 for turn in self.turns)

    @property
    def is_one_action(self) -> bool:
        """Whether the puzzle consists of a single action."""
        return self.goal in ONE_ACTION


class Puzzle(PuzzleTask, frozen=True, omit_defaults=True):
    """A position in which one seat must find the right action. It is proved that no other action is right."""

    id: str
    """A hash of the rules, the position and the goal (``puzzle_id``)."""
    family: str
    rules: str
    grade: PuzzleGrade
    source: PuzzleSource | None = None

    @property
    def answer(self) -> str:
        """The right first action."""
        return self.line[0]


def puzzle_id(rules: str, position: dict[str, Any], goal: Goal) -> str:
    """Return the id of a puzzle, which reveals duplicates.

    Puzzles have the same id if they have the same rules, position and goal.
    """
    text = msgspec.json.encode((rules, position, goal), order="sorted")
    return hashlib.sha256(text).hexdigest()[:ID_LENGTH]


def format_puzzle_action(game: AnyGame, action: Any) -> str:
    """Return an action in the notation of puzzles: the notation of records without the word ``play``."""
    return game.format_action(action).removeprefix(PLAY)


def encode_puzzle(puzzle: Puzzle) -> bytes:
    """Return a puzzle as one line of JSON, including the line feed."""
    return msgspec.json.encode(puzzle) + b"\n"


_DECODER: Final = msgspec.json.Decoder(Puzzle)


def decode_puzzle(line: bytes) -> Puzzle:
    """Parse a puzzle from a line of JSON. Raises PuzzleError."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:  # ValidationError is a DecodeError
        raise PuzzleError("not_a_puzzle", why=str(error)) from error
