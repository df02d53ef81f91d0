"""Contributions to a deal are pledged by all before any is revealed, so that nobody can choose a deal by waiting."""

from __future__ import annotations

import pytest

from paiju.core.errors import Conflict
from paiju.core.fair_deal import commitment, draw_deal, hand_seed, substitute_contribution
from paiju.core.seats import Seat
from paiju.server.app.tables.hand_replay import read_record, to_finished_hand
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.deadlines import TableDelays, deadlines
from paiju.server.errors import Refusal
from tests.server.table_harness import TableHarness, part_of

TEMPO = TableDelays()


def pledged() -> TableHarness:
    """All have pledged, and nobody has opened anything."""
    rig = TableHarness()
    rig.sit("ann", "bob", "cat")
    rig.pledge("ann", "bob", "cat")
    return rig


def refused(rig: TableHarness, player: str, part: bytes) -> str:
    with pytest.raises(Refusal) as error:
        rig.do(lambda draft: hand_commands.reveal_contribution(draft, player, part.hex()))
    return error.value.code


def dealt_from(rig: TableHarness, *parts: bytes) -> bool:
    """Whether the hand follows from the secret and these parts."""
    hand = rig.table.require_running_hand()
    seed = hand_seed(bytes.fromhex(hand.seal.secret), "", hand.number, parts)
    deck = draw_deal(rig.table.game.deal_plan(hand.match), seed).deck
    rig.deal()
    return bool(rig.state.hands == tuple(tuple(sorted(deck[at : at + 3])) for at in (0, 3, 6)))


def test_no_contribution_is_revealed_before_all_are_pledged() -> None:
    rig = TableHarness()
    rig.sit("ann", "bob", "cat")
    rig.pledge("ann", "bob")
    assert refused(rig, "ann", part_of("ann")) == "nothing_to_reveal"
    assert [chair.contribution for chair in rig.table.chairs] == ["", "", ""]
    rig.pledge("cat")
    assert rig.phase() == "revealing"


def test_hand_is_dealt_when_the_last_contribution_is_revealed() -> None:
    rig = pledged()
    rig.reveal("cat", "ann")
    assert rig.phase() == "revealing"
    rig.reveal("bob")
    assert rig.phase() == "playing"
    assert dealt_from(rig, *map(part_of, ("ann", "bob", "cat")))


def test_only_the_pledged_contribution_is_revealed_and_only_once() -> None:
    rig = pledged()
    assert refused(rig, "ann", part_of("eve")) == "not_pledged"
    rig.reveal("ann")
    assert refused(rig, "ann", part_of("ann")) == "nothing_to_reveal"
    assert refused(rig, "eve", part_of("eve")) == "not_seated"


def test_late_contribution_is_replaced_and_recorded_as_such() -> None:
    rig = pledged()
    rig.reveal("ann", "cat")
    (due,) = deadlines(rig.table, TEMPO)
    assert (due.what, due.at) == ("reveal", rig.now + TEMPO.reveal)
    secret = bytes.fromhex(rig.table.seal.secret)
    rig.now = due.at
    rig.do(hand_commands.deal_hand)
    house = substitute_contribution(secret, "", 1, 1)
    assert dealt_from(rig, part_of("ann"), house, part_of("cat"))
    before = rig.table
    while rig.phase() == "playing":
        before = rig.table
        seat: Seat = rig.table.game.to_act(rig.state)[0]
        rig.act(seat, rig.table.game.legal(rig.state, seat)[-1])
    kept = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert kept is not None
    fair = read_record(rig.library, kept).hands[0].fair
    assert fair is not None
    assert fair.pledges == tuple(commitment(part_of(name)) for name in ("ann", "bob", "cat"))
    assert fair.seats_with_substituted_contribution == (1,)


def test_expired_reveal_deadline_does_not_deal_twice() -> None:
    rig = pledged()
    rig.reveal("ann", "bob", "cat")
    with pytest.raises(Conflict):
        rig.do(hand_commands.deal_hand)


def test_hand_without_pledges_is_dealt_at_once() -> None:
    rig = TableHarness()
    rig.sit("ann")
    happened = rig.do(lambda draft: table_commands.start_with_bots(draft, "ann", "toy", ""))
    assert [type(fact) for fact in happened[-2:]] == [table_events.RevealBegun, table_events.HandBegun]
    assert dealt_from(rig, b"", b"", b"")


def test_leaving_during_the_reveal_cancels_the_hand() -> None:
    rig = pledged()
    rig.reveal("ann")
    rig.do(lambda draft: table_commands.stand_up(draft, "bob"))
    assert rig.table.phase == "waiting"
    assert rig.table.chairs[1].is_vacant
    assert [(chair.ready, chair.pledge, chair.contribution) for chair in rig.table.chairs] == [(False, "", "")] * 3
    assert rig.table.hand is None
    rig.proven()


def test_contributions_of_a_cancelled_reveal_are_not_used() -> None:
    rig = pledged()
    before = rig.table.seal
    rig.do(lambda draft: table_commands.stand_up(draft, "bob"))
    assert rig.table.seal.number == before.number + 1
    assert rig.table.seal.secret != before.secret
    rig.sit("eve")
    rig.ready("ann", "eve", "cat")
    assert dealt_from(rig, *map(part_of, ("ann", "eve", "cat")))
    assert rig.table.require_running_hand().number == before.number + 1


def test_server_downtime_extends_the_reveal_deadline() -> None:
    rig = pledged()
    (before,) = deadlines(rig.table, TEMPO)
    rig.do(lambda draft: draft.record(table_events.ClocksResumed(5_000)))
    assert deadlines(rig.table, TEMPO)[0].at == before.at + 5_000
