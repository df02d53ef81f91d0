"""Reviews of hands: luck and skill add up to the result, reviews grow, and stronger players lose less."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import pytest

from paiju.arena import run_match
from paiju.core.codec import from_json, to_json
from paiju.games.registry import rulesets
from paiju.records import RecordedHand, replay_hand
from paiju.review import Review, ReviewContext, ReviewedDecision, review_hand, review_quickly
from tests.readings import READINGS
from tests.review.reviewed_hands import NOTHING, hands, review_context, reviewed

EVERY = tuple(rulesets())


@pytest.mark.parametrize("name", EVERY)
def test_luck_and_skill_add_up_to_the_result(name: str) -> None:
    for hand in hands(name, ("random", "steady"))[:2]:
        review = reviewed(name, hand)
        assert hand.outcome is not None
        assert [seat.result for seat in review.seats] == list(hand.outcome.points)
        for seat in review.seats:
            assert sum(part.points for part in (*seat.luck, *seat.play)) == seat.result
        play = [part.points for seat in review.seats for part in seat.play]
        is_small = max(map(abs, hand.outcome.points)) < 10  # an error of a few tenths of a point is shown as 0
        assert any(play) or not any(decision.mark for decision in review.decisions) or is_small


@pytest.mark.parametrize("name", EVERY)
def test_every_decision_with_a_choice_is_judged(name: str) -> None:
    """Bids, doubles, throws, claims, declarations and burying too."""
    for hand in hands(name, ("random", "steady"))[:1]:
        review = reviewed(name, hand)
        assert [decision.step for decision in review.decisions] == _choices(name, hand)
        for decision in review.decisions:
            taken, best = decision.choices[decision.played], decision.choices[0]
            assert taken.text == hand.moves[decision.step].action
            assert len({choice.text for choice in decision.choices}) == len(decision.choices) >= 1
            assert 0 <= taken.chance <= 100
            assert decision.loss >= 0
            if decision.basis == "chance":
                assert decision.loss == pytest.approx(best.chance - taken.chance, abs=0.11)
            if decision.mark:
                assert decision.loss >= max(5, 2 * decision.loss_doubt)
                assert decision.played > 0
        assert len(review.curve) == review.steps + 1
        assert set(review.curve[-1]) <= {0, 100}


def _choices(name: str, hand: RecordedHand) -> list[int]:
    game = review_context(name).game
    points = list(replay_hand(game, hand))
    return [
        step
        for step, move in enumerate(hand.moves)
        if move.seat >= 0 and len(game.legal(game.view(points[step].state, move.seat), move.seat)) > 1
    ]


LITTLE = NOTHING._replace(work=4000)


@cache
def grown() -> list[Review]:
    """A review as it grows, with a few rollouts."""
    (hand, *_) = hands("doudizhu/qq", ("random", "steady"))
    return list(review_hand(review_context("doudizhu/qq"), hand, effort=LITTLE))


def test_a_review_is_extended_step_by_step_and_repeats() -> None:
    (hand, *_) = hands("doudizhu/qq", ("random", "steady"))
    found = grown()
    assert [one.state for one in found] == [*["partial"] * (len(found) - 1), "complete"]
    assert [one.judged for one in found] == sorted(one.judged for one in found)
    assert found[0].decisions == review_quickly(review_context("doudizhu/qq"), hand).decisions
    assert {decision.judge for decision in found[0].decisions} == {"net"}
    assert not any(seat.luck for seat in found[0].seats)
    assert to_json(list(review_hand(review_context("doudizhu/qq"), hand, effort=LITTLE))) == to_json(found)
    assert to_json(from_json(to_json(found[-1]), Review)) == to_json(found[-1])


def test_a_quick_and_a_complete_review_have_the_same_mistakes_by_the_net() -> None:
    """So that a player whose hands were reviewed in full can be compared with others."""
    first, last = grown()[0], grown()[-1]
    assert {decision.judge for decision in last.decisions} > {"net"}
    assert [seat.net_mistakes for seat in last.seats] == [seat.net_mistakes for seat in first.seats]
    for seat in first.seats:
        marked = [one for one in first.decisions if one.mark and one.seat == seat.seat]
        assert sum(cost.mistakes for cost in seat.net_mistakes.values()) == len(marked)
        lost = sum(one.points_lost or 0 for one in marked)
        assert abs(sum(cost.points for cost in seat.net_mistakes.values()) - lost) < 0.1 * len(marked)


def test_rollouts_find_a_blunder_of_the_random_bot() -> None:
    judged = [decision for decision in grown()[-1].decisions if decision.judge == "rollouts"]
    assert "mistake" in {decision.mark for decision in judged} | {"mistake" for one in judged if one.mark == "blunder"}
    assert all(decision.deals >= 24 and decision.loss_doubt < 5 for decision in judged)


@pytest.mark.clause("ZP-R6")
def test_rollouts_judge_rules_with_other_readings() -> None:
    """Copies may be kept in eating; the arrays play such hands on."""
    rules, found = READINGS["zipai/guilin-3 deal_points=all false_eat=caught"], list[RecordedHand]()
    run_match(("random", "steady"), rules, 1, 5, record=lambda _names, hand: found.append(hand))
    *_, review = review_hand(ReviewContext.for_ruleset(rules), found[0], effort=NOTHING._replace(work=3 * LITTLE.work))
    assert "catch" in {choice.text for decision in review.decisions for choice in decision.choices}
    assert "rollouts" in {decision.judge for decision in review.decisions}


def test_a_review_with_open_hands_is_marked_as_such() -> None:
    (hand, *_) = hands("doudizhu/qq", ("random", "steady"))
    review = reviewed("doudizhu/qq", hand, effort=NOTHING._replace(nodes=4_000_000), is_open=True)
    assert review.is_open
    assert "proved" in {decision.judge for decision in review.decisions}
    assert all(decision.deals == 1 for decision in review.decisions if decision.judge == "proved")


@dataclass
class Regret:
    """Points of chance lost, per decision with a choice."""

    lost: float = 0.0
    decisions: int = 0

    def add(self, decisions: Iterable[ReviewedDecision]) -> None:
        for decision in decisions:
            self.lost, self.decisions = self.lost + decision.loss, self.decisions + 1

    @property
    def mean(self) -> float:
        return self.lost / self.decisions


def regret(name: str, bot: str, deals: int, hands_each: int | None = None) -> float:
    """The mean regret of a bot that plays all seats."""
    found = Regret()
    for hand in hands(name, (bot, bot), deals)[:hands_each]:
        found.add(reviewed(name, hand).decisions)
    return found.mean


@pytest.mark.sim
@pytest.mark.parametrize("name", EVERY)
def test_strong_players_lose_less_than_weak_ones(name: str) -> None:
    deals = 1 if name.startswith("gunzi") else 3
    assert regret(name, "strong", deals, deals) < regret(name, "random", deals, deals)


@pytest.mark.deep
@pytest.mark.parametrize("name", EVERY)
def test_regret_falls_with_strength(name: str) -> None:
    """A thousand hands altogether: 25 of each of three bots in each ruleset."""
    strong, steady, random = (regret(name, bot, 25, 26) for bot in ("strong", "steady", "random"))
    assert strong < steady < random
