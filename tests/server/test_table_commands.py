"""Seats, and the commands of the host."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.bot_names import NAMES, choose_bot_name
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import TableDelays, deadlines
from paiju.server.domain.table_setup import SetupRequest
from paiju.server.errors import Refusal
from tests.server.table_harness import START, TableHarness
from tests.server.toy import Pledge


def chairs(rig: TableHarness) -> list[str]:
    return [chair.bot or chair.player or "" for chair in rig.table.chairs]


def test_players_take_change_and_leave_seats() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob")
    rig.do(lambda draft: table_commands.sit(draft, "bob", "Bob", 2))
    assert chairs(rig) == ["ann", "", "bob"]
    with pytest.raises(Refusal, match="seat_taken"):
        rig.do(lambda draft: table_commands.sit(draft, "cat", "Cat", 0))
    with pytest.raises(Refusal, match="no_such_seat"):
        rig.do(lambda draft: table_commands.sit(draft, "cat", "Cat", 3))
    rig.do(lambda draft: table_commands.stand_up(draft, "bob"))
    assert chairs(rig) == ["ann", "", ""]
    with pytest.raises(Refusal, match="not_seated"):
        rig.do(lambda draft: table_commands.stand_up(draft, "bob"))


def test_a_full_table_has_no_empty_seat() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob", "cat")
    with pytest.raises(Refusal, match="no_empty_seat"):
        rig.sit("dan")


def test_seating_commands_are_refused_during_a_hand() -> None:
    rig = TableHarness().begun()
    for work in (
        lambda draft: table_commands.sit(draft, "bob", "Bob", 0),
        lambda draft: table_commands.add_bot(draft, "ann", "b", None),
        lambda draft: table_commands.rematch(draft, "ann"),
        lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(ruleset="toy/plain")),
        lambda draft: table_commands.set_ready(draft, "ann", ""),
        table_commands.remove_unready_players,
        table_commands.close_table,
    ):
        with pytest.raises(Refusal, match="hand_running"):
            rig.do(work)


def test_host_commands_are_refused_to_other_players() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob")
    for work in (
        lambda draft: table_commands.add_bot(draft, "bob", "b", None),
        lambda draft: table_commands.remove_occupant(draft, "bob", 0),
        lambda draft: table_commands.rematch(draft, "bob"),
        lambda draft: table_commands.start_with_bots(draft, "bob", "b", ""),
        lambda draft: table_commands.change_setup(draft, "bob", SetupRequest(ruleset="toy/plain")),
    ):
        with pytest.raises(Refusal, match="not_host"):
            rig.do(work)


def test_seat_left_during_a_hand_is_played_for_and_vacated_after_it() -> None:
    rig = TableHarness().begun()
    rig.do(lambda draft: table_commands.stand_up(draft, "ann"))
    assert rig.table.chairs[0].leaving
    assert rig.table.chairs[0].is_house_controlled
    assert rig.table.host == "bob"
    while rig.table.phase == "playing":
        seat = rig.table.game.to_act(rig.state)[0]
        rig.act(seat, rig.table.game.legal(rig.state, seat)[0], "auto")
    assert chairs(rig) == ["", "bob", "cat"]
    rig.proven()


def test_player_who_left_can_return_during_the_hand() -> None:
    rig = TableHarness().begun()
    rig.do(lambda draft: table_commands.stand_up(draft, "ann"))
    rig.act(0, Pledge(0))
    assert not rig.table.chairs[0].leaving
    rig.play_out()
    assert chairs(rig) == ["ann", "bob", "cat"]


def test_next_player_to_sit_becomes_host_of_an_empty_table() -> None:
    rig = TableHarness()
    rig.sit("ann")
    rig.do(lambda draft: table_commands.stand_up(draft, "ann"))
    assert rig.table.host == ""
    rig.sit("bob")
    assert rig.table.host == "bob"


def test_the_host_fills_up_with_bots_and_starts() -> None:
    rig = TableHarness()
    rig.sit("ann")
    rig.do(lambda draft: table_commands.start_with_bots(draft, "ann", "robot", ""))
    assert chairs(rig) == ["ann", "robot", "robot"]
    assert rig.table.phase == "playing"
    rig.deal()
    assert {due.what for due in deadlines(rig.table, TableDelays())} == {"think", "turn"}
    rig.proven()


def test_host_removes_a_bot() -> None:
    rig = TableHarness()
    rig.sit("ann")
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", 2))
    rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 2))
    assert chairs(rig) == ["ann", "", ""]
    for seat, code in ((2, "seat_empty"), (9, "no_such_seat")):
        with pytest.raises(Refusal, match=code):
            rig.do(lambda draft, s=seat: table_commands.remove_occupant(draft, "ann", s))  # type: ignore[misc]


def test_bots_at_a_table_have_unique_names() -> None:
    rig = TableHarness("toy/plain")
    rig.do(lambda draft: table_commands.sit(draft, "ann", choose_bot_name("T", (), ""), 0))
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", None))
    names = [chair.name for chair in rig.table.chairs]
    assert len(set(names)) == 3
    assert set(names) <= set(NAMES)
    rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 1))
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", 1))
    assert [chair.name for chair in rig.table.chairs] == names
    rig.proven()


def test_bot_uses_its_program_name_when_all_names_are_taken() -> None:
    assert choose_bot_name("T", NAMES, "robot") == "robot"
    assert len({choose_bot_name(f"table {number}", (), "") for number in range(200)}) == len(set(NAMES)) == len(NAMES)


def test_removed_player_cannot_return_until_the_host_changes() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob", "cat")
    rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 1))
    with pytest.raises(Refusal, match="removed"):
        rig.sit("bob")
    rig.do(lambda draft: table_commands.stand_up(draft, "ann"))
    assert rig.table.host == "cat"
    rig.sit("bob")
    assert chairs(rig) == ["bob", "", "cat"]
    assert rig.proven().removed == frozenset()


def test_player_removed_during_a_hand_cannot_retake_the_seat() -> None:
    """Now a host cannot; old logs have it."""
    rig = TableHarness().begun()
    rig.do(lambda draft: draft.record(table_events.PlayerRemoved("bob")))
    rig.do(lambda draft: table_commands.vacate(draft, 1))
    with pytest.raises(Refusal, match="removed"):
        rig.do(lambda draft: hand_commands.set_auto(draft, 1, on=False))
    with pytest.raises(Refusal, match="removed"):
        rig.act(1, Pledge(0))
    while rig.table.phase == "playing":
        seat = rig.table.game.to_act(rig.state)[0]
        rig.act(seat, rig.table.game.legal(rig.state, seat)[0], "auto" if seat == 1 else "player")
    assert chairs(rig) == ["ann", "", "cat"]
    assert rig.proven().removed == {"bob"}


def test_host_removes_only_bots_during_a_hand() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob")
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", 2))
    rig.ready("ann", "bob")
    with pytest.raises(Refusal, match="hand_running"):
        rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 1))
    rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 2))
    assert [chair.leaving for chair in rig.proven().chairs] == [False, False, True]
    rig.play_out()
    rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 1))
    assert rig.proven().removed == {"bob"}


@pytest.mark.parametrize(
    "ends",
    [
        lambda draft: table_commands.rematch(draft, "ann"),
        lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(ruleset="toy/loud")),
    ],
    ids=["rematch", "change"],
)
def test_host_of_a_public_table_cannot_end_a_match_of_others(ends: Callable[[CommandContext], None]) -> None:
    rig = TableHarness(hands=2)
    rig.sit("ann", "bob", "cat")
    rig.do(ends)  # nothing has been played
    rig.ready("ann", "bob", "cat")
    rig.play_out()
    if rig.table.phase != "over":
        with pytest.raises(Refusal, match="match_running"):
            rig.do(ends)
    for name in ("bob", "cat"):
        rig.do(lambda draft, name=name: table_commands.stand_up(draft, name))  # type: ignore[misc]
    rig.do(ends)  # alone she may
    assert rig.proven().played == 0


def test_when_a_match_is_over_its_host_begins_another() -> None:
    rig = TableHarness(hands=1).begun()
    rig.play_out()
    assert rig.table.phase == "over"
    rig.do(lambda draft: table_commands.rematch(draft, "ann"))
    assert rig.proven().phase == "waiting"


def test_host_who_removes_itself_stands_up() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob")
    rig.do(lambda draft: table_commands.remove_occupant(draft, "ann", 0))
    rig.sit("ann")
    assert chairs(rig) == ["ann", "bob", ""]


def test_changed_rules_begin_a_new_match() -> None:
    rig = TableHarness(private=True).begun()
    rig.play_out()
    rig.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(ruleset="toy/loud", hands=5)))
    assert rig.table.setup.ruleset.name == "loud"
    assert rig.table.setup.hands == 5
    assert rig.table.match.hand == 0
    rig.ready("ann", "bob", "cat")
    assert rig.table.require_running_hand().number == 2
    rig.proven()


def two(rig: TableHarness) -> list[str]:
    rig.do(lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(ruleset="toy/two")))
    assert rig.proven().host == "ann"
    return chairs(rig)


def at(*places: tuple[str, int]) -> TableHarness:
    """A table of Ann's, with her and other players in these seats."""
    rig = TableHarness()
    for name, seat in places:
        rig.do(lambda draft, name=name, seat=seat: table_commands.sit(draft, name, name.title(), seat))  # type: ignore[misc]
    return rig


