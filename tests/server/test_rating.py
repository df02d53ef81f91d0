"""Ratings: the effect of each result, and that the order in which hands arrive does not matter."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.store.rankings import to_rated_hand
from paiju.server.app.players.player_service import DAY
from paiju.server.app.ranking import repeat_opponent_weights
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.app.ranking.rating import (
    ANCHORS,
    NEW,
    Rating,
    rate_hand,
    role_rating_key,
    standings_after,
    to_displayed,
    weighted_amount,
)
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.app.ranking.repeat_opponent_weights import pairings_of, weights_by_hand
from paiju.server.app.ranking_store import Pairing, RatedHand, Standing
from paiju.server.app.store import Store
from tests.integration.store_contract import append, hand
from tests.server.table_harness import ToyRulesetRegistry

RULESET = "f/r"
OTHER = "f/s"


def contest(*results: SeatResult, number: int = 1) -> RatedHand:
    return RatedHand(
        hand=f"t-{number}", ended=1000 + number, result=HandResult(ruleset=RULESET, people=True, results=results)
    )


def landlord_hand(*names: str, won: bool, number: int = 1) -> RatedHand:
    """The first against the others."""
    roles = ("landlord", *["farmer"] * (len(names) - 1))
    return contest(
        *(
            SeatResult(
                player=name,
                role=role,
                side=int(role == "farmer"),
                won=1 if won == (role == "landlord") else -1,
                points=(2 if role == "landlord" else -1) * (3 if won else -3),
            )
            for name, role in zip(names, roles, strict=True)
        ),
        number=number,
    )


def alone(*points: int, number: int = 1) -> RatedHand:
    """Everybody for oneself."""
    return contest(
        *(
            SeatResult(player=f"p{seat}", side=seat, won=1 if one > 0 else -1, points=one)
            for seat, one in enumerate(points)
        ),
        number=number,
    )


def test_winner_gains_losers_lose_and_all_deviations_shrink() -> None:
    after = rate_hand(landlord_hand("ann", "bob", "cat", won=True), {})
    assert after["ann"].mu > NEW.mu > after["bob"].mu == after["cat"].mu
    assert all(after[name].sigma < NEW.sigma for name in ("ann", "bob", "cat"))


def test_landlord_alone_counts_as_much_as_two_farmers() -> None:
    """With equal players and equal roles neither side is the stronger: a win is worth as much as a loss."""
    won, lost = (rate_hand(landlord_hand("ann", "bob", "cat", won=won), {}) for won in (True, False))
    assert won["ann"].mu - NEW.mu == pytest.approx(NEW.mu - lost["ann"].mu)
    assert won["ann"].mu - NEW.mu == pytest.approx(lost["bob"].mu - NEW.mu)


def test_role_strength_is_learnt_without_biasing_player_ratings() -> None:
    random, names = Random(1), [f"p{number}" for number in range(9)]
    ratings: dict[str, Rating] = {}
    for number in range(1500):
        three = random.sample(names, 3)
        ratings |= rate_hand(landlord_hand(*three, won=random.random() < 0.35, number=number), ratings)
    assert ratings[role_rating_key("landlord")].mu < NEW.mu < ratings[role_rating_key("farmer")].mu
    assert sum(ratings[name].mu for name in names) / len(names) == pytest.approx(NEW.mu, abs=0.7)
    assert to_displayed(ratings["p0"]).is_established


def test_ratings_recover_the_order_of_strength() -> None:
    random, names = Random(2), [f"p{number}" for number in range(6)]
    ratings: dict[str, Rating] = {}
    for number in range(600):
        one, *others = random.sample(range(6), 3)
        edge = one - sum(others) / 2
        three = [names[at] for at in (one, *others)]
        ratings |= rate_hand(landlord_hand(*three, won=random.random() < 0.5 + edge / 6, number=number), ratings)
    assert min(names, key=lambda name: ratings[name].mu) == "p0"
    assert max(names, key=lambda name: ratings[name].mu) == "p5"


def test_sole_payer_is_ranked_last() -> None:
    after = rate_hand(alone(10, 0, -10), {})
    assert after["p0"].mu > after["p1"].mu > after["p2"].mu
    assert set(after) == {"p0", "p1", "p2"}


def test_ratings_of_partners_change_together() -> None:
    six = contest(
        *(
            SeatResult(
                player=f"p{seat}", side=seat % 3, won=1 if seat % 3 == 0 else -1, points=4 if seat % 3 == 0 else -2
            )
            for seat in range(6)
        )
    )
    after = rate_hand(six, {})
    assert after["p0"] == after["p3"]
    assert after["p1"] == after["p4"]
    assert after["p1"].mu == pytest.approx(after["p2"].mu)
    assert after["p0"].mu > after["p1"].mu


def test_leaver_loses_rating_and_the_others_are_unchanged() -> None:
    left = contest(
        SeatResult(player="ann", role="landlord", side=0, won=-1, points=0, left=True),
        *(SeatResult(player=name, role="farmer", side=1) for name in ("bob", "cat")),
    )
    after = rate_hand(left, {})
    assert set(after) == {"ann"}
    assert after["ann"].mu < NEW.mu


def test_new_player_has_the_default_provisional_rating() -> None:
    assert to_displayed(NEW) == (1500, 333)
    assert not to_displayed(NEW).is_established
    assert to_displayed(Rating(29.6, 1.05)) == (1684, 42)
    assert ANCHORS["steady"] == to_displayed(NEW).number


def test_hand_of_half_weight_moves_ratings_half_and_of_no_weight_not_at_all() -> None:
    hand = replace(landlord_hand("ann", "bob", "cat", won=True), weight=1)
    full, half = rate_hand(replace(hand, weight=2), {}), rate_hand(hand, {})
    for name, rating in half.items():
        assert rating.mu == pytest.approx((NEW.mu + full[name].mu) / 2)
        assert rating.sigma == pytest.approx((NEW.sigma + full[name].sigma) / 2)
    assert rate_hand(replace(hand, weight=0), {}) == {}
    climbing = replace(hand, result=replace(hand.result, ladder="f"))
    after = standings_after(climbing, {}, [("ann", "bob"), ("ann", "cat")])
    assert {name: (after[name].points, after[name].opponents) for name in ("ann", "bob", "cat")} == {
        "ann": (3, 2),
        "bob": (-1, 1),
        "cat": (-1, 1),
    }


def test_half_of_points_is_rounded_toward_zero() -> None:
    assert [weighted_amount(points, 1) for points in (-3, -2, -1, 0, 1, 2, 3)] == [-1, -1, 0, 0, 1 // 2, 1, 1]
    assert [weighted_amount(points, weight) for points in (-3, 3) for weight in (0, 2)] == [0, -3, 0, 3]


def test_pair_has_ten_full_and_ten_half_weight_hands_a_day() -> None:
    """By the pair that met most often, in any ruleset; the next day begins anew at midnight of UTC."""

    def day(at: int, hands: int, *names: str, pool: str = RULESET) -> list[Pairing]:
        results = tuple(SeatResult(player=name, won=1) for name in names)
        verdict = HandResult(ruleset=pool, people=True, results=results)
        contests = [RatedHand(hand=f"{at + one}", ended=at + one, result=verdict) for one in range(hands)]
        return [pair for contest in contests for pair in pairings_of(contest)]

    met = day(DAY, 12, "ann", "bob") + day(DAY + 100, 10, "bob", "ann", "cat", pool="f/s")
    met += day(DAY + 200, 12, "cat", "dan") + day(2 * DAY, 11, "bob", "ann")
    weights = weights_by_hand(met[::-1])
    assert [weights[f"{DAY + one}"] for one in range(12)] == [2] * 10 + [1] * 2
    assert [weights[f"{DAY + 100 + one}"] for one in range(10)] == [1] * 8 + [0] * 2
    assert [weights[f"{DAY + 200 + one}"] for one in range(12)] == [2] * 10 + [1] * 2
    assert [weights[f"{2 * DAY + one}"] for one in range(11)] == [2] * 10 + [1]


async def play(store: Store, played: list[RatedHand]) -> None:
    """Write hands with these verdicts, whichever table they are of."""
    for one in played:
        ended = replace(
            hand(1, *(result.player for result in one.result.results)),
            id=one.hand,
            public_id=one.hand,
            ended=one.ended,
        )
        written = append(1, table=one.hand)
        assert await store.append(replace(written, finished=replace(ended, verdict=one.result)))


def standings_over(store: Store) -> RatingUpdater:
    return RatingUpdater(store, ToyRulesetRegistry())


async def courses(store: Store) -> dict[str, list[Standing]]:
    names = [f"p{number}" for number in range(5)] + [role_rating_key("landlord"), role_rating_key("farmer")]
    return {f"{pool} {name}": await store.rating_history(name, pool) for name in names for pool in (RULESET, OTHER)}


@pytest.fixture(autouse=True)
def few_hands_count(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the test of all orders the day's limit is reached soon."""
    if "in_whatever_order" in request.node.name:
        monkeypatch.setattr(repeat_opponent_weights, "FULL_HANDS", 2)
        monkeypatch.setattr(repeat_opponent_weights, "COUNTED_HANDS", 4)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.permutations(range(4)), st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=12
    ),
    st.randoms(),
)
def test_ratings_equal_a_recount_in_whatever_order_hands_arrive(
    tmp_path_factory: pytest.TempPathFactory, played: list[tuple[list[int], bool, bool, bool]], random: Random
) -> None:
    """Hands of two rulesets arrive late and are rated in between by two at once; each counts once, or as the day's limit says."""
    contests = [
        alone(10, -5, -5, number=number) if by_oneself else landlord_hand(*(f"p{at}" for at in order[:3]), won=won, number=number)
        for number, (order, won, by_oneself, _) in enumerate(played)
    ]  # fmt: skip
    contests = [
        replace(one, result=replace(one.result, ruleset=OTHER)) if is_other else one
        for one, (*_, is_other) in zip(contests, played, strict=True)
    ]

    weights = weights_by_hand(pair for one in contests for pair in pairings_of(one))

    async def case(path: Path, arriving: list[RatedHand], *, at_once: bool) -> dict[str, list[Standing]]:
        store = await open_sqlite(path)
        first, second = standings_over(store), standings_over(store)
        try:
            for one in arriving:
                await play(store, [one])
                if not at_once and random.random() < 0.5:
                    await asyncio.gather(first.rate_pending(), second.rate_pending())
            await first.rate_pending()
            assert await store.unrated_hands() == []
            pairs = await store.pairings([f"p{number}" for number in range(5)], 0, DAY)
            assert {pair.hand: pair.weight for pair in pairs} == weights
            return await courses(store)
        finally:
            await store.close()

    folder = tmp_path_factory.mktemp("rated")
    anew = asyncio.run(case(folder / "anew.db", contests, at_once=True))
    shuffled = random.sample(contests, len(contests))
    assert asyncio.run(case(folder / "late.db", shuffled, at_once=False)) == anew
    hands = sum(len(course) for name, course in anew.items() if " p" in name)
    assert hands == sum(len(one.result.results) for one in contests if weights[one.hand])


def test_unreadable_result_is_not_rated() -> None:
    contest = to_rated_hand(("bots:doudizhu/qq", 5, "t-1", b'{"another": "shape"}'))
    assert (contest.result.pool, contest.hand, contest.ended) == ("bots:doudizhu/qq", "t-1", 5)
    assert not contest.result.is_rated
    assert standings_after(contest, {}) == {}
