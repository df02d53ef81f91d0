"""GZ-3: the cut, and dealing card by card."""

import pytest

from paiju.games.gunzi.cards import NAMES
from paiju.games.gunzi.events import CardDealt, CardsCut
from paiju.games.gunzi.phases.cutting import ROUNDS, cut_value
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Cut, Cutting, Dealing
from tests.rules.gunzi.table import SIX, later, table


@pytest.mark.clause("GZ-3.1", "GZ-R5")
def test_what_a_cut_card_counts() -> None:
    worth = {name: cut_value(SIX, NAMES.index(name)) for name in ("Rj", "Bj", "Ah", "2s", "9c", "Td", "Jd", "Qs", "Kh")}
    assert worth == {"Rj": 0, "Bj": 0, "Ah": 1, "2s": 2, "9c": 9, "Td": 10, "Jd": 10, "Qs": 10, "Kh": 10}


@pytest.mark.clause("GZ-R5")
def test_an_ace_may_count_eleven() -> None:
    one = table(rules=Rules(cut_ace=11), cuts="Ks Ah 3s 4s 5s 6s").deal(1)
    assert one.state.first == 1


@pytest.mark.clause("GZ-3.1")
def test_the_highest_cut_is_first() -> None:
    one = table(cuts="3s 4h Rj 9d Ac 2s").deal(1)
    assert one.state.first == 3
    assert one.state.phase == Dealing()
    assert one.state.secret.cuts == ()


@pytest.mark.clause("GZ-3.1")
def test_ties_cut_again_among_themselves() -> None:
    one = table(cuts="Js 4h Qh 9d Ac Kc" + " As 9s 5s 9s 9s 5h" + " 9s 9s 2s 9s 9s 3s").deal(1)
    assert one.state.phase == Cutting((0, 2, 5))
    one.deal(1)
    assert one.state.phase == Cutting((2, 5))
    one.deal(1)
    assert one.state.first == 5
    cuts = [Cut(event.seats, event.cards, event.best) for event in one.events if isinstance(event, CardsCut)]
    assert [cut.seats for cut in cuts] == [(0, 1, 2, 3, 4, 5), (0, 2, 5), (2, 5)]
    assert one.state.cut == tuple(cuts)


@pytest.mark.clause("GZ-3.1")
def test_after_the_last_draw_the_first_of_those_still_tied_is_first() -> None:
    one = table(cuts="2s Ks Qs Js 3s 4s " * ROUNDS).deal(ROUNDS)
    assert one.state.first == 1
    assert [event.best for event in one.state.cut] == [(1, 2, 3)] * (ROUNDS - 1) + [(1,)]


@pytest.mark.clause("GZ-3.1")
def test_cards_are_dealt_one_by_one_from_the_first_player_on() -> None:
    one = table(["3s", "4s", "5s", "6s", "7s", "8s"], first=4).deal(7)
    dealt = [(event.seat, event.card and event.card.text()) for event in one.events if isinstance(event, CardDealt)]
    assert [seat for seat, _ in dealt] == [4, 5, 0, 1, 2, 3, 4]
    assert [card for _, card in dealt[:6]] == ["7s", "8s", "3s", "4s", "5s", "6s"]


@pytest.mark.clause("GZ-3.1")
def test_later_hands_are_dealt_from_the_banker_without_a_cut() -> None:
    one = table(match=later(banker=3)).deal(2)
    assert [event.seat for event in one.events if isinstance(event, CardDealt)] == [3, 4]
    assert one.game.deal_plan(later(banker=3)).draws == ()


@pytest.mark.clause("GZ-3.2")
def test_who_holds_a_level_card_may_declare_while_cards_are_dealt() -> None:
    one = table(["7s", "3s", "3h 7d"], match=later()).deal(1)
    assert one.asked() == (-1,)
    assert one.game.may_act(one.state) == (0,)
    assert one.legal(0) == ["show 7s"]
    assert one.legal(1) == []
    one.do("0 show 7s").deal(11)
    assert one.game.may_act(one.state) == ()


@pytest.mark.clause("GZ-3.2")
def test_a_card_is_dealt_to_its_owner_alone() -> None:
    one = table(["3s", "4s"], match=later()).deal(1)
    (event,) = one.events
    assert one.game.redact(event, 0) == event
    assert one.game.redact(event, 1) == CardDealt(0, None)
    assert one.game.redact(event, None) == CardDealt(0, None)
    assert one.seen(1).secret.hands == (None, 0, None, None, None, None)
    assert one.seen(1).counts == (1, 0, 0, 0, 0, 0)
