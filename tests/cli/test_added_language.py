"""A language is a folder: an added one is found and used, and missing sentences fall back to English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from paiju import locale
from paiju.bots.base import play_random
from paiju.core.errors import IllegalAction
from paiju.core.ruleset import text_in_language
from paiju.games.doudizhu.actions import Bid
from paiju.games.doudizhu.events import BidMade
from paiju.games.registry import game, ruleset
from paiju.locale.text_rendering import TextRenderer
from paiju.tui.app import renderer_class_for
from paiju.tui.session import TerminalSession
from tests.cli.command_runner import Runner


@pytest.fixture(autouse=True)
def pirate(tmp_path: Path) -> Iterator[None]:
    """A folder beside the others, with a few words in it."""
    folder = tmp_path / "pi"
    folder.mkdir()
    common = '[rules]\nseats = "{seats} scallywags"\n[table]\nyou = "Cap\'n"\n[seat]\nyou = "ye"\n'
    (folder / "common.toml").write_text(common, "utf-8")
    (folder / "doudizhu.toml").write_text('[event]\nbid_made = "{who} do say {points}"\n', "utf-8")
    with locale.extra_catalogue_folder(tmp_path):
        yield


def test_an_added_language_is_listed_and_chosen() -> None:
    assert "pi" in locale.languages()
    assert locale.nearest_language("pi_XX.UTF-8") == "pi"
    assert locale.choose_language("pi", {}) == "pi"


def test_missing_sentences_of_an_added_language_fall_back_to_english() -> None:
    reader, voice = TextRenderer("pi", "doudizhu", ("Anne", "Jack"), 0), game("doudizhu/qq").voice
    assert reader.sentence(voice.event(BidMade(0, 2))) == "Ye do say 2"
    assert reader.sentence(voice.event(BidMade(1, 0))) == "Jack passed"


def test_the_terminal_uses_an_added_language() -> None:
    session = TerminalSession(ruleset("doudizhu/qq"), dict.fromkeys((1, 2), play_random), Random(1))
    face = renderer_class_for(session.ruleset)(session, "pi")
    assert face.names[0] == "Cap'n"
    assert face.action_label(Bid(1)) == "Bid 1"
    assert face.error_message(IllegalAction("bid_too_low", standing=2)) == "A bid must be higher than 2"


def test_rulesets_and_commands_use_an_added_language(run: Runner) -> None:
    title = text_in_language(ruleset("doudizhu/qq").title, "en")
    listed = run("rules", "--lang", "pi").out
    assert title in listed
    assert "3 scallywags" in listed
    assert "pi" in run("--help", "--lang", "pi").out
