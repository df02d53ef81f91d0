"""The preview lists what selected cards may be played as, or says why they cannot be played."""

import pytest

from paiju.core.errors import IllegalAction, NotationError
from tests.rules.doudizhu.table import dealt, playing, rules_of


def _preview(name: str, hand: str, selected: str) -> list[str]:
    table = playing(rules_of(name), [hand, "3", "4"])
    return [table.game.format_action(action) for action in table.game.preview(table.state, 0, selected)]


def test_selected_cards_are_played_as_themselves() -> None:
    assert _preview("qq", "3344556", "3s 3h") == ["play 33@3s3h"]


@pytest.mark.clause("DDZ-4.15")
def test_every_reading_is_offered_highest_body_first() -> None:
    cards = "3s3h3c4s4h4c5s5h5c6s6h6c"
    assert [text.partition("@")[0] for text in _preview("qq", "333444555666", cards)] == [
        "play 333444555666",
        "play 444555666+333",
        "play 333444555+666",
    ]


@pytest.mark.clause("DDZ-8.8")
def test_only_readings_that_beat_are_offered_when_following() -> None:
    table = playing(rules_of("wild"), ["55579", "4448T", "46"], landlord=1, wild=2).do("1 444+8", "2 pass")
    offered = table.game.preview(table.state, 0, "5s5h5c7s")
    assert "play 444+7<5557@5s5h5c7s" not in [table.game.format_action(action) for action in offered]
    assert "play 7777<5557@5s5h5c7s" in [table.game.format_action(action) for action in offered]


def test_cards_that_do_not_beat_get_a_reason() -> None:
    table = playing(rules_of("qq"), ["3344", "56", "46"], landlord=1).do("1 5", "2 6")
    with pytest.raises(IllegalAction) as refusal:
        table.game.preview(table.state, 0, "3s3h")
    assert refusal.value.code == "wrong_category"


def test_preview_outside_of_play_is_refused() -> None:
    table = dealt(rules_of("qq"))
    with pytest.raises(IllegalAction):
        table.game.preview(table.state, 0, "3s5h")


@pytest.mark.parametrize(
    ("selected", "code"),
    [
        ("3s 4s 5s", "straight_short"),
        ("3s 3h 4s 4h", "pair_chain_short"),
        ("Js Qs Ks As 2s", "straight_high"),
        ("3s 5s", "pair_differs"),
        ("3s 3h 4s", "no_combination"),
        ("2s 2h 2c 2d", "not_held"),
    ],
)
def test_a_refusal_says_what_is_missing(selected: str, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        _preview("qq", "33445JQKA2", selected)
    assert refusal.value.code == code


@pytest.mark.clause("DDZ-4.2")
def test_two_different_jokers_are_no_chain() -> None:
    with pytest.raises(IllegalAction) as refusal:
        playing(rules_of("four"), ["BR", "3", "4", "5"]).game.preview(
            playing(rules_of("four"), ["BR", "3", "4", "5"]).state, 0, "Bj Rj"
        )
    assert refusal.value.code == "two_jokers"


def test_typed_cards_are_read_too() -> None:
    assert _preview("qq", "334", "play 33") == ["play 33"]
    with pytest.raises(NotationError):
        _preview("qq", "334", "play x")
