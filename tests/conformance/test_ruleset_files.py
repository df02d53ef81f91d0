"""A packaged ruleset is one TOML file and one row of perft; command line, terminal, server and bots find it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import paiju
from paiju.core.ruleset import RulesetFile, parse_ruleset_file
from paiju.games.registry import families, family_of, game, ruleset_entry, rulesets
from tests.languages import COMPLETE
from tests.perft.perft import first_row, stored

NEW = """
family = "doudizhu"
name = "brandnew"
extends = "happy"
title = { zh = "全新", en = "Brand new" }
about = { zh = "没人打过", en = "Nobody has played it" }
picture = "Bj 3s"
players = 3
place = 2

[rules]
wild = true
"""
PAIJU = ("-c", "import sys; from paiju.cli.main import main; sys.exit(main(sys.argv[1:]))")


def file_of(name: str) -> RulesetFile:
    return parse_ruleset_file(
        family_of(name).data_path("rulesets").joinpath(f"{name.partition('/')[2]}.toml").read_text("utf-8")
    )


@pytest.mark.parametrize("name", rulesets())
def test_ruleset_file_has_titles_descriptions_players_and_picture(name: str) -> None:
    file = file_of(name)
    missing = (set(COMPLETE) - set(file.title)) | (set(COMPLETE) - set(file.about))
    assert not missing, f"{name}: add `title` and `about` in {', '.join(sorted(missing))} to its file"
    assert file.players == game(name).seats, f"{name}: its file must say players = {game(name).seats}"
    shown = [game(name).parse_card(card.removeprefix("*")) for card in ruleset_entry(name).picture.split()]
    assert 2 <= len(shown) <= 6, f"{name}: show 2 to 6 cards in `picture`, not {len(shown)}"


@pytest.mark.parametrize("family", families())
def test_no_two_rulesets_of_a_family_share_a_place(family: str) -> None:
    places = [file_of(name).place for name in rulesets() if family_of(name).name == family]
    assert places == sorted(set(places)), f"{family}: give each ruleset another `place` in its file, not {places}"


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_has_a_stored_perft_count(name: str) -> None:
    how = f"add what `python -m tests.perft.perft {name}` prints to tests/perft/{family_of(name).name}.toml"
    assert any(row.rules == name for row in stored()), how


def test_generated_first_perft_row_equals_the_stored_one() -> None:
    row = next(row for row in stored() if row.rules == "doudizhu/qq")
    assert f"nodes = {row.nodes[:3]}"[:-1] in first_row("doudizhu/qq")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with one more file in it."""
    root = tmp_path_factory.mktemp("package")
    shutil.copytree(Path(paiju.__file__).parent, root / "paiju", ignore=shutil.ignore_patterns("__pycache__", "static"))
    (root / "paiju/games/doudizhu/rulesets/brandnew.toml").write_text(NEW, "utf-8")
    return root


def ask(package: Path, *command: str) -> str:
    """What a program prints that runs on the changed package."""
    environment = os.environ | {"PYTHONPATH": str(package), "PYTHONUTF8": "1"}
    ran = subprocess.run([sys.executable, *command], cwd=package, env=environment, check=True, capture_output=True)
    return ran.stdout.decode()


def test_a_new_ruleset_file_is_found_by_the_command_line(package: Path) -> None:
    lines = ask(package, *PAIJU, "rules", "--lang", "en").splitlines()
    assert lines[1].split() == ["doudizhu/brandnew", "Brand", "new", "3", "players", "Nobody", "has", "played", "it"]
    assert "doudizhu/brandnew" in ask(package, *PAIJU, "rules", "brandnew")
    assert "SHA-256" in ask(package, *PAIJU, "simulate", "brandnew", "--hands", "1")


def test_a_new_ruleset_file_is_offered_in_the_terminal(package: Path) -> None:
    program = """
import asyncio
from paiju.cli.argument_parser import parse_arguments
from paiju.cli.commands import COMMANDS
from paiju.cli.play import make_app

async def main():
    app = make_app(parse_arguments(COMMANDS[0], [], "zh"))
    async with app.run_test():
        choices = app.screen.query_one("OptionList")
        print(choices.get_option_at_index(1).prompt)

asyncio.run(main())
"""
    assert ask(package, "-c", program).split() == ["全新", "(3", "人)", "没人打过"]


def test_a_new_ruleset_file_is_offered_by_the_room(package: Path) -> None:
    """The home page, the rules and the form of a table are made from this list."""
    program = """
from paiju.server.adapters.ruleset_registry import StandardRegistry

found = StandardRegistry().list_entries()[1]
print(found.ruleset.id, found.players, found.picture, found.extends)
"""
    assert ask(package, "-c", program).split() == ["doudizhu/brandnew", "3", "Bj", "3s", "doudizhu/happy"]


def test_a_new_ruleset_file_is_played_by_the_strong_bot(package: Path) -> None:
    program = """
from random import Random
from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.levels import levels
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import run_hand
from paiju.games.registry import game
from paiju.nets.policy import has_net

of = game("doudizhu/brandnew")
seated = {seat: SeatedBot(make_bot("strong", "doudizhu/brandnew"), Random(1)) for seat in range(of.seats)}
start = of.start(of.new_match(), draw_deal(of.deal_plan(of.new_match()), b"new"))
*_, last = run_hand(of, start, make_bot_asker(of, seated))
print("strong" in levels(of), has_net(of.rules), of.outcome(last.step.state) is not None)
"""
    assert ask(package, "-c", program).split() == ["True"] * 3
