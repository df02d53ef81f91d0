"""Every family comes with rooms for coins, from beginners to masters, and each says what it should."""

from __future__ import annotations

from itertools import pairwise

import pytest

from paiju.core.coins import Stakes
from paiju.core.stake_rooms import StakeRoom
from paiju.games.registry import built_in_families, families, game, rooms, rulesets
from paiju.server.app.economy.gifts import Gifts
from paiju.server.domain.setup import room_settings
from tests.languages import COMPLETE


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.id)
def test_a_room_says_what_people_want_to_know(room: StakeRoom) -> None:
    missing = set(COMPLETE) - set(room.title)
    assert not missing, f"{room.id}: add a title in {', '.join(sorted(missing))} to its file"
    assert room.ruleset_id in rulesets(), f"{room.id}: no ruleset {room.ruleset_id}; name one of `paiju rules`"
    assert room_settings(room).pace.turn, (
        f"{room.id}: set a time for a turn under [terms]; strangers must not wait for ever"
    )
    assert room.enter >= room.stay >= room.coefficient + room.rake, (
        f"{room.id}: raise `stay` to coefficient + rake at least, and `enter` to `stay`: one point must be payable"
    )


@pytest.mark.parametrize("family", [family.name for family in built_in_families()])
def test_a_family_has_rooms_of_which_each_asks_for_more(family: str) -> None:
    sets: dict[str, list[StakeRoom]] = {}
    for room in rooms():
        if room.family == family:
            sets.setdefault(room.ruleset, []).append(room)
    assert sets, f"{family} has no rooms: add some below src/paiju/games/{family}/rooms"
    for row in sets.values():
        assert [room.name.rpartition("-")[2] for room in row] == ["beginner", "regular", "expert", "master"]
        for low, high in pairwise(row):
            assert (low.coefficient, low.rake, low.enter, low.stay) < (
                high.coefficient,
                high.rake,
                high.enter,
                high.stay,
            ), f"{high.id} must ask for more than {low.id}: raise its stakes"


@pytest.mark.parametrize("room", [room for room in rooms() if room.name.endswith("beginner")], ids=lambda room: room.id)
def test_everybody_can_always_play_with_the_beginners(room: StakeRoom) -> None:
    """With what one begins with; and who has too little for it is broke, and helped to it."""
    gifts = Gifts()
    assert room.enter <= min(gifts.start, gifts.broke, gifts.relief), (
        f"{room.id}: lower `enter` below every gift in economy.bank.Gifts, or a player with a gift finds no table"
    )
    assert gifts.broke > room.stay, f"{room.id}: lower `stay` below Gifts.broke, or players are stuck without relief"


def test_they_stand_in_the_order_of_their_families_and_places() -> None:
    order = [(list(families()).index(room.family), room.place) for room in rooms()]
    assert order == sorted(set(order)), "Give each room of a family another `place` in its file"


@pytest.mark.parametrize("name", rulesets())
def test_a_match_takes_the_purses_or_leaves_them(name: str) -> None:
    played = game(name)
    match = played.new_match()
    purses, stakes = (500,) * played.seats, Stakes(coefficient=1, double_above=700)
    told = played.with_purses(match, purses, stakes)
    wants = hasattr(match, "purses")
    assert (told != match) == wants
    assert getattr(told, "purses", purses) == purses
    assert getattr(told, "double_above", 700) == 700
