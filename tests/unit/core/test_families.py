"""A family is one declaration found by the registry, and every part that it names exists."""

from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from paiju.core.errors import UnknownName
from paiju.core.fair_deal import Deal
from paiju.core.family import Family, load_object, no_combinations
from paiju.extras import MissingExtra
from paiju.games.doudizhu.rules import Rules
from paiju.games.registry import (
    GROUP,
    built_in_families,
    families,
    family_of,
    game,
    merge_families,
    plugin_families,
    ruleset,
    rulesets,
)
from paiju.games.zipai.family import FAMILY as ZIPAI
from paiju.locale import catalogue
from scripts.clause_index import load_clause_list
from tests.languages import COMPLETE
from tests.perft.perft import stored

ROOT = Path(__file__).parents[3]
HOUSE = {family.name: family for family in built_in_families()}
EACH = pytest.mark.parametrize("family", HOUSE.values(), ids=list(HOUSE))


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


# ---- finding


def test_every_folder_in_games_is_a_family() -> None:
    folders = {path.parent.name for path in (ROOT / "src/paiju/games").glob("*/__init__.py")}
    assert folders == set(HOUSE)
    assert list(families())[: len(HOUSE)] == list(HOUSE) == ["doudizhu", "zipai", "gunzi"]


def test_a_family_of_another_package_is_found_by_its_entry_point() -> None:
    assert list(plugin_families([entry("zipai", "paiju.games.zipai.family:FAMILY")])) == [ZIPAI]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no_such_package.family:FAMILY", "No module named 'no_such_package'"),
        ("paiju.games.zipai.family:FAMILIES", "has no attribute 'FAMILIES'"),
        ("paiju.games.zipai.game:ZiPai", "it is no Family of this name"),
        ("paiju.games.gunzi.family:FAMILY", "it is no Family of this name"),
        ("tests.server.toy:FAMILY", "FileNotFoundError"),
    ],
)
def test_a_broken_plugin_family_is_named_and_skipped(value: str, why: str) -> None:
    good = entry("zipai", "paiju.games.zipai.family:FAMILY")
    name = "toy" if "toy" in value else "zipai"
    with pytest.warns(RuntimeWarning, match=f"the family {name} .{value}. is passed by: .*{why}"):
        assert list(plugin_families([entry(name, value), good])) == [ZIPAI]


def test_a_second_family_of_the_same_name_is_refused() -> None:
    with pytest.warns(UserWarning, match="there is a family zipai already"):
        assert merge_families([ZIPAI], [replace(ZIPAI, place=7)]) == {"zipai": ZIPAI}


def test_a_family_of_a_new_name_comes_last() -> None:
    assert list(merge_families([replace(ZIPAI, name="first")], [ZIPAI])) == ["first", "zipai"]


# ---- what a declaration names


@EACH
def test_everything_that_a_declaration_names_is_there(family: Family) -> None:
    others = {
        family.terminal_renderer,
        family.batch,
        family.feature_encoder,
        family.bidding_bias,
        family.losing_actions,
        family.endings,
        family.solver,
        family.puzzles,
    } - {""}
    several = (family.bots, family.compiled_bots, family.dialects, family.query_commands)
    assert {path for paths in several for path in paths.values()} | others == {*family.list_import_paths()}
    assert len(family.list_import_paths()) > 2
    assert all(callable(load_object(name)) for name in family.list_import_paths())


@pytest.mark.parametrize("name", ["paiju.bots.nobody:choose", "paiju.bots.zipai:nothing", "paiju.bots."])
def test_an_unknown_import_path_is_named_in_the_error(name: str) -> None:
    with pytest.raises(UnknownName) as caught:
        load_object(name)
    assert (caught.value.code, caught.value.details["name"]) == ("unknown_part", name)


def test_a_part_whose_extra_is_missing_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from paiju.extras import needs_extra\nwith needs_extra('needy'):\n    raise ModuleNotFoundError(name='numpy')\n"
    tmp_path.joinpath("needy.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingExtra, match="nets"):
        load_object("needy:choose")


def test_a_minimal_family_has_empty_defaults() -> None:
    least = Family("least", ZIPAI.game)
    assert least.list_import_paths() == ()
    assert least.role_info.role(None, 0) == ""
    assert least.role_info.in_play(None)
    assert list(least.role_info.feats((), None, 0)) == []
    assert list(no_combinations(None)) == []
    assert not least.data_path("no such folder").is_dir()


def test_games_name_the_teams_of_seats() -> None:
    assert game("zipai/guilin-3").teams == ((0,), (1,), (2,))
    assert game("gunzi/six").teams == ((0, 3), (1, 4), (2, 5))


def test_roles_determine_the_final_teams() -> None:
    """Those of a role where the hand makes the sides, the teams where there are no roles."""
    three = game("doudizhu/qq")
    landlord = [SimpleNamespace(public=SimpleNamespace(landlord=seat)) for seat in (None, 1)]
    role_info = family_of("doudizhu").role_info
    assert [role_info.teams_by_role(three, state) for state in landlord] == [((0,), (1,), (2,)), ((0, 2), (1,))]
    assert family_of("gunzi").role_info.teams_by_role(game("gunzi/six"), None) == ((0, 3), (1, 4), (2, 5))


def test_dou_dizhu_role_info_names_the_landlord_and_the_play_phase() -> None:
    role_info = family_of("doudizhu").role_info
    states = [SimpleNamespace(public=SimpleNamespace(landlord=seat)) for seat in (None, 1)]
    assert [role_info.role(state, seat) for state in states for seat in (0, 1)] == ["", "", "farmer", "landlord"]
    one = game("doudizhu/qq")
    match = one.new_match()
    assert not role_info.in_play(one.start(match, Deal(one.deal_plan(match).pack, (0,))))


@pytest.mark.parametrize("name", [name for name in rulesets() if name.startswith("doudizhu")])
def test_dou_dizhu_lists_its_combinations(name: str) -> None:
    shown = {row.category: row for row in family_of(name).combinations(ruleset(name).rules)}
    assert shown["single"][1:] == ("5" if "duel" in name else "3", "1", "DDZ-4.1")
    assert shown["straight"].cards == "5, 6 …"
    assert set(shown["rocket"].play) <= set("BR")


def test_a_combination_for_which_the_pack_has_no_cards_is_not_shown() -> None:
    short = Rules(stripped_ranks="3456789TJ", hand_size=5, bottom_size=1)
    shown = {row.category for row in family_of("doudizhu").combinations(short)}
    assert "straight" not in shown
    assert "bomb" in shown


# ---- nothing is forgotten


@EACH
def test_a_built_in_family_declares_every_part(family: Family) -> None:
    assert "steady" in family.bots
    assert family.terminal_renderer
    assert all(catalogue(lang, family.name) for lang in COMPLETE)
    assert all((ROOT / f"docs/rules/{lang}/{family.name}.md").is_file() for lang in COMPLETE)
    assert (ROOT / f"web/lessons/{family.name}.toml").is_file()
    assert all((ROOT / f"web/lessons/{lang}/{family.name}.toml").is_file() for lang in COMPLETE)
    assert family.name in load_clause_list()


def test_web_layouts_are_those_that_families_declare() -> None:
    folders = {path.parent.name for path in (ROOT / "web/src/games").glob("*/index.ts")}
    assert folders == {name for name, family in HOUSE.items() if family.web}


def test_every_built_in_ruleset_has_a_perft_count() -> None:
    assert {row.rules for row in stored()} == {name for name in rulesets() if name.partition("/")[0] in HOUSE}
