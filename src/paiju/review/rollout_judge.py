"""Judgement by rollouts: the net plays sampled deals to their end, once for each action that is compared.

The sampled deals are consistent with what the seat could know. ``paiju.batch`` plays all of them at once.
Without Numba there are no rollouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.batch import Hands, new_hands
from paiju.batch.decision_batch import gather_decisions
from paiju.batch.net_inference import BatchInference
from paiju.core.seats import DEALER
from paiju.nets.net import POLICY_TEMPERATURE
from paiju.nets.policy import net_for_rules
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.review_context import ReviewContext

REDEALT: Final = 2
"""The value in ``Hands.end_codes`` for a hand that is dealt again."""


class Rollouts(NamedTuple):
    """The result of each deal after each action: whether the seat's side won, and the seat's points.

    Both arrays have the shape (actions, deals).
    """

    won: NDArray[np.float64]
    points: NDArray[np.float64]


class RolloutJudge:
    """Judges decisions of one game by rollouts with the net of the package.

    Raises UnknownName if no net plays the rules.
    """

    def __init__(self, context: ReviewContext, *, is_open: bool = False) -> None:
        self._context = context
        self._is_open = is_open
        self._net = net_for_rules("", context.game.rules)
        self._inference = BatchInference(self._net.net.weights, self._net.shape)

    def judge(
        self, decision: Decision, actions: Sequence[Any], deals: int, prior: Judgement, random: Random
    ) -> Judgement:
        """Return a judgement of ``actions``, which must include the played one.

        Each action is followed to the end of the hand in ``deals`` deals. These deals are the same for all actions.
        ``prior`` is the net's judgement. The rollout results and ``prior`` are averaged, with weights according to
        their standard errors.

        If actions are compared by chances, and the played action brings more points in the rollouts than the best
        one, it counts as equally good.
        """
        found = self._roll_out(decision, actions, deals, random)
        stake = max(2 * float(np.abs(found.points).mean()), 1e-9)
        by_points = self._context.hooks.is_judged_by_points(decision.view)
        before = {one.action: one for one in prior.actions}
        judged = [
            _judge_action(before[action], found.won[at], found.points[at], stake, by_points)
            for at, action in enumerate(actions)
        ]
        values = found.points / stake if by_points else found.won
        taken = actions.index(decision.played)
        best = max(range(len(actions)), key=lambda at: judged[at].value)
        doubt = (
            _combine_standard_errors(_standard_error_of_mean(values[best] - values[taken]), prior.loss_doubt)
            if best != taken
            else 0.0
        )
        if not by_points and found.points[taken].mean() > found.points[best].mean():  # fewer wins, more points
            judged[taken] = judged[taken]._replace(value=judged[best].value)
        return make_judgement(judged, decision.played, "rollouts", doubt, deals)

    def _roll_out(self, decision: Decision, actions: Sequence[Any], deals: int, random: Random) -> Rollouts:
        game, seat = self._context.game, decision.seat
        hands = new_hands(self._context.ruleset, deals * len(actions), anew=False)
        ended: dict[int, Any] = {}
        for deal in range(deals):
            state = decision.state if self._is_open else game.determinize(decision.view, seat, random)
            for at, action in enumerate(actions):
                row, after = at * deals + deal, self._state_after(state, seat, action)
                if (outcome := game.outcome(after)) is None:
                    hands.from_state(row, after)
                else:
                    ended[row] = outcome
        self._finish_hands(hands, random)
        won, points = _wins_and_points(hands, seat, 1 / len(game.teams))
        for row, outcome in ended.items():
            won[row], points[row] = float(seat in outcome.winners), outcome.points[seat]
        return Rollouts(won.reshape(len(actions), deals), points.reshape(len(actions), deals))

    def _state_after(self, state: Any, seat: int, action: Any) -> Any:
        """Return the state after an action and after all actions of the dealer that follow it.

        A seat that may act but need not (such as one that may declare trumps) does not act before the dealer.
        """
        game = self._context.game
        state = game.step(state, seat, action).state
        while game.to_act(state) == (DEALER,):
            state = game.step(state, DEALER, game.legal(state, DEALER)[0]).state
        return state

    def _finish_hands(self, hands: Hands, random: Random) -> None:
        """Play all hands of the batch to their end.

        If decisions are judged with open hands, all rollouts have the same deal. Noise is then added to the net's
        scores, so that the rollouts differ.
        """
        chance = np.random.default_rng(random.getrandbits(32))
        while (hands.turns >= 0).any():
            decisions = gather_decisions(hands, self._net.shape, self._net.flag, chance)
            scores = self._inference.scores(decisions)
            if self._is_open:
                scores = scores + POLICY_TEMPERATURE * chance.gumbel(size=len(scores)).astype(np.float32)
            decisions.apply_actions(hands, decisions.argmax_actions(scores))


def _judge_action(
    prior: JudgedAction, won: NDArray[np.float64], points: NDArray[np.float64], stake: float, by_points: bool
) -> JudgedAction:
    """Return an action with its rollout results combined with ``prior``, the net's estimate.

    ``won`` and ``points`` have the result of each rollout; shape (deals,). Rollouts and prior are weighted by their
    standard errors. A prior chance that is proved (its standard error is 0) is kept. If ``by_points`` is true, actions
    are compared by points divided by ``stake``, otherwise by chances.
    """
    if prior.doubt == 0:
        return prior._replace(points=float(points.mean()))
    doubt = _standard_error_of_mean(won)
    chance = _combine_estimates(float(won.mean()), doubt, prior.chance, prior.doubt)
    value = chance
    if by_points:
        value = _combine_estimates(
            float(points.mean()) / stake, _standard_error_of_mean(points / stake), prior.value, prior.doubt
        )
    return JudgedAction(prior.action, chance, _combine_standard_errors(doubt, prior.doubt), value, float(points.mean()))


def _combine_estimates(mean: float, doubt: float, prior: float, prior_doubt: float) -> float:
    weight, before = doubt**-2, prior_doubt**-2
    return (weight * mean + before * prior) / (weight + before)


def _combine_standard_errors(doubt: float, prior_doubt: float) -> float:
    return float((doubt**-2 + prior_doubt**-2) ** -0.5)


def _standard_error_of_mean(values: NDArray[np.float64]) -> float:
    """Return the standard error of the mean of ``values``. It is positive even if all values are equal."""
    return float(max(values.std(ddof=1), 1 / len(values) ** 0.5) / len(values) ** 0.5)


def _wins_and_points(hands: Hands, seat: int, fair_share: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return, for each hand of a batch, whether the seat's side won (1 or 0), and the seat's points.

    A hand that is dealt again counts as ``fair_share`` of a win, which is the winning chance in the next deal.
    """
    won = (hands.rows["winners"] >> seat & 1).astype(np.float64)
    won[hands.end_codes == REDEALT] = fair_share
    return won, hands.points[:, seat].astype(np.float64)
