"""Calibration curves correct the systematic errors of estimated win chances."""

from __future__ import annotations

import numpy as np
import pytest

from paiju.core.errors import UnknownName
from paiju.games.registry import game
from paiju.review.calibration import (
    UNCHANGED,
    Calibration,
    calibration_for,
    fit_curve,
    format_curves,
    make_calibration_table,
)
from paiju.review.judgement import JudgedAction, make_judgement, recalibrate_judgement


def test_a_calibration_curve_corrects_biased_chances() -> None:
    """Twenty thousand decisions whose odds are half as far from even as the net says."""
    random = np.random.default_rng(1)
    said = random.uniform(0.02, 0.98, 20_000)
    true = 1 / (1 + ((1 - said) / said) ** 0.5)
    won = (random.uniform(size=len(said)) < true).astype(float)
    calibration = Calibration("people", fit_curve(said, won))
    corrected = np.array([calibration.apply(chance) for chance in said])
    for row in make_calibration_table(corrected, won):
        if row is not None and row.decisions >= 1000:
            assert row.won == pytest.approx(row.chance, abs=0.03)
    assert abs(calibration.apply(0.2) - 1 / 3) < 0.02
    assert calibration.invert(calibration.apply(0.37)) == pytest.approx(0.37)


def test_few_decisions_change_a_curve_little() -> None:
    curve = fit_curve(np.array([0.2, 0.2]), np.array([1.0, 1.0]))
    assert Calibration("people", curve).apply(0.5) == pytest.approx(0.5, abs=0.06)


def test_calibration_curves_round_trip() -> None:
    assert calibration_for(game("doudizhu/qq").rules).level == "strong"
    assert format_curves({"people": {"doudizhu/qq": UNCHANGED}}).startswith('[people]\n"doudizhu/qq" = [0, 0.05, ')
    with pytest.raises(UnknownName):
        calibration_for(game("doudizhu/qq").rules, "nobody")


def test_recalibration_rescales_losses_and_errors() -> None:
    actions = [JudgedAction("good", 0.6, 0.05, 0.6), JudgedAction("bad", 0.4, 0.05, 0.4)]
    judged = make_judgement(actions, "bad", "net", 0.05)
    softened = recalibrate_judgement(judged, lambda chance: 0.5 + (chance - 0.5) / 2, by_points=False)
    assert softened.loss == pytest.approx(0.1)
    assert softened.loss_doubt == pytest.approx(0.025)
    same = recalibrate_judgement(judged, lambda chance: 0.5 + (chance - 0.5) / 2, by_points=True)
    assert (same.loss, same.loss_doubt, same.best.chance) == (judged.loss, judged.loss_doubt, 0.55)
