"""Plays two networks against each other in arrays, until one is shown to be better, or the limit is reached.

    python -m bench.nets.match NEW.npz OLD.npz

This is a sequential test over the rulesets that both know. It decides between two hypotheses: that the new network wins the share
of hands that equal networks win (a half, or a third if there are three sides), and that it wins one hand in a hundred more. Each
of them is accepted wrongly at most once in twenty times. Each deal is played once for each side; deals are made 500 at a time,
at most 30,000.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from paiju import batch
from paiju.batch.decision_batch import DecisionBatch, Floats
from paiju.batch.net_inference import BatchInference
from paiju.learn.evaluation import EvaluationResult, Scores, play_match
from paiju.nets.net import Net, load_net
from paiju.nets.network_inputs import InputSpec

AT_ONCE: Final = 500
MOST: Final = 30_000
BETTER: Final = 0.01
SURE: Final = math.log(19)


class Verdict(NamedTuple):
    """The result of the test. ``better`` is None if the test reached its limit without a decision."""

    better: bool | None
    hands: int
    wins: float


def judged(new: Net, old: Net) -> Verdict:
    """Test whether the new network is better. Raises ValueError if the networks have no ruleset in common."""
    hands = won = weight = 0.0
    for deals, found in _matches(new, old):
        here = found.hands * found.wins
        hands, won = hands + found.hands, won + here
        more = found.due + BETTER
        weight += here * math.log(more / found.due) + (found.hands - here) * math.log((1 - more) / (1 - found.due))
        if abs(weight) > SURE or deals >= MOST:
            settled = abs(weight) > SURE
            return Verdict(weight > 0 if settled else None, int(hands), won / hands)
    raise ValueError("the nets have no ruleset in common")


def _matches(new: Net, old: Net) -> Iterator[tuple[int, EvaluationResult]]:
    """Play one match of 500 deals after another. Yields the number of deals so far, and the result of the match."""
    both = [name for name in new.facts.rulesets if name in old.facts.rulesets]
    deals = 0
    while both:
        for name in both:
            hands = batch.new_hands(name, AT_ONCE, deals + 1, anew=False)
            deals += AT_ONCE
            yield (
                deals,
                play_match(
                    _make_score_function(new, hands, name),
                    _make_score_function(old, hands, name),
                    hands,
                    _input_spec(new, hands),
                    0,
                ),
            )


def _input_spec(net: Net, hands: batch.Hands) -> InputSpec:
    return net.input_spec(hands.layout, hands.action_layout)


def _make_score_function(net: Net, hands: batch.Hands, ruleset: str) -> Scores:
    shape, flag = _input_spec(net, hands), net.facts.rulesets.index(ruleset)
    acting = BatchInference(net.weights, shape)

    def scores(at: DecisionBatch) -> Floats:
        seen = at.seen.copy()
        seen[:, -1] = 1 << flag
        return acting.scores(at._replace(seen=seen))

    return scores


if __name__ == "__main__":
    print(judged(*(load_net(path) for path in sys.argv[1:3])))
