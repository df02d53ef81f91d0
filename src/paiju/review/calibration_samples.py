"""Collects samples to which calibration curves can be fitted.

A sample has the chance that the net gave in a recorded hand, and the result of that hand.
"""

from __future__ import annotations

from collections.abc import Collection

from paiju.core.seats import Seat
from paiju.nets.policy import evaluate_actions, has_net
from paiju.records import RecordedHand, replay_hand
from paiju.review.review_context import ReviewContext
from paiju.review.reviewer import list_decisions


def calibration_samples(
    context: ReviewContext, hand: RecordedHand, seats: Collection[Seat]
) -> list[tuple[float, bool]]:
    """Return a pair for each decision of ``seats``: the net's chance for the action taken, and whether the seat won.

    Decisions with a single legal action are left out. The chances are not calibrated. The list is empty if the hand
    was not finished, if nobody won, if a player left, or if no net plays the rules. Raises the errors of
    ``replay_hand``.
    """
    points = tuple(replay_hand(context.game, hand))
    outcome = points[-1].outcome
    if outcome is None or not outcome.winners or outcome.left is not None or not has_net(context.game.rules):
        return []
    found = []
    for decision in list_decisions(context, points):
        if decision.has_choice and decision.seat in seats:
            values = evaluate_actions("", context.game, decision.view, decision.seat, (decision.played,))
            found.append((values.win_chance(0), decision.seat in outcome.winners))
    return found
