"""Makes the positions for bench/solve_doudizhu.py: open endings from hands that the strong bots play, one from each hand.

    python bench/make_solve_positions.py [RULESET …] | xz > bench/solve_positions.jsonl.xz

It prints JSON Lines in the form of `paiju solve`. There are 1,000 positions of doudizhu/qq and 200 of every other ruleset of Dou
Dizhu, by a fixed seed. From each hand it takes the first position in which the hands together have at most a certain number of
cards. That number is drawn evenly from 10 to 34, in two-player games as well.
"""

from __future__ import annotations

import json
import sys
from random import Random

from msgspec.structs import replace

import paiju
from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import run_hand
from paiju.games.doudizhu.state import Playing
from paiju.solve.doudizhu import Position, question_to_json

FEWEST, MOST = 10, 34
MANY, FEW = 1000, 200


def positions(name: str, number: int) -> list[dict[str, object]]:
    """Return this many positions of a ruleset as plain JSON."""
    game, random = paiju.game(name), Random(f"solve {name}")
    bot = make_bot("strong", name)
    ask = make_bot_asker(game, {seat: SeatedBot(bot, random) for seat in range(game.seats)})
    found: list[dict[str, object]] = []
    while len(found) < number:
        most = random.randint(FEWEST, MOST)
        state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(32)))
        for move in run_hand(game, state, ask):
            after = move.step.state
            if isinstance(after.phase, Playing) and sum(after.public.counts) <= most:
                if game.outcome(after) is None:
                    position = replace(Position.of_state(game.compiled, after), multiplier=1)
                    found.append(question_to_json(name, position))
                break
    return found


def main() -> None:
    wanted = sys.argv[1:] or [name for name in paiju.rulesets() if name.startswith("doudizhu/")]
    for name in wanted:
        for position in positions(name, MANY if name == "doudizhu/qq" else FEW):
            print(json.dumps(position))


if __name__ == "__main__":
    main()
