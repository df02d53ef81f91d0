"""Coin tables: who may sit down and begin a hand, and which events are stored."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from paiju.core.coins import Stakes, compute_transfer
from paiju.core.errors import UnknownName
from paiju.server.app.economy.bank import coin_writes
from paiju.server.app.store import Booking
from paiju.server.domain import table_commands
from paiju.server.domain.table_coins import TableWallets, Wallet
from paiju.server.domain.table_setup import SetupRequest, TimeControl, resolve_setup, stake_room_settings
from paiju.server.errors import InvalidField, Refusal
from tests.server import toy
from tests.server.table_harness import TableHarness, ToyRulesetRegistry

STAKES = Stakes(coefficient=10, rake=5, enter=200, stay=100)


def wallets(bots: int = 3000, **coins: int) -> TableWallets:
    return TableWallets({player: Wallet(amount) for player, amount in coins.items()}, bots)


def rig(bots: int | None = 0, *, private: bool = False, stakes: Stakes = STAKES) -> TableHarness:
    made = TableHarness(private=private, room="toy/small", stakes=stakes, bots=bots)
    made.wallets = wallets(ann=1000, bob=500, cat=200)
    return made


def purses(table: TableHarness) -> list[int | None]:
    return [chair.purse for chair in table.table.chairs]


def test_player_sits_down_with_the_whole_purse_above_the_minimum() -> None:
    table = rig()
    table.sit("ann", "bob")
    assert purses(table) == [1000, 500, None]
    table.wallets = wallets(cat=199)
    with pytest.raises(Refusal, match="coins_to_enter") as refused:
        table.sit("cat")
    assert refused.value.details == {"least": 200, "coins": 199}
    with pytest.raises(Refusal, match="coins_to_enter"):
        table.sit("stranger")
    table.do(lambda draft: table_commands.sit(draft, "bob", "Bob", 2))  # who sits here already only changes the seat
    table.do(lambda draft: table_commands.rename(draft, "bob", "Bobby"))
    assert purses(table) == [1000, None, 500]
    table.proven()


def test_hand_records_the_purses_and_the_transfer() -> None:
    table = rig()
    table.sit("ann", "bob", "cat")
    table.wallets = wallets(ann=1000, bob=450, cat=200)
    table.ready("ann", "bob", "cat")
    assert table.table.require_running_hand().purses == (1000, 450, 200)
    table.play_out()
    hand = table.proven().hand
    assert hand is not None
    assert hand.outcome is not None
    assert hand.coins is not None
    assert hand.coins.transfer == compute_transfer(STAKES, hand.outcome, (1000, 450, 200))
    changes = hand.coins.transfer.seats
    assert purses(table) == [before + change for before, change in zip((1000, 450, 200), changes, strict=True)]


def test_player_below_the_minimum_cannot_be_ready() -> None:
    table = rig()
    table.sit("ann", "bob", "cat")
    table.pledge("ann", "bob")
    table.wallets = wallets(ann=1000, bob=500, cat=99)
    with pytest.raises(Refusal, match="coins_to_stay"):
        table.pledge("cat")
    table.wallets = TableWallets({"ann": Wallet(1000, "u-1"), "bob": Wallet(99), "cat": Wallet(200)}, 3000)
    table.pledge("cat")
    assert [chair.ready for chair in table.table.chairs] == [False, False, True]
    with pytest.raises(Refusal, match="at_coin_table"):
        table.pledge("ann")
    table.do(lambda draft: table_commands.set_unready(draft, "bob"))
    table.wallets = wallets(ann=1000, bob=500, cat=200)
    table.ready("ann", "bob")
    assert table.phase() == "playing"
    table.proven()


def test_player_without_a_purse_cannot_begin_a_hand_without_a_minimum() -> None:
    table = rig(stakes=Stakes(coefficient=1))
    table.sit("ann")
    table.wallets = wallets()
    with pytest.raises(Refusal, match="coins_to_stay"):
        table.pledge("ann")


def test_bots_split_their_remaining_budget_and_stop_when_it_is_spent() -> None:
    table = rig()
    table.sit("ann")
    table.do(lambda draft: table_commands.add_bot(draft, "ann", "steady", None))
    for left in (0, 2 * STAKES.stay - 1):
        table.wallets = wallets(left, ann=1000)
        with pytest.raises(Refusal, match="bots_spent"):
            table.pledge("ann")
    table.wallets = wallets(2 * STAKES.stay + 1, ann=1000)
    table.ready("ann")
    assert table.table.require_running_hand().purses == (1000, STAKES.stay, STAKES.stay)


def test_bots_are_refused_in_a_room_without_bots() -> None:
    table = rig(bots=None)
    table.sit("ann")
    with pytest.raises(Refusal, match="room_without_bots"):
        table.do(lambda draft: table_commands.add_bot(draft, "ann", "steady", None))
    with pytest.raises(Refusal, match="room_without_bots"):
        table.do(lambda draft: table_commands.start_with_bots(draft, "ann", "steady", ""))


def test_setup_of_a_public_coin_table_cannot_be_changed() -> None:
    table = rig()
    table.sit("ann")
    with pytest.raises(Refusal, match="room_decides"):
        table.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(ruleset="toy/plain")))


def test_host_of_a_private_table_turns_coins_on_and_off() -> None:
    table = rig(private=True)
    table.sit("ann")
    table.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(ruleset="toy/plain")))
    assert table.table.setup.stakes is None
    table.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(room="toy/large")))
    assert table.proven().setup.room == "toy/large"


def test_host_of_a_private_coin_table_chooses_stake_and_settings_but_not_rules() -> None:
    table = rig(private=True)
    table.sit("ann")
    slow = SetupRequest(ruleset="toy/plain", room="toy/large", pace=TimeControl(turn=60, reserve=0), hands=4)
    table.do(lambda draft: table_commands.change_setup(draft, "ann", slow))
    setup, large = table.proven().setup, ToyRulesetRegistry().stake_room("toy/large")
    assert (setup.stakes, setup.bots, setup.room) == (large.stakes, large.bots, "toy/large")
    assert (setup.pace, setup.hands) == (slow.pace, 4)
    for wrong in (replace(slow, ruleset="toy/loud"), replace(slow, options={"pledge": 1})):
        with pytest.raises(Refusal, match="room_decides"):
            table.do(partial(table_commands.change_setup, player="ann", wanted=wrong))
    with pytest.raises(UnknownName):
        table.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(room="toy/none")))
    assert table.table.setup == setup


def test_a_table_keeps_a_stake_that_is_no_longer_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    table = rig(private=True)
    table.sit("ann")
    table.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(room="toy/large")))
    stakes = table.table.setup.stakes
    monkeypatch.delitem(toy.ROOMS, "toy/large")
    table.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(room="toy/large", hands=8)))
    setup = table.proven().setup
    assert (setup.stakes, setup.hands, setup.room) == (stakes, 8, "toy/large")


def test_room_determines_the_setup_of_its_tables() -> None:
    library = ToyRulesetRegistry()
    found = resolve_setup(library, SetupRequest(room="toy/small"))
    small = library.stake_room("toy/small")
    assert (found.room, found.stakes, found.bots) == ("toy/small", small.stakes, 8)
    assert found.ruleset == library.ruleset("toy/plain")
    assert found.settings_by_name() == stake_room_settings(small).settings_by_name()
    assert resolve_setup(library, SetupRequest(room="toy/small", ruleset="toy/plain")) == found
    for wanted in (
        SetupRequest(room="toy/small", ruleset="toy/loud"),
        SetupRequest(room="toy/small", options={"pledge": 1}),
    ):
        with pytest.raises(Refusal, match="room_decides"):
            resolve_setup(library, wanted)


def test_invalid_terms_of_a_room_are_named_by_field(monkeypatch: pytest.MonkeyPatch) -> None:
    for terms, field in (({"pace": {"turn": -1}}, "pace.turn"), ({"hurry": True}, "hurry")):
        wrong = replace(toy.ROOMS["toy/small"], terms=terms)
        monkeypatch.setitem(toy.ROOMS, "toy/small", wrong)
        with pytest.raises(InvalidField) as raised:
            resolve_setup(ToyRulesetRegistry(), SetupRequest(room="toy/small"))
        assert raised.value.details["field"] == field


def test_hand_without_coins_records_no_purses() -> None:
    table = TableHarness().begun()
    table.play_out()
    hand = table.proven().hand
    assert hand is not None
    assert (hand.purses, hand.coins) == (None, None)
    assert purses(table) == [None] * 3


def test_leaving_during_the_reveal_returns_all_stakes() -> None:
    table = rig()
    table.sit("ann", "bob", "cat")
    table.pledge("ann", "bob", "cat")
    before = table.table
    table.do(lambda draft: table_commands.stand_up(draft, "cat"))
    assert coin_writes(before, table.table, 7) == ((), Booking("hand:T-1", 7, {}))
    table.wallets = wallets(ann=1000, bob=500, cat=200)
    table.sit("cat")
    table.ready("ann", "bob", "cat")
    assert table.table.require_running_hand().purses == (1000, 500, 200)
    table.proven()