@pytest.mark.clause("ZP-2.1")
def test_host_keeps_a_seat_when_the_number_of_seats_shrinks() -> None:
    assert two(at(("ann", 2), ("bob", 0), ("cat", 1))) == ["bob", "ann"]
    assert two(at(("ann", 2), ("bob", 0))) == ["bob", "ann"]
    assert two(at(("ann", 2))) == ["ann", ""]
    assert two(at(("ann", 0), ("bob", 1), ("cat", 2))) == ["ann", "bob"]


def test_player_of_a_removed_seat_takes_an_empty_or_a_bots_seat() -> None:
    assert two(at(("ann", 0), ("bob", 2))) == ["ann", "bob"]
    for human in ("ann", "bob"):
        rig = at(("bob" if human == "ann" else "ann", 0), (human, 2))
        rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", 1))
        assert sorted(two(rig)) == ["ann", "bob"]
    rig = at(("ann", 0))
    rig.do(lambda draft: table_commands.add_bot(draft, "ann", "robot", 2))
    assert two(rig) == ["ann", ""]


def test_unready_player_at_a_public_table_loses_the_seat() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob", "cat")
    rig.ready("ann", "cat")
    (due,) = deadlines(rig.table, TableDelays())
    assert (due.what, due.at) == ("ready", START + TableDelays().ready)
    rig.do(table_commands.remove_unready_players)
    assert chairs(rig) == ["ann", "", "cat"]
    assert deadlines(rig.table, TableDelays()) == ()


def test_closed_table_accepts_no_player() -> None:
    rig = TableHarness()
    rig.do(table_commands.close_table)
    with pytest.raises(Refusal, match="table_closed"):
        rig.sit("ann")


def test_autoplay_is_refused_outside_a_hand() -> None:
    rig = TableHarness()
    rig.sit("ann")
    with pytest.raises(Refusal, match="no_hand"):
        rig.do(lambda draft: hand_commands.set_auto(draft, 0, on=True))
