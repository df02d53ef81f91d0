"""`paiju legal` and `paiju readings`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runner import Runner


def plays(run: Runner, rules: str, hand: str, *more: str) -> set[str]:
    found = run("legal", "--rules", rules, "--hand", hand, *more, "--json").json
    assert len(found) == len(set(found))
    return set(found)


def test_leading_lists_every_play_and_no_pass(run: Runner) -> None:
    assert plays(run, "doudizhu/qq", "334BR") == {"3", "4", "B", "R", "33", "BR"}


def test_the_order_and_case_of_the_hand_do_not_matter(run: Runner) -> None:
    assert plays(run, "doudizhu/qq", "r4b33") == plays(run, "doudizhu/qq", "33 4 BR")


def test_ten_is_written_in_three_ways(run: Runner) -> None:
    assert plays(run, "qq", "10") == plays(run, "qq", "T") == plays(run, "qq", "t") == {"T"}


def test_attached_cards_follow_a_plus(run: Runner) -> None:
    assert "333444+57" in plays(run, "doudizhu/qq", "33344457")


def test_following_lists_what_beats_the_play(run: Runner) -> None:
    assert plays(run, "doudizhu/qq", "33344456BR", "--beat", "3334") == {
        "444+3", "444+5", "444+6", "444+B", "444+R", "BR",
    }  # fmt: skip


def test_the_play_to_beat_may_be_written_either_way(run: Runner) -> None:
    assert plays(run, "qq", "4445", "--beat", "333+4") == plays(run, "qq", "4445", "--beat", "4333") == {"444+5"}


def test_a_play_without_a_mark_means_its_canonical_reading(run: Runner) -> None:
    hand = "444555666777"
    assert plays(run, "qq", hand, "--beat", "333444555666") == {hand}


def test_cards_with_several_readings_must_say_which(run: Runner) -> None:
    ran = run("legal", "--rules", "wild", "--hand", "8888", "--wild", "5", "--beat", "7755")
    assert ran.code == 2
    assert ran.err == "paiju: --beat: 7755 has several readings; write one of 777+5<5577, 7777<5577\n"
    assert plays(run, "wild", "8888", "--wild", "5", "--beat", "7777<5577") == {"8888"}
    assert plays(run, "wild", "8889", "--wild", "5", "--beat", "777+5<5577") == {"888+9"}


def test_wild_cards_stand_for_others(run: Runner) -> None:
    assert plays(run, "doudizhu/wild", "57", "--wild", "5") == {"5", "7", "77<57"}


def test_a_reading_that_is_none_in_these_rules_is_refused(run: Runner) -> None:
    ran = run("legal", "--rules", "doudizhu/four", "--hand", "3", "--beat", "333+4")
    assert (ran.code, ran.err) == (2, "paiju: --beat: 333+4 is not a combination\n")


def test_count_gives_a_number(run: Runner) -> None:
    ran = run("legal", "--rules", "doudizhu/qq", "--hand", "334BR", "--count")
    assert (ran.code, ran.out) == (0, "6\n")


def test_text_output_names_the_category(run: Runner) -> None:
    assert run("legal", "--rules", "qq", "--hand", "BR", "--lang", "zh").out.splitlines()[-1].split() == ["BR", "火箭"]


def test_two_packs_have_larger_bombs(run: Runner) -> None:
    assert "55555" in plays(run, "doudizhu/four", "55555")


def test_readings_tell_category_and_play(run: Runner) -> None:
    found = run("readings", "--rules", "doudizhu/wild", "--cards", "7755", "--wild", "5", "--json").json
    assert [(one["category"], one["play"], one["soft"]) for one in found] == [
        ("trio_single", "777+5<5577", True),
        ("bomb", "7777<5577", True),
    ]


def test_custom_rules_may_have_two_wild_ranks(run: Runner, tmp_path: Path) -> None:
    rules = tmp_path / "two.toml"
    rules.write_text(
        'family = "doudizhu"\nname = "two"\nextends = "happy"\ntitle = { en = "Two" }\n[rules]\nwild = true\nsecond_wild = true\n'
    )
    words = ("readings", "--rules", str(rules), "--cards", "5577", "--wild")
    assert [one["play"] for one in run(*words, "57", "--json").json] == ["7777<5577"]
    assert [one["play"] for one in run(*words, "5", "--json").json] == ["777+5<5577", "7777<5577"]
    for wrong in ("55", "567", "B5"):
        ran = run(*words, wrong)
        assert (ran.code, ran.err) == (
            2,
            f'paiju: --wild must be one or two different ranks from 3 to 2, not "{wrong}"\n',
        )


def test_readings_command_lists_only_readings_that_beat_the_table(run: Runner) -> None:
    words = ("readings", "--rules", "doudizhu/wild", "--cards", "7755", "--wild", "5", "--json", "--beat")
    assert [one["play"] for one in run(*words, "666<655").json] == ["7777<5577"]
    assert run(*words, "6666").json == []


def test_cards_without_a_reading_give_an_empty_list(run: Runner) -> None:
    assert run("readings", "--rules", "qq", "--cards", "35", "--json").json == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--hand", "33x"), 'character 3 of "33x", "x", is no rank'),
        (("--hand", ""), "--hand contains no cards"),
        (("--hand", "33333"), "--hand contains too many 3; the pack has 4"),
        (("--hand", "33334444555566667777T"), "--hand has 21 cards; a hand has at most 20"),
        (("--hand", "3", "--beat", "35"), "--beat: 35 is not a combination"),
        (("--hand", "3", "--beat", "3?"), 'character 2 of "3?", "?", is no rank'),
        (("--hand", "3", "--beat", "3+4+5"), 'a play is written like 34567 or 333+4, not like "3+4+5"'),
        (("--hand", "3", "--wild", "5"), "--wild: this ruleset has no wild cards"),
        ((), "legal needs --hand"),
    ],
)
def test_bad_arguments_give_a_one_line_error(run: Runner, words: tuple[str, ...], says: str) -> None:
    ran = run("legal", "--rules", "doudizhu/qq", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"paiju: {says}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("wild", ["B", "55", "", "x"])
def test_a_wild_rank_is_one_rank_and_no_joker(run: Runner, wild: str) -> None:
    assert run("legal", "--rules", "wild", "--hand", "3", "--wild", wild).code == 2


def test_legal_command_supports_only_dou_dizhu(run: Runner) -> None:
    ran = run("legal", "--rules", "gunzi/six", "--hand", "3", "--lang", "zh")
    assert (ran.code, ran.err) == (2, "paiju: legal 不适用于 gunzi/six；它支持 follow\n")
