"""Times the batch engine and other engines: random decisions by processor time, in turns, on one core.

    python -m bench.batch [SECONDS]       prints a table for bench/results.md, without engines that are not installed

At each decision a random legal action is drawn and taken. Hands that end are dealt anew, which counts as time. "in one call" does
not return to Python; "from Python" is a loop of `sample` and `step`; the other columns also observe before each decision.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from random import Random

import paiju
from paiju import batch
from paiju.batch.engine import families_with_engine
from paiju.batch.hands import Hands

N = 1024
STEPS = 64
ROUNDS = 3
SIZES = (64, 256, 1024, 4096, 16_384, 65_536)


def in_one_call(hands: Hands) -> None:
    hands.play_at_random(STEPS)


def from_python(hands: Hands) -> None:
    for _ in range(STEPS):
        hands.step(hands.sample())


def with_words(hands: Hands) -> None:
    for _ in range(STEPS):
        hands.observe()
        hands.step(hands.sample())


def with_planes(hands: Hands) -> None:
    for _ in range(STEPS):
        hands.observe(planes=True)
        hands.step(hands.sample())


WAYS: dict[str, Callable[[Hands], None]] = {
    "in one call": in_one_call,
    "from Python": from_python,
    "with words": with_words,
    "with planes": with_planes,
}


def rate(hands: Hands, way: Callable[[Hands], None], seconds: float) -> float:
    """Return the decisions per second of processor time."""
    done, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        way(hands)
        done += STEPS * len(hands)
    return done / took


def openspiel_rate(seconds: float) -> float:
    """Return the decisions per second of OpenSpiel's three-player game from Python, with its own auction and deal."""
    import pyspiel  # noqa: PLC0415 - one of the peers, which need not be there

    game, rng = pyspiel.load_game("dou_dizhu"), Random(1)
    done, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            done += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return done / took


def rlcard_rate(seconds: float) -> float:
    """Return the decisions per second of RLCard's environment, which computes features of every state and has no auction."""
    import rlcard  # noqa: PLC0415 - the same

    env, rng = rlcard.make("doudizhu", {"seed": 1}), Random(1)
    done, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            done += 1
    return done / took


PEERS: dict[str, tuple[str, str, Callable[[float], float]]] = {
    "pyspiel": ("openspiel", "from Python", openspiel_rate),
    "rlcard": ("rlcard", "with planes", rlcard_rate),
}
"""The other engines by their package: the name, the column in which it stands, and the function that measures it."""


def main(seconds: float) -> None:
    rulesets = [name for name in paiju.rulesets() if name.split("/")[0] in families_with_engine()]
    tables = {name: batch.new_hands(name, N, seed=1) for name in rulesets}
    for hands in tables.values():
        hands.play_at_random(STEPS)
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for name, hands in tables.items():
            for label, way in WAYS.items():
                best[name, label] = max(best.get((name, label), 0), rate(hands, way, seconds))
        for package, (name, way, measured) in PEERS.items():
            if find_spec(package):
                best[name, way] = max(best.get((name, way), 0), measured(seconds))
    print(f"| ruleset, {N} hands, millions a second | " + " | ".join(WAYS) + " |")
    print("|---|" + "---|" * len(WAYS))
    for name in dict.fromkeys(name for name, _ in best):
        cells = [f"{best[name, way] / 1e6:.3g}" if (name, way) in best else "" for way in WAYS]
        print(f"| {name} | " + " | ".join(cells) + " |")
    _print_rates_by_size(rulesets[0], seconds)


def _print_rates_by_size(name: str, seconds: float) -> None:
    """Print how the rate depends on the number of hands, and on a second thread."""
    print(f"\n| hands of {name} | from Python | with words | two threads, by the clock |\n|---|---|---|---|")
    for size in SIZES:
        hands, two = batch.new_hands(name, size, seed=1), batch.new_hands(name, size, seed=1, threads=2)
        start, done = time.perf_counter(), 0
        while (took := time.perf_counter() - start) < seconds:
            from_python(two)
            done += STEPS * size
        rates = (rate(hands, from_python, seconds), rate(hands, with_words, seconds), done / took)
        print(f"| {size:,} | " + " | ".join(f"{one / 1e6:.2f}" for one in rates) + " |")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
