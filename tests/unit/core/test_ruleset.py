"""Rulesets are read from text, may extend another one level deep, and are refused when invalid."""

import pytest
from msgspec import Struct

import paiju
from paiju.core.errors import RulesetError, UnknownName
from paiju.core.messages import MessageBuilder, TranslatableText
from paiju.core.ruleset import (
    Ruleset,
    RulesetFile,
    make_rules,
    parse_ruleset_entry,
    parse_ruleset_file,
    text_in_language,
    with_options,
)
from paiju.games import registry
from paiju.games.doudizhu.rules import Rules
from paiju.games.registry import (
    families,
    game,
    game_of,
    read_ruleset,
    read_ruleset_entry,
    ruleset,
    ruleset_entry,
    rulesets,
)
from paiju.locale import error_sentence

HEAD = 'family = "doudizhu"\nname = "mine"\ntitle = { zh = "我的", en = "Mine" }\n'
QQ = 'family = "doudizhu"\nname = "base"\ntitle = { zh = "甲", en = "Base" }\n[rules]\nwild = true\nhand_size = 16\n'


def refused(text: str) -> RulesetError:
    with pytest.raises(RulesetError) as caught:
        parse_ruleset_entry(text, Rules, {"base": QQ, "twice": HEAD + 'extends = "base"'}.__getitem__)
    return caught.value


def test_a_standalone_ruleset_is_read() -> None:
    mine = parse_ruleset_entry(HEAD + "[rules]\nhand_size = 15\n", Rules, str).ruleset
    assert mine == Ruleset("doudizhu", "mine", {"zh": "我的", "en": "Mine"}, Rules(hand_size=15))
    assert mine.id == "doudizhu/mine"


def test_unset_parameters_are_inherited_from_the_extended_ruleset() -> None:
    mine = parse_ruleset_entry(
        HEAD + 'extends = "base"\n[rules]\nhand_size = 15\n', Rules, {"base": QQ}.__getitem__
    ).ruleset
    assert mine.rules == Rules(hand_size=15, wild=True)


def test_a_title_has_any_languages() -> None:
    mine = parse_ruleset_entry(HEAD.replace('zh = "我的"', 'fr = "Le mien"'), Rules, str).ruleset
    assert text_in_language(mine.title, "fr") == "Le mien"
    assert text_in_language(mine.title, "zh") == "Mine"
    assert text_in_language({"ja": "私の"}, "zh") == "私の"


def test_a_ruleset_without_a_title_is_refused() -> None:
    assert refused(HEAD.replace('{ zh = "我的", en = "Mine" }', "{}")).details["field"] == "title"


def test_a_ruleset_extends_only_one_level_deep() -> None:
    error = refused(HEAD + 'extends = "twice"')
    assert error.code == "extends_twice"
    assert error.details == {"name": "mine", "parent": "mine"}


@pytest.mark.parametrize(
    ("text", "code", "field", "allowed"),
    [
        (HEAD + "colour = 1\n", "unknown_field", "colour", ", ".join(RulesetFile.__struct_fields__)),
        (HEAD + "[rules]\nhandsize = 15\n", "unknown_field", "handsize", ", ".join(Rules.__struct_fields__)),
        (HEAD + '[rules]\nhand_size = "15"\n', "wrong_value", "hand_size", "9–40"),
        (HEAD + "[rules]\nplayers = 5\n", "wrong_value", "players", "2, 3, 4"),
        (HEAD + "[rules]\nwild = 1\n", "wrong_value", "wild", "false, true"),
        (HEAD + "place = 0\n", "wrong_value", "place", "1–…"),
        (HEAD + 'players = "3"\n', "wrong_value", "players", "0, 1, 2 …"),
        (HEAD + "picture = 3\n", "wrong_value", "picture", '"…"'),
        ('family = "doudizhu"\nname = "x"\ntitle = { zh = 3 }\n', "wrong_value", "title", "{ … }"),
        ('family = "doudizhu"\nname = "x"\n', "missing_field", "title", None),
    ],
)
def test_errors_name_the_field_and_its_allowed_values(text: str, code: str, field: str, allowed: str | None) -> None:
    error = refused(text)
    assert (error.code, error.details["field"], error.details.get("allowed")) == (code, field, allowed)
    assert "{" not in error_sentence("zh", error).replace(str(allowed), "")
    assert MessageBuilder().error_message(error).args["field"] == TranslatableText(f"param.{field}")


def test_data_that_is_no_table_is_refused() -> None:
    with pytest.raises(RulesetError) as caught:
        make_rules(Rules, 3)  # type: ignore[arg-type]  # as a broken record may have it
    assert caught.value.details["field"] == "rules"


def test_invalid_toml_is_refused_with_its_place() -> None:
    error = refused("family = ")
    assert (error.code, error.details["reason"]) == ("not_toml", "1:10: family =")


