"""The solver of Da Zi Pai against the division of every hand and exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from math import isclose
from random import Random
from typing import Any

import pytest

import paiju
from paiju.core.errors import NotationError
from paiju.core.fair_deal import draw_deal
from paiju.games.zipai import win_check
from paiju.games.zipai.cards import NAMES, PACK
from paiju.games.zipai.state import Claiming, Discarding, Drawing, Looking, State
from paiju.solve import AnswerOptions, BadQuestion, Budget, answer_question, answer_state, solver_for
from paiju.solve.budget import OutOfBudget
from paiju.solve.zipai import EndingGuarantee, ZiPaiEnding, ZiPaiSolver, chance_of_drawing

RULES = "zipai/guilin-3"


def ask(**fields: Any) -> dict[str, Any]:
    return answer_question({"rules": RULES, **fields}, Budget())


def winning_by_division(hand: str, unseen: dict[str, int], minimum: int) -> dict[str, int]:
    """The cards that complete a hand when another draws them, and how many are unseen."""
    found = {}
    for card in NAMES:
        answer = win_check.find_win(hand, "", card, "drawn") if unseen[card] else None
        if answer is not None and answer.points >= minimum:
            found[card] = unseen[card]
    return found


def random_hand(random: Random) -> str:
    """A hand of 21 cards that is nearly made of melds, so that it is often ready."""
    cards: list[int] = []
    while len(cards) < 18:
        start, big = random.randrange(8), random.random() < 0.5
        meld = [start + 10 * big + step for step in range(3)] if random.random() < 0.7 else [start] * 3
        if all((cards + meld).count(kind) <= 4 for kind in meld):
            cards += meld
    rest = list(PACK)
    for kind in cards:
        rest.remove(kind)
    return "".join(NAMES[kind] for kind in (*cards, *random.sample(rest, 3)))


@pytest.mark.clause("ZP-7.1")
@pytest.mark.parametrize("seed", range(12))
def test_every_discard_leaves_the_winning_cards_that_a_division_finds(seed: int) -> None:
    random = Random(seed)
    hand, minimum = random_hand(random), random.choice((1, 10))
    gone = "".join(random.sample([name for name in NAMES if hand.count(name) < 4], 6))
    unseen = {name: 4 - (hand + gone).count(name) for name in NAMES}
    answer = ask(hand=hand, gone=gone, minimum=minimum)
    assert answer["unseen"] == sum(unseen.values())
    listed = {one["discard"]: one for one in answer["discards"]}
    for discard in set(hand):
        expected = winning_by_division(hand.replace(discard, "", 1), unseen, minimum)
        found = listed.get(discard, {"waits": [], "winning": 0})
        assert {wait["card"]: wait["unseen"] for wait in found["waits"]} == expected
        assert found["winning"] == sum(expected.values())
    counts = [one["winning"] for one in answer["discards"]]
    assert counts == sorted(counts, reverse=True)


def test_win_chance_averages_over_all_draws() -> None:
    for unseen, winning, draws in ((7, 2, 3), (6, 0, 2), (5, 5, 1), (8, 3, 0), (6, 4, 4)):
        hits = [any(card < winning for card in drawn) for drawn in combinations(range(unseen), draws)]
        assert isclose(chance_of_drawing(winning, unseen, draws), sum(hits) / len(hits))


@pytest.mark.parametrize(
    "fields", [{}, {"hand": 3}, {"hand": "一", "draws": -1}, {"hand": "一", "draws": 80}, {"hand": "一", "x": 1}]
)
def test_an_invalid_question_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion):
        ask(**fields)


def test_too_many_cards_of_a_kind_are_refused() -> None:
    with pytest.raises(NotationError):
        ask(hand="一一一", gone="一一")
    with pytest.raises(NotationError):
        ask(hand="Q")


def test_zi_pai_solver_gives_no_proofs() -> None:
    with pytest.raises(BadQuestion):
        answer_question({"rules": RULES, "hand": "一"}, Budget(), AnswerOptions(proof=True))
    with pytest.raises(BadQuestion):
        answer_state(RULES, None, Budget(), AnswerOptions(proof=True))


# ---- open endings

MOST_STATES = 1000
"""Endings with more states are not compared."""


ANY_PHASE = (Discarding, Drawing, Claiming, Looking)


def endings(name: str, random: Random, stock: int, phases: tuple[type[Any], ...] = ANY_PHASE) -> Iterator[State]:
    """States with so many cards in the stock, from hands played at random, one from each hand."""
    game = paiju.game(name)
    while True:
        state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(32)))
        while game.outcome(state) is None:
            if state.public.stock == stock and isinstance(state.phase, phases):
                yield state
                break
            seat = game.to_act(state)[0]
            legal = game.legal(state, seat)
            wins = [action for action in legal if game.format_action(action) == "win"]
            action = wins[0] if wins else random.choice(legal)
            state = game.step(state, seat, action).state


def plain_value(game: Any, state: State, seat: int, known: dict[Any, int]) -> int:
    """What a seat gets if it makes its points large and all others make them small, by looking at every action."""
    if state in known:
        return known[state]
    if len(known) > MOST_STATES:
        raise OutOfBudget
    outcome = game.outcome(state)
    if outcome is None:
        to_act = game.to_act(state)
        mover = seat if seat in to_act else to_act[0]
        values = [
            plain_value(game, game.step(state, mover, action).state, seat, known) for action in game.legal(state, mover)
        ]
        value = max(values) if mover == seat else min(values)
    else:
        value = outcome.points[seat]
    known[state] = value
    return value


@pytest.mark.parametrize("name", ["zipai/guilin-2", "zipai/guilin-3"])
def test_values_of_a_seat_match_exhaustive_search(name: str) -> None:
    check_endings(name, 6)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["zipai/guilin-2", "zipai/guilin-3"])
def test_values_of_a_seat_match_exhaustive_search_in_many_endings(name: str) -> None:
    check_endings(name, 150)


def check_endings(name: str, number: int) -> None:
    game, random = paiju.game(name), Random(name)
    solver = solver_for(name)
    checked = 0
    for state in endings(name, random, 1):
        if checked == number:
            return
        found = solver.solve(state, None, Budget(nodes=100))
        values: dict[Any, int] = {}
        try:
            assert not found.is_proved or plain_value(game, state, found.seat, values) == found.points
        except OutOfBudget:
            continue
        checked += found.is_proved
        if found.is_proved and found.seat in game.to_act(state):
            for action in game.legal(state, found.seat):
                value = plain_value(game, game.step(state, found.seat, action).state, found.seat, values)
                assert (value == found.points) == (game.format_action(action) in found.points_with)


ENDING: dict[str, Any] = {
    "rules": RULES,
    "hands": ["七八壹伍", "三八八壹贰叁陆陆", "二五七七陆陆拾"],
    "laid": [
        "碰十十十 吃一二三 吃二三四 吃捌玖拾 龙六六六六",
        "吃五伍伍 开招柒柒柒柒 碰肆肆肆 吃捌玖拾",
        "开招九九九九 吃三叁叁 吃叁肆伍 碰贰贰贰",
    ],
    "turn": 1,
    "to": "discard",
    "stock": "捌",
    "declined": ["", "八", "七叁"],
    "minimum": 15,
}


def test_an_ending_is_read_from_json_and_solved() -> None:
    found = answer_question(ENDING)
    assert (found["proved"], found["seat"], found["points"], found["points_with"]) == (True, 1, 36, ["discard 三"])
    other = answer_question(ENDING | {"seat": 0})
    assert (other["points"], other["points_with"]) == (-18, [])
    assert answer_question(ENDING, Budget(nodes=1))["proved"] is False


@pytest.mark.parametrize("name", ["zipai/guilin-2", "zipai/guilin-3"])
def test_an_ending_round_trips_to_its_state(name: str) -> None:
    game: Any = paiju.game(name)
    for state in islice(endings(name, Random(5), 4, (Discarding, Drawing)), 5):
        back = ZiPaiEnding.of_state(name, state).to_state(game)
        assert (back.phase, back.secret) == (state.phase, state.secret)
        assert (back.public.melds, back.public.minimum) == (state.public.melds, state.public.minimum)


@pytest.mark.parametrize(
    "fields",
    [
        {"hands": ENDING["hands"][:2]},
        {"hands": ["一", *ENDING["hands"][1:]]},
        {"turn": 3},
        {"seat": -1},
        {"to": "draw"},
        {"to": "eat"},
        {"minimum": -1},
        {"laid": ["碰二二二"]},
        {"declined": [""]},
        {"extra": 1},
    ],
)
def test_an_impossible_ending_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion):
        answer_question(ENDING | fields, Budget())


def test_an_ending_with_unknown_cards_is_refused() -> None:
    with pytest.raises(NotationError):
        answer_question(ENDING | {"stock": "六"}, Budget())
    with pytest.raises(NotationError):
        answer_question(ENDING | {"stock": "x"}, Budget())


def test_only_open_states_of_play_are_solved() -> None:
    game = paiju.game(RULES)
    start = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), bytes(32)))
    state = next(endings(RULES, Random(1), 2))
    for wrong in (None, start, game.view(state, 0)):
        with pytest.raises(BadQuestion):
            answer_state(RULES, wrong, Budget())
    while game.outcome(state) is None:
        seat = game.to_act(state)[0]
        state = game.step(state, seat, game.legal(state, seat)[-1]).state
    with pytest.raises(BadQuestion):
        answer_state(RULES, state, Budget())


def test_an_exhausted_budget_is_reported_and_repeats() -> None:
    first, again = (first_unproved(Random(2)) for _ in range(2))
    assert (first.is_proved, first.nodes) == (again.is_proved, again.nodes) == (False, 10)


def first_unproved(random: Random) -> EndingGuarantee:
    solver: ZiPaiSolver = solver_for(RULES)
    found = (solver.solve(state, None, Budget(nodes=10)) for state in endings(RULES, random, 3))
    return next(one for one in found if not one.is_proved)


# ---- who wins


def value_for(game: Any, state: State, seat: int, known: dict[Any, int], *, is_helped: bool) -> int:
    """1 if a seat wins, however the others play or if they help it; else 0. By looking at every action."""
    if state in known:
        return known[state]
    if len(known) > MOST_STATES:
        raise OutOfBudget
    outcome = game.outcome(state)
    if outcome is not None:
        value = int(seat in outcome.winners)
    else:
        to_act = game.to_act(state)
        mover = seat if seat in to_act else to_act[0]
        after = [game.step(state, mover, action).state for action in game.legal(state, mover)]
        values = [value_for(game, one, seat, known, is_helped=is_helped) for one in after]
        value = max(values) if mover == seat or is_helped else min(values)
    known[state] = value
    return value


def check_results(name: str, number: int) -> None:
    game, random, checked = paiju.game(name), Random(name), 0
    solver = solver_for(name)
    for state in endings(name, random, 1, (Discarding, Looking, Claiming)):
        seat = random.choice(game.to_act(state))
        actions = game.legal(state, seat)
        results = solver.results_of_actions(state, seat, actions, Budget(nodes=600))
        for action, result in zip(actions, results, strict=True):
            after = game.step(state, seat, action).state
            try:
                sure = [value_for(game, after, one, {}, is_helped=False) for one in range(game.seats)]
                possible = value_for(game, after, seat, {}, is_helped=True)
            except OutOfBudget:
                continue
            expected = True if sure[seat] else False if any(sure) or not possible else None
            assert result in (expected, None)
            checked += result is not None
        if checked >= number:
            return


@pytest.mark.parametrize("name", ["zipai/guilin-2", "zipai/guilin-3"])
def test_winners_match_exhaustive_search(name: str) -> None:
    check_results(name, 12)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["zipai/guilin-2", "zipai/guilin-3"])
def test_winners_match_exhaustive_search_in_many_endings(name: str) -> None:
    check_results(name, 400)


def test_no_result_is_given_without_nodes_or_for_a_view() -> None:
    game, state = paiju.game(RULES), next(endings(RULES, Random(3), 3, (Discarding,)))
    seat = game.to_act(state)[0]
    actions = game.legal(state, seat)
    assert set(solver_for(RULES).results_of_actions(state, seat, actions, Budget(nodes=0))) == {None}
    with pytest.raises(BadQuestion):
        solver_for(RULES).results_of_actions(game.view(state, seat), seat, actions, Budget())
