"""Puzzle ratings follow Glicko-2."""

from __future__ import annotations

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from paiju.server.app.puzzles.puzzle_rating import (
    DAY,
    LEAST_DEVIATION,
    NEW_PLAYER,
    PERIODS_A_DAY,
    GlickoRating,
    new_puzzle_rating,
    rate_try,
    rating_after_pause,
)


def test_glicko_2_library_reproduces_the_example_of_the_paper() -> None:
    opponents = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    others = [(rating_to_mu(rating), rd_to_phi(deviation), score) for rating, deviation, score in opponents]
    mu, phi, sigma = update_rating(rating_to_mu(1500), rd_to_phi(200), 0.06, others, 0.5)
    assert mu_to_rating(mu) == pytest.approx(1464.06, abs=0.01)
    assert phi_to_rd(phi) == pytest.approx(151.52, abs=0.01)
    assert sigma == pytest.approx(0.05999, abs=0.00001)


def test_player_and_puzzle_ratings_change_more_after_an_unexpected_result() -> None:
    easy, hard = new_puzzle_rating(1200), new_puzzle_rating(1800)
    for puzzle in (easy, hard):
        player, after = rate_try(NEW_PLAYER, puzzle, solved=True)
        assert player.rating > NEW_PLAYER.rating
        assert after.rating < puzzle.rating
        assert player.deviation < NEW_PLAYER.deviation
    assert rate_try(NEW_PLAYER, hard, solved=True)[0].rating > rate_try(NEW_PLAYER, easy, solved=True)[0].rating
    assert rate_try(NEW_PLAYER, easy, solved=False)[0].rating < rate_try(NEW_PLAYER, hard, solved=False)[0].rating


def test_the_deviation_of_a_player_grows_with_the_time_without_tries() -> None:
    known = GlickoRating(1700, 60, 0.06)
    assert rating_after_pause(known, 365 * DAY).deviation == pytest.approx(110, abs=0.1)
    # In one whole period it grows as the library's own step for a period without games.
    _, phi, _ = update_rating(rating_to_mu(1700), rd_to_phi(60), 0.06, [])
    assert rating_after_pause(known, round(DAY / PERIODS_A_DAY)).deviation == pytest.approx(phi_to_rd(phi), abs=0.001)
    assert rating_after_pause(known, 0) == rating_after_pause(known, -DAY) == pytest.approx(known)
    assert rating_after_pause(known, 10_000 * DAY).deviation == NEW_PLAYER.deviation
    puzzle = new_puzzle_rating(1700)
    rested, _ = rate_try(rating_after_pause(known, 365 * DAY), puzzle, solved=True)
    assert rested.rating > rate_try(known, puzzle, solved=True)[0].rating


def test_ratings_stay_within_bounds_and_keep_changing() -> None:
    player, puzzle = GlickoRating(3190, 300, 0.06), GlickoRating(3190, 60, 0.06)
    for _ in range(60):
        player, _ = rate_try(player, puzzle, solved=True)
    assert player.rating == 3200
    assert player.deviation >= LEAST_DEVIATION


def test_grades_and_ratings_agree_in_order() -> None:
    """Players of all strengths who find a puzzle by its true difficulty move the ratings of wrongly graded puzzles there."""
    true = {"easy": 1200, "middle": 1500, "hard": 1800}
    puzzles = {"easy": new_puzzle_rating(1500), "middle": new_puzzle_rating(1500), "hard": new_puzzle_rating(1500)}
    for strength in range(1100, 1901, 20):
        player = GlickoRating(strength, 60, 0.06)
        for name, puzzle in puzzles.items():
            _, puzzles[name] = rate_try(player, puzzle, solved=strength > true[name])
    assert puzzles["easy"].rating + 100 < puzzles["middle"].rating < puzzles["hard"].rating - 100
