"""A family of another package is found and works everywhere, though nothing in paiju names it."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from paiju import arena
from paiju.bots.registry import bot_names, make_bot
from paiju.core.codec import to_json
from paiju.core.fair_deal import Deal
from paiju.games.registry import built_in_families, families, game, game_of, ruleset, rulesets
from paiju.locale import family_catalogue, translate
from paiju.records import RecordedPlayer, new_record, read_record, record_hand, verify
from paiju.records import to_json as written
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables.hand_replay import replay_stored_hand
from paiju.testing import check_hand, neighbouring_rulesets
from paiju.tui.fallback_renderer import PlainRenderer
from tests.families.install_example_family import EXAMPLE
from tests.languages import COMPLETE
from tests.tui.terminal_driver import TerminalDriver, drive_terminal


def test_external_family_is_listed_after_the_built_in_ones(highcard: str) -> None:
    assert list(families()) == [*(family.name for family in built_in_families()), "highcard"]
    assert rulesets()[-1] == highcard
    assert [translate(lang, "family.title", family="highcard") for lang in ("zh", "en")] == ["比大小", "High Card"]


def test_uninstalled_family_leaves_nothing_behind() -> None:
    assert "highcard" not in families()
    assert "highcard" not in sys.modules


def test_external_family_keeps_the_game_contract(highcard: str) -> None:
    for seed in range(10):
        check_hand(game(highcard), Random(seed))
    for _, changed in neighbouring_rulesets(ruleset(highcard)):
        check_hand(game_of(changed), Random(1))


def test_a_refused_card_is_explained_in_the_familys_words(highcard: str) -> None:
    one = game(highcard)
    with pytest.raises(Exception, match="bad_card"):
        one.parse_action("x")
    assert one.format_card(one.parse_card("12")) == "12"


def test_words_of_the_external_family_exist_in_both_languages(highcard: str) -> None:
    words = family_catalogue("highcard")
    assert set(COMPLETE) <= set(words)
    assert words["zh"].keys() == words["en"].keys()
    assert translate("en", "action.play", family="highcard", card=7) == "Play 7"
    assert translate("zh", "illegal.not_your_turn", family="highcard") == translate("zh", "illegal.not_your_turn")


def test_bot_of_the_external_family_takes_a_trick_cheaply(highcard: str) -> None:
    assert bot_names(highcard) == ("random", "child", "beginner", "learner", "casual", "steady")
    one, choose = game(highcard), make_bot("steady", highcard)
    play = import_module("highcard.family").Play
    state = one.start(one.new_match(), Deal(tuple(range(1, 16))))
    assert state.hands[0] == (1, 4, 7, 10, 13)
    state = one.step(state, 0, play(7)).state
    assert choose(one, one.view(state, 1), 1, one.legal(state, 1), Random(1)) == play(8)
    state = one.step(state, 1, play(14)).state
    assert choose(one, one.view(state, 2), 2, one.legal(state, 2), Random(1)) == play(15)


def test_external_family_is_played_in_the_arena(highcard: str) -> None:
    report = arena.run_match(("steady", "random"), highcard, 40, 1)
    assert report.hands == 240
    assert report.overall.points.low > 0


def test_zones_show_no_more_than_the_view(highcard: str) -> None:
    one = game(highcard)
    state = one.start(one.new_match(), import_module("paiju").draw_deal(one.deal_plan(one.new_match()), b"x"))
    for viewer in (None, 0, 1, 2):
        shown = to_json(one.zones(one.view(state, viewer)))
        assert shown == to_json(one.zones(one.view(one.determinize(state, viewer, Random(2)), viewer)))
        open_hands = [pile.seat for pile in one.zones(one.view(state, viewer)) if pile.place == "hand" and pile.cards]
        assert open_hands == ([] if viewer is None else [viewer])


async def play(sitting: TerminalDriver) -> None:
    assert isinstance(sitting.face, PlainRenderer)
    screen = await sitting.screen()
    assert "High Card for three" in screen
    assert "Your turn" in screen
    assert " 1 Play " in screen
    await sitting.press("1")
    screen = await sitting.screen()
    assert "You played " in screen
    assert "Played" in screen
    await sitting.play_on()
    screen = await sitting.screen()
    assert "All cards are played" in screen
    assert "Taken" in screen


def test_external_family_is_played_in_the_terminal(highcard: str) -> None:
    app = drive_terminal(play, highcard, "--seed", "1")
    assert app.session is not None
    assert app.face is not None
    record = read_record(written(app.session.make_record(app.face.names, "steady")))
    assert all(check.holds for check in verify(record))


def test_a_replay_shows_the_cards_of_each_zone(highcard: str) -> None:
    one, deal = game(highcard), Deal(tuple(range(1, 16)))
    state, moves = one.start(one.new_match(), deal), []
    while seats := one.to_act(state):
        moves.append((seats[0], one.legal(state, seats[0])[0]))
        state = one.step(state, *moves[-1]).state
    hand = record_hand(one, one.new_match(), deal, tuple(moves))
    players = tuple(RecordedPlayer(name) for name in ("a", "b", "c"))
    shown = replay_stored_hand(StandardRegistry(), "T-1", new_record(ruleset(highcard), players, (hand,)))
    assert shown.zones[0].cards == ("1", "4", "7", "10", "13")
    assert [len(step.zones) for step in shown.steps] == [9] * 15
    assert not any(pile.cards for pile in shown.steps[-1].zones)


def test_the_command_line_knows_the_external_family(highcard: str) -> None:
    shown = subprocess.run(
        (Path(sys.executable).with_name("paiju"), "rules", highcard, "--lang", "en"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.startswith("highcard/three  High Card for three  3 players")
    assert "Cards each" in shown.stdout


def test_the_example_is_one_folder_of_a_few_dozen_lines() -> None:
    code = [line for path in EXAMPLE.rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert (
        len([line for line in code if line.strip() and not line.strip().startswith(("#", '"""', "from", "import"))])
        < 170
    )
