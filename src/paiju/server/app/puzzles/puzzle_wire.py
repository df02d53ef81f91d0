"""The requests and responses of the endpoints for puzzles.

*The player* is the person who solves a puzzle, and plays the puzzle's seat.
"""

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
"""How a try ended.

``solved``: the player reached the goal without help. ``missed``: the player took a wrong action. ``hint``: the player
solved the puzzle with a hint. ``given_up``: the player looked at the solution.
"""

OwnResult = Literal["", "solved", "missed", "hint", "given_up"]
"""The result of a player's first try of a puzzle; empty if the player has not tried it."""

MOST_TRIES: Final = 100
"""Maximum number of tries in a request."""
MOST_ACTIONS: Final = 400
"""Maximum number of actions in a line that a client sends."""

PuzzleId = Annotated[str, Meta(pattern="^[0-9a-f]{10}$(?!\\n)")]
ActionText = Annotated[str, Meta(max_length=80)]


# ---- requests


class PuzzleMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """A line: the actions of all seats from the puzzle's position on, in order."""

    actions: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_ACTIONS)]


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished try of a puzzle, which may have been made offline."""

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$(?!\\n)")]
    """An id that the client chooses. A try that is sent again with the same id changes nothing."""
    puzzle: PuzzleId
    result: TryResult
    """The result as the client judges it. The room itself decides between ``solved`` and ``missed``, by ``line``."""
    line: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_ACTIONS)] = ()
    """The actions of all seats from the puzzle's position on, in order.

    If the puzzle is solved, the last action is the one that ends it. If the puzzle is missed, the last action is
    the wrong one.
    """
    ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0
    """How long the try took, in milliseconds."""
    at: Annotated[int, Meta(ge=0, le=1 << 52)]
    """When the try was finished, in Unix milliseconds."""


class PuzzleTries(Struct, frozen=True, forbid_unknown_fields=True):
    """Tries that a client sends, the oldest first."""

    tries: Annotated[tuple[PuzzleTry, ...], Meta(max_length=MOST_TRIES)]


# ---- the hub


class PuzzleRating(Struct, frozen=True, kw_only=True):
    """A player's Glicko-2 puzzle rating in a family. ``tries`` is the number of first tries."""

    number: int
    deviation: int
    tries: int
    provisional: bool
    """Whether the deviation is still too large for the rating to be reliable."""


