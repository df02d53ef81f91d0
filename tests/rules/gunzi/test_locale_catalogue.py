"""The word catalogues of Gunzi: the same keys in both languages, and words for all codes, reasons and parameters."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from paiju.games.gunzi.notation import format_action
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Phase
from paiju.games.gunzi.trumps import CALLS
from paiju.locale import lookup
from tests.rules.gunzi.test_notation import ACTIONS

SOURCES = Path(str(files("paiju.games.gunzi")))
RAISED = re.compile(r'(?:refuse_unless\([^"]*?|IllegalAction\(|NotationError\(|RulesetError\()\s*"(\w+)"')


def words(lang: str) -> dict[str, Any]:
    return tomllib.loads((SOURCES / "words" / f"{lang}.toml").read_text("utf-8"))


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, entry in table.items():
        found |= flat(entry, f"{prefix}{key}.") if isinstance(entry, dict) else {prefix + key: entry}
    return found


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    zh, en = flat(words("zh")), flat(words("en"))
    assert zh.keys() == en.keys()
    assert {key: holes(text) for key, text in zh.items()} == {key: holes(text) for key, text in en.items()}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_code_that_is_raised_has_a_sentence(lang: str) -> None:
    text = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    codes = set(RAISED.findall(text)) | {"levels_out_of_order", "bank_dearer_than_match"}
    assert len(codes) > 20
    tables = ("illegal", "notation", "ruleset")
    assert not [code for code in codes if not any(lookup(lang, f"{table}.{code}", "gunzi") for table in tables)]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_reason_phase_and_parameter_has_a_name(lang: str) -> None:
    own = words(lang)
    assert set(own["phase"]) == {kind.__struct_config__.tag for kind in get_args(Phase)}
    assert {format_action(action).split()[0] for action, _ in ACTIONS} == {
        *("deal", "show", "pass", "pay", "return", "bury", "take", "play")
    }
    assert set(own["param"]) == set(Rules.__struct_fields__)
    assert set(own["call"]) == set(CALLS)
    assert set(own["reason"]) == {
        *("kept", "held", "taken", "taken_dug"),
        *("shut_out", "all_points", "jokers_dug", "jokers_kept"),
    }
