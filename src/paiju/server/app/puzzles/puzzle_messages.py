"""The requests and responses of the endpoints for puzzles."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Raw, Struct

from paiju.core.game import Zone
from paiju.core.messages import TranslatableText
from paiju.core.ruleset import Title
from paiju.core.seats import Seat
from paiju.puzzles import PlayTable, WinningCard
from paiju.puzzles.model import Goal

TryResult = Literal["solved", "missed", "hint", "given_up"]
"""``missed``: the first wrong action; ``hint`` and ``given_up``: solved with a hint, or the solution was read."""

OwnResult = Literal["", "solved", "missed", "hint", "given_up"]
"""The result of a player's first try; empty: not tried yet."""

MOST_TRIES: Final = 100
"""Maximum number of tries in a request."""
MOST_ACTIONS: Final = 400
"""Maximum number of actions of all seats since the position of a puzzle."""

PuzzleId = Annotated[str, Meta(pattern="^[0-9a-f]{10}$(?!\\n)")]
ActionText = Annotated[str, Meta(max_length=80)]


# ---- requests


class PuzzleMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """All actions since the position of the puzzle, of all seats, in order."""

    actions: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_ACTIONS)]


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished try of a puzzle, which may have been made offline."""

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$(?!\\n)")]
    """Made by the client; a try that is sent again changes nothing."""
    puzzle: PuzzleId
    result: TryResult
    """What the client takes it for. If ``solved`` or ``missed``, the room decides by the line."""
    line: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_ACTIONS)] = ()
    """All actions since the position, of all seats, in order: to the end if solved, up to the wrong action if missed."""
    ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0
    """How long it took, in milliseconds."""
    at: Annotated[int, Meta(ge=0, le=1 << 52)]
    """When it was finished, in milliseconds since 1970."""


class PuzzleTries(Struct, frozen=True, forbid_unknown_fields=True):
    """Tries, the oldest first."""

    tries: Annotated[tuple[PuzzleTry, ...], Meta(max_length=MOST_TRIES)]


# ---- the hub


class PuzzleRating(Struct, frozen=True, kw_only=True):
    """A player's puzzle rating in a family: Glicko-2."""

    number: int
    deviation: int
    tries: int
    provisional: bool
    """Whether the deviation is still large."""