class PuzzleStats(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Statistics of all players' first tries of a puzzle."""

    tries: int = 0
    solved_percent: int | None = None
    """Percentage of the first tries that solved the puzzle; left out if there are fewer than five first tries."""
    median_ms: int | None = None
    """Median time of the first tries that solved the puzzle, in milliseconds.

    Left out if there are fewer than five first tries, or if none solved the puzzle.
    """


class PuzzleCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle in a list.

    ``hand`` has the cards of the puzzle's seat in the family's notation. ``hands`` is the number of open hands.
    ``result`` is the result of the player's first try.
    """

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
    """A theme: how many puzzles have it (``count``), and how many of them the player has not tried yet (``left``)."""

    theme: str
    count: int
    left: int


class PuzzleFamily(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The puzzles of a family, and the player's progress in them.

    ``count`` is the number of puzzles, and ``daily`` is today's puzzle. ``tried`` is the number of puzzles that
    the player has tried. ``missed`` is how many of the tried puzzles the player has never solved, neither at the
    first try nor later.
    """

    family: str
    count: int
    daily: PuzzleCard | None = None
    rating: PuzzleRating | None = None
    tried: int = 0
    missed: int = 0
    own: int = 0
    """Number of puzzles that come from hands of the player and that the player has not tried yet."""
    themes: tuple[ThemeCount, ...] = ()


class PuzzleDay(Struct, frozen=True):
    """A day (ISO date) in the room's time zone.

    ``done`` is true if the player tried a puzzle of that day, in any family, on the day itself.
    """

    day: str
    done: bool


class PuzzleHub(Struct, frozen=True, kw_only=True):
    """The room's puzzles by family, and the last week of puzzles of the day.

    ``day`` is today (ISO date). ``ends`` is the time at which today ends, in Unix milliseconds.
    """

    day: str
    ends: int
    families: tuple[PuzzleFamily, ...]
    week: tuple[PuzzleDay, ...]
    """The last seven days, today last."""


# ---- one puzzle


class PuzzleAction(Struct, frozen=True, kw_only=True):
    """A legal action of the puzzle's seat.

    ``cards`` are the cards that the action takes from the hand, in the notation of ``PuzzlePosition.zones``. If
    the game does not distinguish two cards, such as two suits of one rank in Dou Dizhu, either makes the same
    action.
    """

    action: Raw
    text: str
    label: TranslatableText
    cards: tuple[str, ...]


class PuzzlePosition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position of a puzzle. ``state`` and ``zones`` are as in a replay.

    If not all hands are open, ``state`` and ``zones`` are as the puzzle's seat sees them.
    """

    turn: Seat | None
    """The seat that must act; null if the puzzle is over."""
    state: Raw
    zones: tuple[Zone, ...]
    roles: tuple[str, ...] = ()
    legal: tuple[PuzzleAction, ...] = ()
    """All legal actions if the puzzle's seat is to act; otherwise empty."""


class LineReason(Struct, frozen=True):
    """A reason why an action is right or wrong: the key of a text, and the facts that must hold (``when``).

    A client compares ``when`` with these facts about an action:

    - ``right``: whether the action is right
    - ``ends``: whether the action ends the hand
    - ``unbeatable``: whether the action is a play that no other side can beat
    - ``plays``: the number of plays with which the other sides answer the action
    - ``seats``: the number of seats that make these plays

    The text may have placeholders. ``by`` and ``play`` are the seat and the label of the first answering play;
    ``who`` and ``last`` are the seat and the label of the last answering play.
    """

    key: str
    when: dict[str, bool | int]


class PuzzleView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle as the player sees it before solving it: without its themes and solution."""

    id: str
    family: str
    rules: str
    title: Title
    seat: Seat
    """The puzzle's seat, which the player plays."""
    sides: tuple[int, ...]
    """For each seat, the number of its side."""
    goal_kind: Goal
    goal: TranslatableText
    note: TranslatableText
    """A text that says which cards the player sees and, if all hands are open, whether the player leads."""
    hands: int
    """The number of open hands."""
    facts: dict[str, int] = {}
    """Numbers that a client shows beside the question, by code, such as the points that are needed.

    ``FamilyPuzzles.facts`` lists the codes. ``hands`` is left out, because it has a field of its own.
    """
    laid_points: tuple[int, ...] = ()
    """The points of each meld that the puzzle's seat has on the table."""
    rating: int
    stats: PuzzleStats
    daily: str = ""
    """The day on which this is the puzzle of the day, as an ISO date; empty if there is no such day.

    Only the last seven days, including today, are considered. If the puzzle belongs to several days, this is the
    latest of them.
    """
    own: bool = False
    """Whether the puzzle comes from a hand that the player played."""
    result: OwnResult = ""
    position: PuzzlePosition
    table: PlayData | None = None
    """All plays that are possible in the puzzle. With them, a client can judge actions without a connection.

    Only puzzles of Dou Dizhu have this field.
    """
    reasons: tuple[LineReason, ...] = ()
    """The texts with which a client explains the verdicts that it reaches by itself, with the help of ``table``.

    The client uses the first reason whose facts hold. There are no reasons if there is no ``table``.
    """


class NextPuzzle(Struct, frozen=True):
    """The next puzzle for the player; null if no puzzle fits the request."""

    puzzle: PuzzleView | None


class PuzzleMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action of a line, by any seat, and the position that it leads to."""

    seat: Seat
    action: Raw
    text: str
    label: TranslatableText
    cards: tuple[str, ...] = ()
    position: PuzzlePosition


class ActionValue(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The value of an action in a puzzle.

    The value is either a number of points, or the number of unseen cards that win after the action. In the second
    case, ``waits`` lists these cards. ``right`` says whether no other action has a higher value.
    """

    text: str
    label: TranslatableText
    right: bool
    value: int
    waits: tuple[WinningCard, ...] = ()
    discard: str = ""
    """In Zi Pai, if the action is a claim: the card to discard after the claim.

    The winning cards in ``waits`` are those after this discard.
    """


class MoveVerdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict on an action of the puzzle's seat, with its proof.

    - ``right``: whether the goal can still be reached
    - ``solved``: whether the goal is reached
    - ``over``: whether the puzzle is over after ``answers``
    - ``move``: the action
    - ``reason``: a text that says why the action is right or wrong, if there is one
    """

    right: bool
    solved: bool = False
    over: bool = False
    move: PuzzleMove
    answers: tuple[PuzzleMove, ...] = ()
    """The moves that follow the action.

    After a right action: the strongest defence, until the puzzle's seat is to act again. After a wrong action: the
    whole refutation.
    """
    reason: TranslatableText | None = None
    values: tuple[ActionValue, ...] = ()
    """The value of each action of the puzzle's seat at this turn, the best first. Empty if the game has no such values.

    Actions that leave no winning card are left out.
    """


class PuzzleHint(Struct, frozen=True):
    """Some cards of a right action. If there are no cards, the right action is to pass."""

    cards: tuple[str, ...]


# ---- tries and solutions


class TryOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the room has decided about a try that a client has sent.

    ``counted`` is true if it was the player's first try of this puzzle. ``problem`` says why the room did not
    accept the try:

    - ``unknown_puzzle``: there is no such puzzle, or the player may not see it
    - ``impossible_try``: the line of the try is illegal, or ends before the puzzle is solved or missed
    - ``other_defence``: the other seats did not defend as the room does
    - ``not_proved``: the line of the try takes too long to judge
    """

    id: str
    result: OwnResult = ""
    """The result as the room judges it; empty if the room did not accept the try."""
    counted: bool = False
    rating_before: int | None = None
    rating_after: int | None = None
    problem: Literal["", "unknown_puzzle", "impossible_try", "other_defence", "not_proved"] = ""


class TryOutcomes(Struct, frozen=True):
    """The outcome of each try in the order of the request, and the player's ratings by family."""

    tries: tuple[TryOutcome, ...]
    ratings: dict[str, PuzzleRating]


class MadeTry(Struct, frozen=True, kw_only=True):
    """A player's first try of a puzzle, as it is stored.

    ``first`` is the first action, and ``ms`` the duration of the try. ``solved`` is true if the player solved the
    puzzle by this try or a later one.
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
    """A move of the main line.

    If the puzzle's seat makes the move, ``right`` has all right actions, and ``note`` says why this move is
    right.
    """

    right: tuple[str, ...] = ()
    note: TranslatableText | None = None


class FirstAction(Struct, frozen=True, kw_only=True):
    """A wrong first action, and the percentage of all first tries that began with it."""

    text: str
    label: TranslatableText
    cards: tuple[str, ...]
    percent: int


class PuzzleOrigin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The hand that a puzzle comes from.

    If ``kind`` is ``hand``, it is a hand of the room, with the public id ``hand``. If it is ``house``, house players
    played the hand; ``hand`` is then empty, and ``/api/puzzles/{puzzle}/record`` returns its record.
    """

    kind: Literal["house", "hand"]
    hand: str = ""
    moves: int = 0
    """The number of moves from the beginning of the hand to the position."""
    altered: bool = False
    """Whether the last move before the position is not the move that was played in the hand."""


class PuzzleSolution(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The solution of a puzzle."""

    id: str
    themes: tuple[str, ...]
    moves: tuple[SolutionMove, ...]
    """The main line, against the strongest defence."""
    wrong: int
    """The number of legal first actions that are wrong."""
    values: tuple[ActionValue, ...] = ()
    others: tuple[FirstAction, ...] = ()
    """The wrong actions with which players' first tries began, the most frequent first.

    Empty if there are fewer than five first tries.
    """
    stats: PuzzleStats
    origin: PuzzleOrigin


class PackedPuzzle(Struct, frozen=True, kw_only=True):
    """A puzzle with its solution, for a client to use without a connection."""

    view: PuzzleView
    solution: PuzzleSolution


class PuzzlePack(Struct, frozen=True, kw_only=True):
    """Puzzles of a family, for a client to use without a connection.

    The puzzle of the day comes first, then the others from easy to hard. ``day`` is today (ISO date).
    """

    family: str
    day: str
    puzzles: tuple[PackedPuzzle, ...]
