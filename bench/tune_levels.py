"""Finds the parameter of each level of the house's bots, measures how much the level wins, and writes both to ``levels.toml``.

    python -m bench.tune_levels [--deals 150] [--keep] [--levels NAME…] RULESET…

The parameter (the *amount*) says how much the best player of a ruleset is weakened. Players with several amounts play duplicate
deals against the steady bot, side against side, without an auction, because a partner who bids well would carry a weak bot. The
odds of winning with other amounts are interpolated. They give the amount of each level, which is to win 60 of 100 hands against
the level below it; steady is fixed. Skilled is only halfway between steady and strong if strong is so near, and it is left out
if strong is so near that nobody could tell the three levels apart.

The level then plays other deals with its amount, and the share that it wins there is written, with half the width of its 95 %
interval and the number of hands. With ``--keep``, the amounts are taken from the file and only measured. ``any`` is measured in
the first ruleset of each family.
"""

from __future__ import annotations

import argparse
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from paiju.arena import Entrant, run_match
from paiju.bots.base import STEADY, Bot, play_random
from paiju.bots.levels import ANY, LADDER, STRONG
from paiju.bots.registry import make_bot
from paiju.games.registry import families, game, rulesets
from paiju.nets.policy import NetPlayer, has_net, play_at_temperature

FILE: Final = Path(str(files("paiju.bots"))) / "levels.toml"
HEAD: Final = """\
# The parameter that weakens each level (paiju.bots.levels), and its measured share of wins against the steady bot, with half the
# width of the 95 % confidence interval (doubt) and the number of hands played: `python -m bench.tune_levels RULESET…`
"""
STEP: Final = math.log(60 / 40)
SKILLED: Final = "skilled"
START: Final = 0.04
"""The temperature that is tried first. Then it is halved and doubled, until the odds of all levels lie in between."""
COLDEST: Final = START / 64
HOTTEST: Final = START * 64
SLIPS: Final = (0.04, 0.1, 0.2, 0.35, 0.6, 0.9)
AIMING: Final = 11
MEASURING: Final = 12
"""The seeds for choosing an amount and for measuring it. On the deals by which it was chosen, a level looks better than it is."""

Line = Sequence[tuple[float, float]]
"""Amounts in ascending order, each with the odds of winning with it."""
Row = dict[str, float]


def play_with_slips(slip: float, steady: Bot, *asked: Any) -> Any:
    """Return the steady bot's action, or with probability ``slip`` a random one."""
    random: Random = asked[-1]
    return (play_random if random.random() < slip else steady)(*asked)


class Share(NamedTuple):
    """The share of the hands won by somebody that the first bot won, half the width of its interval, and the number of hands."""

    wins: float
    doubt: float
    hands: int

    @property
    def odds(self) -> float:
        """The logarithm of the number of hands won for each hand lost."""
        return math.log(max(self.wins, 0.005) / max(1 - self.wins, 0.005))

    def row(self) -> Row:
        """Return the fields that are written to the file."""
        return {"wins": round(self.wins, 3), "doubt": round(self.doubt, 3), "hands": self.hands}


class Subject(NamedTuple):
    """What is measured: rulesets, and whether the levels weaken a network or the steady bot."""

    rulesets: tuple[str, ...]
    by_net: bool

    @property
    def parameter_name(self) -> str:
        """The name of the parameter that an amount sets."""
        return "temperature" if self.by_net else "slip"

    def softened_player_factory(self, amount: float) -> Callable[[str], Bot]:
        """Return a function that makes the best player of a ruleset, weakened by this amount."""

        def made(ruleset: str) -> Bot:
            steady = make_bot(STEADY, ruleset)
            soft: Any = (
                partial(play_at_temperature, amount) if self.by_net else partial(play_with_slips, amount, steady)
            )
            if hasattr(steady, "act_unasked"):
                soft.act_unasked = steady.act_unasked
            found: Bot = soft
            return found

        return made

    def measure_against_steady(self, player: Callable[[str], Bot], deals: int, seed: int) -> Share:
        """Return how a player does against steady: the mean over the rulesets."""
        found = [
            run_match((Entrant("player", player(name)), STEADY), name, deals, seed, play_only=True)
            for name in self.rulesets
        ]
        wins = [report.overall.wins for report in found]
        doubt = math.sqrt(sum(((one.high - one.low) / 2) ** 2 for one in wins)) / len(wins)
        return Share(sum(one.mean for one in wins) / len(wins), doubt, sum(report.hands for report in found))


