"""Times the learning environments: random decisions by processor time, in turns.

    python -m bench.envs [SECONDS]        prints a table for bench/results.md

At each decision a random action of the action mask is taken. "aec" is PettingZoo's loop of `last` and `step`. "Gymnasium" counts
the steps of the learner; the time includes the decisions of its opponents. "vector" steps 1,024 hands at once, and 256 against
`steady`.
"""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np

from paiju import envs

HANDS = 1024
HANDS_AGAINST_BOTS = 256
ROUNDS = 3
RULESETS = ("doudizhu/qq", "doudizhu/four", "zipai/guilin-3", "gunzi/six")


def rate(play: Callable[[], int], seconds: float) -> float:
    """Return the decisions per second of processor time."""
    done, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        done += play()
    return done / took


def aec_hand(ruleset: str, **choices: Any) -> Callable[[], int]:
    """Return a function that plays a hand in which all agents choose at random. It returns the number of decisions."""
    env, random = envs.aec(ruleset, **choices), Random(1)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        count = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                break
            env.step(random.choice(np.flatnonzero(seen["action_mask"])))
            count += 1
        return count

    return play


def single_hand(ruleset: str, opponents: str) -> Callable[[], int]:
    """Return a function that plays a hand in which one seat learns. It returns the number of the learner's steps."""
    env, random = gymnasium.make(envs.gymnasium_id(ruleset), opponents=opponents), Random(1)
    env.reset(seed=1)

    def play() -> int:
        (seen, _), over, count = env.reset(), False, 0
        while not over:
            seen, _, over, _, _ = env.step(random.choice(np.flatnonzero(seen["action_mask"])))
            count += 1
        return count

    return play


def vector_step(ruleset: str, hands: int = HANDS, **choices: Any) -> Callable[[], int]:
    """Return a function that steps many hands at once. It returns the number of steps in all hands."""
    env = envs.BatchVectorEnv(hands, ruleset, **choices)
    env.reset(seed=1)

    def play() -> int:
        env.step(np.minimum(env.hands.sample(), 1023))
        return hands

    return play


def main(seconds: float) -> None:
    ways = {
        "aec": aec_hand,
        "aec, exact": lambda ruleset: aec_hand(ruleset, engine="exact"),
        "Gymnasium, random": lambda ruleset: single_hand(ruleset, "random"),
        "Gymnasium, steady": lambda ruleset: single_hand(ruleset, "steady"),
        "vector, planes": vector_step,
        "vector, steady": lambda ruleset: vector_step(ruleset, HANDS_AGAINST_BOTS, opponents="steady"),
    }
    if "observation" in inspect.signature(envs.BatchVectorEnv).parameters:  # earlier commits may lack it
        ways["vector, words"] = lambda ruleset: vector_step(ruleset, observation="words")
    plays = {(ruleset, label): make(ruleset) for ruleset in RULESETS for label, make in ways.items()}
    best: dict[tuple[str, str], float] = {}
    for play in plays.values():
        play()
    for _ in range(ROUNDS):
        for key, play in plays.items():
            best[key] = max(best.get(key, 0), rate(play, seconds))
    print("| decisions a second | " + " | ".join(ways) + " |\n|---|" + "---|" * len(ways))
    for ruleset in RULESETS:
        print(f"| {ruleset} | " + " | ".join(f"{best[ruleset, label]:,.0f}" for label in ways) + " |")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
