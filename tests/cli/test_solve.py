"""`paiju solve`."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_runner import Runner

QUESTION = {
    "rules": "doudizhu/qq",
    "landlord": 0,
    "hands": ["3A", "55", "6"],
    "turn": 0,
    "to_beat": None,
    "by": None,
}


def answers(run: Runner, tmp_path: Path, *lines: Any, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What is answered to these lines: bytes as they are, everything else as JSON."""
    file = tmp_path / "questions.jsonl"
    file.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines))
    ran = run("solve", str(file), "--json", *options)
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_each_line_has_its_answer_in_the_same_order(run: Runner, tmp_path: Path) -> None:
    later = QUESTION | {"turn": 1, "to_beat": "3", "by": 0}
    first, second = answers(run, tmp_path, QUESTION, later)
    assert (first["proved"], first["winner"], first["winning"]) == (True, "landlord", ["A"])
    assert (second["proved"], second["winner"], set(second["winning"])) == (True, "farmers", {"pass", "5"})
    assert first["nodes"] > 0
    assert first["ms"] >= 0


def test_a_bad_line_has_an_error_and_the_rest_goes_on(run: Runner, tmp_path: Path) -> None:
    bad = [
        b"nonsense",
        b"\xff",
        b"",
        b"[" * 100_000,
        [],
        3,
        {},
        QUESTION | {"rules": "doudizhu/none"},
        QUESTION | {"rules": 7},
        QUESTION | {"hands": "3A"},
        QUESTION | {"hands": ["3A", "55", "x"]},
        QUESTION | {"hands": ["3" * 9, "55", "6"]},
        QUESTION | {"turn": 10**30},
        QUESTION | {"landlord": -1},
        QUESTION | {"to_beat": "34", "by": 1},
        QUESTION | {"to_beat": "pass", "by": 1},
        QUESTION | {"to_beat": "4"},
        QUESTION | {"wild": "5"},
        QUESTION | {"plays": [1]},
        QUESTION | {"unknown": 1},
    ]
    found = answers(run, tmp_path, *bad, QUESTION)
    assert len(found) == len(bad) + 1
    assert all(list(answer) == ["error"] and answer["error"] for answer in found[:-1])
    assert found[-1]["winning"] == ["A"]


def test_errors_are_written_in_the_requested_language(run: Runner, tmp_path: Path) -> None:
    [english] = answers(run, tmp_path, QUESTION | {"turn": 7})
    [chinese] = answers(run, tmp_path, QUESTION | {"turn": 7}, options=("--lang", "zh"))
    assert "seats" in english["error"]
    assert "座位" in chinese["error"]


def test_damaged_questions_never_stop_the_command(run: Runner, tmp_path: Path) -> None:
    chance = random.Random(1)
    whole = json.dumps(QUESTION | {"to_beat": "34567", "by": 1}).encode()
    lines = []
    for _ in range(300):
        line = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            line[chance.randrange(len(line))] = chance.choice(b'0123456789TJQKA2BR"{}[],:+< -')
        lines.append(bytes(line))
    assert len(answers(run, tmp_path, *lines)) == len(lines)


def test_an_exhausted_budget_is_an_answer(run: Runner, tmp_path: Path) -> None:
    hard = QUESTION | {"hands": ["3456788TJJQKA2", "33455679TTQKB", "4667899JJQKA2"]}
    first, again = answers(run, tmp_path, hard, hard, options=("--nodes", "300"))
    assert (first["proved"], first["nodes"], "winner" in first) == (False, 300, False)
    assert again["nodes"] == 300
    [timed] = answers(run, tmp_path, hard, options=("--ms", "1"))
    assert set(timed) >= {"proved", "nodes", "ms"}


def test_the_play_to_beat_may_be_given_as_cards(run: Runner, tmp_path: Path) -> None:
    asked = QUESTION | {"turn": 1, "by": 0, "hands": ["3A", "4445", "6"]}
    written, cards, spoken = answers(
        run, tmp_path, asked | {"to_beat": "333+7"}, asked | {"to_beat": "3733"}, asked | {"to_beat": "play 333+7"}
    )
    assert written["winning"] == cards["winning"] == spoken["winning"] == ["444+5"]


def test_solve_reads_a_position_from_a_record(run: Runner, tmp_path: Path) -> None:
    record = tmp_path / "hands.jsonl"
    assert run("simulate", "doudizhu/qq", "--hands", "2", "--record", str(record), "--bots", "steady").code == 0
    last = len(run("replay", str(record), "--hand", "2", "--json").json["hands"][0]["moves"])
    found = run("solve", "--record", str(record), "--hand", "2", "--move", str(last - 1), "--json").json
    assert found["proved"]
    assert found["winning"]
    for move, why in ((last, "over"), (0, "play"), (last + 1, "move")):
        ran = run("solve", "--record", str(record), "--hand", "2", "--move", str(move))
        assert ran.code == 2, why


def test_text_output_is_a_sentence(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps(QUESTION) + "\nx\n")
    ran = run("solve", str(file), "--lang", "zh")
    assert ran.out.splitlines()[0] == "地主必胜，打法：A"
    assert "JSON" in ran.out.splitlines()[1]
    assert run("solve", str(file), "--nodes", "1").out.startswith("not proved within 1 nodes")


