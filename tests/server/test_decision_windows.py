"""Windows: all seats asked have one common time, and nobody learns which seats had a choice."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

from paiju.core.errors import Conflict
from paiju.core.seats import Seat
from paiju.server.app.tables.view_models import (
    Presence,
    RecentMove,
    ViewContext,
    build_common_view,
    build_table_message,
    redacted_steps,
)
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.deadlines import Deadline, TableDelays, deadlines, delays_at
from paiju.server.domain.table_setup import TimeControl
from paiju.server.domain.table_state import Chair
from tests.server.table_harness import TableHarness
from tests.server.toy import Pledge

TEMPO = TableDelays()
SILENT = Pledge(0)


def sealed(pace: TimeControl | None = None, claims: Literal["quiet", "quick"] = "quiet", wait: int = 3) -> TableHarness:
    return TableHarness("toy/sealed", pace, claims=claims, wait=wait).begun()


def chooser(rig: TableHarness) -> Seat:
    return next(seat for seat in range(3) if 9 in rig.state.hands[seat])


def others(rig: TableHarness) -> list[Seat]:
    return [seat for seat in range(3) if seat != chooser(rig)]


def closes(rig: TableHarness) -> Deadline:
    (due,) = deadlines(rig.table, TEMPO)
    assert due.what == "close"
    return due


def close(rig: TableHarness) -> list[table_events.AnyTableEvent]:
    rig.now = max(rig.now, closes(rig).at)
    return rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))


def seen(rig: TableHarness, seat: Seat | None) -> Any:
    """All that a viewer is told of the table."""
    eyes = ViewContext(seat, is_host=False, since=None)
    told = build_table_message(build_common_view(rig.table, Presence(frozenset(), 0), TEMPO), eyes, (), rig.now)
    return msgspec.json.decode(msgspec.json.encode(told))


def test_window_duration_does_not_depend_on_the_answers() -> None:
    rig = sealed()
    ends = closes(rig).at
    assert ends == rig.now + 3_000
    for seat in (chooser(rig), *others(rig)):
        rig.act(seat, SILENT)
        assert closes(rig).at == ends
    rig.proven()


def test_window_duration_follows_the_wait_setting_and_not_the_turn() -> None:
    rig = sealed(TimeControl(turn=60, reserve=0), wait=9)
    assert closes(rig).at == rig.now + 9_000


def test_answer_changes_only_the_message_of_its_own_seat() -> None:
    rig = sealed()
    seat = chooser(rig)
    before = {viewer: seen(rig, viewer) for viewer in (*others(rig), None)}
    assert seen(rig, seat)["hand"]["choices"]["total"] == 3
    written = rig.act(seat, Pledge(2))
    assert table_events.is_silent(written)
    assert before == {viewer: seen(rig, viewer) for viewer in (*others(rig), None)}
    assert seen(rig, seat)["hand"]["choices"] is None


def test_window_reveals_all_answers_together() -> None:
    rig = sealed()
    seat = chooser(rig)
    rig.act(seat, Pledge(2))
    rig.act(others(rig)[0], SILENT)
    assert not any(rig.state.pledged)
    close(rig)
    assert rig.state.pledges[seat] == 2
    assert rig.state.opened
    moves = rig.proven().require_running_hand().moves
    told = {move.seat: move.by for move in moves if move.seat >= 0}
    assert told == {seat: "player", others(rig)[0]: "player", others(rig)[1]: "window"}


def test_moves_of_a_window_do_not_reveal_who_chose() -> None:
    rig = sealed()
    rig.act(chooser(rig), Pledge(2))
    written = [fact for fact in close(rig) if isinstance(fact, table_events.MoveMade)]
    steps = [RecentMove(rig.table.edition, fact, hidden=True) for fact in written]
    assert [step.by for step in redacted_steps(rig.table.game, steps, ViewContext(None, is_host=False, since=0))] == [
        "window"
    ] * 3


def test_unanswered_choice_plays_the_fallback_without_a_missed_turn() -> None:
    rig = sealed()
    seat = chooser(rig)
    close(rig)
    assert rig.state.pledges[seat] == 0
    assert rig.table.chairs[seat].missed == 0


def test_second_answer_in_a_window_is_refused() -> None:
    rig = sealed()
    seat = chooser(rig)
    decision = rig.decision(seat) or 0
    rig.act(seat, Pledge(1))
    with pytest.raises(Conflict, match="not_asked"):
        rig.do(lambda draft: hand_commands.answer_decision(draft, seat, decision, Pledge(2), "player"))


def test_window_does_not_close_early() -> None:
    rig = sealed()
    for seat in range(3):
        rig.act(seat, SILENT)
    rig.now = closes(rig).at - 1
    with pytest.raises(Conflict):
        rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))
    rig.now += 1
    rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))
    with pytest.raises(Conflict):
        rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))


def test_window_without_a_clock_waits_for_seats_with_a_choice() -> None:
    rig = sealed(TimeControl(turn=0))
    assert deadlines(rig.table, TEMPO) == ()
    rig.now += 100_000
    with pytest.raises(Conflict):
        rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))
    rig.act(chooser(rig), Pledge(1))
    close(rig)
    assert rig.state.opened


def alone(pace: TimeControl | None = None) -> TableHarness:
    rig = TableHarness("toy/sealed", pace)
    rig.sit("ann")
    for _ in range(2):
        rig.do(lambda draft: table_commands.add_bot(draft, "ann", "steady", None))
    rig.ready("ann")
    rig.deal()
    return rig


def test_single_player_among_bots_has_the_full_turn_in_a_window() -> None:
    rig = alone()
    if chooser(rig) == 0:
        (due,) = deadlines(rig.table, TEMPO)
        assert (due.what, due.seat, due.at) == ("turn", 0, rig.now + 30_000)
        assert seen(rig, 0)["hand"]["acting"][0]["turn"] == 20_000
        rig.act(0, Pledge(1))
    else:
        bot = chooser(rig)
        (due,) = deadlines(rig.table, TEMPO)
        assert (due.what, due.seat, due.at) == ("think", bot, rig.now)
        rig.act(bot, Pledge(1), by="bot")
    assert closes(rig).at == rig.now + TEMPO.lies


def test_timeout_among_bots_counts_as_missed_when_the_window_closes() -> None:
    rig = alone()
    while chooser(rig) != 0:
        rig.play_by_clock()
        rig.ready("ann")
        rig.deal()
    (due,) = deadlines(rig.table, TEMPO)
    rig.now = due.at
    rig.do(lambda draft: hand_commands.expire_turn(draft, 0, due.decision))
    assert rig.table.chairs[0].missed == 0
    close(rig)
    assert rig.table.chairs[0].missed == 1
    rig.proven()


def test_window_waits_for_a_late_bot_answer() -> None:
    rig = alone()
    while chooser(rig) == 0:
        rig.play_by_clock()
        rig.ready("ann")
        rig.deal()
    rig.now += 60_000
    with pytest.raises(Conflict):
        rig.do(lambda draft: hand_commands.close_window(draft, TEMPO))
    rig.act(chooser(rig), Pledge(2), by="bot")
    close(rig)
    assert rig.state.opened


def test_window_is_extended_by_the_servers_downtime() -> None:
    rig = sealed()
    ends = closes(rig).at
    rig.act(chooser(rig), Pledge(1))
    rig.do(lambda draft: draft.record(table_events.ClocksResumed(5_000)))
    assert closes(rig).at == ends + 5_000
    rig.proven()


def test_quick_window_waits_only_for_seats_with_a_choice() -> None:
    rig = sealed(claims="quick")
    began, seat = rig.now, chooser(rig)
    (due,) = deadlines(rig.table, TEMPO)
    assert (due.what, due.seat, due.at) == ("turn", seat, began + 30_000)  # its turn and its reserve
    rig.now += 3000
    for other in others(rig):
        rig.act(other, SILENT)  # who has no choice may answer, and it changes nothing
        assert [due.what for due in deadlines(rig.table, TEMPO)] == ["turn"]
    rig.act(seat, Pledge(1))
    assert closes(rig).at <= rig.now
    assert [fact.seat for fact in close(rig) if isinstance(fact, table_events.MoveMade)] == [0, 1, 2]
    rig.proven()


def test_unanswered_quick_window_plays_the_fallback() -> None:
    rig = sealed(claims="quick")
    seat = chooser(rig)
    (due,) = deadlines(rig.table, TEMPO)
    rig.now = due.at
    rig.do(lambda draft: hand_commands.expire_turn(draft, seat, due.decision))
    moves = [fact for fact in close(rig) if isinstance(fact, table_events.MoveMade)]
    assert [move.action for move in moves] == [SILENT] * 3
    rig.proven()


def test_quick_window_does_not_reveal_who_answered() -> None:
    """That it lasts tells that somebody has a choice; not who, and not what is answered."""
    rig = sealed(claims="quick")
    first, second = others(rig)
    before = {viewer: seen(rig, viewer) for viewer in (None, first, second)}
    rig.act(first, SILENT)
    assert {viewer: seen(rig, viewer) for viewer in (None, second)} == {
        viewer: before[viewer] for viewer in (None, second)
    }
    told = seen(rig, None)
    assert told["hand"]["window"] == {"left": 0, "total": 0, "optional": False}
    assert all(asked["turn"] is None for asked in told["hand"]["acting"])


@pytest.mark.parametrize(("thinking", "most"), [("none", 0), ("brief", 600), ("usual", 2000), ("long", 4000)])
def test_thinking_time_of_bots_follows_the_setting(thinking: str, most: int) -> None:
    table = sealed().table
    told = delays_at(replace(table, setup=replace(table.setup, thinking=thinking)), TEMPO)
    assert (told.think_most, told.lies) == (most, TEMPO.lies)


@pytest.mark.parametrize(
    ("chairs", "hurries"),
    [
        ((Chair(player="a", program=True), Chair(player="b", program=True), Chair(bot="steady")), True),
        ((Chair(player="a", program=True), Chair(player="b"), Chair(bot="steady")), False),
        ((Chair(bot="steady"),) * 3, False),  # those whom the players have left
    ],
)
def test_delays_are_zero_where_only_bots_play(chairs: tuple[Chair, ...], hurries: bool) -> None:
    table = replace(sealed().table, chairs=chairs)
    pace = delays_at(table, TEMPO)
    assert (pace.deal, pace.think_most, pace.lies) == (
        (0, 0, 0) if hurries else (TEMPO.deal, TEMPO.think_most, TEMPO.lies)
    )
    assert (pace.beat, pace.reveal) == (TEMPO.beat, TEMPO.reveal)  # what hides, and what is waited for
