"""What a family must offer so that puzzles of it can be made, replayed and checked (``Family.puzzles``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Protocol

from msgspec import Struct

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.seats import Seat
from paiju.games.registry import game_of, place_for_rules, ruleset
from paiju.puzzles.model import Puzzle, PuzzleError, PuzzleTask
from paiju.puzzles.play_data import PlayData

IsObvious = Callable[[Any, Seat, Collection[str]], bool]
"""``is_obvious(state, seat, right)``: whether even the weakest players find one of the right actions."""


class PuzzleDraft(Struct, frozen=True, kw_only=True):
    """A puzzle before it is graded, and its place in the hand."""

    move: int
    """The number of moves made before the position."""
    state: Any
    """The complete state of the position, which the levels are asked about."""
    task: PuzzleTask
    work: int
    """As in ``PuzzleGrade``."""
    instead: str = ""
    """As in ``PuzzleSource``."""


class PuzzleStep(Struct, frozen=True):
    """One action of a main line: who acts, and the position before it as a question of ``paiju.solve``."""

    seat: Seat
    action: str
    position: dict[str, Any]


class WinningCard(Struct, frozen=True):
    """A card of Zi Pai that wins, how many of it nobody has shown, and the points of the hand with it."""

    card: str
    unseen: int
    points: int


class PuzzleVerdict(Struct, frozen=True, omit_defaults=True):
    """The judgement of an action of the solver's seat, with the moves that follow it."""

    is_right: bool
    answers: tuple[PuzzleStep, ...]
    """If it is right, what the other seats do until it is the seat's turn again; if not, the refutation to its end."""
    is_over: bool
    """Whether the hand ends with these answers; if ``is_right``, the puzzle is solved."""
    values: dict[str, int] = {}
    """What each action of the seat is worth here, where that is a number, as in ``PuzzleTurn``."""
    waits: dict[str, tuple[WinningCard, ...]] = {}
    """Zi Pai: the winning cards that each of these discards or claims leaves."""
    discards: dict[str, str] = {}
    """Zi Pai: the card to be discarded after each of these claims, so that it leaves them; none after a pass."""


class FamilyPuzzles(Protocol):
    """The puzzles of one ruleset. What needs a solver may raise MissingExtra."""

    def __init__(self, rules: str, game: AnyGame) -> None: ...

    def find(self, moves: Sequence[PlayedMove], is_obvious: IsObvious) -> Iterator[PuzzleDraft]:
        """Yield the puzzles of a hand that was played to its end: at most one for each side."""

    def first_state(self, puzzle: Puzzle) -> Any:
        """Return a state with the puzzle's position, or what its seat sees of it if not all hands are open. Raises PaijuError."""

    def state_after(self, state: Any, seat: Seat, action: Any) -> Any:
        """Return the state after an action in such a state, as far as it is known. Zi Pai: a claim gets the card."""

    def has_position(self, puzzle: Puzzle, state: Any) -> bool:
        """Whether a complete state has the puzzle's position. Raises PaijuError for one that cannot be a question."""

    def facts(self, puzzle: Puzzle) -> dict[str, int]:
        """Return numbers that belong to the question, by code, and ``hands``, the number of open hands.

        Gunzi: ``bottom`` (the points in the bottom), ``taken`` (the points of the team) and ``tricks`` (the number left). Zi Pai:
        ``minimum``, ``stock``, ``points`` (of the hand so far), ``missing`` (points up to the minimum), and ``by`` (the seat
        that put out the offered card).
        """

    def laid_points(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the points of each meld that the puzzle's seat has on the table; empty in games without such points."""

    def play_data(self, puzzle: Puzzle) -> PlayData | None:
        """Return all plays of the puzzle as data; None if a program without the rules could not judge it by them.

        Raises PaijuError.
        """

    def replay(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """Return the main line step by step. Raises PaijuError for a line that is not legal."""

    def judge(self, puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
        """Judge an action after the actions ``played`` by all seats since the puzzle's position. Raises PaijuError."""

    def find_right(self, puzzle: Puzzle, played: Sequence[str]) -> str:
        """Return a right action after the actions ``played``, none of which lost the puzzle. Raises PaijuError."""

    def faults(self, puzzle: Puzzle) -> Iterator[str]:
        """Solve a puzzle again; yield a code for everything that is wrong. Raises PaijuError if it cannot be read."""


def with_lists(question: dict[str, Any]) -> dict[str, Any]:
    """Return a question with lists in place of tuples, as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in question.items()}


def puzzles_of(rules: str) -> Any:
    """Return the puzzles of a ruleset, for one thread (``FamilyPuzzles``). Raises UnknownName, PuzzleError."""
    return _load_puzzles(ruleset(rules).id)


@lru_cache(maxsize=2)
def _load_puzzles(rules: str) -> FamilyPuzzles:
    found, place = place_for_rules(rules, "puzzles", partial(PuzzleError, "no_puzzles"))
    made: FamilyPuzzles = load_part(place)(rules, game_of(found))
    return made
