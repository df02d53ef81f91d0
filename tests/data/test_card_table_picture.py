"""Pictures of a table show every open card of a view, and backs for hidden ones."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

import paiju
from paiju.data import picture_of_cards, picture_of_view
from paiju.extras import MissingExtra
from paiju.testing.hand_simulation import play_hand, random_deal, random_policy
from tests.ruleset_selection import one_each


def drawn_texts(svg: str) -> Counter[str]:
    """The texts in an SVG file."""
    return Counter(element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("}text"))


@pytest.mark.parametrize("ruleset", one_each())
def test_a_view_is_drawn_card_by_card(ruleset: str) -> None:
    game, random = paiju.game(ruleset), Random(3)
    match = game.new_match()
    moves = list(play_hand(game, game.start(match, random_deal(game, match, random)), random_policy(random), random))
    for move in (moves[len(moves) // 2], moves[-1]):
        view = game.view(move.step.state, 0)
        picture = picture_of_view(game, view)
        zones = game.zones(view)
        assert sum(not card.is_back for card in picture.cards) == sum(len(zone.cards) for zone in zones)
        assert [card.text for card in picture.cards if card.is_back] == [
            f"×{zone.hidden}" for zone in zones if zone.hidden
        ]
        assert all(0 <= card.y < picture.height for card in picture.cards)
        shown = drawn_texts(picture._repr_svg_())
        assert shown == Counter([*(card.text for card in picture.cards), *(label.text for label in picture.labels)])
        assert picture._repr_svg_() in picture._repr_html_()


def test_cards_are_printed_with_their_suits_and_in_their_colours(tmp_path: Path) -> None:
    picture = picture_of_cards(["Rj", "Bj", "2s", "Th", "*5d", "二", "壹"])
    assert [card.text for card in picture.cards] == ["Rj", "Bj", "♠2", "♥T", "*♦5", "二", "壹"]
    assert [card.is_red for card in picture.cards] == [True, False, False, True, True, True, False]
    picture.save(tmp_path / "hand.svg")
    assert (tmp_path / "hand.svg").read_text("utf-8") == picture.to_svg()
    assert picture_of_cards([]).cards == ()


def test_rendering_without_pillow_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(MissingExtra, match="pictures"):
        picture_of_cards(["3s"]).to_pixels()
