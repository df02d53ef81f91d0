"""`paiju replay` and `paiju verify`."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from paiju import data
from paiju.bots.base import play_random
from paiju.cli.main import main
from paiju.core import codec
from paiju.core.codec import to_plain
from paiju.games.registry import game, ruleset
from paiju.records import to_json, to_text
from paiju.tui.session import TerminalSession
from tests.cli.command_runner import Runner


@pytest.fixture(scope="module")
def session() -> TerminalSession:
    """Two hands of a match."""
    session = TerminalSession(ruleset("doudizhu/qq"), {1: play_random, 2: play_random}, Random(4))
    for _ in range(2):
        while session.outcome is None:
            if session.must_act():
                session.act(session.legal_actions()[-1])
            else:
                session.let_other_seat_act()
        session.next_hand()
    return session


@pytest.fixture
def file(session: TerminalSession, tmp_path: Path) -> str:
    path = tmp_path / "match.json"
    path.write_text(to_json(session.make_record("甲乙丙", "random")), "utf-8")
    return str(path)


def test_verify_accepts_an_unchanged_record(run: Runner, file: str) -> None:
    assert run("verify", file).out.splitlines()[-1] == "All checks passed (hands: 2)"
    told = run("verify", file, "--json").json
    assert told["holds"]
    assert {"code": "commitment", "record": 1, "hand": 2, "holds": True, "why": ""} in told["checks"]


def test_verify_rejects_a_changed_record(run: Runner, file: str) -> None:
    path = Path(file)
    path.write_text(path.read_text("utf-8").replace('"points": [', '"points": [1,', 1), "utf-8")
    ran = run("verify", file, "--lang", "zh")
    assert ran.code in (1, 2)
    assert ran.code == 2 or "有不属实之处" in ran.out


def test_both_record_formats_replay_alike(run: Runner, file: str, session: TerminalSession, tmp_path: Path) -> None:
    text = tmp_path / "match.txt"
    text.write_text(to_text(session.make_record("甲乙丙", "random")), "utf-8")
    assert run("replay", str(text)).out == run("replay", file).out
    assert run("replay", str(text), "--json").json == run("replay", file, "--json").json


def test_replay_prints_every_move(run: Runner, file: str, session: TerminalSession) -> None:
    told = run("replay", file, "--json").json
    assert [len(hand["moves"]) for hand in told["hands"]] == [len(hand.moves) for hand in session.hands]
    assert told["hands"][1]["outcome"]["points"] == list(session.hands[1].outcome.points)  # type: ignore[union-attr]
    assert "甲 passed" in run("replay", file).out
    assert "甲不出" in run("replay", file, "--lang", "zh").out


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """A file with one hand of a ruleset, played by bots."""

    def record(name: str) -> str:
        session = TerminalSession(ruleset(name), dict.fromkeys(range(1, game(name).seats), play_random), Random(4))
        while session.outcome is None:
            if session.must_act():
                session.act(session.legal_actions()[-1])
            else:
                session.let_other_seat_act()
        path = tmp_path_factory.mktemp("records") / "hand.json"
        path.write_text(to_json(session.make_record("甲乙丙丁戊己", "random")), "utf-8")
        return str(path)

    return record


def test_replay_prints_a_hand_of_gunzi(run: Runner, recorded: Callable[[str], str]) -> None:
    told = run("replay", recorded("gunzi/six"), "--lang", "zh").out
    assert re.search(r"^ *\d+  发牌，到第 \d+ 步$", told, re.MULTILINE)
    assert re.search(r"出 .* · .得这一轮，\d+ 分$", told, re.MULTILINE)
    assert len(told.splitlines()) < 400
    assert "{" not in told


def test_replay_prints_a_hand_of_zi_pai(run: Runner, recorded: Callable[[str], str]) -> None:
    file = recorded("zipai/guilin-3")
    told = run("replay", file).out
    assert re.search(r"\w drew [一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]$", told, re.MULTILINE)
    assert re.search(r"\w discarded \w", told)
    assert "{" not in told
    shown = run("replay", file, "--at", "20").out
    assert re.search(r"甲  Hand +[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾 ]+$", shown, re.MULTILINE)
    assert re.search(r"Stock +\[\d+\]", shown)


def test_replay_shows_the_state_at_any_move(run: Runner, file: str) -> None:
    start = run("replay", file, "--at", "0", "--json").json
    assert (start["move"], start["seat"], start["to_act"]) == (0, None, [-1])
    later = run("replay", file, "--hand", "2", "--at", "3", "--json").json
    assert (later["hand"], later["move"]) == (2, 3)
    assert later["state"]["phase"]["type"]
    assert run("replay", file, "--at", "3").out.startswith("Hand 1  3")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--at", "9999"), "--at: this hand has "),
        (("--hand", "3"), "there is no hand 3; there are 1-2"),
        (("--hand", "0"), "--hand must be at least 1, not 0"),
    ],
)
def test_replay_refuses_a_move_out_of_range(run: Runner, file: str, more: tuple[str, ...], says: str) -> None:
    ran = run("replay", file, *more)
    assert ran.code == 2
    assert ran.err.startswith(f"paiju: {says}")


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", "paiju 9\n", "paiju 1\nruleset doudizhu/nix\n", "{\x00", "paiju x"]
)
def test_files_that_are_no_records_are_refused(run: Runner, tmp_path: Path, content: str) -> None:
    path = tmp_path / "odd"
    path.write_text(content, "utf-8")
    for command in ("replay", "verify"):
        ran = run(command, str(path))
        assert (ran.code, ran.err.count("\n")) == (2, 1), ran


@pytest.fixture(scope="module", params=["hands.jsonl", "hands.jsonl.zst"])
def many(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three hands as ``simulate --record`` writes them, each a record in a line of its own."""
    path = str(tmp_path_factory.mktemp("many") / request.param)
    words = ["simulate", "doudizhu/duel", "--hands", "3", "--bots", "steady,random", "--record", path, "--json"]
    assert main(words) == 0
    return path


