"""GZ-9: the settlement of a hand that a player left."""

import pytest
from msgspec.structs import replace

from paiju.core.ruleset import make_rules
from paiju.core.score_breakdown import Outcome
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.rules import Rules
from tests.rules.gunzi.table import SIX

WON = Outcome("kept", (0, 3), (6, -3, -3, 6, -3, -3))


@pytest.mark.clause("GZ-9.1", "GZ-R8")
@pytest.mark.parametrize(
    ("left", "points"),
    [
        ((0,), (0, -2, -2, 6, -1, -1)),
        ((0, 3), (0, 0, 0, 0, 0, 0)),
        ((1, 2), (6, -3, -3, 6, -3, -3)),
    ],
)
def test_a_leaver_gains_nothing_and_the_losers_pay_less(left: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert Gunzi(SIX).outcome_with_leavers(WON, left).points == points


@pytest.mark.clause("GZ-9.1", "GZ-R8")
def test_by_the_old_reading_a_leaver_keeps_the_gain() -> None:
    assert make_rules(Rules, {}).leavers_gain
    old = Gunzi(replace(SIX, leavers_gain=True))
    assert old.outcome_with_leavers(WON, (0,)) == WON
