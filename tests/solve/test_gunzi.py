"""The solver of Gunzi endings against exhaustive search over the exact rules."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.fair_deal import draw_deal
from paiju.core.seats import DEALER
from paiju.games.gunzi.actions import Play
from paiju.games.gunzi.cards import KINDS, NONE, PACK, Cards, points_in, size
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Playing, State, team_of
from paiju.games.gunzi.trumps import CALLS
from paiju.solve import AnswerOptions, BadQuestion, Budget, answer_question, answer_state, solver_for
from paiju.solve.gunzi import TrickPosition, question_to_json
from paiju.solve.gunzi.compiled_solver import CompiledTrickSolver
from paiju.solve.gunzi.family_solver import GunziSolver
from paiju.solve.gunzi.points_to_win import win_goal
from paiju.solve.gunzi.reference_search import ExactTrickSearch, ExactTrickSolver
from paiju.solve.gunzi.search_objective import last_trick_aim, points_aim
from tests.rules.gunzi.table import playing

RULES = "gunzi/six"


def new_game(**rules: Any) -> Gunzi:
    return Gunzi(Rules(**rules))


def random_ending(random: Random, game: Gunzi) -> TrickPosition:
    """An ending of one to three tricks, some with many equal cards, so that sets are common; perhaps in the midst of a trick."""
    cards = random.choice((1, 2, 2, 3))
    kinds = random.sample(range(KINDS), random.randint(6 * cards // 4 + 3, 40 if cards < 3 else 12))
    pool = [kind for kind in PACK if kind in kinds]
    random.shuffle(pool)
    hands = tuple(Cards.of(pool[cards * seat :][:cards]) for seat in range(6))
    rest = pool[6 * cards :]
    bottom = Cards.of(rest[:6]) if len(rest) >= 6 else NONE
    position = TrickPosition(
        hands, random.randrange(6), random.randrange(3, 11), random.choice(CALLS), random.randrange(6), (), bottom
    )
    for _ in range(random.randrange(6)):
        after = position.after(random.choice(position.legal(game.rules)))
        if after.is_over:
            break
        position = after
    return position


def check_endings(number: int, game: Gunzi, seed: int) -> None:
    random, solver, exact = Random(seed), CompiledTrickSolver(game), ExactTrickSolver(game)
    for _ in range(number):
        position = random_ending(random, game)
        team = random.randrange(3)
        for aim in (points_aim(game.rules, position, team), last_trick_aim(team)):
            value = ExactTrickSearch(game.rules, aim).value(position)
            assert solver.find_value(position, aim, Budget()) == value, position
            for play in position.legal(game.rules):
                goal = value if team_of(position.turn) == team else value + aim.step
                expected = exact.reaches(position, play, aim, goal, Budget())
                assert solver.reaches(position, play, aim, goal, Budget()) == expected, (position, play)


@pytest.mark.clause("GZ-5.6", "GZ-6.3", "GZ-6.4", "GZ-6.5", "GZ-6.6", "GZ-6.7")
@pytest.mark.parametrize("break_sets", [True, False])
def test_values_and_plays_match_exhaustive_search(break_sets: bool) -> None:
    check_endings(60, new_game(break_sets=break_sets), 1)


@pytest.mark.deep
@pytest.mark.parametrize("break_sets", [True, False])
def test_values_and_plays_of_many_endings_match_exhaustive_search(break_sets: bool) -> None:
    check_endings(1000, new_game(break_sets=break_sets), 2)


@pytest.mark.clause("GZ-6.7")
def test_successive_positions_match_the_states_of_the_exact_rules() -> None:
    game, random = new_game(), Random(3)
    state = whole_state(game, random)
    points = list(state.points)
    while isinstance(state.phase, Playing):
        position = TrickPosition.of_state(state)
        assert list(position.legal(game.rules)) == list(game.legal(state, position.turn))
        action = random.choice(position.legal(game.rules))
        taken = position.completed_trick_after(action)
        if taken is not None:
            points[taken[0]] += taken[1]
        state = game.step(state, position.turn, action).state
        assert tuple(points) == state.points
        if isinstance(state.phase, Playing):
            assert position.after(action) == TrickPosition.of_state(state)
        else:
            assert position.after(action).is_over


def whole_state(game: Gunzi, random: Random) -> State:
    """The state before the first lead of a hand played at random."""
    state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(32)))
    while not isinstance(state.phase, Playing):
        seat = game.to_act(state)[0]
        action = game.legal(state, DEALER)[0] if seat == DEALER else random.choice(game.legal(state, seat))
        state = game.step(state, seat, action).state
    return state


def lead(*hands: str, **others: Any) -> TrickPosition:
    fields: dict[str, Any] = {"leader": 0, "level": 7, "call": "h", "banker": 0} | others
    return TrickPosition(tuple(map(Cards.parse, hands)), **fields)


@pytest.mark.clause("GZ-5.6")
def test_a_bottom_dug_out_counts_double_and_only_against_the_banker() -> None:
    hands = ("3s", "4s", "5s", "6s", "8s", "9s")
    bottom = Cards.parse("Ks Ks 3c 3c 4c 4c")
    digs = solver_for(RULES).solve(lead(*hands, bottom=bottom), team=2)
    assert (digs.is_proved, digs.points, digs.last_trick) == (True, 5 + 2 * points_in(bottom), True)
    assert solver_for(RULES).solve(lead(*hands, bottom=bottom), team=0).points == digs.points
    kept = solver_for(RULES).solve(lead(*hands, bottom=bottom, banker=2), team=2)
    assert (kept.points, kept.is_banker, kept.last_trick) == (0, True, True)


def surely_won(game: Gunzi, state: State, team: int) -> bool:
    """Whether a team wins the hand however the others play, by looking at every line of play."""
    outcome = game.outcome(state)
    if outcome is not None:
        return team in outcome.winners
    seat = game.to_act(state)[0]
    lines = (surely_won(game, game.step(state, seat, action).state, team) for action in game.legal(state, seat))
    return any(lines) if team_of(seat) == team else all(lines)


def ending_state(game: Gunzi, random: Random) -> State:
    """Two tricks before the end, with points that leave the hand open."""
    held = random.sample(PACK, 12)
    hands = [Cards.of(held[2 * seat : 2 * seat + 2]).text() for seat in range(6)]
    points = tuple(random.choice((0, 100, 110, 120, 125, 130)) for _ in range(3))
    rest = list((Counter(PACK) - Counter(held)).elements())
    bottom = Cards.of(random.sample(rest, 6)).text()
    state = playing(hands, random.choice(CALLS), bottom=bottom, points=points, scored=random.randrange(3)).state
    return replace(state, banker=random.randrange(6))


def check_results(number: int, seed: int) -> None:
    """What is proved is so, and most is proved that can be."""
    game, random = new_game(), Random(seed)
    solver, proved, possible = GunziSolver(game), 0, 0
    for _ in range(number):
        state = ending_state(game, random)
        for _ in range(random.randrange(6)):
            state = game.step(state, (seat := game.to_act(state)[0]), random.choice(game.legal(state, seat))).state
        seat = game.to_act(state)[0]
        actions = game.legal(state, seat)
        for action, result in zip(actions, solver.results_of_actions(state, seat, actions, Budget()), strict=True):
            after = game.step(state, seat, action).state
            winners = [team for team in range(3) if surely_won(game, after, team)]
            assert result is None or result == (team_of(seat) in winners)
            assert result is None or winners
            proved, possible = proved + (result is not None), possible + bool(winners)
    assert proved > 0.7 * possible > 0


@pytest.mark.clause("GZ-7.1", "GZ-7.2", "GZ-7.3", "GZ-7.4", "GZ-7.5", "GZ-7.8")
def test_hand_winners_match_exhaustive_search() -> None:
    check_results(25, 8)


@pytest.mark.deep
def test_hand_winners_of_many_endings_match_exhaustive_search() -> None:
    check_results(600, 9)


@pytest.mark.clause("GZ-7.8")
def test_big_jokers_in_the_bottom_may_win_the_match_for_the_third_team() -> None:
    state = playing(["3c", "4c", "5c", "6c", "8c", "9c"], bottom="Bj Bj Bj Bj 5d Kd", points=(0, 150, 125)).state
    plain = playing(["3c", "4c", "5c", "6c", "8c", "9c"], bottom="3d 3d 3d 3d 5d Kd", points=(0, 150, 110)).state
    game = new_game()
    for one, is_sure in ((state, False), (plain, True)):
        position = TrickPosition.of_state(one)
        assert win_goal(game.rules, one, position, 1).is_certain == is_sure


def test_no_result_is_given_without_nodes_or_outside_of_play() -> None:
    game = new_game()
    state = ending_state(game, Random(1))
    seat = game.to_act(state)[0]
    open_state = replace(state, points=(0, 0, 125), banker=0)
    found = GunziSolver(game).results_of_actions(open_state, seat, game.legal(open_state, seat), Budget(nodes=0))
    assert set(found) == {None}
    start = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), bytes(32)))
    with pytest.raises(BadQuestion):
        GunziSolver(game).results_of_actions(start, 0, (), Budget())


def test_a_budget_in_nodes_is_kept_and_repeats() -> None:
    game, random = new_game(), Random(4)
    position = TrickPosition.of_state(whole_state(game, random))
    solver = solver_for(RULES)
    first, again = (solver.solve(position, budget=Budget(nodes=2000)) for _ in range(2))
    assert (first.is_proved, first.points, first.points_with, first.last_trick) == (False, None, (), None)
    assert first.nodes == again.nodes == 2000


class SlicedBudget(Budget):
    """A budget that stops the search after every third node."""

    @property
    def slice(self) -> int:
        return 3


def test_a_search_in_slices_and_one_with_a_tiny_table_end_as_others() -> None:
    game, random = new_game(), Random(5)
    solver, small = CompiledTrickSolver(game), CompiledTrickSolver(game, memory=0)
    for _ in range(40):
        position = random_ending(random, game)
        aim = points_aim(game.rules, position, random.randrange(3))
        value = solver.find_value(position, aim, Budget())
        assert solver.find_value(position, aim, SlicedBudget()) == value
        assert small.find_value(position, aim, Budget()) == value


def test_positions_round_trip_through_json() -> None:
    game, random = new_game(), Random(6)
    for _ in range(20):
        position = random_ending(random, game)
        answer = answer_question(question_to_json(RULES, position), Budget())
        solution = solver_for(RULES).solve(position)
        assert (answer["points"], answer["points_with"]) == (solution.points, list(solution.points_with))
        assert answer["team"] == team_of(position.turn)
        assert solver_for(RULES).find_points(position, 0) == solver_for(RULES).solve(position, team=0).points


@pytest.mark.parametrize(
    ("code", "position"),
    [
        ("wrong_number_of_hands", lead("3s")),
        ("no_such_seat", lead(*["3s"] * 6, leader=6)),
        ("trick_is_over", lead(*["3s"] * 6, plays=(Cards.parse("4s"),) * 6)),
        ("hand_is_over", lead(*[""] * 6)),
        ("more_than_pack", lead(*["3s"] * 6)),
        ("wrong_bottom", lead("3s", "4s", "5s", "6s", "8s", "9s", bottom=Cards.parse("3d"))),
        ("unequal_hands", lead("3s 3c", "4s", "5s", "6s", "8s", "9s")),
    ],
)
def test_an_impossible_position_is_refused(code: str, position: TrickPosition) -> None:
    with pytest.raises(BadQuestion) as refused:
        solver_for(RULES).solve(position)
    assert refused.value.code == code


def test_views_and_other_phases_are_refused() -> None:
    game = new_game()
    start = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), bytes(32)))
    with pytest.raises(BadQuestion):
        answer_state(RULES, start, Budget())
    state = whole_state(game, Random(7))
    with pytest.raises(BadQuestion):
        answer_state(RULES, game.view(state, 0), Budget())
    with pytest.raises(BadQuestion):
        answer_state(RULES, state, Budget(), AnswerOptions(proof=True))


def test_equal_cards_are_listed_as_separate_plays() -> None:
    solution = solver_for(RULES).solve(lead("3s 4s", "5c 6c", "8c 9c", "3d 4d", "5d 6d", "8d 9d"), team=0)
    assert set(solution.points_with) == {"3s", "4s"}
    assert size(Play(Cards.parse("3s")).cards) == 1


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from paiju.solve import Budget, answer_question
question = {"rules": "gunzi/six", "level": "7", "trump": "h", "banker": 0, "leader": 0,
    "hands": ["3s", "4s", "5s", "6s", "8s", "Ks"]}
print(answer_question(question, Budget())["points"])
print(answer_question(question, Budget(nodes=1))["proved"])
"""


def test_without_numba_small_endings_are_solved_by_the_exact_rules() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=False)
    assert ran.stdout.split("\n")[:2] == ["15", "False"], ran.stderr
