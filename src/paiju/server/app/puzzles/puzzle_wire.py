"""The requests and responses of the endpoints for puzzles."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Raw, Struct

from paiju.core.game import Zone
from paiju.core.messages import TranslatableText
from paiju.core.ruleset import Title
from paiju.core.seats import Seat
from paiju.puzzles import PlayData, WinningCard
from paiju.puzzles.model import Goal

TryResult = Literal["solved", "missed", "hint", "given_up"]
"""How a try ended. ``missed``: with a wrong action. ``hint``: solved with a hint. ``given_up``: the player read the solution."""

OwnResult = Literal["", "solved", "missed", "hint", "given_up"]
"""The result of a player's first try of a puzzle; empty: the player has not tried it."""

MOST_TRIES: Final = 100
"""Maximum number of tries in a request."""
MOST_ACTIONS: Final = 400
"""Maximum number of actions in a request: those of all seats since the position of a puzzle."""

PuzzleId = Annotated[str, Meta(pattern="^[0-9a-f]{10}$(?!\\n)")]
ActionText = Annotated[str, Meta(max_length=80)]


# ---- requests


class PuzzleMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """All actions since the position of the puzzle, of all seats, in order."""

    actions: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_ACTIONS)]


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished try of a puzzle, which may have been made offline."""

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$(?!\\n)")]
    """An id that the client chooses. If a try is sent again under the same id, it changes nothing."""
    puzzle: PuzzleId
    result: TryResult
    """The result in the client's judgement. Whether a try is ``solved`` or ``missed``, the room decides from ``line``."""
    line: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_ACTIONS)] = ()
    """All actions since the position, of all seats, in order: to the end if solved, up to the wrong action if missed."""
    ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0
    """How long the player took, in milliseconds."""
    at: Annotated[int, Meta(ge=0, le=1 << 52)]
    """When the try was finished, in Unix milliseconds."""


class PuzzleTries(Struct, frozen=True, forbid_unknown_fields=True):
    """Tries, the oldest first."""

    tries: Annotated[tuple[PuzzleTry, ...], Meta(max_length=MOST_TRIES)]


# ---- the hub


class PuzzleRating(Struct, frozen=True, kw_only=True):
    """A player's puzzle rating (Glicko-2) in a family."""

    number: int
    deviation: int
    tries: int
    provisional: bool
    """Whether the deviation is still large."""