class PuzzleStats(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How players did at their first try of a puzzle."""

    tries: int = 0
    solved_percent: int | None = None
    """Left out if only few players have tried it."""
    median_ms: int | None = None
    """The median time of those who solved it, in milliseconds."""


class PuzzleCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle in a list. ``hand`` has the cards of the solver in the family's notation."""

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
    """The number of puzzles with a theme, and of those among them that the player has not tried."""

    theme: str
    count: int
    left: int


class PuzzleFamily(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The puzzles of a family, and the player's progress.

    ``missed`` counts those that the player failed and has not solved since.
    """

    family: str
    count: int
    daily: PuzzleCard | None = None
    rating: PuzzleRating | None = None
    tried: int = 0
    missed: int = 0
    own: int = 0
    """Puzzles from the player's own hands that the player has not tried."""
    themes: tuple[ThemeCount, ...] = ()


class PuzzleDay(Struct, frozen=True):
    """A day of the room, as an ISO date, and whether the player tried a puzzle of that day on it."""

    day: str
    done: bool


class PuzzleHub(Struct, frozen=True, kw_only=True):
    """The puzzles of the room. ``ends`` is when the next day begins, in Unix milliseconds."""

    day: str
    ends: int
    families: tuple[PuzzleFamily, ...]
    week: tuple[PuzzleDay, ...]
    """The last seven days, today last."""


# ---- one puzzle


class PuzzleAction(Struct, frozen=True, kw_only=True):
    """A legal action of the solver. ``cards`` leave the hand, as the zones name them, but any of equal worth will do."""

    action: Raw
    text: str
    label: TranslatableText
    cards: tuple[str, ...]


class PuzzlePosition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position of a puzzle. ``state`` and ``zones`` are as in a replay; where hands are hidden, as the solver sees it."""

    turn: Seat | None
    """The seat that must act; null if the hand is over."""
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
    """By seat."""
    goal_kind: Goal
    goal: TranslatableText
    note: TranslatableText
    """Whose turn it is, and what the solver sees."""
    hands: int
    """The number of open hands."""
    facts: dict[str, int] = {}
    """Numbers in the question (``FamilyPuzzles.facts``)."""
    laid_points: tuple[int, ...] = ()
    """The points of each meld that the solver has on the table."""
    rating: int
    stats: PuzzleStats
    daily: str = ""
    """The day on which this is, or was in the last week, the puzzle of the day; empty if there is none."""
    own: bool = False
    """Whether it comes from a hand that the player played."""
    result: OwnResult = ""
    position: PuzzlePosition
    table: PlayTable | None = None
    """All plays as data, so that a client can judge actions without a connection. Only in Dou Dizhu."""
    reasons: tuple[LineReason, ...] = ()
    """Only with ``table``: what a client says of an action that it judges. The first reason that holds is the reason."""


class NextPuzzle(Struct, frozen=True):
    """The next puzzle; null if no puzzle fits the request."""

    puzzle: PuzzleView | None


class PuzzleMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action of a line, and the position after it."""

    seat: Seat
    action: Raw
    text: str
    label: TranslatableText
    cards: tuple[str, ...] = ()
    position: PuzzlePosition


class ActionValue(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The worth of an action: points, or the number of unseen winning cards, which ``waits`` lists."""

    text: str
    label: TranslatableText
    right: bool
    value: int
    waits: tuple[WinningCard, ...] = ()
    discard: str = ""
    """Zi Pai: the card to be discarded after a claim, so that it leaves these."""


class MoveVerdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict on an action of the solver, with its proof.

    ``right``: the goal can still be reached. ``solved``: it is reached. ``over``: the hand is over.
    """

    right: bool
    solved: bool = False
    over: bool = False
    move: PuzzleMove
    answers: tuple[PuzzleMove, ...] = ()
    """After a right action, the strongest defence up to the solver's next turn. After a wrong one, the refutation to its end."""
    reason: TranslatableText | None = None
    values: tuple[ActionValue, ...] = ()
    """The solver's actions at this turn with their worth, the best first; only if the goal is a number.

    Discards that are worth nothing are left out.
    """


class PuzzleHint(Struct, frozen=True):
    """Some cards of a right action. Without cards, the hint is to pass."""

    cards: tuple[str, ...]


# ---- tries and solutions


class TryOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a try changed. ``counted``: it was the first of this puzzle.

    ``problem``: why it was not taken. ``impossible_try``: its line is not legal, or leads to no result. ``other_defence``: the
    others did not defend as the room does. ``not_proved``: its line takes too long to judge.
    """

    id: str
    result: OwnResult = ""
    """The result by its line; empty if it was not taken."""
    counted: bool = False
    rating_before: int | None = None
    rating_after: int | None = None
    problem: Literal["", "unknown_puzzle", "impossible_try", "other_defence", "not_proved"] = ""


class TryOutcomes(Struct, frozen=True):
    """The outcome of each try, in order, and the player's ratings by family."""

    tries: tuple[TryOutcome, ...]
    ratings: dict[str, PuzzleRating]


class MadeTry(Struct, frozen=True, kw_only=True):
    """A player's first try of a puzzle, as it is stored. ``solved``: whether the player has solved it at any try."""

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
    """An action of the main line. At the solver's turns, ``right`` has the texts of all right actions."""

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

    ``hand`` is its public id; empty if house players played it, and ``/record`` returns it.
    """

    kind: Literal["house", "hand"]
    hand: str = ""
    moves: int = 0
    """The number of moves before the position."""
    altered: bool = False
    """Whether the last of these moves was replaced by a worse one than was played in the hand."""


class PuzzleSolution(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The solution of a puzzle."""

    id: str
    themes: tuple[str, ...]
    moves: tuple[SolutionMove, ...]
    """The main line, against the strongest defence."""
    wrong: int
    """The number of first actions that fail."""
    values: tuple[ActionValue, ...] = ()
    others: tuple[FirstAction, ...] = ()
    """Wrong first actions of other players, the most frequent first."""
    stats: PuzzleStats
    origin: PuzzleOrigin


class PackedPuzzle(Struct, frozen=True, kw_only=True):
    """A puzzle with its solution, for a client without a connection."""

    view: PuzzleView
    solution: PuzzleSolution


class PuzzlePack(Struct, frozen=True, kw_only=True):
    """Puzzles of a family for a client without a connection: that of the day first, then from easy to hard."""

    family: str
    day: str
    puzzles: tuple[PackedPuzzle, ...]
