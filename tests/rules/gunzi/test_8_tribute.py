"""GZ-8: tribute and giving back."""

import pytest

from paiju.games.gunzi.cards import size
from paiju.games.gunzi.events import BottomShown, BottomTaken, CardsGivenBack, TributeChosen, TributePaid, TrumpsFixed
from paiju.games.gunzi.match_progression import HandCount, judge_hand
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Burying, GivingBack, Paying
from paiju.games.gunzi.tribute_due import tribute_due
from tests.rules.gunzi.table import SIX, Table, cards, ended, later, table


def due(end: HandCount, rules: Rules = SIX) -> dict[int, int]:
    """The tribute due by seat."""
    found: dict[int, int] = {}
    for one in tribute_due(rules, end, judge_hand(rules, end)):
        found[one.seat] = found.get(one.seat, 0) + one.cards
    return found


# ---- how much


@pytest.mark.clause("GZ-8.2")
@pytest.mark.parametrize(
    ("points", "given"), [(90, 0), (85, 1), (80, 1), (75, 1), (70, 2), (60, 2), (45, 3), (5, 6), (0, 6)]
)
def test_a_team_below_90_gives_a_card_for_every_15_points_short_a_rest_counting_as_15(points: int, given: int) -> None:
    end = ended(banker=0, points=(200, points, 120))
    assert due(end) == ({4: given} if given else {})


@pytest.mark.clause("GZ-8.1", "GZ-8.2")
@pytest.mark.parametrize("banker", range(6))
def test_the_payers_are_the_two_seats_before_the_banker(banker: int) -> None:
    points = tuple(200 if team == banker % 3 else 60 for team in range(3))
    assert due(ended(banker=banker, points=points)) == {(banker - 1) % 6: 2, (banker - 2) % 6: 2}


@pytest.mark.clause("GZ-8.2")
def test_the_old_bankers_team_gives_none_for_few_points() -> None:
    assert due(ended(banker=0, points=(10, 150, 100))) == {}
    assert due(ended(banker=0, points=(10, 150, 60))) == {5: 2}


@pytest.mark.clause("GZ-8.3")
@pytest.mark.parametrize(("points", "given"), [(170, 0), (180, 0), (185, 1), (195, 1), (200, 2), (260, 6)])
def test_the_old_bankers_team_gives_a_card_for_every_15_above_170_a_rest_not_counting(points: int, given: int) -> None:
    """The new banker is seat 1; of the old banker's team, seat 0 is just before it."""
    assert due(ended(banker=0, points=(0, points, 100))) == ({0: given} if given else {})


@pytest.mark.clause("GZ-8.3")
def test_many_points_of_the_bankers_own_team_are_no_tribute() -> None:
    assert due(ended(banker=0, points=(200, 100, 100))) == {}


@pytest.mark.clause("GZ-8.4", "GZ-R7")
def test_a_team_that_dug_out_gives_none_for_few_points() -> None:
    stays = ended(banker=0, points=(200, 60, 60), digger=1)
    assert due(stays) == {5: 2}
    changed = ended(banker=0, points=(50, 60, 150), digger=1)
    assert due(changed) == {}
    assert due(changed, Rules(digger_exempt="bank_stays")) == {1: 2}
    assert due(stays, Rules(digger_exempt="bank_stays")) == {5: 2}


@pytest.mark.clause("GZ-8.5")
@pytest.mark.parametrize(
    ("bottom", "given"),
    [("Rj", {5: 1, 4: 1}), ("Bj", {5: 1}), ("Rj Bj", {5: 2, 4: 1}), ("Rj Rj Bj Bj", {5: 3, 4: 3})],
)
def test_buried_jokers_are_paid_by_both_if_the_banker_rose(bottom: str, given: dict[int, int]) -> None:
    assert due(ended(banker=0, points=(150, 100, 100), bottom=bottom)) == given


@pytest.mark.clause("GZ-8.5")
def test_buried_jokers_are_paid_by_the_old_bankers_team_if_the_new_one_dug_out() -> None:
    assert due(ended(banker=0, points=(50, 150, 100), bottom="Rj Bj", digger=1)) == {0: 3}


@pytest.mark.clause("GZ-8.5")
def test_otherwise_nobody_pays_for_jokers() -> None:
    assert due(ended(banker=0, points=(50, 150, 100), bottom="Rj Bj")) == {}
    assert due(ended(banker=0, points=(50, 150, 100), bottom="Rj Bj", digger=2)) == {}
    assert due(ended(banker=0, points=(50, 100, 100), bottom="Rj Bj", digger=2)) == {}


@pytest.mark.clause("GZ-8.1")
def test_no_tribute_in_the_first_hand_of_a_match() -> None:
    assert due(ended(banker=0, points=(400, 0, 0))) == {}
    assert judge_hand(SIX, ended(banker=0, points=(400, 0, 0))).match


def test_the_numbers_are_parameters() -> None:
    end = ended(banker=0, points=(0, 185, 60), digger=1, bottom="Rj Bj")
    assert due(end) == {5: 2, 0: 4}
    assert due(end, Rules(tribute_below=60)) == {0: 4}
    assert due(end, Rules(tribute_above=155)) == {5: 2, 0: 5}
    assert due(end, Rules(tribute_step=5)) == {5: 6, 0: 6}
    assert due(end, Rules(big_joker_tribute=4, small_joker_tribute=0)) == {5: 2, 0: 5}


# ---- paying


def paying(hands: list[str], tribute: tuple[int, ...], rules: Rules = SIX, bottom: str = "3h 3c 3d 4h 4c 4d") -> Table:
    """Seat 0 is banker at level 10 and has declared spades; seats 5 and 4 come before it."""
    match = later(levels=(10, 8, 9), tribute=tribute)
    return table(["Ts " + hands[0], *hands[1:]], bottom, match, rules).deal(1).do("0 show Ts").close()