class PuzzleStats(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Statistics of all players' first tries of a puzzle."""

    tries: int = 0
    solved_percent: int | None = None
    """Percentage of first tries that solved the puzzle; left out if there are fewer than five tries."""
    median_ms: int | None = None
    """Median time of the first tries that solved the puzzle, in milliseconds; left out if there are few tries."""


class PuzzleCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle in a list. ``hand`` has the solver's cards in the family's notation; ``hands`` is the number of open hands."""

    id: str
    family: str
    rules: str
    title: Title
    goal: TranslatableText
    hand: str
    hands: int
    rating: int
    stats: PuzzleStats
    result: OwnResult = ""


class ThemeCount(Struct, frozen=True, kw_only=True):
    """A theme: the number of puzzles that have it (``count``), and how many of these the player has not tried (``left``)."""

    theme: str
    count: int
    left: int


class PuzzleFamily(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The puzzles of a family: their number (``count``), today's puzzle, and the player's progress.

    ``missed`` counts the puzzles that the player failed at the first try and has not solved since.
    """

    family: str
    count: int
    daily: PuzzleCard | None = None
    rating: PuzzleRating | None = None
    tried: int = 0
    missed: int = 0
    own: int = 0
    """Number of puzzles from hands of the player that the player has not tried."""
    themes: tuple[ThemeCount, ...] = ()


class PuzzleDay(Struct, frozen=True):
    """A day (ISO date) in the room's time zone. ``done``: on that day the player tried one of its puzzles of the day."""

    day: str
    done: bool


class PuzzleHub(Struct, frozen=True, kw_only=True):
    """The puzzles of the room by family, and the last week. ``ends`` is when today ends, in Unix milliseconds."""

    day: str
    ends: int
    families: tuple[PuzzleFamily, ...]
    week: tuple[PuzzleDay, ...]
    """The last seven days, today last."""


# ---- one puzzle


class PuzzleAction(Struct, frozen=True, kw_only=True):
    """A legal action of the solver. ``cards`` are the cards that it takes from the hand, in the notation of ``zones``.

    Other cards of the same worth, such as another suit in Dou Dizhu, make the same action.
    """

    action: Raw
    text: str
    label: TranslatableText
    cards: tuple[str, ...]


class PuzzlePosition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position of a puzzle. ``state`` and ``zones`` are as in a replay; if hands are hidden, as the solver's seat sees them."""

    turn: Seat | None
    """The seat that must act; null if the puzzle is over."""
    state: Raw
    zones: tuple[Zone, ...]
    roles: tuple[str, ...] = ()
    legal: tuple[PuzzleAction, ...] = ()
    """All legal actions, if it is the solver's turn."""


class LineReason(Struct, frozen=True):
    """Why an action is right or wrong: the key of a text, and the facts that must hold for it.

    The facts: ``right``; ``ends``, the action ends the hand; ``unbeatable``, it is a play that no other side can beat;
    ``plays``, the number of the other sides' plays that answer it; ``seats``, the number of seats that make them. The
    placeholders of the text: ``by`` and ``play``, the seat and the label of the first of these plays; ``who`` and ``last``,
    those of the last one.
    """

    key: str
    when: dict[str, bool | int]


class PuzzleView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle to solve, without its themes and solution."""

    id: str
    family: str
    rules: str
    title: Title
    seat: Seat
    """The seat of the solver."""
    sides: tuple[int, ...]
    """The number of the side to which each seat belongs."""
    goal_kind: Goal
    goal: TranslatableText
    note: TranslatableText
    """A sentence that says which cards the solver sees, and whether the solver leads."""
    hands: int
    """The number of open hands."""
    facts: dict[str, int] = {}
    """Numbers that belong to the question, by code, such as the points that are needed (``FamilyPuzzles.facts``)."""
    laid_points: tuple[int, ...] = ()
    """The points of each meld that the solver has on the table."""
    rating: int
    stats: PuzzleStats
    daily: str = ""
    """The day of the last week (ISO date), today included, whose puzzle this is; empty if there is none."""
    own: bool = False
    """Whether the puzzle comes from a hand that the player played."""
    result: OwnResult = ""
    position: PuzzlePosition
    table: PlayData | None = None
    """All plays that are possible in the puzzle, so that a client can judge actions without a connection. Only in Dou Dizhu."""
    reasons: tuple[LineReason, ...] = ()
    """Only with ``table``: the texts for actions that a client judges. The first one whose facts hold is the reason."""


class NextPuzzle(Struct, frozen=True):
    """The next puzzle; null if no puzzle fits the request."""

    puzzle: PuzzleView | None


class PuzzleMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action after the position of a puzzle, by any seat, and the position that it leads to."""

    seat: Seat
    action: Raw
    text: str
    label: TranslatableText
    cards: tuple[str, ...] = ()
    position: PuzzlePosition


class ActionValue(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an action is worth (``value``): points, or the number of unseen cards that would win, which ``waits`` lists."""

    text: str
    label: TranslatableText
    right: bool
    value: int
    waits: tuple[WinningCard, ...] = ()
    discard: str = ""
    """In Zi Pai, for a claim: the card to discard after it, so that the cards in ``waits`` win."""


class MoveVerdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict on an action of the solver, with its proof.

    ``right``: the goal can still be reached. ``solved``: it is reached. ``over``: the hand is over.
    """

    right: bool
    solved: bool = False
    over: bool = False
    move: PuzzleMove
    answers: tuple[PuzzleMove, ...] = ()
    """The others' moves: after a right action the strongest defence up to the solver's next turn, else the whole refutation."""
    reason: TranslatableText | None = None
    values: tuple[ActionValue, ...] = ()
    """What each of the solver's actions at this turn is worth, the best first; empty if the goal is no number.

    Discards that are worth nothing are left out.
    """


class PuzzleHint(Struct, frozen=True):
    """Some cards of a right action. Without cards, the hint is to pass."""

    cards: tuple[str, ...]


# ---- tries and solutions


class TryOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a try that a client has sent. ``counted``: it was the player's first try of this puzzle.

    ``problem`` says why the room did not accept the try. ``impossible_try``: its line is not legal, or leads to no result.
    ``other_defence``: the other seats did not defend as the room does. ``not_proved``: its line takes too long to judge.
    """

    id: str
    result: OwnResult = ""
    """The result in the room's judgement; empty if the try was not accepted."""
    counted: bool = False
    rating_before: int | None = None
    rating_after: int | None = None
    problem: Literal["", "unknown_puzzle", "impossible_try", "other_defence", "not_proved"] = ""


class TryOutcomes(Struct, frozen=True):
    """The outcome of each try, in order, and the player's ratings by family."""

    tries: tuple[TryOutcome, ...]
    ratings: dict[str, PuzzleRating]


class MadeTry(Struct, frozen=True, kw_only=True):
    """A player's first try of a puzzle, as it is stored. ``solved``: the player solved the puzzle at this try or later.

    ``first`` is the first action, ``ms`` the duration of the try.
    """

    puzzle: str
    family: str
    at: int
    result: TryResult
    first: str
    ms: int
    solved: bool
    rating_before: int
    rating_after: int


class SolutionMove(PuzzleMove, frozen=True, kw_only=True, omit_defaults=True):
    """An action of the main line. At the solver's turns, ``right`` has all right actions, and ``note`` says why this one is."""

    right: tuple[str, ...] = ()
    note: TranslatableText | None = None


class FirstAction(Struct, frozen=True, kw_only=True):
    """A wrong first action, and the share of all first tries that began with it."""

    text: str
    label: TranslatableText
    cards: tuple[str, ...]
    percent: int


class PuzzleOrigin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The hand that a puzzle comes from.

    ``hand`` is its public id. It is empty for a hand of house players (``kind``), which ``/api/puzzles/{puzzle}/record`` returns.
    """

    kind: Literal["house", "hand"]
    hand: str = ""
    moves: int = 0
    """The number of moves before the position."""
    altered: bool = False
    """Whether the last of these moves is not the one that was played in the hand, but a worse one."""


class PuzzleSolution(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The solution of a puzzle."""

    id: str
    themes: tuple[str, ...]
    moves: tuple[SolutionMove, ...]
    """The main line, against the strongest defence."""
    wrong: int
    """How many of the legal first actions are wrong."""
    values: tuple[ActionValue, ...] = ()
    others: tuple[FirstAction, ...] = ()
    """Wrong first actions that players took, the most frequent first; empty if there are few tries."""
    stats: PuzzleStats
    origin: PuzzleOrigin


class PackedPuzzle(Struct, frozen=True, kw_only=True):
    """A puzzle with its solution, for a client that will have no connection."""

    view: PuzzleView
    solution: PuzzleSolution


class PuzzlePack(Struct, frozen=True, kw_only=True):
    """Puzzles of a family for a client that will have no connection: the puzzle of the day first, then from easy to hard."""

    family: str
    day: str
    puzzles: tuple[PackedPuzzle, ...]
