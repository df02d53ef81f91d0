"""A puzzle can be displayed and played on, leads back to its hand, and hides what its seat does not see."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.games.zipai.state import Discarding
from paiju.puzzles import (
    GenerationSpec,
    PuzzleError,
    WinningCard,
    cut_hand_at_puzzle,
    find_right_action,
    judge_action,
    puzzles_of,
    recreate_source_record,
    shipped_puzzles,
)
from paiju.puzzles.generation import play_hand
from paiju.records import verify
from tests.puzzles.example_puzzles import FAMILIES, game_of, sample, small

EACH = pytest.mark.parametrize("family", FAMILIES)


@pytest.mark.parametrize("family", ["doudizhu", "gunzi"])
def test_the_displayed_state_has_the_position_and_plays_the_line_to_its_end(family: str) -> None:
    for puzzle in sample(family, 15):
        game, state = game_of(puzzle), puzzles_of(puzzle.rules).first_state(puzzle)
        assert puzzles_of(puzzle.rules).matches_state(puzzle, state)
        for text in puzzle.line:
            (seat,) = game.to_act(state)
            actions = {game.format_action(one).removeprefix("play "): one for one in game.legal(state, seat)}
            state = game.step(state, seat, actions[text]).state
        assert game.outcome(state) is not None


def test_the_displayed_state_of_zi_pai_is_the_view_of_the_seat() -> None:
    for puzzle in sample("zipai", 8):
        source = puzzle.source
        assert source is not None
        spec = GenerationSpec(puzzle.rules, source.levels, source.seed, 1)
        seen = game_of(puzzle).view(play_hand(spec, source.hand)[source.move].before, puzzle.seat)
        shown = puzzles_of(puzzle.rules).first_state(puzzle)
        assert shown.public == seen.public
        assert shown.secret.hands == seen.secret.hands
        assert shown.secret.hidden == seen.secret.hidden
        assert shown.match.banker == seen.match.banker


def test_a_puzzle_of_zi_pai_does_not_depend_on_what_the_seat_cannot_see() -> None:
    """In every deal that looks the same to the seat, the same puzzle is found: it tells nothing of hidden cards."""
    for puzzle in sample("zipai", 6):
        source, game, random = puzzle.source, game_of(puzzle), Random(puzzle.id)
        assert source is not None
        (*_, move) = play_hand(GenerationSpec(puzzle.rules, source.levels, source.seed, 1), source.hand)[
            : source.move + 1
        ]
        assert isinstance(move.before.phase, Discarding)
        for _ in range(3):
            other = game.determinize(game.view(move.before, puzzle.seat), puzzle.seat, random)
            assert other != move.before
            (draft,) = puzzles_of(puzzle.rules).find_puzzles([move._replace(before=other)], lambda *_: False)
            task = draft.task
            assert (task.position, task.turns, task.seen) == (puzzle.position, puzzle.turns, puzzle.seen)


@EACH
def test_puzzle_facts_fit_the_question(family: str) -> None:
    puzzle = small(family)
    facts = puzzles_of(puzzle.rules).facts(puzzle)
    if family == "gunzi":
        assert facts["tricks"] >= 2
        assert facts["bottom"] % 5 == facts["taken"] % 5 == 0
    elif family == "zipai":
        assert facts["hands"] == 1
        assert facts["minimum"] == puzzle.position["minimum"]
    else:
        assert facts == {"hands": len(puzzle.position["hands"])}


@EACH
def test_the_hand_is_played_again_and_leads_to_the_position(family: str) -> None:
    puzzle = next(
        one
        for one in shipped_puzzles(family)
        if one.source is not None and (one.source.instead or family != "doudizhu")
    )
    record = recreate_source_record(puzzle)
    assert all(check.holds is not False for check in verify(record))
    source = puzzle.source
    assert source is not None
    start = cut_hand_at_puzzle(puzzle, record.hands[0])
    assert len(start.moves) == source.move
    for wrong in (replace(source, move=source.move - 1), replace(source, move=9999), replace(source, instead="3333")):
        with pytest.raises(PuzzleError):
            cut_hand_at_puzzle(replace(puzzle, source=wrong), record.hands[0])


def test_a_puzzle_without_a_hand_of_house_players_says_so() -> None:
    puzzle = small("zipai")
    source = puzzle.source
    assert source is not None
    for other in (replace(puzzle, source=None), replace(puzzle, source=replace(source, levels=()))):
        with pytest.raises(PuzzleError) as refused:
            recreate_source_record(other)
        assert refused.value.code == "no_source"


@EACH
def test_a_right_action_is_found_off_the_main_line_too(family: str) -> None:
    puzzle = small(family)
    assert find_right_action(puzzle, ()) == puzzle.answer
    finder = puzzles_of(puzzle.rules)
    assert finder.find_right_action(puzzle, ()) in puzzle.turns[0].right
    with pytest.raises(IllegalAction):
        find_right_action(puzzle, puzzle.line)
    if family == "doudizhu":
        wrong = next(
            text for text in ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2") if _loses(puzzle, text)
        )
        with pytest.raises(IllegalAction):
            find_right_action(puzzle, (wrong,))


def _loses(puzzle: object, text: str) -> bool:
    try:
        return not judge_action(puzzle, (), text).is_right  # type: ignore[arg-type]
    except IllegalAction:
        return False


@pytest.mark.parametrize("family", ["zipai", "gunzi"])
def test_a_verdict_has_the_value_of_each_action(family: str) -> None:
    puzzle = small(family)
    for action in puzzle.turns[0].values:
        verdict = judge_action(puzzle, (), action)
        assert verdict.values == puzzle.turns[0].values
        for text, waits in verdict.waits.items():
            assert sum(map(_unseen, waits)) == verdict.values[text]


def _unseen(wait: WinningCard) -> int:
    return wait.unseen