HANDS = ["", "", "", "", "Rj Bj Bj 2s Td Tc 5h", "Rj Td Th 2h 2c 2d As"]


@pytest.mark.clause("GZ-8.1")
def test_both_payers_give_their_highest_cards_point_cards_left_out() -> None:
    one = paying(HANDS, (0, 0, 0, 0, 4, 2))
    assert one.phase == Paying((5, 4))
    assert one.asked() == (4, 5)
    assert one.legal(4) == ["pay 2s Bj Bj Rj"]
    assert one.refuses("4 pay Td Bj Bj Rj") == "not_the_highest"
    assert one.refuses("4 pay Bj Bj Rj") == "wrong_number"
    assert one.refuses("4 pay Bj Rj Rj Rj") == "not_held"


@pytest.mark.clause("GZ-8.1")
def test_of_equals_the_payer_chooses() -> None:
    one = paying(HANDS, (0, 0, 0, 0, 0, 3))
    assert one.phase == Paying((5,))
    assert one.legal(5) == ["pay 2h 2c Rj", "pay 2h 2d Rj", "pay 2c 2d Rj"]


@pytest.mark.clause("GZ-8.1")
def test_side_cards_of_equal_rank_are_equals_and_below_trumps() -> None:
    hands = ["", "", "", "", "", "3s Ah Ac Kd " + "5h 5c 5d Th Tc Td Kh Kc 5h 5c 5d Th Tc Td " * 2 + "Kh Kc Kd"]
    one = paying(hands, (0, 0, 0, 0, 0, 2))
    assert one.legal(5) == ["pay 3s Ah", "pay 3s Ac"]


@pytest.mark.clause("GZ-8.1")
def test_both_payers_give_at_the_same_time() -> None:
    one = paying(HANDS, (0, 0, 0, 0, 1, 1)).do("4 pay Rj")
    (event,) = [event for event in one.events if isinstance(event, TributeChosen)]
    assert one.game.redact(event, 5) == TributeChosen(4, None)
    assert one.game.redact(event, 4) == event
    assert one.seen(5).secret.sealed == (0, None)
    assert one.seen(4).secret.sealed == (0, cards("Rj"))
    assert one.asked() == (5,)
    one.do("5 pay Rj")
    (paid,) = [event for event in one.events if isinstance(event, TributePaid)]
    assert paid == TributePaid((5, 4), (cards("Rj"), cards("Rj")))
    assert one.seen(2).known[0] == cards("Ts Rj Rj 3h 3c 3d 4h 4c 4d") - cards("3h 3c 3d 4h 4c 4d")
    assert one.state.counts == (37, 35, 35, 35, 34, 34)


@pytest.mark.clause("GZ-8.1", "GZ-5.1")
def test_tribute_comes_after_trumps_are_fixed_and_before_the_bottom_is_shown_and_taken() -> None:
    one = paying(HANDS, (0, 0, 0, 0, 1, 1)).do("4 pay Rj", "5 pay Rj")
    one.finish()
    order = [type(event) for event in one.events]
    places = [order.index(kind) for kind in (TrumpsFixed, TributePaid, BottomShown, CardsGivenBack, BottomTaken)]
    assert places == sorted(places)


POOR = "5h 5c 5d Th Tc Td Kh Kc Kd " * 3 + "5h 5c 5d Th Tc Td Kh"


@pytest.mark.clause("GZ-8.6")
def test_what_a_payer_with_only_point_cards_left_cannot_give_is_waived() -> None:
    one = paying(["", "", "", "", "", POOR + " 3h"], (0, 0, 0, 0, 0, 3))
    assert one.legal(5) == ["pay 3h"]
    one.do("5 pay 3h")
    assert one.phase == GivingBack(((5, 1),))
    one.do("0 return 3h")
    assert one.is_at(Burying)


@pytest.mark.clause("GZ-8.6")
def test_who_has_nothing_but_point_cards_gives_nothing() -> None:
    one = paying(["", "", "", "", "", POOR + " Kc"], (0, 0, 0, 0, 0, 3))
    assert one.legal(5) == ["pay"]
    one.do("5 pay")
    assert one.is_at(Burying)
    assert one.state.match.tribute == (0, 0, 0, 0, 0, 3)


@pytest.mark.clause("GZ-8.7")
def test_the_banker_gives_back_as_many_cards_to_each_payer_before_taking_the_bottom() -> None:
    one = paying(HANDS, (0, 0, 0, 0, 2, 1)).do("5 pay Rj", "4 pay Rj Bj")
    assert one.phase == GivingBack(((5, 1), (4, 2)))
    assert one.refuses("0 return 3s 4s") in {"wrong_number", "not_held"}
    own = one.hand(0).split()[0]
    one.do(f"0 return {own}", "0 return Rj Rj")
    assert one.state.counts == (41, 35, 35, 35, 35, 35)
    assert size(one.state.known[4]) == 2
    assert one.seen(1).known[5] == cards(own)
    assert one.is_at(Burying)


@pytest.mark.clause("GZ-8.7", "GZ-R3")
def test_received_cards_may_be_given_back_unless_the_rules_say_otherwise() -> None:
    own = Rules(give_back="own")
    one = paying(["Rj", *HANDS[1:]], (0, 0, 0, 0, 1, 1), own).do("5 pay Rj", "4 pay Rj")
    assert one.refuses("0 return Rj Rj") == "wrong_number"
    one.do("0 return Rj")
    assert one.refuses("0 return Rj") == "not_your_own"
    assert "return Rj" not in one.legal(0)
    assert one.game.fallback(one.state, 0) in one.game.legal(one.state, 0)
