"""The data types of a review, which are sent as JSON.

Chances and losses are in percent, from 0 to 100. Points are those that the deciding seat wins or loses in
this hand.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct

from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat

Judge = Literal["proved", "sampled", "counted", "rollouts", "net"]
"""How a decision was judged.

- ``proved``: the solver solved all deals that fit the seat's view
- ``sampled``: the solver solved a sample of these deals
- ``counted``: the winning cards among the unseen cards were counted
- ``rollouts``: the net played sampled deals to their end
- ``net``: the net alone estimated the chances
"""

Mark = Literal["", "slip", "mistake", "blunder"]

State = Literal["pending", "partial", "complete"]
"""The state of a review.

- ``pending``: no decision is judged yet
- ``partial``: the net has judged all decisions; only the judgements of the first ``judged`` moves are final
- ``complete``: all judgements are final
"""


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
    """A possible action of a decision, with the seat's chance and points if it is taken."""

    action: Raw
    """The action as JSON."""
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
    """The number of unseen cards that win after the action. None if the judge is not ``counted``."""
    line: tuple[LineMove, ...] = ()
    """Up to three moves that would probably follow. Empty unless the decision has a mark and the review is complete."""


class ReviewedDecision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision with more than one legal action. It is the move at index ``step`` of the recorded hand.

    ``choices`` contains up to three of the best actions, the best first. If the played action is not among them, it
    comes last. Of equivalent actions, only one is listed. There is one exception: if the played action is worse
    than an equivalent best action, both are listed.
    """

    step: int
    seat: Seat
    part: str
    """The part of play, such as ``bidding`` or ``leading``. Its name is the text ``review.part.<part>``."""
    is_endgame: bool = False
    basis: Literal["chance", "points"] = "chance"
    """The quantity by which the actions are compared.

    - ``chance``: the chance of winning
    - ``points``: the points divided by the stake; used for bids and doubles
    """
    choices: tuple[ReviewedChoice, ...]
    played: int
    """Index of the played action in ``choices``."""
    loss: float = 0.0
    """How much worse the played action is than the best one, from 0 to 100; 0 if it is the best.

    This is the difference of the two chances in percentage points. If ``basis`` is ``points``, it is the difference
    in points as a percentage of the stake.
    """
    loss_doubt: float = 0.0
    """The standard error of ``loss``."""
    points_lost: float | None = None
    """The loss converted to points of the hand; None if it is unknown."""
    judge: Judge = "net"
    deals: int = 0
    """The number of deals that were solved or played for the judgement.

    There are two exceptions: for the judge ``counted`` it is the number of unseen cards, and for the judge
    ``net`` it is 0.
    """
    mark: Mark = ""
    """``slip`` for a ``loss`` of at least 5, ``mistake`` for at least 10, ``blunder`` for at least 25.

    The mark is empty for a smaller loss, and for a loss that is at most twice ``loss_doubt``.
    """
    reason: TranslatableText | None = None
    """Why the best action is better than the played one.

    None for a decision without a mark, or if no reason was found.
    """


class MarkCounts(Struct, frozen=True, omit_defaults=True):
    """The number of decisions with each mark."""

    slip: int = 0
    mistake: int = 0
    blunder: int = 0


class PointsPart(Struct, frozen=True):
    """A part of a seat's luck or play, in whole points. Its name is the text ``review.points.<code>``."""

    code: str
    points: int


class MistakeCost(Struct, frozen=True):
    """What a seat's mistakes cost: the number of its decisions with a mark, and the total points lost by them."""

    mistakes: int
    points: float


class SeatReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The summary of a seat in a review.

    - ``result``: the points of the seat
    - ``accuracy``: the accuracy of its decisions, 0 to 100; None if it had fewer than four decisions
    - ``accuracy_by_part``: the accuracy in each part of play in which the seat had at least four decisions; the
      ``endgame`` is one of these parts of play
    - ``luck``, ``play``: the points of ``result`` that are due to luck and to play, each divided into parts; all
      parts together add up to ``result`` exactly. Both are empty until the review is complete
    """

    seat: Seat
    result: int
    marks: MarkCounts = MarkCounts()
    accuracy: int | None = None
    accuracy_by_part: dict[str, int] = {}
    net_mistakes: dict[str, MistakeCost] = {}
    """The seat's mistakes as the net alone judges them, for each part of play in which the seat had a decision.

    A quick and a complete review of a hand give the same values. Players can therefore be compared by them.
    """
    luck: tuple[PointsPart, ...] = ()
    play: tuple[PointsPart, ...] = ()


class Review(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The review of a hand of ``steps`` moves.

    The judgements of the first ``judged`` moves are final. If ``is_open`` is true, decisions are judged with all hands
    open; otherwise by what each seat could know. Chances are those of hands between players of ``level``.
    """

    state: State
    judged: int
    steps: int
    is_open: bool = False
    level: str = "strong"
    decisions: tuple[ReviewedDecision, ...] = ()
    curve: tuple[tuple[float, ...], ...] = ()
    """The winning chances of all seats in the course of the hand. Each item has one chance for each seat.

    The first item has the chances before the first move; each other item has those after a move. A chance is that
    of the seat's side, judged by what the seat could know at that time.
    """
    seats: tuple[SeatReview, ...] = ()
    versions: dict[str, str] = {}
    """The versions of the review method, the nets and the calibration with which the review was made."""
