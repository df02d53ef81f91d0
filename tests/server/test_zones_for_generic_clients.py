"""Zones of cards are sent only to clients that have no layout for the family."""

from __future__ import annotations

from random import Random

import pytest

from paiju.core.game import Zone
from paiju.core.seats import Viewer
from paiju.games.registry import game, ruleset
from paiju.records import RecordedPlayer, new_record, record_hand
from paiju.server import wire
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables.hand_replay import replay_stored_hand
from paiju.server.app.tables.view_models import Presence, ViewContext, build_common_view, build_table_message
from paiju.server.domain.deadlines import TableDelays
from paiju.testing.hand_simulation import play_hand, random_deal, random_policy
from tests.server.table_harness import TableHarness


def shown(rig: TableHarness, seat: Viewer, *, plain: bool) -> wire.HandInfo:
    common = build_common_view(rig.table, Presence(frozenset(), 0), TableDelays(), plain=plain)
    told = build_table_message(common, ViewContext(seat, is_host=False, since=None), (), rig.now).hand
    assert told is not None
    return told


@pytest.mark.parametrize("seat", [0, 1, None])
def test_generic_client_gets_the_zones_of_its_view(seat: Viewer) -> None:
    rig = TableHarness("toy/sealed").begun()
    own = None if seat is None else tuple(map(str, rig.state.hands[seat]))
    assert shown(rig, seat, plain=True).zones == tuple(
        Zone.of("hand", at, own if at == seat else None, 3) for at in range(3)
    )
    assert shown(rig, seat, plain=False).zones == ()


def test_replay_has_zones_for_every_ruleset() -> None:
    rules, random = game("doudizhu/duel"), Random(2)
    match = rules.new_match()
    deal = random_deal(rules, match, random)
    moves = play_hand(rules, rules.start(match, deal), random_policy(random), random)
    hand = record_hand(rules, match, deal, tuple((move.seat, move.action) for move in moves))
    told = replay_stored_hand(
        StandardRegistry(),
        "T-1",
        new_record(ruleset("doudizhu/duel"), (RecordedPlayer("a"), RecordedPlayer("b")), (hand,)),
    )
    assert {zone.place for zone in told.zones} == {"bottom", "hand", "thrown", "played"}
    assert all(len(step.zones) == len(told.zones) for step in told.steps)
