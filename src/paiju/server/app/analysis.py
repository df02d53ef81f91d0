"""Analysis of a finished hand by the strongest bot. Each decision is judged by what its seat could see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, Protocol

from msgspec import Struct

from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat
from paiju.nets.analysis import MoveAssessment, assess_moves
from paiju.nets.policy import has_net
from paiju.records import Record, iter_hand_points
from paiju.review import Review, ReviewSubject, review_hand, review_quickly
from paiju.server.app.quarantine import quarantine_hand_errors
from paiju.server.app.ranking.result_evaluation import recorded_ruleset
from paiju.server.domain.ruleset_registry import RulesetRegistry

Grade = Literal["", "mistake", "blunder"]

GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.25, "blunder"), (0.1, "mistake"))
"""Grades of a decision by how much it loses. A network's error is below a tenth of a win."""


class DecisionReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The assessment of a decision, after ``step`` moves of the hand. Chances of winning against strong play, in percent.

    Judged by what the seat could see. ``best`` is an action that is worth more and wins at least as often, or None.
    """

    step: int
    seat: Seat
    chance: int
    best: TranslatableText | None = None
    best_chance: int
    grade: Grade = ""


class Analysis(Struct, frozen=True, kw_only=True):
    """The assessments of all decisions of a hand, in order; empty if no strong bot knows the ruleset."""

    id: str
    decisions: tuple[DecisionReview, ...]


ReviewKind = Literal["full", "quick", "open"]
"""``quick``: by the net alone. ``open``: judged with all hands open."""


class Analyst(Protocol):
    """Analyses finished hands in another process, because an analysis takes a second or more."""

    async def review(
        self, hand: str, record: Record, kind: ReviewKind, on_progress: Callable[[Review], None]
    ) -> Review:
        """Return the review of a recorded hand, and call ``on_progress`` with what is known until then.

        Raises Quarantined if the rules cannot replay it, and Refusal if analyses do not work at present.
        """

    async def decisions(self, hand: str, record: Record) -> tuple[DecisionReview, ...]:
        """Return the decisions of a recorded hand; ``hand`` is its public id.

        Raises Quarantined if the rules cannot replay it, and Refusal if analyses do not work at present.
        """

    def troubles(self) -> list[str]:
        """Return the reasons why analyses do not work; empty if they do or were never requested."""

    async def close(self) -> None:
        """Stop the worker process."""


def iter_reviews(library: RulesetRegistry, record: Record, kind: ReviewKind) -> Iterator[Review]:
    """Yield the review of a recorded hand as it grows. Raises any error of the replay."""
    ruleset, (hand,) = recorded_ruleset(library, record.ruleset), record.hands
    subject = ReviewSubject.make(ruleset, library.game(ruleset), library.family(ruleset.family))
    if kind == "quick":
        yield review_quickly(subject, hand)
    else:
        yield from review_hand(subject, hand, is_open=kind == "open")


def is_known(library: RulesetRegistry, hand: str, record: Record) -> bool:
    """Whether a strong bot knows the ruleset of a recorded hand. Raises Quarantined."""
    with quarantine_hand_errors(hand):
        return has_net(library.game(recorded_ruleset(library, record.ruleset)).rules)


def decisions_of(library: RulesetRegistry, record: Record) -> list[DecisionReview]:
    """Analyse a recorded hand. Raises any error of the replay."""
    ruleset, (hand,) = recorded_ruleset(library, record.ruleset), record.hands
    game = library.game(ruleset)
    moments = tuple(iter_hand_points(game, hand))
    return [
        DecisionReview(
            step=one.move,
            seat=one.seat,
            chance=round(100 * one.chance),
            best=None if not one.loss else game.voice.action(moments[one.move].state, one.seat, one.best),
            best_chance=round(100 * one.best_chance),
            grade=_grade(one),
        )
        for one in assess_moves(game, moments)
    ]


def _grade(opinion: MoveAssessment) -> Grade:
    return next((grade for least, grade in GRADES if opinion.loss >= least), "")
