"""The puzzles that come with paiju."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib.resources import files

import pytest

from paiju.bots.base import STEADY
from paiju.bots.levels import LADDER
from paiju.games.registry import families
from paiju.games.zipai.actions import Discard
from paiju.games.zipai.cards import COPIES, KINDS, NAMES, Counts, count_cards, parse_cards, with_card, without
from paiju.games.zipai.melds import Meld
from paiju.games.zipai.notation import format_action, parse_card, parse_melds
from paiju.games.zipai.winning import best_division
from paiju.puzzles import (
    THEMES,
    Puzzle,
    check_puzzle,
    find_in_hand,
    replay_puzzle,
    shipped_generation_specs,
    shipped_puzzles,
)
from paiju.puzzles.generation import GenerationSpec, play_hand
from paiju.solve import gunzi
from paiju.solve.budget import Budget, OutOfBudget
from paiju.solve.doudizhu import question_from_json
from paiju.solve.doudizhu.reference_search import ExactSearch
from paiju.solve.doudizhu.solution import action_text
from paiju.solve.gunzi.reference_search import ExactTrickSearch
from paiju.solve.gunzi.search_objective import last_trick_aim, points_aim
from tests.puzzles.example_puzzles import FAMILIES, game_of, sample

EACH = pytest.mark.parametrize("family", FAMILIES)


@EACH
def test_a_sample_of_shipped_puzzles_is_right(family: str) -> None:
    wrong = {puzzle.id: found for puzzle in sample(family, 25) if (found := check_puzzle(puzzle))}
    assert wrong == {}


@pytest.mark.deep
@EACH
def test_all_shipped_puzzles_are_right(family: str) -> None:
    wrong = {puzzle.id: found for puzzle in shipped_puzzles(family) if (found := check_puzzle(puzzle))}
    assert wrong == {}


@EACH
def test_shipped_puzzles_are_unique_and_sorted_by_difficulty(family: str) -> None:
    puzzles = shipped_puzzles(family)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) > 0
    assert [puzzle.grade.rating for puzzle in puzzles] == sorted(puzzle.grade.rating for puzzle in puzzles)
    assert {puzzle.family for puzzle in puzzles} == {family}


def test_shipped_puzzle_files_are_small() -> None:
    folder = files("paiju.puzzles").joinpath("data")
    assert sum(len(file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".gz")) <= 600_000


def test_shipped_puzzles_cover_exactly_the_known_themes() -> None:
    themes = Counter(theme for family in families() for puzzle in shipped_puzzles(family) for theme in puzzle.themes)
    assert set(themes) == set(THEMES)


def test_shipped_puzzles_cover_landlords_and_farmers() -> None:
    sides = Counter((puzzle.rules, puzzle.side) for puzzle in shipped_puzzles("doudizhu"))
    assert {(rules, side) for rules in ("doudizhu/qq", "doudizhu/duel") for side in ("landlord", "farmers")} <= set(
        sides
    )


@pytest.mark.parametrize("rules", ["doudizhu/qq", "doudizhu/duel", "zipai/guilin-3", "zipai/guilin-2", "gunzi/six"])
def test_stronger_levels_solve_more_puzzles(rules: str) -> None:
    puzzles = [one for family in families() for one in shipped_puzzles(family) if one.rules == rules]
    # The steady bot plays by rules instead of a net, and at its own places well; the net's levels differ in one number.
    names = [name for name in LADDER if name in puzzles[0].grade.chances and name != STEADY]
    shares = [sum(puzzle.grade.chances[name] for puzzle in puzzles) / len(puzzles) for name in names]
    assert shares == sorted(shares), dict(zip(names, shares, strict=True))


# ---- made again


def _specs_of(puzzle: Puzzle) -> list[GenerationSpec]:
    source = puzzle.source
    assert source is not None
    return [
        one
        for one in shipped_generation_specs()
        if (one.rules, one.seed, one.levels) == (puzzle.rules, source.seed, source.levels)
        and one.first <= source.hand < one.first + one.hands
    ]


@EACH
def test_each_puzzle_has_exactly_one_generation_spec(family: str) -> None:
    assert [puzzle.id for puzzle in shipped_puzzles(family) if len(_specs_of(puzzle)) != 1] == []


@EACH
def test_shipped_puzzles_can_be_regenerated(family: str) -> None:
    for puzzle in sample(family, 2):
        (spec,), source = _specs_of(puzzle), puzzle.source
        assert source is not None
        made = {one.id: one for one in find_in_hand(spec.rules, play_hand(spec, source.hand), source)}
        assert made[puzzle.id].line == puzzle.line
        assert made[puzzle.id].turns == puzzle.turns
        assert made[puzzle.id].grade.chances == pytest.approx(puzzle.grade.chances, abs=0.02)


# ---- by brute force


def _check_doudizhu(puzzle: Puzzle, nodes: int) -> int:
    """Compare the right actions with those of a plain search where it needs few nodes. Returns at how many turns."""
    compiled = game_of(puzzle).compiled
    turns = {turn.at: turn.right for turn in puzzle.turns}
    checked = 0
    for at, step in enumerate(replay_puzzle(puzzle)):
        if at in turns:
            try:
                search = ExactSearch(compiled, Budget(nodes))
                winning = search.winning_actions(question_from_json(compiled, step.position))
            except OutOfBudget:
                continue
            assert sorted(map(action_text, winning)) == sorted(turns[at]), (puzzle.id, at)
            checked += 1
    return checked


def _check_gunzi(puzzle: Puzzle, nodes: int) -> int:
    """Compare the right plays with the best ones of a plain search where it needs few nodes. Returns at how many turns."""
    rules, steps, checked = game_of(puzzle).rules, replay_puzzle(puzzle), 0
    for turn in puzzle.turns:
        position, team = gunzi.question_from_json(rules, steps[turn.at].position)
        aim = points_aim(rules, position, team) if puzzle.goal == "points" else last_trick_aim(team)
        search = ExactTrickSearch(rules, aim, Budget(nodes))
        try:
            values = {play.cards.text(): search.value_after(position, play) for play in position.legal(rules)}
        except OutOfBudget:
            continue
        best = max(values.values())
        assert {text for text, value in values.items() if value == best} == set(turn.right), (puzzle.id, turn.at)
        assert {best - value for value in values.values()} == {
            max(turn.values.values()) - value for value in turn.values.values()
        }
        checked += 1
    return checked


def _check_zipai(puzzle: Puzzle) -> None:
    """Count the winning cards of each discard, or of the best one after each claim, by trying all cards."""
    hand, laid = count_cards(parse_cards(puzzle.position["hand"])), parse_melds(puzzle.position["laid"])
    if puzzle.goal == "waits":
        found = {format_action(Discard(kind)): cards for kind, cards in _count_discards(puzzle, hand, laid).items()}
    else:
        found = {text: _count_claim(puzzle, hand, laid, text) for text in puzzle.position["claims"]}
    assert {text: cards for text, cards in found.items() if cards} == puzzle.turns[0].values, puzzle.id


def _count_claim(puzzle: Puzzle, hand: Counts, laid: tuple[Meld, ...], text: str) -> int:
    if text == "pass":
        return _count_waits(puzzle, hand, laid, is_declined="pong" in puzzle.position["claims"])
    card = parse_card(puzzle.position["offered"])
    melds = (
        [Meld("pong", (card,) * 3)] if text == "pong" else [Meld("eat", parse_cards(one)) for one in text.split()[1:]]
    )
    kept = without(with_card(hand, card), [kind for meld in melds for kind in meld.cards or ()])
    is_declined = text != "pong" and "pong" in puzzle.position["claims"]
    return max(_count_discards(puzzle, kept, (*laid, *melds), is_declined=is_declined).values())


def _count_discards(
    puzzle: Puzzle, hand: Counts, laid: tuple[Meld, ...], *, is_declined: bool = False
) -> dict[int, int]:
    return {
        kind: _count_waits(puzzle, without(hand, (kind,)), laid, is_declined=is_declined)
        for kind, copies in enumerate(hand)
        if copies
    }


def _count_waits(puzzle: Puzzle, hand: Counts, laid: tuple[Meld, ...], *, is_declined: bool) -> int:
    """Count the unseen cards that win when another seat draws them."""
    own = parse_cards(puzzle.position["hand"]) + tuple(
        kind for meld in parse_melds(puzzle.position["laid"]) for kind in meld.cards or ()
    )
    seen = count_cards((*own, *parse_cards(puzzle.position["gone"] + puzzle.position.get("offered", ""))))
    return sum(COPIES - seen[kind] for kind in range(KINDS) if _wins(puzzle, hand, laid, kind, is_declined))


def _wins(puzzle: Puzzle, hand: Counts, laid: tuple[Meld, ...], kind: int, is_declined: bool) -> bool:
    if with_card(hand, kind)[kind] > COPIES:
        return False
    declined = is_declined and NAMES[kind] == puzzle.position["offered"]
    division = best_division(hand, laid, kind, "drawn", declined=declined)
    return division is not None and division.points >= puzzle.position["minimum"]


def test_brute_force_agrees_on_puzzles_with_few_cards() -> None:
    assert sum(_check_doudizhu(puzzle, 3_000) for puzzle in sample("doudizhu", 15)) > 10


def test_brute_force_agrees_on_discard_puzzles() -> None:
    claims = [puzzle for puzzle in shipped_puzzles("zipai") if puzzle.goal == "claim"]
    for puzzle in (*sample("zipai", 12), *claims[:: max(1, len(claims) // 6)]):
        _check_zipai(puzzle)


@pytest.mark.deep
def test_brute_force_agrees_on_more_puzzles() -> None:
    assert sum(_check_doudizhu(puzzle, 10_000) for puzzle in sample("doudizhu", 40)) > 40
    assert sum(_check_gunzi(puzzle, 4_000) for puzzle in sample("gunzi", 30)) > 20
    for puzzle in shipped_puzzles("zipai"):
        _check_zipai(puzzle)


def test_brute_force_agrees_on_last_trick_puzzles() -> None:
    assert sum(_check_gunzi(puzzle, 1_500) for puzzle in sample("gunzi", 8)) > 4


# ---- read when asked for


def test_importing_the_puzzles_reads_and_compiles_nothing() -> None:
    code = """
import sys
from paiju.puzzles import shipped_puzzles
print(shipped_puzzles.cache_info().currsize, {"numba", "numpy"} & set(sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["0", "set()"]


def test_a_family_without_puzzles_has_none() -> None:
    assert shipped_puzzles("chess") == ()
