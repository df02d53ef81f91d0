"""The history of a hand of Dou Dizhu: bids, answers, plays and passes in order."""

from __future__ import annotations

import pytest

from paiju.core.codec import from_json, to_json
from paiju.core.history import PastAction
from paiju.games.doudizhu.actions import PASS, Play
from paiju.games.doudizhu.cards import Cards
from paiju.games.doudizhu.state import State
from tests.rules.doudizhu.table import Table, auction, called, combo, dealt, playing, rules_of


def history(table: Table) -> list[str]:
    """Return the history as lines that ``Table.do`` takes."""
    return [f"{past.seat} {table.game.format_action(past.action)}" for past in table.state.history]


@pytest.mark.clause("DDZ-3.1", "DDZ-3.2")
def test_history_lists_bids_and_passes_of_the_auction() -> None:
    table = auction(rules_of("classic"))
    lines = ["0 bid 0", "1 bid 1", "2 bid 0", "0 bid 3"]
    assert history(table.do(*lines)) == lines


@pytest.mark.clause("DDZ-3.6")
def test_history_lists_kicks_and_kicks_back() -> None:
    lines = ["0 bid 3", "1 no-kick", "2 kick", "0 kick-back"]
    assert history(auction(rules_of("kick"), first=0).do(*lines)) == lines
    declined = [*lines[:3], "0 no-kick-back"]
    assert history(auction(rules_of("kick"), first=0).do(*declined)) == declined


@pytest.mark.clause("DDZ-3.7")
def test_history_lists_calls_and_robberies() -> None:
    table = auction(rules_of("happy"), first=0)
    lines = ["0 no-call", "1 call", "0 rob", "2 no-rob", "1 rob"]
    table.do(*lines[:2])
    for line in lines[2:]:
        seat, _, word = line.partition(" ")
        if table.to_act == (int(seat),):
            table.do(f"{seat} {word}")
    assert history(table)[:2] == lines[:2]
    assert {line.split()[1] for line in history(table)[2:]} <= {"rob", "no-rob"}
    assert len(history(table)) > 2


@pytest.mark.clause("DDZ-7.7")
def test_opened_hands_appear_when_all_have_chosen() -> None:
    table = dealt(rules_of("happy"), first=0).do("2 open", "0 open")
    assert history(table) == []
    assert history(table.do("1 no-open")) == ["0 open", "2 open"]


@pytest.mark.clause("DDZ-7.8")
def test_doubles_appear_when_all_have_chosen() -> None:
    table = dealt(rules_of("happy", super_double=True, redouble=True), first=0).stay_closed().do("0 call")
    while table.to_act != (0, 1, 2):
        table.do(f"{table.to_act[0]} {'no-open' if 'no-open' in table.legal(table.to_act[0]) else 'no-rob'}")
    before = history(table)
    table.do("2 super-double", "1 double")
    assert history(table) == before
    table.do("0 no-double")
    assert history(table)[len(before) :] == ["1 double", "2 super-double"]
    table.do("0 redouble")
    assert history(table)[len(before) + 2 :] == ["0 redouble"]


@pytest.mark.clause("DDZ-6.1")
def test_history_lists_plays_with_their_cards_and_passes() -> None:
    table = playing(rules_of("qq"), ["3346", "557", "8879"]).do("0 33", "1 55", "2 88", "0 pass", "1 pass")
    assert table.state.history[:1] == (PastAction(0, Play(combo("33"), Cards.parse("3s3h"))),)
    assert table.state.history[3:] == (PastAction(0, PASS), PastAction(1, PASS))
    assert [past.seat for past in table.state.history] == [0, 1, 2, 0, 1]


@pytest.mark.clause("DDZ-7.10")
def test_history_does_not_contain_thrown_cards() -> None:
    table = called("discard")
    before = history(table)
    while "throw" in (word := table.legal(table.to_act[0])[0]).split()[0]:
        table.do(f"{table.to_act[0]} {word}")
    assert history(table) == before


def test_every_viewer_sees_the_history() -> None:
    table = playing(rules_of("qq"), ["3346", "557", "88"]).do("0 33", "1 pass")
    for viewer in (None, 0, 1, 2):
        assert table.seen(viewer).history == table.state.history


def test_a_stored_state_without_history_can_still_be_read() -> None:
    state = playing(rules_of("qq"), ["3346", "557", "88"]).state
    stored = to_json(state)
    assert stored.endswith(b',"history":[]}')
    assert from_json(stored.removesuffix(b',"history":[]}') + b"}", State) == state
