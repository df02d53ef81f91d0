"""The compiled solver of Dou Dizhu against exhaustive search over the exact rules."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paiju.batch.doudizhu.cards import counts_to_unary, unary_to_counts
from paiju.batch.doudizhu.layout import rules_row
from paiju.core.fair_deal import draw_deal
from paiju.core.score_breakdown import stake_of
from paiju.core.seats import DEALER
from paiju.features.doudizhu.bit_encoding import KINDS, NOTHING
from paiju.games.doudizhu.actions import Play
from paiju.games.doudizhu.cards import WildRanks, card_count, parse_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.scoring import bombs_that_double
from paiju.games.doudizhu.state import Playing, State
from paiju.solve import BadQuestion, Budget
from paiju.solve.budget import FIRST_SLICE
from paiju.solve.doudizhu import Position
from paiju.solve.doudizhu.compiled_solver import CompiledSolver
from paiju.solve.doudizhu.reference_search import ExactSearch, ExactSolver
from paiju.solve.doudizhu.search import plays as at
from paiju.solve.doudizhu.solution import action_text, side_name
from tests.rules.doudizhu.table import game_for, playing, rules_of
from tests.solve.random_endings import RULESETS, game_named, random_ending


def position_of(*hands: str, **others: Any) -> Position:
    """A position with these hands, by default led by the landlord at seat 0."""
    beat = others.pop("to_beat", None)
    parsed = tuple(map(parse_ranks, hands))
    return Position(
        **{"landlord": 0, "turn": 0, "hands": parsed, "to_beat": beat and Combination.parse(beat), **others}
    )


def check_against_plain_search(name: str, number: int, most: int, solver: Any = None) -> None:
    game, random = game_named(name), Random(f"{name} {number}")
    solver = solver or CompiledSolver(game)
    for _ in range(number):
        position = random_ending(game, random, most)
        plain = ExactSearch(game.compiled)
        solution = solver.solve(position)
        assert solution.is_proved, position
        assert solution.winner == side_name(plain.landlord_wins(position)), position
        assert sorted(solution.winning) == sorted(map(action_text, plain.winning_actions(position))), position


@pytest.mark.parametrize("name", RULESETS)
def test_small_endings_are_solved_as_by_exhaustive_search(name: str) -> None:
    check_against_plain_search(name, 200, 10)


@pytest.mark.deep
@pytest.mark.parametrize("name", RULESETS)
def test_many_endings_are_solved_as_by_exhaustive_search(name: str) -> None:
    check_against_plain_search(name, 2000, 12 if name.endswith("/wild") else 14)


@pytest.mark.parametrize("name", RULESETS)
def test_a_transposition_table_of_four_entries_changes_no_answer(name: str) -> None:
    game = game_named(name)
    check_against_plain_search(name, 50, 9, CompiledSolver(game, memory=1))


def test_the_solver_without_numba_gives_the_same_answers() -> None:
    check_against_plain_search("doudizhu/wild", 30, 8, ExactSolver(game_named("doudizhu/wild")))


# ---- moves


def kernel_plays(game: DouDizhu, position: Position) -> list[tuple[str, int, int, int, int]]:
    """The plays that the search would look at, as category, length, rank, power and cards."""
    rules, wild = rules_row(game.compiled)[0], NOTHING if position.wild is None else position.wild
    out = np.zeros((1 << 13, at.PLAY), np.int64)
    hand = counts_to_unary(position.hands[position.turn])
    beat = (NOTHING, 0, 0, 0) if position.to_beat is None else shape_of(position.to_beat, position.wilds)
    end = at.write_plays(rules, wild, *hand, *beat, out, 0)
    assert bool(end) == at.has_beating_play(rules, wild, *hand, *beat) or position.to_beat is None
    return sorted(
        (
            KINDS[row[at.KIND]],
            int(row[at.LENGTH]),
            int(row[at.RANK]),
            int(row[at.POWER]),
            unary_to_counts(row[at.CARDS], row[at.MORE]),
        )
        for row in out[:end]
    )


def shape_of(what: Combination, wilds: WildRanks) -> tuple[int, int, int, int]:
    length = 1 if what.category == "rocket" else what.length
    return KINDS.index(what.category), length, what.rank, what.power(wilds) if what.bomb else 0


def exact_plays(game: DouDizhu, position: Position) -> list[tuple[str, int, int, int, int]]:
    combos = [action.what for action in position.legal(game.compiled) if isinstance(action, Play)]
    shapes = [
        (KINDS[kind], length, rank, power)
        for kind, length, rank, power in (shape_of(one, position.wilds) for one in combos)
    ]
    return sorted((*shape, one.used) for shape, one in zip(shapes, combos, strict=True))  # fmt: skip


def check_moves(name: str, number: int, most: int) -> None:
    game, random = game_named(name), Random(name)
    for _ in range(number):
        position = random_ending(game, random, most)
        while position.winner is None:
            assert kernel_plays(game, position) == exact_plays(game, position), position
            position = position.after(random.choice(position.legal(game.compiled)))


@pytest.mark.clause("DDZ-4.9", "DDZ-4.13", "DDZ-4.14", "DDZ-5.3", "DDZ-8.6")
@pytest.mark.parametrize("name", RULESETS)
def test_the_search_knows_the_plays_of_the_exact_rules(name: str) -> None:
    check_moves(name, 40, 24)
    check_moves(name, 4, 54)


@pytest.mark.deep
@pytest.mark.parametrize("name", RULESETS)
def test_the_search_knows_the_plays_of_the_exact_rules_in_many_positions(name: str) -> None:
    check_moves(name, 600, 24)
    check_moves(name, 60, 54)


@pytest.mark.clause("DDZ-6.2", "DDZ-6.3", "DDZ-6.4")
@pytest.mark.parametrize("name", RULESETS)
def test_successive_positions_match_the_states_of_the_exact_rules(name: str) -> None:
    game, random = game_named(name), Random(name)
    for _ in range(10):
        state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(32)))
        while game.outcome(state) is None:
            seat = game.to_act(state)[0]
            action = random.choice(game.legal(state, seat)) if seat != DEALER else game.legal(state, DEALER)[0]
            after = game.step(state, seat, action).state
            if isinstance(state.phase, Playing):
                check_step(game, state, action, after)
            state = after


def check_step(game: DouDizhu, state: State, action: Any, after: State) -> None:
    position = Position.of_state(game.compiled, state)
    assert set(map(game.format_action, position.legal(game.compiled))) == set(
        map(game.format_action, game.legal(state, position.turn))
    )
    reached = position.after(action)
    outcome = game.outcome(after)
    if outcome is None:
        assert replace(reached, multiplier=1) == replace(Position.of_state(game.compiled, after), multiplier=1)
    else:
        check_stake(game, position, action, outcome)
        assert (reached.winner == position.landlord) == (position.landlord in outcome.winners)


def check_stake(game: DouDizhu, position: Position, action: Any, outcome: Any) -> None:
    """The points at the end are those of the stake before the last play, doubled by that play and a spring alone."""
    doubled = sum(line.code in ("spring", "reverse_spring") for line in outcome.account)
    doubled += action.what.bomb and bool(bombs_that_double(game.rules, (action.what,)))
    assert stake_of(outcome.account) == position.multiplier << doubled


# ---- answers


def test_winning_lists_every_action_that_keeps_the_win() -> None:
    solver = CompiledSolver(game_named("doudizhu/qq"))
    assert solver.solve(position_of("3A", "55", "6")).winning == ("A",)
    assert set(solver.solve(position_of("3A", "55", "6", turn=1, to_beat="3", by=0)).winning) == {"pass", "5"}


def test_a_side_that_loses_has_no_winning_action() -> None:
    solution = CompiledSolver(game_named("doudizhu/qq")).solve(position_of("34", "A5", "6"))
    assert (solution.is_proved, solution.winner, solution.winning) == (True, "farmers", ())


@pytest.mark.clause("DDZ-8.9")
def test_plays_with_wild_cards_are_written_as_in_records() -> None:
    wild = parse_ranks("5").bit_length() - 1 >> 3
    solution = CompiledSolver(game_named("doudizhu/wild")).solve(position_of("5577", "AA", "KK", wild=wild))
    assert "7777<5577" in solution.winning


@pytest.mark.clause("DDZ-6.4")
def test_a_farmer_wins_with_as_many_cards_as_the_handicap() -> None:
    solver = CompiledSolver(game_named("doudizhu/duel"))
    assert solver.solve(position_of("KKAA", "789", turn=1, handicap=2)).winner == "farmers"
    assert solver.solve(position_of("KKAA", "789", turn=1, handicap=1)).winner == "landlord"


HARD = position_of("3456788TJJQKA2", "33455679TTQKB", "4667899JJQKA2")


def test_a_budget_in_nodes_is_kept_and_repeats() -> None:
    solver = CompiledSolver(game_named("doudizhu/qq"))
    first, again = (solver.solve(HARD, Budget(nodes=500)) for _ in range(2))
    assert (first.is_proved, first.winner, first.winning) == (False, None, ())
    assert first.nodes == again.nodes == 500


def test_a_budget_in_time_is_kept() -> None:
    ticks = count(step=0.01)
    budget = Budget(ms=50, clock=lambda: next(ticks))
    assert CompiledSolver(game_named("doudizhu/qq")).landlord_wins(HARD, budget) is None
    assert 0 < budget.nodes <= 6 * FIRST_SLICE


class SlicedBudget(Budget):
    """A budget that stops the search after every third node."""

    @property
    def slice(self) -> int:
        return 3


def test_a_search_in_slices_ends_as_one_without() -> None:
    game, random = game_named("doudizhu/qq"), Random(7)
    solver = CompiledSolver(game)
    for _ in range(50):
        position = random_ending(game, random, 16)
        whole, sliced = Budget(), SlicedBudget()
        assert solver.landlord_wins(position, whole) == solver.landlord_wins(position, sliced)
        assert whole.nodes == sliced.nodes


def test_the_same_position_with_other_seats_has_the_same_winner() -> None:
    game, random = game_named("doudizhu/qq"), Random(8)
    solver = CompiledSolver(game)
    for _ in range(50):
        one = random_ending(game, random, 14)
        hands = (one.hands[-1], *one.hands[:-1])
        by = None if one.by is None else (one.by + 1) % 3
        other = Position((one.landlord + 1) % 3, hands, (one.turn + 1) % 3, one.to_beat, by)
        assert solver.solve(one).winning == solver.solve(other).winning


def test_two_wild_ranks_are_refused() -> None:
    game = game_for(rules_of("wild", second_wild=True))
    with pytest.raises(BadQuestion) as refused:
        CompiledSolver(game).solve(position_of("3", "4", "5"))
    assert refused.value.code == "two_wild_ranks"
    table = playing(game.rules, ["3", "4", "5"], wild=2, second_wild=4)
    with pytest.raises(BadQuestion) as refused:
        Position.of_state(game.compiled, table.state)
    assert refused.value.code == "two_wild_ranks"


@pytest.mark.parametrize(
    ("code", "position"),
    [
        ("wrong_number_of_hands", position_of("3", "4")),
        ("no_such_seat", position_of("3", "4", "5", landlord=3)),
        ("no_such_seat", position_of("3", "4", "5", turn=-1)),
        ("play_without_owner", position_of("3", "4", "5", by=1)),
        ("own_play", position_of("3", "4", "5", by=0, to_beat="3")),
        ("more_than_pack", position_of("333", "33", "5")),
        ("more_than_pack", position_of("3", "4", "5", by=1, to_beat="BBRR")),
        ("no_wild_here", position_of("3", "4", "5", wild=3)),
        ("no_handicap_here", position_of("3", "4", "5", handicap=1)),
        ("hand_is_over", position_of("3", "", "5")),
        ("wrong_plays", position_of("3", "4", "5", plays=(1, 2))),
        ("bad_multiplier", position_of("3", "4", "5", multiplier=0)),
    ],
)
def test_an_impossible_position_is_refused(code: str, position: Position) -> None:
    for solver in (CompiledSolver(game_named("doudizhu/qq")), ExactSolver(game_named("doudizhu/qq"))):
        with pytest.raises(BadQuestion) as refused:
            solver.solve(position)
        assert refused.value.code == code


def test_a_position_before_play_is_refused() -> None:
    game = game_named("doudizhu/qq")
    state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), bytes(32)))
    with pytest.raises(BadQuestion, match="played"):
        Position.of_state(game.compiled, state)


def test_generated_endings_have_the_right_cards() -> None:
    random = Random(3)
    sizes = {sum(map(card_count, random_ending(game_named("doudizhu/qq"), random, 12).hands)) for _ in range(100)}
    assert max(sizes) <= 12
    assert len(sizes) > 6


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from paiju.solve import Budget, answer_question
question = {"rules": "doudizhu/qq", "landlord": 0, "hands": ["3A", "55", "6"], "turn": 0}
print(answer_question(question, Budget())["winning"])
hard = question | {"hands": ["3456788TJJQKA2", "33455679TTQKB", "4667899JJQKA2"]}
print(answer_question(hard, Budget(nodes=100))["proved"])
"""


def test_without_numba_small_positions_are_solved_by_the_exact_rules() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=False)
    assert ran.stdout.split("\n")[:2] == ["['A']", "False"], ran.stderr