def test_questions_come_from_the_standard_input(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(QUESTION).encode())))
    assert run("solve", "-", "--json").json["winning"] == ["A"]


def test_either_a_file_or_a_record_is_needed(run: Runner, tmp_path: Path) -> None:
    assert run("solve").code == 2
    assert run("solve", "x", "--record", "y").code == 2
    assert run("solve", "--record", "y").code == 2
    assert run("solve", str(tmp_path / "missing.jsonl")).code == 2


def test_winning_cards_of_zi_pai_are_counted(run: Runner, tmp_path: Path) -> None:
    question = {"rules": "zipai/guilin-3", "hand": "一二三四五六七八九壹贰叁肆伍陆柒捌玖二二拾", "draws": 3}
    [answer] = answers(run, tmp_path, question)
    assert answer["unseen"] == 59
    assert [one["discard"] for one in answer["discards"]]
    assert all(one["winning"] > 0 for one in answer["discards"])
    file = tmp_path / "zipai.jsonl"
    file.write_text(json.dumps(question))
    assert "未见" in run("solve", str(file), "--lang", "zh").out


GUNZI: dict[str, Any] = {
    "rules": "gunzi/six",
    "level": "7",
    "trump": "h",
    "banker": 0,
    "hands": ["Rj 5s", "As Ks", "3c 4c", "Ts Bj", "5d 5c", "9s 9s"],
    "leader": 1,
    "bottom": "Ts Ts 5h 3d 3d 4d",
}


def test_gunzi_answers_give_the_guaranteed_result_of_a_team(run: Runner, tmp_path: Path) -> None:
    [leads, for_banker] = answers(run, tmp_path, GUNZI, GUNZI | {"team": 0})
    assert (leads["proved"], leads["team"], leads["banker"], leads["points"]) == (True, 1, False, 30)
    assert (leads["points_with"], leads["last_trick"], leads["last_trick_with"]) == (["Ks"], False, [])
    assert (for_banker["team"], for_banker["banker"], for_banker["points_with"]) == (0, True, [])
    file = tmp_path / "gunzi.jsonl"
    file.write_text("\n".join(map(json.dumps, (GUNZI, GUNZI | {"team": 0}))))
    assert "30 分，打法：Ks" in run("solve", str(file), "--lang", "zh").out
    assert "the two teams against team 0 take at most" in run("solve", str(file)).out
    assert run("solve", str(file), "--nodes", "5").out.startswith("not proved within")


def test_damaged_questions_about_gunzi_have_an_error(run: Runner, tmp_path: Path) -> None:
    bad = [
        GUNZI | {"hands": ["Rj 5s"]},
        GUNZI | {"hands": ["Rj", *GUNZI["hands"][1:]]},
        GUNZI | {"hands": ["Rj 5x", *GUNZI["hands"][1:]]},
        GUNZI | {"hands": [""] * 6},
        GUNZI | {"bottom": "5s"},
        GUNZI | {"bottom": "Rj Rj Rj Rj 5h 3d"},
        GUNZI | {"leader": 6},
        GUNZI | {"banker": -1},
        GUNZI | {"team": 3},
        GUNZI | {"level": "0"},
        GUNZI | {"trump": "x"},
        GUNZI | {"plays": ["5s"] * 6},
        GUNZI | {"plays": ["5s 6s"]},
        GUNZI | {"plays": 3},
        {"rules": "gunzi/six"},
    ]
    found = answers(run, tmp_path, *bad, GUNZI)
    assert all(list(answer) == ["error"] and answer["error"] for answer in found[:-1])
    assert found[-1]["points"] == 30
    chance, whole = random.Random(2), json.dumps(GUNZI | {"plays": ["Ks"]}).encode()
    lines = []
    for _ in range(300):
        line = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            line[chance.randrange(len(line))] = chance.choice(b'0123456789TJQKAshcdRBj"{}[],: ')
        lines.append(bytes(line))
    assert len(answers(run, tmp_path, *lines)) == len(lines)
    assert "error" in answers(run, tmp_path, GUNZI, options=("--proof",))[0]


def test_solve_reads_a_position_from_a_gunzi_record(run: Runner, tmp_path: Path) -> None:
    record = tmp_path / "hands.jsonl"
    assert run("simulate", "gunzi/six", "--hands", "1", "--record", str(record), "--bots", "steady").code == 0
    last = len(run("replay", str(record), "--hand", "1", "--json").json["hands"][0]["moves"])
    found = run("solve", "--record", str(record), "--move", str(last - 9), "--json").json
    assert found["proved"]
    assert found["points_with"]


def test_points_and_a_proof_come_with_the_answer(run: Runner, tmp_path: Path) -> None:
    [answer] = answers(run, tmp_path, QUESTION, options=("--points", "--proof"))
    assert answer["points"] == [2, -1, -1]
    assert answer["proof"] == [["A", 1], {"pass": 2}, {"pass": 3}, ["3", -1]]
