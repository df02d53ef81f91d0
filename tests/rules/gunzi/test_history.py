"""The history of a hand of Gunzi: the public actions of the seats in order."""

from __future__ import annotations

import pytest

from paiju.games.gunzi.actions import Bury, Declare, GiveBack, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.state import Paying
from tests.rules.gunzi.table import Table, cards, later, playing, table

LOW = "3h 3c 3d 4h 4c 4d"


def history(one: Table) -> list[tuple[int, object]]:
    return [(past.seat, past.action) for past in one.state.history]


@pytest.mark.clause("GZ-4.3", "GZ-4.4")
def test_history_lists_declarations_and_passes() -> None:
    one = table(["7s", "7h 7h", "Bj Bj Bj"], match=later()).rounds(3)
    one.do("0 show 7s", "1 show 7h 7h").do(f"2 {one.legal(2)[0]}").deal_out()
    seat = one.asked()[0]
    one.do(f"{seat} pass")
    shown = [(0, Declare(cards("7s"))), (1, Declare(cards("7h 7h"))), (2, Declare(cards("Bj Bj Bj"), "s"))]
    assert history(one) == [*shown, (seat, Pass())]
    assert one.seen(5).history == one.state.history


@pytest.mark.clause("GZ-8.1", "GZ-8.7")
def test_tribute_appears_in_the_history_when_it_is_opened() -> None:
    match = later(tribute=(0, 0, 0, 0, 1, 2))
    one = table(["7s", "", "", "", "Rj", "Ad Ad"], match=match).deal(1).do("0 show 7s").close()
    assert isinstance(one.phase, Paying)
    before = history(one)
    one.act(4, one.game.legal(one.state, 4)[0])
    assert history(one) == before
    one.act(5, one.game.legal(one.state, 5)[0])
    paid = history(one)[len(before) :]
    assert paid == [(5, Pay(one.state.paid.cards[0])), (4, Pay(one.state.paid.cards[1]))]  # type: ignore[union-attr]
    given = one.game.fallback(one.state, 0)
    one.act(0, given)
    assert isinstance(given, GiveBack)
    assert history(one)[len(before) + 2 :] == [(0, given)]


@pytest.mark.clause("GZ-5.2", "GZ-5.4")
def test_history_shows_buried_jokers_but_not_the_cards_buried_by_the_banker() -> None:
    one = table(["7s", "Bj"], LOW, later()).deal(1).do("0 show 7s").close()
    before = history(one)
    one.do("0 bury " + LOW)
    assert history(one) == before
    one.do("1 bury Bj", "1 take 3h")
    assert history(one)[len(before) :] == [(1, Bury(cards("Bj"))), (1, TakeBack(cards("3h")))]
    one.do("2 pass")
    assert history(one)[len(before) + 2 :] == [(2, Pass())]


@pytest.mark.clause("GZ-6.1")
def test_history_lists_plays() -> None:
    one = playing(["Ah", "3h", "4h", "5h", "6h", "8h"])
    one.do("0 play Ah", "1 play 3h", "2 play 4h")
    assert history(one) == [(0, Play(cards("Ah"))), (1, Play(cards("3h"))), (2, Play(cards("4h")))]
