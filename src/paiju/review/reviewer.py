"""Reviews a hand.

First the net judges all decisions. Better judges then judge some of these decisions again: the solver, the
counts of winning cards, and rollouts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from paiju.core.family import load_object
from paiju.core.seats import DEALER
from paiju.nets.policy import has_net
from paiju.records import RecordedHand, ReplayPoint, replay_hand
from paiju.review.continuation import Continuation
from paiju.review.judgement import MARKS, Decision, JudgedDecision, Judgement
from paiju.review.model import Review
from paiju.review.net_judge import judge_by_net
from paiju.review.review_builder import ReviewBuilder, ReviewProgress
from paiju.review.review_context import ReviewContext
from paiju.review.solver_judge import Prover
from paiju.review.winning_card_judge import judge_by_winning_cards

FLAGGED: Final = MARKS[-1][0]
"""The smallest loss, as the net estimates it, for which rollouts judge a decision again.

It equals the smallest loss for which a decision gets a mark.
"""
FEWEST_DEALS: Final = 24
"""Minimum number of deals in the rollouts of a decision. With fewer, rollouts are less reliable than the net."""
COMPARED: Final = 2
"""Number of best actions, as the net ranks them, that rollouts compare with the played action."""


class Effort(NamedTuple):
    """Limits on the work for one review.

    - ``work``: the maximum number of moves in all rollouts of the review together
    - ``deals``: the maximum number of deals in the rollouts of one decision
    - ``nodes``: the maximum number of search nodes that the solver uses for all decisions together
    """

    work: int = 24_000
    deals: int = 64
    nodes: int = 4_000_000


USUAL_EFFORT: Final = Effort()
"""The default limits. With them, the review of most hands takes three to four seconds."""


def review_quickly(context: ReviewContext, hand: RecordedHand) -> Review:
    """Return the review of a hand by the net alone. Raises the errors of ``replay_hand``."""
    points = tuple(replay_hand(context.game, hand))
    judged = _judge_by_net(context, points)
    return ReviewBuilder(context, points, judged).build(judged, ReviewProgress("partial", 0))


def review_hand(
    context: ReviewContext, hand: RecordedHand, *, is_open: bool = False, effort: Effort = USUAL_EFFORT
) -> Iterator[Review]:
    """Yield reviews of a hand: first one by the net alone, then a better one after each refined judgement.

    The last review is complete. If ``is_open`` is true, decisions are judged with all hands open; otherwise by
    what each seat could know. Equal arguments give equal reviews. Raises the errors of ``replay_hand``.
    """
    points = tuple(replay_hand(context.game, hand))
    judged, prover = _judge_by_net(context, points), Prover(context, effort.nodes, is_open=is_open)
    builder = ReviewBuilder(context, points, tuple(judged), Continuation(context, prover))
    if judged:
        yield builder.build(judged, ReviewProgress("partial", 0, is_open))
    for at, better in _iter_refined_judgements(context, judged, len(points), prover, is_open=is_open, effort=effort):
        judged[at] = (judged[at][0], better)
        yield builder.build(judged, ReviewProgress("partial", judged[at][0].step + 1, is_open))
    yield builder.build(judged, ReviewProgress("complete", len(hand.moves), is_open))


def load_review_solver(context: ReviewContext) -> None:
    """Load the solver that a full review needs, so that the next review starts without delay.

    This takes a minute or two if the solver's search has not been compiled before.
    """
    Prover(context, 0)


def _judge_by_net(context: ReviewContext, points: Sequence[ReplayPoint]) -> list[JudgedDecision]:
    decisions = list_decisions(context, points) if has_net(context.game.rules) else []
    return [(decision, judge_by_net(context, decision)) for decision in decisions]


def list_decisions(context: ReviewContext, points: Sequence[ReplayPoint]) -> list[Decision]:
    """Return the decisions of a hand in order, given its replay points.

    Moves with a single legal action are included.
    """
    game = context.game
    return [
        Decision(step, after.seat, before.state, view, legal, game.parse_action(after.action))
        for step, (before, after) in enumerate(pairwise(points))
        if after.seat is not None and after.seat != DEALER
        for view in (game.view(before.state, after.seat),)
        for legal in (game.legal(view, after.seat),)
    ]


def _iter_refined_judgements(
    context: ReviewContext,
    judged: Sequence[JudgedDecision],
    replay_points: int,
    prover: Prover,
    *,
    is_open: bool,
    effort: Effort,
) -> Iterator[tuple[int, Judgement]]:
    """Yield the refined judgements in order of their decisions, each with the index of its decision in ``judged``.

    Where possible, a decision is refined by the solver or by counting winning cards. Other decisions are refined
    by rollouts if the net estimates a loss of at least ``FLAGGED``. ``effort.work`` limits the rollouts: the
    decisions with the largest losses have priority.

    ``replay_points`` is the number of replay points of the hand. If ``is_open`` is true, the judges see all
    hands.
    """
    if not judged:
        return
    better = _prove_or_count_winning_cards(context, judged, prover, is_open=is_open)
    judged = [(decision, better.get(at, judgement)) for at, (decision, judgement) in enumerate(judged)]
    deals = _allot_deals(judged, replay_points, effort) if find_spec("numba") else {}
    roll_out: Any = load_object("paiju.review.rollout_judge:RolloutJudge")(context, is_open=is_open) if deals else None
    for at, (decision, prior) in enumerate(judged):
        if at in deals:
            yield at, roll_out.judge(decision, _actions_to_compare(prior), deals[at], prior, _seeded_random(decision))
        elif at in better:
            yield at, prior


def _prove_or_count_winning_cards(
    context: ReviewContext, judged: Sequence[JudgedDecision], prover: Prover, *, is_open: bool
) -> dict[int, Judgement]:
    """Return the judgements by the solver and by counts of winning cards, by the index of the decision.

    Winning cards are counted if the solver cannot judge the decision, but never if ``is_open`` is true. Decisions
    that neither method can judge are left out.
    """
    found = dict[int, Judgement]()
    for at, (decision, prior) in reversed(list(enumerate(judged))):
        if not decision.has_choice:
            continue
        better = prover.judge(decision, _seeded_random(decision), prior)
        if better is None and not is_open:
            better = judge_by_winning_cards(context, decision, prior)
        if better is not None:
            found[at] = better
    return found


def _allot_deals(judged: Sequence[JudgedDecision], replay_points: int, effort: Effort) -> dict[int, int]:
    """Return the number of deals to play in rollouts, by index of the decision.

    The decisions with the largest losses get deals first, until ``effort.work`` is used up. Decisions without
    rollouts are left out. ``replay_points`` is the number of replay points of the hand. This number matters
    because a rollout of an early decision costs more: more moves follow the decision.
    """
    flagged = [at for at, (_, one) in enumerate(judged) if one.loss >= FLAGGED and one.judge == "net"]
    found, left = dict[int, int](), effort.work
    for at in sorted(flagged, key=lambda at: -judged[at][1].loss):
        decision, judgement = judged[at]
        cost = len(_actions_to_compare(judgement)) * max(1, replay_points - decision.step)
        deals = min(effort.deals, left // cost)
        if deals >= FEWEST_DEALS:
            found[at], left = deals, left - deals * cost
    return found


def _actions_to_compare(judgement: Judgement) -> list[Any]:
    """Return the ``COMPARED`` best actions of a judgement, and the played action."""
    best = [one.action for one in judgement.actions[:COMPARED]]
    return best if judgement.played_action.action in best else [*best, judgement.played_action.action]


def _seeded_random(decision: Decision) -> Random:
    """Return the random generator that draws the deals for a decision. It has the same seed in each review."""
    return Random(decision.step)  # noqa: S311 -- nothing secret
