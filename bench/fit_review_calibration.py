"""Fits the calibration curves of bot levels: ``python -m bench.fit_review_calibration HANDS [RULESET…]``.

Each level that uses a network plays against itself in ``paiju.batch``. A decision counts with the probability of winning that the
network estimates for the action taken. The curve is fitted to half of the hands, and the table is computed from the other half.
Prints the table, and writes the curves to ``src/paiju/review/calibration.toml``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from paiju.batch import new_hands
from paiju.batch.decision_batch import gather_decisions
from paiju.batch.net_inference import BatchInference
from paiju.bots.levels import levels
from paiju.games.registry import ruleset, rulesets
from paiju.nets.net import WIN
from paiju.nets.policy import net_for_rules
from paiju.review.calibration import KNOTS, fit_curve, format_curves, load_curves, make_calibration_table

CURVES = Path("src/paiju/review/calibration.toml")
AT_ONCE = 256


def play(name: str, temperature: float | None, hands: int, seed: int) -> tuple[Any, Any, Any]:
    """Return, for every decision of these hands, the estimated probability of winning, whether the seat won, and the hand."""
    table = new_hands(ruleset(name), hands, seed, anew=False)
    net = net_for_rules("", table.game.rules)
    inference, chance = BatchInference(net.net.weights, net.shape), np.random.default_rng(seed)
    found: list[tuple[Any, Any, Any]] = []
    while (table.turns >= 0).any():
        at = gather_decisions(table, net.shape, net.flag, chance)
        values = inference.values(at)
        scores = inference.combine_heads(at, values)
        if temperature is not None:
            scores = scores + temperature * chance.gumbel(size=len(scores)).astype(np.float32)
        chosen = at.argmax_actions(scores)
        found.append((at.live, table.turns[at.live].copy(), np.clip(values[chosen, WIN], 0, 1)))
        at.apply_actions(table, chosen)
    hand, seat, chances = (np.concatenate(part) for part in zip(*found, strict=True))
    decided = table.end_codes[hand] == 1
    won = table.rows["winners"][hand] >> seat & 1
    return chances[decided].astype(float), won[decided].astype(float), hand[decided]


def main() -> None:
    hands, names = int(sys.argv[1]), sys.argv[2:] or list(rulesets())
    curves = {level: dict(found) for level, found in load_curves().items()} if CURVES.exists() else {}
    for name in names:
        for level, settings in levels(new_hands(ruleset(name), 1).game).items():
            if level == "steady":  # the steady bot has no network
                continue
            parts = [
                play(name, settings.temperature, min(AT_ONCE, hands - first), seed)
                for seed, first in enumerate(range(0, hands, AT_ONCE))
            ]
            chances, won = (np.concatenate([part[at] for part in parts]) for at in (0, 1))
            odd = np.concatenate([part[2] % 2 for part in parts]) == 1
            curve = fit_curve(chances[odd], won[odd])
            curves.setdefault(level, {})[name] = curve
            told = np.interp(chances[~odd], KNOTS, curve)
            cells = [
                f"{row.chance:.3f} {row.won:.3f} ({row.decisions})" if row else "–"
                for row in make_calibration_table(told, won[~odd])
            ]
            raw = [
                f"{row.chance:.3f} {row.won:.3f}" if row else "–"
                for row in make_calibration_table(chances[~odd], won[~odd])
            ]
            print(f"| {name} | {level} | calibrated | {' | '.join(cells)} |")
            print(f"| {name} | {level} | net | {' | '.join(raw)} |", flush=True)
            CURVES.write_text(format_curves(curves), "utf-8")


if __name__ == "__main__":
    main()
