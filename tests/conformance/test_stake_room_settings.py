"""Every family has coin rooms from beginners to masters, with complete and consistent settings."""

from __future__ import annotations

from itertools import pairwise

import pytest

from paiju.core.coins import Stakes
from paiju.core.stake_rooms import StakeRoom
from paiju.games.registry import families, game, rooms, rulesets
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.domain.table_setup import stake_room_settings
from tests.languages import COMPLETE


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
def test_a_room_has_complete_descriptions(room: StakeRoom) -> None:
    missing = set(COMPLETE) - set(room.title)
    assert not missing, f"{room.id}: add a title in {', '.join(sorted(missing))} to its file"
    assert room.ruleset_id in rulesets(), f"{room.id}: no ruleset {room.ruleset_id}; name one of `paiju rules`"
    assert stake_room_settings(room).pace.turn, (
        f"{room.id}: set a time for a turn under [terms]; strangers must not wait for ever"
    )
    assert room.enter >= room.stay >= room.coefficient + room.rake, (
        f"{room.id}: raise `stay` to coefficient + rake at least, and `enter` to `stay`: one point must be payable"
    )


@pytest.mark.clause("DDZ-9.1")
@pytest.mark.parametrize("ruleset", rulesets())
def test_entry_requirements_rise_from_room_to_room(ruleset: str) -> None:
    row = [room for room in rooms() if room.ruleset_id == ruleset]
    assert [room.name.rpartition("-")[2] for room in row] == ["beginner", "regular", "expert", "master"], (
        f"{ruleset}: add its rooms below src/paiju/games/{ruleset.partition('/')[0]}/rooms"
    )
    for low, high in pairwise(row):
        assert low.coefficient <= high.coefficient
        assert (low.rake, low.enter, low.stay) < (high.rake, high.enter, high.stay), (
            f"{high.id} must ask for more than {low.id}: raise its stakes"
        )


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
def test_bots_can_afford_the_rooms_they_play_in(room: StakeRoom) -> None:
    """As long as they have lost nothing to anybody here today."""
    bots = game(room.ruleset_id).seats - 1
    assert room.bots is None or bots * room.stay <= CoinSettings().bots, f"{room.id}: lower `stay`, or leave out `bots`"


@pytest.mark.clause("DDZ-9.4")
@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
def test_where_players_double_the_room_has_a_threshold(room: StakeRoom) -> None:
    doubles = getattr(game(room.ruleset_id).rules, "double", False)
    assert room.double_above == (2 * room.enter if doubles else 0)


@pytest.mark.parametrize("room", [room for room in rooms() if room.name.endswith("beginner")], ids=lambda room: room.id)
def test_beginner_rooms_are_open_to_everybody(room: StakeRoom) -> None:
    """With what one begins with; and who has too little for it is broke, and helped to it."""
    gifts = CoinSettings()
    assert room.enter <= min(gifts.start, gifts.broke, gifts.relief), (
        f"{room.id}: lower `enter` below every gift in economy.bank.CoinSettings, or a player with a gift finds no table"
    )
    assert gifts.broke > room.stay, (
        f"{room.id}: lower `stay` below CoinSettings.broke, or players are stuck without relief"
    )


def test_rooms_are_sorted_by_family_and_place() -> None:
    order = [(list(families()).index(room.family), room.place) for room in rooms()]
    assert order == sorted(set(order)), "Give each room of a family another `place` in its file"


@pytest.mark.parametrize("name", rulesets())
def test_with_wallets_stores_the_purses_where_the_match_needs_them(name: str) -> None:
    played = game(name)
    match = played.new_match()
    purses, stakes = (500,) * played.seats, Stakes(coefficient=1, double_above=700)
    told = played.with_wallets(match, purses, stakes)
    wants = hasattr(match, "purses")
    assert (told != match) == wants
    assert getattr(told, "purses", purses) == purses
    assert getattr(told, "double_above", 700) == 700
