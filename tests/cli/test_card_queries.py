"""`paiju win` and `paiju follow`."""

from __future__ import annotations

import pytest

from tests.cli.command_runner import Runner

WIN = ("win", "--rules", "zipai/guilin-3", "--json")
PLAYED = ("--hand", "4s", "--lead", "5s", "--play", "4s")
FOLLOW = ("follow", "--rules", "gunzi/six", "--level", "7", "--trump", "s", "--hand", "4s 4s Th 8h 8h", "--json")


def test_a_complete_hand_has_points_and_melds(run: Runner) -> None:
    laid = ("--laid", "龙拾拾拾拾 碰五五五 吃二七十 吃四五六 吃捌捌八")
    told = run(*WIN, "--hand", "一一二三", *laid, "--card", "一", "--source", "own").json
    assert told["points"] > 0
    assert "龙拾拾拾拾" in told["melds"]
    assert run(*WIN, "--hand", "s1 s1 s2 s3", *laid, "--card", "s1").json == told


def test_an_incomplete_hand_is_null(run: Runner) -> None:
    assert run(*WIN, "--hand", "一三五七").json is None
    assert run("win", "--rules", "guilin-3", "--hand", "一三五七").out == "Not complete\n"


def test_follow_command_says_whether_and_why_a_play_is_legal(run: Runner) -> None:
    assert run(*FOLLOW, "--lead", "9h 9h", "--play", "8h 8h").json == {"legal": True}
    told = run(*FOLLOW, "--lead", "9h 9h", "--play", "8h Th", "--lang", "zh").json
    assert (told["legal"], told["code"]) == (False, "must_match")
    assert told["message"].startswith("死棒")


@pytest.mark.parametrize(
    "words",
    [
        (*WIN, "--hand", "一x"),
        (*WIN, "--hand", "一", "--laid", "九九"),
        (*WIN, "--hand", "一", "--card", "一二"),
        (*WIN, "--hand", "一", "--source", "deck"),
        ("win", "--rules", "gunzi/six", "--hand", "一"),
        (*FOLLOW, "--lead", "9h 9x", "--play", "8h 8h"),
        (*FOLLOW, "--lead", "9h Th", "--play", "8h 8h"),
        ("follow", "--rules", "gunzi/six", "--level", "99", "--trump", "s", *PLAYED),
        ("follow", "--rules", "gunzi/six", "--level", "7", "--trump", "x", *PLAYED),
    ],
)
def test_unreadable_input_gives_a_one_line_error(run: Runner, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "(" not in ran.err or ")" in ran.err


def test_commands_unsupported_by_a_ruleset_name_the_supported_ones(run: Runner) -> None:
    assert "For rulesets of: Da Zi Pai\n" in run("win", "--help").out
    assert "For rulesets of" not in run("rules", "--help").out
    ran = run("win", "--rules", "doudizhu/qq", "--hand", "3")
    assert (ran.code, ran.err) == (
        2,
        "paiju: win does not work for doudizhu/qq; doudizhu/qq supports legal, readings\n",
    )
