"""The types of a review, which are sent as JSON.

Chances and losses are in percent, from 0 to 100. Points are those of the deciding seat in the hand.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct

from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat

Judge = Literal["proved", "sampled", "counted", "rollouts", "net"]
"""How a decision was judged.

``proved``: the solver solved all deals that fit the seat's view. ``sampled``: it solved a sample of these deals. ``counted``:
the winning cards among the unseen cards were counted. ``rollouts``: the net played sampled deals to their end. ``net``: the
net's estimate alone.
"""

Mark = Literal["", "slip", "mistake", "blunder"]

State = Literal["pending", "partial", "complete"]
"""State of a review: ``pending`` (nothing judged), ``partial`` (moves after ``judged`` have the net's judgement only), or
``complete``."""


class LineMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move that would probably follow an action, with the cards as they were actually dealt.

    ``action`` is the move as JSON, and ``text`` the same move in the notation of records.
    """

    seat: Seat
    action: Raw
    text: str
    cards: tuple[str, ...] = ()
    """The cards that the move takes from the hand."""
    label: TranslatableText


class ReviewedChoice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action of a decision, with its chance and points for the seat."""

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
    """The standard error of ``chance``; 0 if the chance is proved."""
    points: float | None = None
    """The expected points of the seat; None if they are unknown."""
    winning: int | None = None
    """The number of unseen winning cards if the judge is ``counted``; otherwise None."""
    line: tuple[LineMove, ...] = ()
    """Up to three moves that probably follow. Only decisions with a mark in a complete review have lines."""


class ReviewedDecision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision with more than one legal action. It is move ``step`` of the record, counted from 0.

    ``choices`` contains the best two or three actions, best first. If the played action is not among them, it comes last. Of
    equivalent actions, only one is listed.
    """

    step: int
    seat: Seat
    part: str
    """The part of play: ``bidding``, ``leading``, ``following`` … The locale key ``review.part.<part>`` has its name."""
    is_endgame: bool = False
    basis: Literal["chance", "points"] = "chance"
    """The measure by which actions are compared. Bids and doubles are compared by points, as a share of the stake."""
    choices: tuple[ReviewedChoice, ...]
    played: int
    """Index of the played action in ``choices``."""
    loss: float = 0.0
    """The loss of the played action against the best one, in percentage points; 0 if it was the best."""
    loss_doubt: float = 0.0
    """The standard error of ``loss``."""
    points_lost: float | None = None
    """The loss in points of the hand; None if it is unknown."""
    judge: Judge = "net"
    deals: int = 0
    """The number of deals that were solved or played. For the judge ``counted``, the number of unseen cards; for the net, 0."""
    mark: Mark = ""
    """``slip`` from a loss of 5, ``mistake`` from 10, ``blunder`` from 25. Empty unless the loss exceeds twice its doubt."""
    reason: TranslatableText | None = None
    """Why the best action is better. None for a decision without a mark, or if no reason was found."""


class MarkCounts(Struct, frozen=True, omit_defaults=True):
    """The number of decisions with each mark."""

    slip: int = 0
    mistake: int = 0
    blunder: int = 0


class PointsPart(Struct, frozen=True):
    """A part of a seat's luck or play, in whole points. The locale key ``review.points.<code>`` has its name."""

    code: str
    points: int


class MistakeCost(Struct, frozen=True):
    """How many of a seat's decisions have a mark (``mistakes``), and how many points these decisions lost together."""

    mistakes: int
    points: float


class SeatReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The summary of a seat in a review.

    The parts of ``luck`` and ``play`` add up to ``result`` exactly; both are empty until the review is complete.
    ``accuracy`` is from 0 to 100, or None with fewer than four decisions. ``accuracy_by_part`` gives the accuracy for each
    part of play, and for the ``endgame``, with at least four decisions.
    """

    seat: Seat
    result: int
    marks: MarkCounts = MarkCounts()
    accuracy: int | None = None
    accuracy_by_part: dict[str, int] = {}
    net_mistakes: dict[str, MistakeCost] = {}
    """For each part of play in which the seat had a decision: its mistakes by the judgements of the net alone.

    They are the same in a quick and in a complete review of a hand, so players can be compared by them.
    """
    luck: tuple[PointsPart, ...] = ()
    play: tuple[PointsPart, ...] = ()


class Review(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The review of a hand of ``steps`` moves.

    The judgements of the first ``judged`` moves are final. With ``is_open``, decisions are judged with all hands open;
    otherwise by what each seat could know. Chances are those of hands between players of ``level``.
    """

    state: State
    judged: int
    steps: int
    is_open: bool = False
    level: str = "strong"
    decisions: tuple[ReviewedDecision, ...] = ()
    curve: tuple[tuple[float, ...], ...] = ()
    """For each number of moves from 0 on, the chance of each seat's side to win, by what that seat could know then."""
    seats: tuple[SeatReview, ...] = ()
    versions: dict[str, str] = {}
    """The versions of the review method, the nets and the calibration with which the review was made."""
