"""Puzzles are generated, replayed, judged and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction, UnknownName
from paiju.games import registry
from paiju.games.registry import family_of
from paiju.locale import languages, translate
from paiju.puzzles import (
    GenerationSpec,
    Puzzle,
    PuzzleError,
    check_puzzle,
    decode_puzzle,
    encode_puzzle,
    find_right_action,
    judge_action,
    judge_line,
    make_puzzles,
    puzzle_hooks,
    replay_puzzle,
    shipped_puzzles,
)
from paiju.puzzles.difficulty import grade_as_rating
from paiju.puzzles.generation import play_hand
from paiju.puzzles.model import PuzzleTurn
from paiju.puzzles.verification import FAULTS
from paiju.solve import answer_question
from tests.puzzles.example_puzzles import (
    FAMILIES,
    changed,
    claim,
    helped_line,
    legal_after,
    sample,
    small,
    wrong_actions,
)

EACH = pytest.mark.parametrize("family", FAMILIES)


@EACH
def test_a_puzzle_is_one_line_of_json(family: str) -> None:
    puzzle = small(family)
    line = encode_puzzle(puzzle)
    assert line.count(b"\n") == 1
    assert decode_puzzle(line) == puzzle
    assert msgspec.json.decode(line)["position"]["rules"] == puzzle.rules


@pytest.mark.parametrize("line", [b"", b"\xff", b"[" * 100_000, b"{}", b"[]"])
def test_invalid_puzzle_data_is_refused(line: bytes) -> None:
    with pytest.raises(PuzzleError) as refused:
        decode_puzzle(line)
    assert refused.value.code == "not_a_puzzle"


@EACH
def test_the_position_is_a_question_of_the_solver(family: str) -> None:
    puzzle = small(family)
    answer = answer_question(puzzle.position)
    assert answer["proved"]
    if family == "doudizhu":
        assert (answer["winner"], answer["winning"]) == (puzzle.side, [puzzle.answer])


# ---- replaying and judging


@EACH
def test_the_main_line_is_replayed_step_by_step(family: str) -> None:
    for puzzle in sample(family, 5):
        steps = replay_puzzle(puzzle)
        assert tuple(step.action for step in steps) == puzzle.line
        assert steps[0].position == puzzle.position
        assert {steps[turn.at].seat for turn in puzzle.turns} == {puzzle.seat}


@EACH
def test_following_the_main_line_solves_the_puzzle(family: str) -> None:
    puzzle = small(family)
    played: list[str] = []
    verdict = judge_action(puzzle, played, puzzle.answer)
    while not verdict.is_over:
        played += [puzzle.line[len(played)], *(step.action for step in verdict.answers)]
        assert tuple(played) == puzzle.line[: len(played)]  # the others answer by the most stubborn defence
        verdict = judge_action(puzzle, played, puzzle.line[len(played)])
        assert verdict.is_right
    assert verdict.is_right


@EACH
def test_a_wrong_action_is_refuted_to_the_end(family: str) -> None:
    puzzle = small(family)
    for action in wrong_actions(puzzle):
        verdict = judge_action(puzzle, (), action)
        assert not verdict.is_right, action
        assert verdict.is_over
        seats = [step.seat for step in verdict.answers]
        assert family == "zipai" or len(seats) > 0


@EACH
def test_an_illegal_action_is_refused(family: str) -> None:
    for action in ("3333", "discard 大", ""):
        with pytest.raises(IllegalAction):
            judge_action(small(family), (), action)


# ---- claims of Zi Pai


def test_the_value_of_a_claim_is_that_of_its_best_discard() -> None:
    """Each value is counted again: by the count of discards, after the claim has been carried out by hand."""
    for puzzle in (one for one in shipped_puzzles("zipai") if one.goal == "claim"):
        verdict = judge_action(puzzle, (), puzzle.answer)
        assert verdict.is_right
        assert verdict.is_over
        assert legal_after(puzzle) == puzzle.position["claims"]
        for text in legal_after(puzzle):
            if text == "pass" or "pong" in puzzle.position["claims"]:
                continue
            melds = text.split(" ")[1:]
            held = Counter(puzzle.position["hand"]) + Counter(puzzle.position["offered"]) - Counter("".join(melds))
            after = {name: puzzle.position[name] for name in ("rules", "gone", "minimum")}
            after |= {
                "hand": "".join(held.elements()),
                "laid": " ".join((puzzle.position["laid"], *("吃" + m for m in melds))),
            }
            discards = answer_question(after)["discards"]
            assert verdict.values.get(text, 0) == max((one["winning"] for one in discards), default=0)
            if text in verdict.discards:
                best = next(one for one in discards if one["discard"] == verdict.discards[text])
                assert best["winning"] == verdict.values[text]
        for text in set(legal_after(puzzle)) - {puzzle.answer}:
            assert not judge_action(puzzle, (), text).is_right
            assert judge_line(puzzle, (text,)) == "missed"
        assert judge_line(puzzle, puzzle.line) == "solved"


def test_declining_a_pong_adds_no_winning_cards() -> None:
    """ZP-5.5: as against a question in which no 碰 is possible, passing cannot leave more winning cards."""
    offers = [one for one in shipped_puzzles("zipai") if "pong" in one.position.get("claims", ())]
    assert offers
    for puzzle in offers:
        free = answer_question(puzzle.position | {"claims": ["pass"]})["claims"][0]["waits"]
        bound = next(one for one in answer_question(puzzle.position)["claims"] if one["claim"] == "pass")["waits"]
        assert {one["card"] for one in bound} <= {one["card"] for one in free}


def test_faults_in_claims_are_found() -> None:
    puzzle = claim()
    assert check_puzzle(puzzle) == ()
    position = puzzle.position
    for code, other in (
        ("wrong_table", changed(puzzle, position=position | {"claims": [*position["claims"][:-2], "pass"]})),
        ("bad_question", changed(puzzle, position=position | {"claims": ["eat 一二三 九九玖", "pass"]})),
        ("bad_question", changed(puzzle, position=position | {"claims": ["open", "pass"]})),
        ("wrong_side", changed(puzzle, goal="waits")),
        ("wrong_themes", changed(puzzle, themes=("discard",))),
        ("not_one_answer", changed(puzzle, position=position | {"minimum": 999})),
    ):
        assert code in {fault.code for fault in check_puzzle(other)}, code
    with pytest.raises(IllegalAction):
        judge_action(puzzle, (), "win")
    with pytest.raises(IllegalAction):
        judge_line(puzzle, ("discard 一",))


# ---- whole lines


@EACH
def test_the_main_line_solves_the_puzzle_and_a_part_of_it_does_not(family: str) -> None:
    puzzle = small(family)
    own = [at for at, step in enumerate(replay_puzzle(puzzle)) if step.seat == puzzle.seat]
    assert judge_line(puzzle, puzzle.line) == judge_line(puzzle, puzzle.line[: own[-1] + 1]) == "solved"
    assert judge_line(puzzle, ()) == "unfinished"
    for at in own[:-1]:
        assert judge_line(puzzle, puzzle.line[: at + 1]) == "unfinished"
    with pytest.raises(IllegalAction):
        judge_line(puzzle, (*puzzle.line, puzzle.line[-1]))


@EACH
def test_a_line_with_a_wrong_action_misses_the_puzzle(family: str) -> None:
    puzzle = small(family)
    for action in wrong_actions(puzzle):
        assert judge_line(puzzle, (action,)) == "missed"


def _other_right(family: str) -> tuple[Puzzle, int, str]:
    """A shipped puzzle, a turn of its main line, and a right action there that the main line does not have."""
    return next(
        (puzzle, turn.at, action)
        for puzzle in shipped_puzzles(family)
        for turn in puzzle.turns
        for action in turn.right
        if action != puzzle.line[turn.at] and not judge_action(puzzle, puzzle.line[: turn.at], action).is_over
    )


@pytest.mark.parametrize("family", ["doudizhu", "gunzi"])
def test_a_line_with_a_helpful_defence_is_not_accepted(family: str) -> None:
    """On the main line, the others defend as the room does."""
    lines = [(puzzle, line) for puzzle in sample(family, 20) if (line := helped_line(puzzle))]
    assert lines
    for puzzle, line in lines:
        assert judge_line(puzzle, line) == "other_defence"


@pytest.mark.parametrize("family", ["doudizhu", "gunzi"])
def test_another_right_line_solves_the_puzzle_too(family: str) -> None:
    puzzle, at, action = _other_right(family)
    line = [*puzzle.line[:at], action]
    while not (verdict := judge_action(puzzle, line[:-1], line[-1])).is_over:
        assert judge_line(puzzle, line) == "unfinished"
        line += [step.action for step in verdict.answers]
        line.append(find_right_action(puzzle, line))
    assert judge_line(puzzle, line) == "solved"


def test_off_the_main_line_only_a_browser_with_a_table_chooses_the_defence() -> None:
    """What the others play instead is legal, so it is wrong only where no browser can have chosen it."""
    expected = {"doudizhu": {"unfinished", "solved"}, "gunzi": {"other_defence"}}
    for family, results in expected.items():
        puzzle, at, action = _other_right(family)
        line = [*puzzle.line[:at], action]
        answers = [step.action for step in judge_action(puzzle, line[:-1], action).answers]
        choice = next(n for n in range(len(answers)) if len(legal_after(puzzle, [*line, *answers[:n]])) > 1)
        before = [*line, *answers[:choice]]
        others = [text for text in legal_after(puzzle, before) if text != answers[choice]]
        assert {judge_line(puzzle, [*before, text]) for text in others} <= results


# ---- checking


def test_each_fault_has_a_text_in_each_language() -> None:
    for lang in languages():
        for code in (*FAULTS, "duplicate"):
            assert translate(lang, f"puzzle.{code}") != f"puzzle.{code}"


def _with_value(turn: PuzzleTurn) -> PuzzleTurn:
    return replace(turn, values={action: value + 5 for action, value in turn.values.items()})


def planted(family: str) -> Iterator[tuple[str, Puzzle]]:
    """Faults that were planted into a puzzle, and their codes."""
    puzzle = small(family)
    first, *others = puzzle.turns
    wrong = next(iter(wrong_actions(puzzle)))
    yield "no_line", changed(puzzle, turns=())
    yield "wrong_family", replace(puzzle, family="chess")
    yield "wrong_id", replace(puzzle, id="0123456789")
    yield "wrong_grade", replace(puzzle, grade=replace(puzzle.grade, rating=puzzle.grade.rating + 1))
    yield "wrong_grade", replace(puzzle, grade=replace(puzzle.grade, chances={}))
    yield "wrong_turns", changed(puzzle, turns=(replace(first, right=(wrong,)), *others))
    yield "wrong_themes", changed(puzzle, themes=("chess",))
    yield "wrong_side", changed(puzzle, side="nobody")
    if family != "zipai":
        yield "line_not_to_the_end", changed(puzzle, line=puzzle.line[:-1])
        yield "not_asked_for", changed(puzzle, line=(*puzzle.line, "pass"))
        yield "wrong_side", changed(puzzle, seat=puzzle.seat + 1)
    if family != "doudizhu":
        yield "wrong_turns", changed(puzzle, turns=(_with_value(first), *others))
        yield "bad_question", changed(puzzle, position={"rules": puzzle.rules})
    if family == "zipai":
        yield "line_loses", changed(puzzle, line=(wrong,))
        yield "wrong_table", changed(puzzle, seen={"discards": (puzzle.position["gone"] + "一",)})
    if family == "gunzi":
        yield "wrong_target", changed(puzzle, target=puzzle.target - 5, goal="points")


@EACH
def test_planted_faults_are_found(family: str) -> None:
    assert check_puzzle(small(family)) == ()
    for code, puzzle in planted(family):
        assert code in {fault.code for fault in check_puzzle(puzzle)}, (code, puzzle)


def test_a_position_with_two_answers_is_found() -> None:
    puzzle = changed(
        small("doudizhu"),
        position={"rules": "doudizhu/qq", "landlord": 0, "hands": ("345", "67", "89"), "turn": 0},
        rules="doudizhu/qq",
        seat=0,
        side="landlord",
        line=("3",),
        turns=(PuzzleTurn(0, ("3",)),),
    )
    assert {"not_one_answer", "line_loses", "too_easy"} <= {fault.code for fault in check_puzzle(puzzle)}


# ---- making


def _ids(spec: GenerationSpec) -> list[str]:
    return [puzzle.id for made in make_puzzles(spec) for puzzle in made.puzzles]


def test_equal_specs_make_equal_puzzles_and_hands_are_independent() -> None:
    spec = GenerationSpec("zipai/guilin-3", ("steady",), seed=3, hands=12)
    ids = _ids(spec)
    assert len(ids) > 0
    assert _ids(replace(spec, hands=6)) + _ids(replace(spec, hands=6, first=6)) == ids
    assert play_hand(replace(spec, seed=4), 0)[0].before != play_hand(spec, 0)[0].before


@pytest.mark.parametrize(
    ("rules", "level", "error"),
    [("doudizhu/qq", "giant", UnknownName), ("chess", "steady", UnknownName)],
)
def test_unknown_names_are_refused(rules: str, level: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        next(make_puzzles(GenerationSpec(rules, (level,), 1, 1)))


def test_a_family_without_puzzles_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bare: Any = replace(family_of("gunzi/six"), puzzles="")
    monkeypatch.setattr(registry, "family_of", lambda name: bare)
    puzzle_hooks._make_family_puzzles.cache_clear()
    with pytest.raises(PuzzleError) as refused:
        puzzle_hooks.puzzles_of("gunzi/six")
    puzzle_hooks._make_family_puzzles.cache_clear()
    assert refused.value.code == "no_puzzles"
    assert "doudizhu" in str(refused.value)


def test_the_grade_rises_with_what_makes_a_puzzle_hard() -> None:
    easy, hard = {"child": 0.7, "strong": 1.0}, {"child": 0.1, "strong": 0.0}
    assert grade_as_rating(easy, 100, 2) < grade_as_rating(hard, 100, 2)
    assert grade_as_rating(easy, 100, 2) < grade_as_rating(easy, 1000, 2)
    assert grade_as_rating(easy, 100, 2) < grade_as_rating(easy, 100, 3)