def test_hands_of_a_simulation_are_replayed(run: Runner, many: str) -> None:
    told = run("replay", many).out
    assert re.findall(r"^Hand (\d+)$", told, re.MULTILINE) == ["1", "2", "3"]
    assert told.count("doudizhu/duel  ") == 1
    lines = [json.loads(line) for line in run("replay", many, "--json").out.splitlines()]
    assert [hand["hand"] for line in lines for hand in line["hands"]] == [1, 2, 3]


def test_one_hand_of_many_is_picked(run: Runner, many: str) -> None:
    told = run("replay", many, "--hand", "3").out
    assert re.findall(r"^Hand (\d+)$", told, re.MULTILINE) == ["3"]
    (hand,) = run("replay", many, "--hand", "3", "--json").json["hands"]
    assert hand["hand"] == 3
    assert run("replay", many, "--hand", "2", "--at", "1").out.startswith("Hand 2  1")
    ran = run("replay", many, "--hand", "4")
    assert (ran.code, ran.err) == (2, "paiju: there is no hand 4; there are 1-3\n")


def test_hands_of_the_arena_are_verified(run: Runner, tmp_path: Path) -> None:
    path = str(tmp_path / "arena.jsonl")
    assert run("arena", "steady", "random", "--rules", "doudizhu/duel", "--deals", "1", "--record", path).code == 0
    assert run("verify", path).out == "All checks passed (hands: 2)\n"
    assert run("replay", path, "--hand", "2").code == 0


def test_every_hand_of_many_is_checked(run: Runner, many: str, tmp_path: Path) -> None:
    assert run("verify", many).out == "All checks passed (hands: 3)\n"
    told = run("verify", many, "--json").json
    assert (told["holds"], told["hands"], told["sound"]) == (True, 3, 3)
    assert {check["hand"] for check in told["checks"]} == {None, 1, 2, 3}
    first, second, third = (to_plain(record) for record in data.read_records(many))
    second["hands"][0]["outcome"]["points"] = [1, -1]
    third["hands"][0]["match"]["points"] = [0] * 9
    path = tmp_path / "changed.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in (first, second, third, first)), "utf-8")
    ran = run("verify", str(path))
    assert (ran.code, ran.err) == (1, "")
    lines = ran.out.splitlines()
    assert lines[-1] == "2 of 4 hands passed"
    assert [line[:9] for line in lines[:-1]] == ["✗  Hand 2", "✗  Hand 3"]
    assert run("verify", str(path), "--lang", "zh").out.endswith("4 局里有 2 局属实\n")


def test_an_invalid_hand_does_not_stop_the_check_of_the_others(run: Runner, many: str, tmp_path: Path) -> None:
    first, second, third = (to_plain(record) for record in data.read_records(many))
    second["hands"][0]["moves"][1]["events"] = [{"type": "cards_dealt", "seat": 9, "cards": []}]
    path = tmp_path / "mad.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in (first, second, third)), "utf-8")
    ran = run("verify", str(path))
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.endswith("2 of 3 hands passed\n")


def test_a_line_that_is_no_record_is_named_in_the_error(run: Runner, many: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    first = json.dumps(to_plain(next(data.read_records(many))))
    path.write_text(f"{first}\n{{]\n", "utf-8")
    for command in ("replay", "verify"):
        ran = run(command, str(path))
        assert ran.code == 2
        assert ran.err.startswith("paiju: line 2: not valid JSON: ")
    path.write_bytes(b"\xff")
    assert run("verify", str(path)).err == f"paiju: {path} is not UTF-8 text (byte 1)\n"
    packed = tmp_path / "broken.jsonl.zst"
    packed.write_bytes(b"no frame")
    ran = run("verify", str(packed))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("paiju: not compressed by Zstandard, or cut off: ")


def test_records_are_read_from_a_pipe(run: Runner, many: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = b"".join(codec.to_json(record) + b"\n" for record in data.read_records(many))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(lines))))
    assert run("verify", "-").out == "All checks passed (hands: 3)\n"


def test_players_with_one_name_are_told_apart(run: Runner, tmp_path: Path) -> None:
    path = str(tmp_path / "six.jsonl")
    assert run("simulate", "gunzi/six", "--hands", "1", "--bots", "random", "--record", path).code == 0
    told = run("replay", path).out
    assert {f"random ({seat})" for seat in range(1, 7)} == set(re.findall(r"random \(\d\)", told))
    assert not re.search(r"random(?! \(\d\))", told)
    assert "random(6)" in run("replay", path, "--lang", "zh").out
    bots = "random,random,steady"
    assert run("simulate", "doudizhu/qq", "--hands", "1", "--bots", bots, "--record", path).code == 0
    shown = run("replay", path, "--at", "0").out + run("replay", path).out
    assert {"random (1)", "random (2)"} == set(re.findall(r"random \(\d\)", shown))
    assert "steady (3)" not in shown
