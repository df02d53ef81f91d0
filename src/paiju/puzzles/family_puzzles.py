"""The interface that a family implements so that puzzles of its games can be found, replayed and checked (``Family.puzzles``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Protocol

from msgspec import Struct

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.seats import Seat
from paiju.games.registry import find_family_part, game_of, ruleset
from paiju.puzzles.model import Puzzle, PuzzleError, PuzzleTask
from paiju.puzzles.play_data import PlayData

IsObvious = Callable[[Any, Seat, Collection[str]], bool]
"""``is_obvious(state, seat, right)`` returns whether even the weakest bots find one of the right actions."""


class PuzzleDraft(Struct, frozen=True, kw_only=True):
    """A puzzle that is not graded yet, and its place in the hand."""

    move: int
    """The number of moves that lead to the position."""
    state: Any
    """The complete state of the position, in which the bot levels choose an action."""
    task: PuzzleTask
    work: int
    """See ``PuzzleGrade.work``."""
    instead: str = ""
    """See ``PuzzleSource.instead``."""


class PuzzleStep(Struct, frozen=True):
    """One action of a main line: its seat, the action, and the position before it, as a question of ``paiju.solve``."""

    seat: Seat
    action: str
    position: dict[str, Any]


class WinningCard(Struct, frozen=True):
    """Zi Pai: a card that completes the hand, the number of unseen cards of its kind, and the points of the hand with it."""

    card: str
    unseen: int
    points: int


class PuzzleVerdict(Struct, frozen=True, omit_defaults=True):
    """The judgement of an action of the puzzle's seat, with the actions that follow."""

    is_right: bool
    answers: tuple[PuzzleStep, ...]
    """After a right action: the other seats' actions until the puzzle's seat is to move. After a wrong one: its refutation."""
    is_over: bool
    """Whether the puzzle is over after ``answers``. It is solved if ``is_right`` is true as well."""
    values: dict[str, int] = {}
    """The value of each legal action at this turn (``PuzzleTurn.values``). Empty in games without such values."""
    waits: dict[str, tuple[WinningCard, ...]] = {}
    """Zi Pai: the winning cards after each discard or claim that leaves the hand ready."""
    discards: dict[str, str] = {}
    """Zi Pai: the card to discard after each of these claims to keep the winning cards in ``waits``. A pass needs no discard."""


class FamilyPuzzles(Protocol):
    """The puzzles of one ruleset. Methods that use a solver may raise MissingExtra."""

    def __init__(self, rules: str, game: AnyGame) -> None: ...

    def find_puzzles(self, moves: Sequence[PlayedMove], is_obvious: IsObvious) -> Iterator[PuzzleDraft]:
        """Yield the puzzles of a hand that was played to its end: at most one for each side."""

    def first_state(self, puzzle: Puzzle) -> Any:
        """Return a state with the puzzle's position. Raises PaijuError.

        If not all hands are open, the result is the view of the puzzle's seat.
        """

    def state_after(self, state: Any, seat: Seat, action: Any) -> Any:
        """Return the state (or view) that an action leads to. In Zi Pai, the seat that claims a card always gets it.

        ``state`` is a result of ``first_state`` or of this method.
        """

    def matches_state(self, puzzle: Puzzle, state: Any) -> bool:
        """Whether a complete state has the puzzle's position. May raise PaijuError for a state with which no puzzle can begin."""

    def facts(self, puzzle: Puzzle) -> dict[str, int]:
        """Return numbers that belong to the question, by code, and ``hands``, the number of open hands.

        Gunzi: ``bottom`` (the points in the bottom), ``taken`` (the points of the team) and ``tricks`` (the number left). Zi Pai:
        ``minimum``, ``stock``, ``points`` (of the hand so far), ``missing`` (points up to the minimum), and ``by`` (the seat
        that put out the offered card).
        """

    def laid_points(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the points of each meld that the puzzle's seat has on the table; empty in games without such points."""

    def play_data(self, puzzle: Puzzle) -> PlayData | None:
        """Return every play that a seat could ever make in the puzzle, so that a program without the rules can judge moves.

        None in a game where programs do not judge moves in this way. Raises PaijuError.
        """

    def replay(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """Return the main line step by step. Raises PaijuError if an action of the line is illegal."""

    def judge(self, puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
        """Judge an action after the actions ``played`` by all seats since the puzzle's position. Raises PaijuError."""

    def find_right_action(self, puzzle: Puzzle, played: Sequence[str]) -> str:
        """Return a right action after the actions ``played``, none of which lost the puzzle. Raises PaijuError."""

    def find_faults(self, puzzle: Puzzle) -> Iterator[str]:
        """Solve a puzzle again, and yield a code for each fault. Raises PaijuError if the puzzle cannot be read."""


def tuples_to_lists(question: dict[str, Any]) -> dict[str, Any]:
    """Return a question with its tuples replaced by lists, as after reading it from JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in question.items()}


def puzzles_of(rules: str) -> Any:
    """Return the ``FamilyPuzzles`` of a ruleset. It must be used by one thread only. Raises UnknownName, PuzzleError."""
    return _load_puzzles(ruleset(rules).id)


@lru_cache(maxsize=2)
def _load_puzzles(rules: str) -> FamilyPuzzles:
    found, place = find_family_part(rules, "puzzles", partial(PuzzleError, "no_puzzles"))
    made: FamilyPuzzles = load_part(place)(rules, game_of(found))
    return made
