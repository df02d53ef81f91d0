"""`paiju analyse` and `paiju calibrate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_runner import Runner


@pytest.fixture
def hands(run: Runner, tmp_path: Path) -> Path:
    """Two hands of weak bots."""
    path = tmp_path / "hands.jsonl"
    ran = run("simulate", "doudizhu/qq", "--hands", "2", "--bots", "casual", "--seed", "3", "--record", str(path))
    assert ran.code == 0
    return path


def test_the_review_of_a_hand_names_errors_and_what_was_better(run: Runner, hands: Path) -> None:
    ran = run("analyse", str(hands), "--quick", "--hand", "1", "--lang", "en")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Hand 1\n")
    assert "better" in ran.out
    assert "estimated by the net" in ran.out
    assert "Hand 2" not in ran.out
    assert "players of the level strong\n" in ran.out
    chinese = run("analyse", str(hands), "--quick", "--lang", "zh").out
    assert "第 2 局" in chinese
    assert "准确度" in chinese


def test_json_output_contains_the_whole_review(run: Runner, hands: Path) -> None:
    found = [json.loads(line) for line in run("analyse", str(hands), "--quick", "--json").out.splitlines()]
    assert [one["hand"] for one in found] == [1, 2]
    for one in found:
        assert one["decisions"]
        assert len(one["curve"]) == one["steps"] + 1
        assert one["versions"].keys() == {"review", "nets", "calibration"}


def test_players_option_selects_the_calibration_of_a_level(run: Runner, hands: Path) -> None:
    def chances(*options: str) -> list[float]:
        found = run("analyse", str(hands), "--quick", "--json", "--hand", "1", *options)
        return [choice["chance"] for one in json.loads(found.out)["decisions"] for choice in one["choices"]]

    assert chances("--players", "casual") != chances()
    named = run("analyse", str(hands), "--quick", "--hand", "1", "--lang", "en", "--players", "casual").out
    assert "players of the level casual\n" in named
    ran = run("analyse", str(hands), "--quick", "--players", "nobody")
    assert ran.code != 0
    assert "nobody" in ran.err


def test_calibration_uses_hands_of_people_only(run: Runner, hands: Path, tmp_path: Path) -> None:
    assert "0" not in run("calibrate", str(hands)).out
    people = tmp_path / "people.jsonl"
    with people.open("w") as lines:
        for line in hands.read_text().splitlines():
            record = json.loads(line)
            for player in record["players"]:
                player["bot"] = None
            lines.write(json.dumps(record) + "\n")
    curves = tmp_path / "people.toml"
    rows = [json.loads(line) for line in run("calibrate", str(people), "--json", "--out", str(curves)).out.splitlines()]
    assert sum(row["decisions"] for row in rows) > 20
    assert all(0 <= row["won"] <= 1 for row in rows)
    assert '[people]\n"doudizhu/qq" = [' in curves.read_text()
    ran = run("analyse", str(hands), "--quick", "--players", "people", "--curves", str(curves))
    assert ran.code == 0
