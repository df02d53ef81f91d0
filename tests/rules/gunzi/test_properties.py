"""Properties of random hands, played from any point of a match."""

from collections.abc import Iterator
from random import Random

import pytest

from paiju.core.seats import DEALER
from paiju.games.gunzi.actions import Action, Bury
from paiju.games.gunzi.cards import JOKERS, NONE, Cards, points_in
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Burying, BuryingJokers, GunziMatch, Over, Paying, Playing, State, team_of
from paiju.testing import check_hand, random_deal
from tests.rules.gunzi.table import SIX, check_cards

GAME = Gunzi(SIX)

MOST_STEPS = 700
"""Cutting, 210 cards, declaring, tribute, jokers, 210 plays: no hand is longer."""


def any_match(random: Random) -> GunziMatch:
    """A match at some point, tribute due."""
    banker = random.choice((None, *range(6)))
    if banker is None:
        return GAME.new_match()
    tribute = [0] * 6
    for before in (1, 2):
        tribute[(banker - before) % 6] = random.choice((0, 0, 1, 2, 5, 12))
    levels = tuple(random.randint(3, 10) for _ in range(3))
    halves = tuple(random.choice((0, 1)) if 3 < level < 10 else 0 for level in levels)
    return GunziMatch(levels=levels, halves=halves, banker=banker, tribute=tuple(tribute))


def play(match: GunziMatch, random: Random) -> Iterator[State]:
    """The states of a hand played at random, with jokers buried as often as can be."""
    state = GAME.start(match, random_deal(GAME, match, random))
    for _ in range(MOST_STEPS):
        yield state
        must = GAME.to_act(state)
        if not must:
            return
        may = GAME.may_act(state)
        seat = random.choice(may if may and random.random() < 0.1 else must)
        state = GAME.step(state, seat, pick(state, seat, random)).state
    raise AssertionError("a hand did not end")


def pick(state: State, seat: int, random: Random) -> Action:
    if isinstance(state.phase, Burying) and (jokers := state.hand(seat) & JOKERS):
        rest = [kind for kind in state.hand(seat).kinds() if kind < 52]
        return Bury(Cards.of([*list(Cards(jokers).kinds())[:2], *random.sample(rest, 6)][:6]))
    legal = GAME.legal(state, seat)
    if isinstance(state.phase, BuryingJokers) and len(legal) > 1:
        return legal[-1]
    return legal[random.randrange(len(legal))]


@pytest.mark.clause("GZ-1.1", "GZ-1.2", "GZ-5.6", "GZ-6.7")
@pytest.mark.parametrize("seed", range(30))
def test_cards_are_never_lost_and_points_are_400_in_all(seed: int) -> None:
    random = Random(seed)
    states = list(play(any_match(random), random))
    for state in states[:: 1 + seed % 7]:
        check_cards(state)
    end = states[-1]
    check_cards(end)
    assert isinstance(end.phase, Over)
    assert sum(end.points) + points_in(end.secret.bottom or NONE) == 400
    assert end.counts == (0,) * 6
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert sum(outcome.points) == 0
    assert {team_of(seat) for seat in outcome.winners} == {team_of(outcome.winners[0])}
    after = GAME.next_hand(end.match, end)
    assert all(3 <= level <= 10 for level in after.levels)
    assert after.banker is None or after.tribute[after.banker] == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_the_contract_holds_in_later_hands_with_tribute(seed: int) -> None:
    match = GunziMatch(levels=(3, 10, 7), halves=(0, 0, 1), banker=4, tribute=(0, 0, 2, 3, 0, 0))
    check_hand(GAME, Random(seed), match, viewers=2)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.sim if seed < 1 else pytest.mark.deep) for seed in range(8)]
)
def test_the_contract_holds_from_any_point_of_a_match(seed: int) -> None:
    random = Random(1000 + seed)
    check_hand(GAME, random, any_match(random), viewers=2 if seed < 4 else None)


@pytest.mark.sim
@pytest.mark.clause("GZ-2.3")
@pytest.mark.parametrize("rules", [SIX, Rules(must_play="stop_there")], ids=["six", "any gain counts"])
def test_matches_end(rules: Rules) -> None:
    game, random = Gunzi(rules), Random(3)
    match = game.new_match()
    for _ in range(300):
        state = game.start(match, random_deal(game, match, random))
        while seats := game.to_act(state):
            legal = game.legal(state, seats[0])
            state = game.step(state, seats[0], legal[random.randrange(len(legal))]).state
        match = game.next_hand(match, state)
    assert sum(match.won) >= 3


@pytest.mark.clause("GZ-8.1")
def test_the_tributes_of_two_payers_are_opened_together_in_either_order() -> None:
    random = Random(8)
    match = GunziMatch(levels=(7, 7, 7), banker=0, tribute=(0, 0, 0, 0, 2, 2))
    for state in play(match, random):
        if isinstance(state.phase, Paying) and len(state.phase.chosen) == 1:
            (first,) = state.phase.chosen
            other = 9 - first
            assert GAME.view(state, other).secret.sealed.count(None) == 1
            assert GAME.view(state, first).secret.sealed.count(None) == 0
            imagined = {GAME.determinize(state, other, Random(seed)).secret.sealed for seed in range(20)}
            assert len(imagined) > 1
        if isinstance(state.phase, Playing):
            break


def test_the_dealer_acts_alone_until_players_must_act() -> None:
    match = GAME.new_match()
    state = GAME.start(match, random_deal(GAME, match, Random(1)))
    assert GAME.to_act(state) == (DEALER,)
    assert GAME.legal(state, 0) == ()
    assert GAME.deal_plan(match).draws[0] == ("cut-1-0", 54)
