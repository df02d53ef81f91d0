"""The catalogues of words: the same keys in both languages, and a sentence for every error code that is raised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import Final, get_args, get_type_hints

import pytest

from paiju.core.errors import IllegalAction, NotationError
from paiju.core.validation_errors import ValidationProblem
from paiju.games.registry import families
from paiju.locale import catalogue, choose_language, error_sentence, languages, lookup, translate
from paiju.server.app.players.player_service import Kind
from paiju.server.http.errors import REFUSED_BY_FRAMEWORK
from tests.error_codes import SOURCE, raised
from tests.languages import COMPLETE

NAMES = sorted({*(path.stem for path in (SOURCE / "locale" / "zh").glob("*.toml")), *families()})


@pytest.mark.parametrize("name", NAMES)
def test_catalogues_have_the_same_keys_and_no_unknown_placeholders(name: str) -> None:
    said = {lang: catalogue(lang, name) for lang in languages()}
    zh, en = (said[lang] for lang in ("zh", "en"))
    assert zh.keys() == en.keys()
    for key, words in ((key, words) for catalogued in said.values() for key, words in catalogued.items()):
        assert set(placeholders(words)) <= set(placeholders(zh[key])) | {"left", "count", "total"}, key
        assert words.strip(), key


def placeholders(words: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(words) if name is not None)


@pytest.mark.parametrize("lang", languages())
def test_catalogues_have_no_exclamation_marks(lang: str) -> None:
    for name in NAMES:
        assert not [key for key, words in catalogue(lang, name).items() if "!" in words or "！" in words]


# ---- every code that is raised

BUILT: Final = {"unknown": [f"unknown_{kind}" for kind in get_args(Kind)]}
"""Codes that are put together, by the kind of their error."""

FOUND: Final = sorted({*raised()}, key=str)


def family(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


def without_words(codes: Iterable[tuple[str, str]], owner: str = "") -> list[str]:
    """The keys that a language lacks, as they stand in its own catalogues."""
    names = (owner, "common") if owner else ("common",)
    return [
        f"{lang}: {kind}.{code}"
        for kind, code in codes
        for lang in COMPLETE
        if not any(f"{kind}.{code}" in catalogue(lang, name) for name in names)
    ]


@pytest.mark.parametrize("path", sorted({one.path for one in FOUND}), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_code_has_a_sentence(path: Path) -> None:
    codes = [(one.kind, one.code) for one in FOUND if one.path == path and one.code is not None]
    assert without_words(codes, family(path)) == []


def test_every_raised_error_has_known_codes() -> None:
    unknown = [
        f"{one.path.relative_to(SOURCE)}:{one.line}" for one in FOUND if one.code is None and one.kind not in BUILT
    ]
    assert unknown == []
    assert without_words((kind, code) for kind, codes in BUILT.items() for code in codes) == []


def test_every_validation_problem_has_a_sentence() -> None:
    assert (
        without_words(
            (kind, code)
            for kind in ("unfit", "ruleset")
            for code in get_args(get_type_hints(ValidationProblem)["code"])
        )
        == []
    )
    plain = re.findall(
        r'plain\("(\w+)", "(\w+)"\)', "".join(path.read_text("utf-8") for path in (SOURCE / "server").rglob("*.py"))
    )
    assert without_words([*plain, *(("http", code) for code in REFUSED_BY_FRAMEWORK.values())]) == []


def test_source_scan_finds_known_error_codes() -> None:
    found = {f"{one.kind}.{one.code}" for one in FOUND}
    assert {"illegal.does_not_beat", "notation.bad_card", "ruleset.too_few_cards", "usage.missing"} <= found
    in_coroutines = {"refused.coins_not_there", "unknown.unknown_player", "aside.hand_aside", "unavailable.try_again"}
    handed_on = {
        "limit.too_many_hands",
        "refused.name_reserved",
        "usage.no_file",
        "illegal.pair_differs",
        "serve.port_in_use",
    }
    assert in_coroutines | handed_on <= found


# ---- the loader


def test_words_of_a_family_are_used_for_its_errors() -> None:
    assert lookup("en", "illegal.does_not_beat") is None
    assert lookup("en", "illegal.does_not_beat", "doudizhu") == "{play} does not beat {standing}"
    assert translate("en", "illegal.does_not_beat", family="doudizhu", play="4", standing="5") == "4 does not beat 5"


def test_text_without_a_translation_is_shown_as_it_is() -> None:
    assert translate("zh", "illegal.nix") == "illegal.nix"
    assert error_sentence("zh", IllegalAction("nix", a=1)) == "illegal.nix"
    assert catalogue("zh", "no_such_family") == {}
    assert translate("zh", "illegal.not_your_turn", family="no_such_family") == "还没轮到你"


def test_a_missing_detail_stays_a_placeholder() -> None:
    assert translate("en", "illegal.not_held") == "These cards are not in the hand: {cards}"


def test_error_positions_count_from_one() -> None:
    assert error_sentence("zh", NotationError("bad_card", text="3x", at=1)) == "“3x”第 2 个字起不是牌"


def test_an_error_without_a_family_finds_its_words() -> None:
    assert error_sentence("en", IllegalAction("bid_too_low", standing=2)) == "A bid must be higher than 2"


def test_language_is_chosen_by_argument_then_environment() -> None:
    assert choose_language("zh", {}) == "zh"
    assert choose_language("xx", {"LANG": "zh_CN"}) == "zh"
    assert choose_language(None, {}) == "en"


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_complete_language_has_every_catalogue(lang: str) -> None:
    assert [name for name in NAMES if not catalogue(lang, name)] == []
