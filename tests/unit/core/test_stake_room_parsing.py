"""Rooms are read from data, and errors name the fault."""

from __future__ import annotations

import pytest

from paiju.core.coins import Settled, Stakes, changes_with_unlimited_wallets, settle_hand
from paiju.core.errors import RulesetError
from paiju.core.score_breakdown import Outcome
from paiju.core.stake_rooms import parse_room

ROOM = """
family = "doudizhu"
name = "corner"
title = { en = "Corner" }
ruleset = "qq"
coefficient = 1000
rake = 50
"""


def test_a_room_is_read_with_defaults_for_missing_fields() -> None:
    room = parse_room(ROOM)
    assert (room.id, room.ruleset_id) == ("doudizhu/corner", "doudizhu/qq")
    assert room.stakes == Stakes(coefficient=1000, rake=50, enter=0, stay=0, double_above=0)
    assert room.bots is None
    assert room.terms == {}


@pytest.mark.parametrize(
    ("text", "code", "details"),
    [
        ("family = ", "not_toml", {}),
        (ROOM.replace("coefficient = 1000", ""), "missing_field", {"field": "coefficient"}),
        (ROOM.replace("rake", "rate"), "unknown_field", {"field": "rate"}),
        (ROOM.replace("1000", "0"), "wrong_value", {"field": "coefficient"}),
        (ROOM.replace('"corner"', '"a/b"'), "wrong_value", {"field": "name"}),
    ],
)
def test_errors_name_the_fault_of_a_room(text: str, code: str, details: dict[str, str]) -> None:
    with pytest.raises(RulesetError) as raised:
        parse_room(text)
    assert raised.value.code == code
    assert details.items() <= raised.value.details.items()


@pytest.mark.clause("DDZ-9.1")
def test_settlement_lists_amounts_due_and_amounts_paid() -> None:
    stakes, outcome = Stakes(coefficient=1000, rake=50), Outcome("x", (0,), (12, -6, -6))
    assert changes_with_unlimited_wallets(stakes, outcome) == (11_950, -6050, -6050)
    done = settle_hand(stakes, outcome, (0, 2000, 9000))
    assert done == Settled(stakes, (0, 2000, 9000), done.transfer)
    assert done.transfer.seats == (7900, -2000, -6050)
    assert changes_with_unlimited_wallets(stakes, Outcome("x", (), (0, 0, 0))) == (0, 0, 0)
