"""`paiju rules`."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiju.games.registry import rulesets
from paiju.locale import lookup
from tests.cli.command_runner import Runner

OWN = """
family = "doudizhu"
name = "house"
extends = "qq"
title = { zh = "自家", en = "House" }

[rules]
spring = false
"""


def test_rules_command_lists_all_rulesets(run: Runner) -> None:
    listed = [line.split()[0] for line in run("rules").out.splitlines()]
    assert listed == list(rulesets())
    assert [entry["id"] for entry in run("rules", "--json").json] == list(rulesets())


@pytest.mark.parametrize("name", rulesets())
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rules_command_describes_every_ruleset(run: Runner, name: str, lang: str) -> None:
    ran = run("rules", name, "--lang", lang)
    assert ran.code == 0
    assert ran.out.startswith(name)
    assert run("rules", name, "--json").json["id"] == name


def test_the_combinations_in_force_are_shown(run: Runner) -> None:
    four = run("rules", "four").out
    assert "333+44" in four
    assert "333+4 " not in four
    assert "BBRR" in four
    rows = run("rules", "qq", "--json").json["combinations"]
    assert {"category": "airplane with singles", "play": "333444+56", "cards": "8, 12 …", "clause": "DDZ-4.9"} in rows


@pytest.mark.clause("DDZ-1.4")
@pytest.mark.parametrize("name", [name for name in rulesets() if name.startswith("doudizhu/")])
def test_the_examples_are_of_cards_in_the_pack(run: Runner, name: str) -> None:
    rows = run("rules", name, "--json").json["combinations"]
    stripped = run("rules", name, "--json").json["rules"]["stripped_ranks"]
    assert len(rows) >= 12 - ("four" in name)
    assert not any(set(row["play"]) & set(stripped) for row in rows)
    for row in rows:
        ran = run("readings", "--rules", name, "--cards", row["play"].replace("+", ""), "--json")
        assert row["play"] in [reading["play"] for reading in ran.json]


def test_a_pack_with_gaps_has_examples_where_it_can(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(OWN.replace("spring = false", 'stripped_ranks = "57T"\nhand_size = 12'), "utf-8")
    plays = {row["category"]: row["play"] for row in run("rules", str(path), "--json").json["combinations"]}
    assert "straight" not in plays
    assert plays["pair chain"] == "JJQQKK"
    assert plays["airplane with singles"] == "333444+68"


def test_every_parameter_of_dou_dizhu_has_a_label_and_its_values(run: Runner) -> None:
    rules = run("rules", "classic", "--json").json["rules"]
    for lang in ("zh", "en"):
        assert all(lookup(lang, f"param.{name}", "doudizhu") for name in rules)


def test_rules_command_reads_a_custom_ruleset_file(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(OWN, "utf-8")
    assert run("rules", str(path), "--json").json["rules"]["spring"] is False
    path.write_text(OWN.replace("spring", "springs"), "utf-8")
    ran = run("rules", str(path))
    assert ran.code == 2
    assert "springs" in ran.err


def test_a_ruleset_file_that_is_no_text_is_refused(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xff\xfe")
    assert run("rules", str(path)).err == f"paiju: {path} is not UTF-8 text (byte 1)\n"


def test_an_ambiguous_short_name_is_refused(run: Runner) -> None:
    assert run("rules", "happy").out.startswith("doudizhu/happy")
    assert 'there is no ruleset "nix"' in run("rules", "nix").err
