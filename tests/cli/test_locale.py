"""The catalogues: the same keys in both languages, and a sentence for every code that is raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import paiju
from paiju.core.errors import IllegalAction, NotationError
from paiju.games.registry import families
from paiju.locale import catalogue, language, languages, lookup, sentence, text
from tests.languages import COMPLETE

SOURCE = Path(paiju.__file__).parent
NAMES = sorted({*(path.stem for path in (SOURCE / "locale" / "zh").glob("*.toml")), *families()})
KINDS = {
    "NotationError": "notation",
    "IllegalAction": "illegal",
    "refuse_unless": "illegal",
    "RulesetError": "ruleset",
    "UnknownName": "unknown",
    "Conflict": "conflict",
    "UsageError": "usage",
    "Refusal": "refused",
    "TooMany": "limit",
    "Unfit": "unfit",
    "NoSession": "session",
    "CannotServe": "serve",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_house_says_everything_and_others_the_same_with_the_same_placeholders(name: str) -> None:
    said = {lang: catalogue(lang, name) for lang in languages()}
    zh, en = (said[lang] for lang in ("zh", "en"))
    assert zh.keys() == en.keys()
    for key, words in ((key, words) for catalogued in said.values() for key, words in catalogued.items()):
        assert set(placeholders(words)) <= set(placeholders(zh[key])) | {"left", "count", "total"}, key
        assert words.strip(), key


def placeholders(words: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(words) if name is not None)


@pytest.mark.parametrize("lang", languages())
def test_the_system_does_not_shout(lang: str) -> None:
    for name in NAMES:
        assert not [key for key, words in catalogue(lang, name).items() if "!" in words or "！" in words]


# ---- every code that is raised


def raised(path: Path) -> Iterator[tuple[str, str, int]]:
    """The kind, code and line of everything that a module raises on purpose."""
    tree = ast.parse(path.read_text("utf-8"))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and (name := getattr(call.func, "id", "")) in KINDS:
                for code in codes_of(call, name, function):
                    yield KINDS[name], code, call.lineno


def codes_of(call: ast.Call, name: str, function: ast.FunctionDef) -> list[str]:
    """The code itself; where it is a variable, every text in the same function that looks like one."""
    place = 1 if name == "refuse_unless" else 0
    if len(call.args) <= place:
        return []
    code = call.args[place]
    if isinstance(code, ast.Constant):
        return [str(code.value)]
    if isinstance(code, ast.IfExp):
        return [str(part.value) for part in (code.body, code.orelse) if isinstance(part, ast.Constant)]
    rows = [node for node in ast.walk(function) if isinstance(node, ast.Tuple) and len(node.elts) == 2]
    return [
        str(row.elts[1].value)
        for row in rows
        if isinstance(row.elts[1], ast.Constant) and not isinstance(row.elts[0], ast.Constant)
    ]


def modules() -> list[Path]:
    packages = ("core", "games", "records", "bots", "arena", "cli", "server", "tui")
    return sorted(path for package in packages for path in (SOURCE / package).rglob("*.py"))


def family(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_code_has_a_sentence(path: Path) -> None:
    owner = family(path)
    if owner and owner not in NAMES:
        pytest.skip(f"{owner} has no words yet")
    missing = [
        f"{kind}.{code} (line {line})"
        for kind, code, line in raised(path)
        for lang in languages()
        if lookup(lang, f"{kind}.{code}", owner) is None
    ]
    assert not missing


def test_codes_are_found_at_all() -> None:
    found = {f"{kind}.{code}" for path in modules() for kind, code, _ in raised(path)}
    assert {"illegal.does_not_beat", "notation.bad_card", "ruleset.too_few_cards", "usage.missing"} <= found


# ---- the loader


def test_a_familys_own_words_come_first() -> None:
    assert lookup("en", "illegal.does_not_beat") is None
    assert lookup("en", "illegal.does_not_beat", "doudizhu") == "{play} does not beat {standing}"
    assert text("en", "illegal.does_not_beat", family="doudizhu", play="4", standing="5") == "4 does not beat 5"


def test_what_nobody_translated_is_shown_as_it_is() -> None:
    assert text("zh", "illegal.nix") == "illegal.nix"
    assert sentence("zh", IllegalAction("nix", a=1)) == "illegal.nix"
    assert catalogue("zh", "no_such_family") == {}
    assert text("zh", "illegal.not_your_turn", family="no_such_family") == "还没轮到你"


def test_a_detail_that_is_missing_stays_a_placeholder() -> None:
    assert text("en", "illegal.not_held") == "These cards are not in the hand: {cards}"


def test_an_error_names_the_place_from_one() -> None:
    assert sentence("zh", NotationError("bad_card", text="3x", at=1)) == "“3x”第 2 个字起不是牌"


def test_an_error_without_a_family_finds_its_words() -> None:
    assert sentence("en", IllegalAction("bid_too_low", standing=2)) == "A bid must be higher than 2"


def test_language() -> None:
    assert language("zh", {}) == "zh"
    assert language("xx", {"LANG": "zh_CN"}) == "zh"
    assert language(None, {}) == "en"


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_language_of_the_house_has_every_catalogue(lang: str) -> None:
    assert [name for name in NAMES if not catalogue(lang, name)] == []
