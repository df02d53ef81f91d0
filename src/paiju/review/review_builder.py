"""Builds reviews from judged decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from msgspec import Raw
from msgspec.structs import replace

from paiju.core.codec import to_json
from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat, Teams
from paiju.records import ReplayPoint
from paiju.review.accuracy import ENDGAME, accuracy_by_part, accuracy_of
from paiju.review.cards_of_action import cards_of_action
from paiju.review.continuation import Continuation
from paiju.review.judgement import Decision, JudgedAction, JudgedDecision, Judgement, recalibrate_judgement
from paiju.review.luck_and_play import LuckAndPlay, split_results, stakes_of_seats
from paiju.review.model import (
    Judge,
    MarkCounts,
    MistakeCost,
    Review,
    ReviewedChoice,
    ReviewedDecision,
    SeatReview,
    State,
)
from paiju.review.review_context import ReviewContext
from paiju.review.versions import review_versions

PROOFS: Final = ("proved", "sampled")
COUNTED: Final = "counted"
SHOWN: Final = 3
"""Maximum number of best actions that a review lists for a decision. The played action may come in addition."""


class ReviewProgress(NamedTuple):
    """How far a review has come. The judgements of the first ``judged`` moves are final.

    If ``is_open`` is true, decisions are judged with all hands open.
    """

    state: State
    judged: int
    is_open: bool = False


class _Report(NamedTuple):
    """Converts the judgements of one hand to the parts of a review.

    Its fields are the same for all reviews of the hand. ``points`` are the replay points of the hand, and ``stakes``
    has the stake of each seat (``stakes_of_seats``).
    """

    context: ReviewContext
    points: Sequence[ReplayPoint]
    sides: Teams
    stakes: Sequence[float]

    @classmethod
    def for_hand(cls, context: ReviewContext, points: Sequence[ReplayPoint]) -> Self:
        """Return the report of a hand. If the hand is unfinished, the stake of every seat (in points) is 0."""
        outcome, sides = points[-1].outcome, context.sides(points[-1].state)
        stakes = stakes_of_seats(outcome.points, outcome.winners, sides) if outcome else (0.0,) * context.game.seats
        return cls(context, points, sides, stakes)

    @property
    def fair_share(self) -> float:
        """The winning chance of each side before the deal: 1 divided by the number of sides."""
        return 1 / len(self.sides)

    def to_reviewed_decision(self, decision: Decision, judgement: Judgement) -> ReviewedDecision:
        """Return a decision and its judgement in the form of a review.

        The points that the decision lost are its loss (0 to 1) times the seat's stake.
        """
        hooks, view = self.context.hooks, decision.view
        shown, played = self._listed_actions(judgement)
        lost = judgement.loss * self.stakes[decision.seat]
        return ReviewedDecision(
            step=decision.step,
            seat=decision.seat,
            part=hooks.part_of_play(view),
            is_endgame=hooks.is_endgame(view),
            basis="points" if hooks.is_judged_by_points(view) else "chance",
            choices=tuple(self._to_reviewed_choice(decision, one, judgement.judge) for one in shown),
            played=played,
            loss=percent(judgement.loss),
            loss_doubt=percent(judgement.loss_doubt),
            points_lost=round(lost, 1),
            judge=judgement.judge,
            deals=judgement.deals,
            mark=judgement.mark,
            reason=self._reason_for_mark(decision, judgement),
        )

    def _listed_actions(self, judgement: Judgement) -> tuple[list[JudgedAction], int]:
        """Return the actions of a judgement that a review lists, and the index of the played action among them.

        The best action comes first. These actions are listed:

        - at most ``SHOWN`` of the best actions; of equivalent actions, only the best
        - the played action, in any case; an equivalent action is then left out, unless it is the best action and
          better than the played one
        """
        key, played = self.context.hooks.choice_key, judgement.played_action
        found = dict[Hashable, JudgedAction]()
        for one in judgement.actions:
            found.setdefault(key(one.action), one)
        own = key(played.action)
        if judgement.loss == 0:
            found[own] = played
        shown = list(found.values())[:SHOWN]
        if played not in shown:
            shown = [one for one in shown if one is not found[own] or one is judgement.best] + [played]
        return shown, shown.index(played)

    def _to_reviewed_choice(self, decision: Decision, judged: JudgedAction, judge: Judge) -> ReviewedChoice:
        game, hooks, stake = self.context.game, self.context.hooks, self.stakes[decision.seat]
        counted = hooks.count_winning_cards(decision.view, decision.seat, judged.action) if judge == COUNTED else None
        expected = stake * (judged.chance - self.fair_share)
        return ReviewedChoice(
            action=Raw(to_json(judged.action)),
            text=game.format_action(judged.action),
            cards=cards_of_action(game, decision.state, decision.seat, judged.action),
            label=game.voice.action(decision.state, decision.seat, judged.action),
            chance=percent(judged.chance),
            doubt=percent(judged.doubt),
            points=round(expected if judged.points is None else judged.points, 1),
            winning=None if counted is None else counted.winning,
        )

    def _reason_for_mark(self, decision: Decision, judgement: Judgement) -> TranslatableText | None:
        if not judgement.mark:
            return None
        played, better = judgement.played_action.action, judgement.best.action
        return self.context.hooks.reason(self.context.game, decision.view, decision.seat, played, better)

    def to_seat_review(
        self, seat: Seat, judged: Sequence[JudgedDecision], parts: LuckAndPlay, by_net: Mapping[str, MistakeCost]
    ) -> SeatReview:
        """Return the summary of a seat in the form of a review.

        ``by_net`` has the seat's mistakes by part of play, as the net alone judges them (``mistake_costs``).
        """
        outcome = self.points[-1].outcome
        own = [one for one in judged if one[0].seat == seat and one[0].has_choice]
        marks = Counter(judgement.mark for _, judgement in own)
        return SeatReview(
            seat=seat,
            result=outcome.points[seat] if outcome else 0,
            marks=MarkCounts(marks["slip"], marks["mistake"], marks["blunder"]),
            accuracy=accuracy_of([judgement for _, judgement in own]),
            accuracy_by_part=accuracy_by_part((self._part_of_play(decision), judgement) for decision, judgement in own),
            net_mistakes=dict(by_net),
            luck=parts.luck,
            play=parts.play,
        )

    def mistake_costs(self, judged: Sequence[JudgedDecision]) -> Sequence[Mapping[str, MistakeCost]]:
        """Return, for each seat, the number and the cost of its mistakes, by part of play.

        ``judged`` contains the decisions with their judgements. Decisions without a choice are left out.
        """
        costs: Sequence[dict[str, MistakeCost]] = [{} for _ in range(self.context.game.seats)]
        for decision, judgement in judged:
            if decision.has_choice:
                of_seat, part = costs[decision.seat], self._part_of_play(decision)
                known = of_seat.get(part, MistakeCost(0, 0.0))
                lost = judgement.loss * self.stakes[decision.seat] if judgement.mark else 0.0
                of_seat[part] = MistakeCost(known.mistakes + bool(judgement.mark), round(known.points + lost, 1))
        return costs

    def _part_of_play(self, decision: Decision) -> str:
        hooks = self.context.hooks
        return ENDGAME if hooks.is_endgame(decision.view) else hooks.part_of_play(decision.view)

    def luck_and_play(self, judged: Sequence[JudgedDecision]) -> Sequence[LuckAndPlay]:
        """Return, for each seat, the parts of its result that come from luck, and the parts that come from play.

        The hand must be finished. ``judged`` should be the judgements of a complete review.
        """
        return split_results(self.context, self.points, judged, self.sides, self.stakes)

    def iter_chance_curve(self, judged: Sequence[JudgedDecision]) -> Iterator[tuple[float, ...]]:
        """Yield the winning chances of all seats, in percent, before the first move and after each move of the hand.

        The chance of a seat changes only at its own decisions and at the end of the hand.
        """
        now = [self.fair_share] * self.context.game.seats
        for decision, judgement in reversed(judged):
            now[decision.seat] = judgement.best.chance
        by_step = {decision.step: (decision.seat, judgement) for decision, judgement in judged}
        for step in range(len(self.points) - 1):
            if step not in by_step:
                yield tuple(map(percent, now))
                continue
            seat, judgement = by_step[step]
            now[seat] = judgement.best.chance
            yield tuple(map(percent, now))
            now[seat] = judgement.played_action.chance
        outcome = self.points[-1].outcome
        yield tuple(percent(seat in outcome.winners if outcome else chance) for seat, chance in enumerate(now))


class ReviewBuilder:
    """Builds a review of one hand each time the judgements of the hand have been refined.

    Converted decisions are cached. ``by_net`` has the judgements of the net alone. If ``continuation`` is given, a
    complete review shows, for each decision that has a mark, which moves would probably have followed.
    """

    def __init__(
        self,
        context: ReviewContext,
        points: Sequence[ReplayPoint],
        by_net: Sequence[JudgedDecision],
        continuation: Continuation | None = None,
    ) -> None:
        self._context = context
        self._continuation = continuation
        self._report = _Report.for_hand(context, points)
        self._sent: dict[int, tuple[Judgement, ReviewedDecision]] = {}
        self._converted: dict[int, tuple[Judgement, Judgement]] = {}
        self._net_mistakes = self._report.mistake_costs(self._convert_all_to_level(by_net))

    def build(self, judged: Sequence[JudgedDecision], progress: ReviewProgress) -> Review:
        """Return the review of the hand.

        ``judged`` has all decisions of the hand in order, each with its present judgement.
        """
        report, seats = self._report, range(self._context.game.seats)
        judged = self._convert_all_to_level(judged)
        is_split = report.points[-1].outcome is not None and progress.state == "complete" and bool(judged)
        parts = report.luck_and_play(judged) if is_split else (LuckAndPlay((), ()),) * len(seats)
        return Review(
            state=progress.state,
            judged=progress.judged,
            steps=len(report.points) - 1,
            is_open=progress.is_open,
            level=self._context.level.level,
            decisions=tuple(
                self._reviewed_decision(*one, has_line=progress.state == "complete")
                for one in judged
                if one[0].has_choice
            ),
            curve=tuple(report.iter_chance_curve(judged)) if judged else (),
            seats=tuple(report.to_seat_review(seat, judged, parts[seat], self._net_mistakes[seat]) for seat in seats),
            versions=review_versions(),
        )

    def _convert_all_to_level(self, judged: Sequence[JudgedDecision]) -> list[JudgedDecision]:
        return [(decision, self._recalibrate_to_level(decision, judgement)) for decision, judgement in judged]

    def _recalibrate_to_level(self, decision: Decision, judgement: Judgement) -> Judgement:
        """Return a judgement whose chances are those of players at the review's level, instead of strong players.

        A proved or sampled judgement is the same at every level, and is not converted.
        """
        strong, level = self._context.calibration, self._context.level
        if level == strong or judgement.judge in PROOFS:
            return judgement
        known, converted = self._converted.get(decision.step, (None, judgement))
        if known is not judgement:
            by_points = self._context.hooks.is_judged_by_points(decision.view)
            converted = recalibrate_judgement(
                judgement, lambda win_rate: level.apply(strong.invert(win_rate)), by_points=by_points
            )
            self._converted[decision.step] = judgement, converted
        return converted

    def _reviewed_decision(self, decision: Decision, judgement: Judgement, *, has_line: bool) -> ReviewedDecision:
        """Return a decision in the form of a review. If its judgement has not changed, the result comes from the cache.

        If ``has_line`` is true and the decision has a mark, each of its choices gets the moves that would probably
        follow that choice.
        """
        known, sent = self._sent.get(decision.step, (None, None))
        if sent is None or known is not judgement:
            sent = self._report.to_reviewed_decision(decision, judgement)
            self._sent[decision.step] = judgement, sent
        return self._add_continuations(decision, sent) if has_line and sent.mark else sent

    def _add_continuations(self, decision: Decision, sent: ReviewedDecision) -> ReviewedDecision:
        """Return a decision in which each choice has the moves that would probably follow it."""
        if self._continuation is None:
            return sent
        parse, is_proved = self._context.game.parse_action, sent.judge in PROOFS
        choices = (
            replace(one, line=self._continuation.likely_line(decision, parse(one.text), is_proved=is_proved))
            for one in sent.choices
        )
        return replace(sent, choices=tuple(choices))


def percent(share: Any) -> float:
    """Return a number from 0 to 1 as a percentage, rounded to one decimal."""
    return round(100 * float(share), 1)
