"""`paiju puzzles`."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import pytest

from paiju.cli.main import main
from paiju.puzzles import decode_puzzle, encode_puzzle
from tests.cli.command_runner import Runner
from tests.puzzles.example_puzzles import changed, sample, small

MAKE = ("puzzles", "make", "--rules", "zipai/guilin-3", "--levels", "steady", "--seed", "3")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of puzzles."""
    file = tmp_path_factory.mktemp("made") / "puzzles.jsonl"
    assert main([*MAKE, "--hands", "20", "--out", str(file)]) == 0
    return file


def test_puzzles_are_made_and_checked(run: Runner, made: Path) -> None:
    lines = made.read_bytes().splitlines()
    assert len({decode_puzzle(line).id for line in lines}) == len(lines) > 0
    ran = run("puzzles", "check", str(made))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{len(lines)} puzzles checked, 0 of them wrong\n"


def test_check_prints_one_line_per_fault(run: Runner, tmp_path: Path) -> None:
    good, file = encode_puzzle(small("zipai")), tmp_path / "some.jsonl"
    file.write_bytes(good + b"nonsense\n" + good + encode_puzzle(changed(sample("zipai", 3)[-1], themes=())))
    ran = run("puzzles", "check", str(file), "--json")
    *found, last = map(json.loads, ran.out.splitlines())
    assert (ran.code, ran.err) == (1, "")
    assert [(one["line"], one["code"]) for one in found] == [(2, "not_a_puzzle"), (3, "duplicate"), (4, "wrong_themes")]
    assert last == {"puzzles": 4, "wrong": 3}
    ran = run("puzzles", "check", str(file), "--lang", "zh")
    assert "第 4 行" in ran.out
    assert "题型不对" in ran.out
    assert "检查了 4 道题，3 道有错" in ran.out


def test_make_prints_how_many_hands_were_searched(run: Runner, tmp_path: Path) -> None:
    ran = run(*MAKE, "--hands", "1", "--out", str(tmp_path / "one.jsonl"))
    assert (ran.code, ran.out) == (0, "")
    assert "from 1 hands" in ran.err


def test_puzzles_are_exported_once_each_and_the_easiest_first(run: Runner, made: Path, tmp_path: Path) -> None:
    twice, packed = tmp_path / "twice.jsonl", tmp_path / "packed.jsonl.gz"
    twice.write_bytes(made.read_bytes() * 2)
    assert run("puzzles", "export", str(twice), "--out", str(packed)).code == 0
    puzzles = [decode_puzzle(line) for line in gzip.decompress(packed.read_bytes()).splitlines()]
    assert sorted(made.read_bytes().splitlines(keepends=True)) == sorted(map(encode_puzzle, puzzles))
    assert [one.grade.rating for one in puzzles] == sorted(one.grade.rating for one in puzzles)
    again = tmp_path / "again.jsonl.gz"
    assert run("puzzles", "export", str(packed), "--out", str(again)).code == 0
    assert again.read_bytes() == packed.read_bytes()


def test_csv_export_has_a_row_for_each_puzzle(run: Runner, made: Path, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.csv"
    assert run("puzzles", "export", str(made), "--csv", "--out", str(file)).code == 0
    head, *rows = csv.reader(io.StringIO(file.read_text("utf-8")))
    assert len(rows) == len(made.read_bytes().splitlines())
    row = dict(zip(head, rows[0], strict=True))
    assert json.loads(row["position"])["rules"] == row["rules"] == "zipai/guilin-3"
    assert row["answer"].startswith("discard ")


def test_only_the_puzzles_of_a_ruleset_are_exported(run: Runner, made: Path, tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    assert run("puzzles", "export", str(made), "--rules", "duel", "--out", str(file)).code == 0
    assert file.read_bytes() == b""


def test_shipped_puzzles_are_exported_without_a_file(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "gunzi.jsonl"
    assert run("puzzles", "export", "--rules", "gunzi/six", "--out", str(file)).code == 0
    assert {decode_puzzle(line).rules for line in file.read_bytes().splitlines()} == {"gunzi/six"}


def test_the_puzzles_of_a_family_are_exported_as_they_are_shipped(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "zipai.jsonl.gz"
    assert run("puzzles", "export", "--rules", "zipai", "--out", str(file)).code == 0
    shipped = files("paiju.puzzles").joinpath("data", "zipai.jsonl.gz").read_bytes()
    assert gzip.decompress(file.read_bytes()) == gzip.decompress(shipped)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("puzzles",), "needs ACTION"),
        (("puzzles", "solve"), "make, check, export"),
        (("puzzles", "make"), "needs --rules"),
        (("puzzles", "make", "x.jsonl"), "x.jsonl"),
        (("puzzles", "make", "--rules", "chess"), "chess"),
        (("puzzles", "make", "--rules", "qq", "--levels", "giant"), "giant"),
        (("puzzles", "check", "nowhere.jsonl"), "nowhere.jsonl"),
        (("puzzles", "export", "--out", "/nowhere/at/all"), "/nowhere/at/all"),
    ],
)
def test_usage_errors_are_one_line(run: Runner, words: tuple[str, ...], told: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert told in ran.err


def test_truncated_file_is_named_in_the_error(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "cut.jsonl.gz"
    file.write_bytes(gzip.compress(encode_puzzle(small("zipai")))[:-12])
    ran = run("puzzles", "check", str(file))
    assert ran.code == 2
    assert str(file) in ran.err


def test_interrupting_keeps_the_puzzles_found(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    words = (*MAKE, "--hands", "1000000", "--out", str(file))
    # Who runs the tests in the background has SIGINT ignored, which a child inherits.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from paiju.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    env = os.environ | {"LC_ALL": "C.UTF-8"}
    with subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.PIPE, env=env) as process:
        while not (file.exists() and file.read_bytes().count(b"\n") > 1) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert b"puzzles from" in told
    assert all(decode_puzzle(line).family == "zipai" for line in file.read_bytes().splitlines())