def subject_of(name: str) -> Subject:
    """Return what is measured for a section of the file."""
    if name != ANY:
        return Subject((name,), has_net(game(name).rules))
    return Subject(
        tuple(next(one for one in rulesets() if one.startswith(f"{family}/")) for family in families()), False
    )


def measure_odds_by_amount(odds: Callable[[float], float], least: float, most: float, *, by_net: bool) -> Line:
    """Return amounts whose odds reach from the highest of the wanted odds to the lowest."""
    if not by_net:
        return [(slip, odds(slip)) for slip in SLIPS]
    found = [(START, odds(START))]
    while found[0][1] < most and found[0][0] > COLDEST:
        found.insert(0, (found[0][0] / 2, odds(found[0][0] / 2)))
    while found[-1][1] > least and found[-1][0] < HOTTEST:
        found.append((found[-1][0] * 2, odds(found[-1][0] * 2)))
    return found


def amount(wanted: float, line: Line) -> float | None:
    """Return the amount at which the odds are ``wanted``, interpolated between measured amounts; None if there is none."""
    for (small, above), (large, below) in pairwise(line):
        if below <= wanted <= above:
            part = (above - wanted) / (above - below) if above > below else 0.0
            return math.exp(math.log(small) + part * (math.log(large) - math.log(small)))
    return None


def target_log_odds(strong: float | None) -> dict[str, float]:
    """Return the odds that each level should have, given those of strong."""
    below = LADDER[: LADDER.index(STEADY)]
    found = {name: -STEP * (len(below) - at) for at, name in enumerate(below)}
    return found | ({SKILLED: min(STEP, strong / 2)} if strong is not None and strong > STEP / 2 else {})


def find_amounts(subject: Subject, names: Sequence[str], strong: Share | None, deals: int) -> dict[str, float]:
    """Return the amount that weakens each of these levels as wanted. Prints and leaves out levels that no amount gives."""
    wanted = {name: odds for name, odds in target_log_odds(strong.odds if strong else None).items() if name in names}
    if not wanted:
        return {}

    def odds(value: float) -> float:
        share = subject.measure_against_steady(subject.softened_player_factory(value), deals, AIMING)
        _tell(subject, f"{value:g}", share)
        return share.odds

    line = measure_odds_by_amount(odds, min(wanted.values()), max(wanted.values()), by_net=subject.by_net)
    found = {name: amount(aim, line) for name, aim in wanted.items()}
    for name in [name for name, value in found.items() if value is None]:
        print(*subject.rulesets, name, "cannot be made", flush=True)
    return {name: round(value, 4) for name, value in found.items() if value is not None}


def measure_levels(
    subject: Subject, known: Mapping[str, Row], names: Sequence[str], deals: int, *, keep: bool
) -> dict[str, Row]:
    """Measure these levels, and return their sections. With ``keep``, they have the amounts in ``known``."""
    rows, strong = dict[str, Row](), None
    if subject.by_net and {SKILLED, STRONG} & set(names):
        strong = subject.measure_against_steady(lambda _: NetPlayer(""), 2 * deals, MEASURING)
        _tell(subject, STRONG, strong)
        rows[STRONG] = strong.row()
    kept = {
        name: row[subject.parameter_name]
        for name, row in known.items()
        if name in names and subject.parameter_name in row
    }
    for name, value in (kept if keep else find_amounts(subject, names, strong, deals)).items():
        share = subject.measure_against_steady(
            subject.softened_player_factory(value), (2 if name == SKILLED else 1) * deals, MEASURING
        )
        _tell(subject, f"{name} {value:g}", share)
        rows[name] = {subject.parameter_name: value, **share.row()}
    return rows


def _tell(subject: Subject, what: str, share: Share) -> None:
    print(*subject.rulesets, what, f"{share.wins:.3f} ± {share.doubt:.3f} of {share.hands}", flush=True)


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
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--levels", nargs="+", default=LADDER, choices=LADDER)
    parser.add_argument("rulesets", nargs="+")
    given = parser.parse_args()
    for name in given.rulesets:
        known = tomllib.loads(FILE.read_text("utf-8")).get(name, {})
        found = measure_levels(subject_of(name), known, given.levels, given.deals, keep=given.keep)
        table = tomllib.loads(FILE.read_text("utf-8"))
        others = {level: row for level, row in known.items() if level not in given.levels}
        FILE.write_text(_written({**table, name: {**others, **found}}), "utf-8")


if __name__ == "__main__":
    main()
