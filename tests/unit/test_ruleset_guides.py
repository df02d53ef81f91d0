"""Every ruleset has a guide in every language, and its figures show cards of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest

import paiju
from paiju.core.guide import GuideSection, SectionName
from paiju.core.messages import TranslatableText
from paiju.core.ruleset import with_options
from paiju.games.registry import built_in_families, family_of, ruleset
from paiju.locale import COMMON, catalogue
from tests.languages import COMPLETE

RULESETS = paiju.rulesets()


def guide_of(name: str) -> list[GuideSection]:
    ruleset = paiju.ruleset(name)
    (family,) = (family for family in built_in_families() if family.name == ruleset.family)
    return list(family.guide(ruleset.rules))


def words_in(sections: list[GuideSection]) -> Iterator[TranslatableText]:
    for section in sections:
        yield from section.says
        for figure in section.figures:
            yield figure.words
            if figure.note is not None:
                yield figure.note


@pytest.mark.parametrize("name", RULESETS)
def test_a_guide_has_all_sections_in_order(name: str) -> None:
    sections = guide_of(name)
    assert tuple(section.name for section in sections) == get_args(SectionName)
    assert all(section.says or section.figures for section in sections)


@pytest.mark.parametrize("name", RULESETS)
def test_guide_texts_exist_in_every_language_without_open_placeholders(name: str) -> None:
    names = (COMMON, paiju.ruleset(name).family)  # a family's text replaces the common one
    words = {lang: {key: text for each in names for key, text in catalogue(lang, each).items()} for lang in COMPLETE}
    for told in words_in(guide_of(name)):
        for lang in COMPLETE:
            assert set(re.findall(r"{(\w+)}", words[lang][told.key])) <= set(told.args), told


@pytest.mark.parametrize("name", RULESETS)
def test_figures_show_cards_of_the_game(name: str) -> None:
    game = paiju.game(name)
    for section in guide_of(name):
        for figure in section.figures:
            written = figure.cards.split() if " " in figure.cards or "zipai" not in name else list(figure.cards)
            assert [game.format_card(game.parse_card(card)) for card in written] == written


def test_the_account_in_a_guide_is_that_of_the_ruleset() -> None:
    """DDZ-7.1, 7.2, 7.5: a bid of 3 and a bomb make 6; called once, robbed once, a bomb: 4."""
    told = {name: guide_of(f"doudizhu/{name}")[-3].says[0].args for name in ("qq", "happy", "four", "duel-rotate")}
    assert told["qq"] == {"won": 12, "lost": 6, "farmers": 2}
    assert told["happy"] == {"won": 8, "lost": 4, "farmers": 2}
    assert told["four"] == {"won": 18, "lost": 6, "farmers": 3}
    assert told["duel-rotate"] == {"won": 6, "lost": 6}


def test_a_family_without_a_guide_has_an_empty_one() -> None:
    from paiju.core.family import Family  # noqa: PLC0415

    assert list(Family("x", object).guide(None)) == []  # type: ignore[arg-type]


def test_factors_in_a_guide_match_the_scoring() -> None:
    (worth,) = (section for section in guide_of("doudizhu/discard") if section.name == "worth")
    factors = {figure.words.key: figure.note.args["factor"] for figure in worth.figures if figure.note}
    assert factors["guide.worth.bottom"] == "×2 / ×3 / ×4"
    assert factors["guide.worth.open"] == "×5 / ×4 / ×3 / ×2"
    # Both jokers and a 2 (DDZ-7.10).
    assert factors["guide.worth.discard"] == "×2 … ×24"


@pytest.mark.clause("DDZ-7.6", "DDZ-R9")
@pytest.mark.parametrize(
    ("name", "options", "factors"),
    [
        ("happy", {}, "×2 / ×3 / ×4"),
        ("happy", {"bottom_bonuses": "multiplied"}, "×2 … ×27"),
        ("duel", {"bottom_bonuses": "multiplied"}, "×2 … ×27"),
    ],
)
def test_a_guide_lists_the_bonuses_of_the_bottom(name: str, options: dict[str, str], factors: str) -> None:
    rules = with_options(ruleset(f"doudizhu/{name}"), **options)
    (worth,) = [section for section in family_of("doudizhu").guide(rules.rules) if section.name == "worth"]
    (bottom,) = [figure for figure in worth.figures if figure.words.key == "guide.worth.bottom"]
    assert bottom.note is not None
    assert bottom.note.args == {"factor": factors}


@pytest.mark.clause("DDZ-9.1", "DDZ-9.2", "DDZ-9.4", "DDZ-9.5", "DDZ-9.6")
def test_a_guide_explains_leaving_titles_and_coins() -> None:
    def told(name: str, **options: object) -> list[str]:
        rules = with_options(ruleset(name), **options)
        *_, leaving, room = family_of(rules.family).guide(rules.rules)
        assert all(words.key.startswith("guide.leaving.") for words in leaving.says)
        return [words.key.removeprefix("guide.") for words in (*leaving.says, *room.says)]

    price = ["leaving.loss", "leaving.others"]
    assert told("doudizhu/qq") == ["leaving.standing", *price, "levels", "coins"]
    assert told("doudizhu/happy") == ["leaving.hand", *price, "double_above", "coins"]
    assert told("doudizhu/classic") == ["leaving.played_out", "coins"]
    assert told("doudizhu/classic", escape="none") == ["leaving.none", "coins"]
    old = told("doudizhu/kick", escape_factors="letter", escape_to="house")
    assert old == ["leaving.hand", "leaving.house", "coins"]
    for name in ("zipai/guilin-3", "gunzi/six"):
        assert told(name) == ["leaving.played_out", "coins"]
        assert told(name, leavers_gain=True) == ["leaving.gains", "coins"]
