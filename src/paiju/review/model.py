"""The types of a review, all of which can be sent as JSON.

Chances and losses are in percent, from 0 to 100. Points are points of the hand for the deciding seat.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct

from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat

Judge = Literal["proved", "sampled", "counted", "rollouts", "net"]
"""Who judged a decision.

``proved``: solved in all deals that fit what the seat could know. ``sampled``: solved in a sample of them. ``counted``: the
winning cards among the unseen ones were counted. ``rollouts``: deals that fit were played to their end by the net. ``net``:
the net's estimate alone.
"""

Mark = Literal["", "slip", "mistake", "blunder"]

State = Literal["pending", "partial", "complete"]
"""``pending``: nothing is known yet. ``partial``: moves after ``judged`` have the net's judgement only. ``complete``."""


class LineMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move that would probably follow in the actual deal. ``action`` is JSON, ``text`` the notation of records."""

    seat: Seat
    action: Raw
    text: str
    cards: tuple[str, ...] = ()
    """The cards that the move takes from the hand."""
    label: TranslatableText


class ReviewedChoice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action of a decision, and what it is worth to the seat."""

    action: Raw
    """The action as JSON, as in the steps of a replay."""
    text: str
    """The action in the notation of records."""
    cards: tuple[str, ...] = ()
    """The cards that the action takes from the hand; empty for a pass or a bid."""
    label: TranslatableText
    chance: float
    """The chance that the seat's side wins the hand."""
    doubt: float = 0.0
    """The standard error of ``chance``; 0 where it is proved in all deals."""
    points: float | None = None
    """The points that the seat may expect; None if the judge does not know."""
    winning: int | None = None
    """The number of winning cards among the unseen ones, if the judge counted them."""
    line: tuple[LineMove, ...] = ()
    """Up to three moves that probably follow; only with a marked decision of a complete review."""


class ReviewedDecision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision with more than one legal action, after ``step`` moves of the hand: move ``step`` of the record, from 0.

    ``choices`` has the best two or three actions, best first, and then the played action, unless it is among them.
    Equal actions count once.
    """

    step: int
    seat: Seat
    part: str
    """The part of play, for accuracy: ``bidding``, ``leading``, ``following`` …; a text ``review.part.<part>`` names it."""
    is_endgame: bool = False
    basis: Literal["chance", "points"] = "chance"
    """What actions are compared by. For bids and doubles it is the points, as a share of the stake."""
    choices: tuple[ReviewedChoice, ...]
    played: int
    """Index of the played action in ``choices``."""
    loss: float = 0.0
    """What the played action lost against the best one, in points of chance; 0 if nothing was better."""
    loss_doubt: float = 0.0
    """The standard error of ``loss``."""
    points_lost: float | None = None
    """The same in points of the hand; None if the judge does not know."""
    judge: Judge = "net"
    deals: int = 0
    """The number of deals that were solved or played, or of unseen cards among which winning ones were counted; 0 for the net."""
    mark: Mark = ""
    """``slip`` from a loss of 5, ``mistake`` from 10, ``blunder`` from 25, if the loss is more than twice its doubt."""
    reason: TranslatableText | None = None
    """Why the best action is better; None if no reason was found. Only with a marked decision."""


class MarkCounts(Struct, frozen=True, omit_defaults=True):
    """How many decisions have each mark."""

    slip: int = 0
    mistake: int = 0
    blunder: int = 0


class PointsPart(Struct, frozen=True):
    """A part of the luck or the play of a seat, in whole points; a text ``review.points.<code>`` names it."""

    code: str
    points: int


class MistakeCost(Struct, frozen=True):
    """The number of marked decisions, and the points that they lost together."""

    mistakes: int
    points: float


class SeatReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat in the review. Its ``result`` is the sum of all parts of ``luck`` and ``play``, exactly.

    ``luck`` and ``play`` are empty until the review is complete. ``accuracy`` is 0 to 100, None with fewer than four decisions;
    ``accuracy_by_part`` has it by part of play and for the ``endgame``, where there are enough decisions.
    """

    seat: Seat
    result: int
    marks: MarkCounts = MarkCounts()
    accuracy: int | None = None
    accuracy_by_part: dict[str, int] = {}
    net_mistakes: dict[str, MistakeCost] = {}
    """By part of play in which the seat decided anything: its mistakes as the net alone judges them.

    A quick and a complete review of a hand have the same figures, so that players can be compared by them.
    """
    luck: tuple[PointsPart, ...] = ()
    play: tuple[PointsPart, ...] = ()


class Review(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The review of a hand of ``steps`` moves.

    ``judged`` is the number of moves, from the first on, whose judgement is final. ``is_open``: judged with all hands open
    instead of by what each seat could know. ``level`` names the bots in whose play the chances were measured.
    """

    state: State
    judged: int
    steps: int
    is_open: bool = False
    level: str = "strong"
    decisions: tuple[ReviewedDecision, ...] = ()
    curve: tuple[tuple[float, ...], ...] = ()
    """By number of moves from 0, and by seat: the chance that its side wins, by what that seat could know then."""
    seats: tuple[SeatReview, ...] = ()
    versions: dict[str, str] = {}
    """The versions that made the review: of paiju, the net and the calibration."""
