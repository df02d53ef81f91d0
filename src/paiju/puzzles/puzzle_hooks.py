"""The interface by which a family finds, replays, judges and checks puzzles of its games (``Family.puzzles``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Protocol

from msgspec import Struct

from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.seats import Seat
from paiju.games.registry import find_family_part, game_of, ruleset
from paiju.puzzles.model import Puzzle, PuzzleError, PuzzleTask
from paiju.puzzles.play_data import PlayData

IsObvious = Callable[[Any, Seat, Collection[str]], bool]
"""A function ``is_obvious(state, seat, right)``: whether the weakest bot level is likely to take a right action.

``right`` contains the right actions of ``seat``, in the notation of puzzles.
"""


class PuzzleDraft(Struct, frozen=True, kw_only=True):
    """A puzzle that is not graded yet, and the place in the hand from which it was made."""

    move: int
    """The number of moves that lead from the beginning of the hand to the position."""
    state: Any
    """The complete state that has the puzzle's position. The bot levels are tested in it to grade the puzzle."""
    task: PuzzleTask
    work: int
    """How much there is to compute at the first turn (``PuzzleGrade.work``)."""
    instead: str = ""
    """The action that replaces the last move before the position; "" if that move is kept."""


class PuzzleStep(Struct, frozen=True):
    """An action of a line, with the seat that takes it and the position before it.

    The position is a question of ``paiju.solve``.
    """

    seat: Seat
    action: str
    position: dict[str, Any]


class WinningCard(Struct, frozen=True):
    """Zi Pai: a card that completes a hand.

    ``unseen`` is the number of unseen cards of its kind, and ``points`` are the points of the completed hand.
    """

    card: str
    unseen: int
    points: int


class PuzzleVerdict(Struct, frozen=True, omit_defaults=True):
    """The verdict on an action of the puzzle's seat, with the actions that follow it."""

    is_right: bool
    answers: tuple[PuzzleStep, ...]
    """The actions that follow the judged action. Empty in Zi Pai.

    If the action was right, these are the actions of the other seats until the puzzle's seat is to move again. If
    it was wrong, they are its refutation, up to the end of the hand.
    """
    is_over: bool
    """Whether the puzzle is over after ``answers``.

    A puzzle that is over is solved if ``is_right`` is true, and missed otherwise.
    """
    values: dict[str, int] = {}
    """The value of each legal action at this turn (``PuzzleTurn.values`` defines it). Empty in Dou Dizhu."""
    waits: dict[str, tuple[WinningCard, ...]] = {}
    """Zi Pai: for each action (a discard or a claim) that leaves the hand ready, the winning cards after it."""
    discards: dict[str, str] = {}
    """Zi Pai: for each claim after which the hand is ready, the card that the seat must then discard.

    The keys are those claims that are keys of ``waits``. The winning cards in ``waits`` are those after the
    discard. A pass has no entry, because it needs no discard.
    """


class FamilyPuzzles(Protocol):
    """Finds, replays, judges and checks the puzzles of one ruleset.

    Methods that use a solver may raise MissingExtra.
    """

    def __init__(self, rules: str, game: AnyGame) -> None: ...

    def find_puzzles(self, moves: Sequence[PlayedMove], is_obvious: IsObvious) -> Iterator[PuzzleDraft]:
        """Yield the puzzles of a finished hand: at most one for each side.

        In Zi Pai, a seat can have two puzzles: one about a discard, and one about a claim.
        """

    def first_state(self, puzzle: Puzzle) -> Any:
        """Return a state with the puzzle's position, which a table can display. Raises PaijuError.

        If not all hands are open, the result is the view of the puzzle's seat.
        """

    def state_after(self, state: Any, seat: Seat, action: Any) -> Any:
        """Return the state (or view) that an action leads to.

        ``state`` is a result of ``first_state`` or of this method. In Zi Pai, a seat that claims a card always gets it,
        whatever the other seats claim.
        """

    def matches_state(self, puzzle: Puzzle, state: Any) -> bool:
        """Whether a complete state has the puzzle's position.

        May raise PaijuError if no puzzle can begin in such a state.
        """

    def facts(self, puzzle: Puzzle) -> dict[str, int]:
        """Return the numbers that a display states together with the question, by code.

        - All games: ``hands`` (the number of open hands)
        - Gunzi: ``bottom`` (the points in the bottom), ``taken`` (the points that the team has taken) and ``tricks``
          (the number of tricks left)
        - Zi Pai: ``minimum`` (the points that a winning hand needs), ``stock`` (the number of cards left in the
          stock), ``points`` (the points of the hand so far), ``missing`` (the points that the hand lacks up to the
          minimum), and ``by`` (the seat that put out the offered card)
        """

    def laid_points(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the points of each meld that the puzzle's seat has on the table; empty if melds have no points."""

    def play_data(self, puzzle: Puzzle) -> PlayData | None:
        """Return every play that a seat could ever make in the puzzle. Raises PaijuError.

        A browser, which does not have the rules, judges moves with these plays. The result is None in games in which a
        browser does not judge moves.
        """

    def replay(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """Return the main line step by step. Raises PaijuError if an action of the line is illegal."""

    def judge(self, puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
        """Judge ``action``, which follows the actions ``played``. Raises PaijuError.

        ``played`` has the actions of all seats since the puzzle's position.
        """

    def find_right_action(self, puzzle: Puzzle, played: Sequence[str]) -> str:
        """Return a right action of the puzzle's seat after the actions ``played``. Raises PaijuError.

        ``played`` contains actions of all seats. Those of the puzzle's seat must be right.
        """

    def find_faults(self, puzzle: Puzzle) -> Iterator[str]:
        """Solve a puzzle again, and yield a code for each fault. Raises PaijuError if the puzzle cannot be read."""


def tuples_to_lists(question: dict[str, Any]) -> dict[str, Any]:
    """Return a question with lists instead of tuples. It is then equal to the same question read from JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in question.items()}


def puzzles_of(rules: str) -> Any:
    """Return the ``FamilyPuzzles`` of a ruleset. Only one thread may use it at a time.

    Raises UnknownName, PuzzleError.
    """
    return _make_family_puzzles(ruleset(rules).id)


@lru_cache(maxsize=2)
def _make_family_puzzles(rules: str) -> FamilyPuzzles:
    found, place = find_family_part(rules, "puzzles", partial(PuzzleError, "no_puzzles"))
    made: FamilyPuzzles = load_object(place)(rules, game_of(found))
    return made
