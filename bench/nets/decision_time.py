"""Measures how long a bot's decisions take, in hands against itself: python -m bench.nets.decision_time BOT RULESET [DEALS]"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from paiju.arena import Entrant, run_match
from paiju.bots.registry import make_bot
from paiju.core.game import AnyGame
from paiju.core.seats import Seat


def main() -> None:
    name, ruleset, deals = (*sys.argv[1:], "30")[:3]
    choose, took = make_bot(name, ruleset), list[tuple[int, float]]()

    def timed(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        start = time.process_time()
        action = choose(game, view, seat, legal, random)
        took.append((len(legal), time.process_time() - start))
        return action

    run_match([Entrant(name, timed), Entrant("the same", timed)], ruleset, int(deals), 3)
    counts, times = np.array(took[20:]).T  # during the first ones, the network is loaded
    real = times[counts > 1] * 1000
    most = np.percentile(counts, 99)
    print(f"{ruleset}: {len(real)} decisions, ms: median {np.median(real):.2f}, mean {real.mean():.2f}, ", end="")
    print(f"p99 {np.percentile(real, 99):.2f}, most {real.max():.2f}; 1 in 100 has {most:.0f} actions or more")


if __name__ == "__main__":
    main()
