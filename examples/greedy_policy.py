"""A baseline for learners: a policy that takes the action which leaves the fewest cards, compared with random play.

    pip install 'paiju[envs]'
    python greedy_policy.py [--ruleset doudizhu/qq --steps 400 --seed 1]

The code does not know any game. It works for each ruleset that has a batch engine and whose legal actions can be listed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

from paiju.batch import Hands
from paiju.envs import BatchVectorEnv

Policy = Callable[[Hands], Any]
"""A function that returns the number of an action for each of many hands."""


def at_random(hands: Hands) -> Any:
    """Return a random legal action for each hand."""
    return hands.sample()


def greedy(hands: Hands) -> Any:
    """Return, for each hand, the first of the actions that leave the fewest cards.

    ``branch_on_actions`` returns a copy of every hand for each of its legal actions, in which that action has been taken.
    """
    after, owner = hands.branch_on_actions(), np.repeat(np.arange(len(hands)), hands.counts)
    left = after.rows["left"][np.arange(len(after)), hands.turns[owner]]
    ends = np.cumsum(hands.counts)
    return np.lexsort((left, owner))[ends - hands.counts] - (ends - hands.counts)


def share_won(policy: Policy, ruleset: str, steps: int, seed: int, n: int = 256) -> float:
    """Return the share of hands that seat 0 wins by a policy against random players. Hands that nobody wins do not count."""
    env = BatchVectorEnv(n, ruleset, reward="win")
    env.reset(seed=seed)
    won = lost = 0
    for _ in range(steps):
        _, rewards, *_ = env.step(policy(env.hands))
        won, lost = won + (rewards > 0).sum(), lost + (rewards < 0).sum()
    return float(won / (won + lost))


def main() -> None:
    """Print the share of hands that each policy wins."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", default="doudizhu/qq")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name, policy in {"at random": at_random, "greedily": greedy}.items():
        print(f"{name:10} {share_won(policy, given.ruleset, given.steps, given.seed):6.1%} of its hands won")


if __name__ == "__main__":
    main()
