"""`paiju simulate`."""

from __future__ import annotations

import pytest

from tests.cli.command_runner import Runner
from tests.ruleset_selection import one_each


def test_equal_seeds_give_equal_digests(run: Runner) -> None:
    words = ("simulate", "doudizhu/qq", "--hands", "20", "--bots", "random,random,random", "--json", "--seed")
    first, again, other = (run(*words, seed).json for seed in ("7", "7", "8"))
    assert first == again
    assert first["digest"] != other["digest"]
    assert len(first["digest"]) == 64


def test_json_output_has_totals_reasons_and_account(run: Runner) -> None:
    told = run("simulate", "doudizhu/happy", "--hands", "30", "--json").json
    assert sum(told["totals"]) == 0
    assert len(told["totals"]) == 3
    assert sum(told["reasons"].values()) == 30 + told["redeals"]
    assert told["redeals"] == told["reasons"].get("thrown_in", 0)
    assert told["account"]["bomb"] > 0
    assert told["ruleset"] == "doudizhu/happy"


@pytest.mark.parametrize("rules", one_each("doudizhu/four", "zipai/guilin-2"))
def test_simulate_plays_every_family(run: Runner, rules: str) -> None:
    told = run("simulate", rules, "--hands", "1", "--json").json
    assert sum(told["totals"]) == 0
    assert told["events"] > 10


def test_simulate_prints_a_text_report(run: Runner) -> None:
    told = run("simulate", "qq", "--hands", "5", "--lang", "zh").out
    assert "座位 3" in told
    assert "SHA-256" in told