def test_a_contradiction_has_a_code_of_its_own() -> None:
    assert refused(HEAD + "[rules]\nhand_size = 20\n").code == "too_few_cards"


def test_the_number_of_players_must_match_the_rules() -> None:
    assert read_ruleset_entry(HEAD + "players = 3\n").players == read_ruleset_entry(HEAD).players == 3
    with pytest.raises(RulesetError) as caught:
        read_ruleset_entry(HEAD + "players = 4\n")
    assert (caught.value.code, caught.value.details["seats"]) == ("wrong_players", 3)


def test_the_picture_is_inherited_from_the_extended_ruleset() -> None:
    mine = read_ruleset_entry(HEAD + 'extends = "wild"\n'.replace("wild", "happy"))
    assert (mine.picture, mine.extends) == (ruleset_entry("doudizhu/happy").picture, "doudizhu/happy")
    assert read_ruleset_entry(HEAD + 'picture = "Bj"\nextends = "happy"\n').picture == "Bj"


def test_equal_rules_have_equal_digests_whatever_they_are_called() -> None:
    one = parse_ruleset_entry(HEAD + "[rules]\nwild = true\nhand_size = 16\n", Rules, str).ruleset
    assert one.digest == parse_ruleset_entry(QQ, Rules, str).ruleset.digest
    assert one.digest != with_options(one, wild=False).digest


def test_with_options_changes_parameters_and_keeps_the_id() -> None:
    changed = with_options(ruleset("doudizhu/qq"), spring=False)
    assert changed.rules.spring is False
    assert changed.id == "doudizhu/qq"
    with pytest.raises(RulesetError):
        with_options(changed, springs=True)


def test_rules_are_made_from_values_and_files_are_parsed() -> None:
    assert make_rules(Rules, {"wild": True}) == Rules(wild=True)
    assert parse_ruleset_file(HEAD).extends == ""


# ---- the registry


def test_every_ruleset_is_found_by_its_id() -> None:
    assert len(rulesets()) >= 10
    for name in rulesets():
        assert ruleset(name).id == name
        assert game(name).rules == ruleset(name).rules
        assert type(game_of(ruleset(name))) is families()[name.partition("/")[0]].game


@pytest.mark.parametrize(
    ("name", "code"),
    [("bridge/rubber", "unknown_family"), ("doudizhu/rubber", "unknown_ruleset"), ("doudizhu", "unknown_ruleset")],
)
def test_an_unknown_name_lists_the_known_ones(name: str, code: str) -> None:
    with pytest.raises(UnknownName) as caught:
        ruleset(name)
    assert caught.value.code == code
    assert "doudizhu" in str(caught.value.details["known"])


def test_a_short_name_is_accepted_where_one_family_has_it() -> None:
    assert ruleset("qq") is ruleset("doudizhu/qq")
    assert game("guilin-2") is game("zipai/guilin-2")
    assert ruleset_entry("six").ruleset.id == "gunzi/six"
    assert paiju.game("qq").rules == paiju.ruleset("qq").rules


def test_a_short_name_of_several_is_refused_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "rulesets", lambda: ("doudizhu/three", "gunzi/six", "zipai/three"))
    with pytest.raises(UnknownName) as caught:
        game("three")
    assert (caught.value.code, caught.value.details) == (
        "ambiguous_ruleset",
        {"name": "three", "known": "doudizhu/three, zipai/three"},
    )
    assert str(caught.value) == 'Several rulesets are called "three": doudizhu/three, zipai/three.'
    assert error_sentence("zh", caught.value) == "叫“three”的规则不止一个：doudizhu/three, zipai/three"


def test_a_custom_file_may_extend_a_packaged_ruleset() -> None:
    mine = read_ruleset(HEAD + 'extends = "happy"\n[rules]\nwild = true\n')
    assert mine.rules == ruleset("doudizhu/wild").rules
    assert mine.digest == ruleset("doudizhu/wild").digest


def test_a_file_that_extends_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(UnknownName) as caught:
        read_ruleset(HEAD + 'extends = "rubber"\n')
    assert caught.value.code == "unknown_ruleset"
    with pytest.raises(UnknownName) as caught:
        read_ruleset(HEAD.replace("doudizhu", "bridge"))
    assert caught.value.code == "unknown_family"


def test_a_parameter_at_its_default_does_not_change_the_release_digest() -> None:
    """So rules that were stored before a parameter existed keep the digest under which they were released."""

    class Before(Struct, frozen=True):
        most: int = 3

    class Later(Struct, frozen=True):
        also: bool = False
        most: int = 3

    before, later = (Ruleset("f", "r", {"en": "R"}, kind(most=4)) for kind in (Before, Later))
    assert before.release_digest == later.release_digest
    assert before.digest != later.digest
    assert Ruleset("f", "r", {"en": "R"}, Later(also=True, most=4)).release_digest != later.release_digest
