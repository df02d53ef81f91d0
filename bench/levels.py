"""Measures how soft each level of the house's bots must be, and writes it into ``levels.toml``.

    python -m bench.levels [--deals 150] RULESET…

The best player of a ruleset, made softer by several amounts, plays duplicate deals against steady, side against side and without
the auction, where a weak bot would be carried by its partner; between the amounts the odds of winning are read off a line. Each
level is to win 60 of 100 against the one below it, counted from steady; skilled is halfway to strong, where that is nearer, and
is left out where strong itself is so near to steady that nobody would tell the three apart.
"""

from __future__ import annotations

import argparse
import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

from paiju.arena import Entrant, run
from paiju.bots.base import STEADY, Bot, play_random
from paiju.bots.levels import ANY, LADDER, STRONG
from paiju.bots.registry import bot
from paiju.games.registry import game, rulesets
from paiju.nets.strong import Player, play_warm, plays

FILE: Final = Path(str(files("paiju.bots"))) / "levels.toml"
HEAD: Final = """\
# How soft each level is (paiju.bots.levels), and its share of wins against steady: `python -m bench.levels RULESET…`
"""
STEP: Final = math.log(60 / 40)
HEATS: Final = (0.04, 0.1, 0.2, 0.4, 0.8, 2.0)
SLIPS: Final = (0.04, 0.1, 0.2, 0.35, 0.6, 0.9)


def slipping(slip: float, steady: Bot, *asked: Any) -> Any:
    """Steady, which sometimes does anything."""
    random: Random = asked[-1]
    return (play_random if random.random() < slip else steady)(*asked)


def odds(first: Entrant, ruleset: str, deals: int) -> float:
    """The logarithm of how many hands are won for each that is lost, against steady."""
    wins = run((first, STEADY), ruleset, deals, 11, play_only=True).overall.wins.mean
    return math.log(max(wins, 0.005) / max(1 - wins, 0.005))


def amount(wanted: float, line: Sequence[tuple[float, float]]) -> float:
    """The amount at which the odds are these, between amounts at which they were measured, from the least on."""
    for (small, above), (large, below) in pairwise(line):
        if below <= wanted <= above:
            part = (above - wanted) / (above - below) if above > below else 0.0
            return math.exp(math.log(small) + part * (math.log(large) - math.log(small)))
    return line[0][0] if wanted > line[0][1] else line[-1][0]


def measured(ruleset: str, deals: int) -> dict[str, dict[str, float]]:
    """The levels of a ruleset."""
    by_net = plays(game(ruleset).rules)
    steady = bot(STEADY, ruleset)
    amounts, made = (HEATS, play_warm) if by_net else (SLIPS, None)
    line = []
    for value in amounts:
        softened = _with_words(partial(made, value) if made else partial(slipping, value, steady), steady)
        line.append((value, odds(Entrant("softened", softened), ruleset, deals)))
        print(ruleset, value, f"{_share(line[-1][1]):.3f}", flush=True)
    found: dict[str, dict[str, float]] = {}
    kind = "heat" if by_net else "slip"
    below = LADDER[: LADDER.index(STEADY)]
    wanted = {name: -STEP * (len(below) - at) for at, name in enumerate(below)}
    best = odds(Entrant(STRONG, Player("")), ruleset, 2 * deals) if by_net else 0.0
    if best > STEP / 2:
        wanted["skilled"] = min(STEP, best / 2)
    for name, at in wanted.items():
        found[name] = {kind: round(amount(at, line), 3), "wins": round(_share(at), 3)}
    if by_net:
        found[STRONG] = {"wins": round(_share(best), 3)}
    return found


def _with_words(softened: Any, steady: Bot) -> Bot:
    if hasattr(steady, "unasked"):
        softened.unasked = steady.unasked
    made: Bot = softened
    return made


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _written(table: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    names = [ANY, *(name for name in rulesets() if name in table)]
    return HEAD + "".join(_section(name, table[name]) for name in names)


def _section(name: str, found: Mapping[str, Mapping[str, float]]) -> str:
    head = f"[{name}]" if name == ANY else f'["{name}"]'
    rows = (
        f"{level} = {{ {', '.join(f'{key} = {value}' for key, value in found[level].items())} }}"
        for level in LADDER
        if level in found
    )
    return "\n".join(["", head, *rows, ""])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("rulesets", nargs="+")
    given = parser.parse_args()
    for ruleset in given.rulesets:
        found = measured(ruleset, given.deals)
        table = tomllib.loads(FILE.read_text("utf-8"))
        FILE.write_text(_written({**table, ruleset: found}), "utf-8")


if __name__ == "__main__":
    main()
