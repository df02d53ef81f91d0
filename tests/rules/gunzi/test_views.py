"""Views of a hand, imagined states, and the action taken for a seat whose time ran out."""

from random import Random

import pytest

from paiju.core.errors import IllegalAction
from paiju.core.seats import DEALER
from paiju.games.gunzi.actions import Bury, Deal, Pass, Play
from paiju.games.gunzi.card_choices import Choices, shapes_of_size
from paiju.games.gunzi.cards import JOKERS, POINT_CARDS, Cards, contains, intersection, size
from paiju.games.gunzi.state import BuryingJokers, Playing, TakingBack
from tests.rules.gunzi.table import cards, check_cards, later, playing, table

LOW = "Kh Kc 3d 4h 4c 4d"


def test_another_hand_is_hidden_and_asking_for_it_is_refused() -> None:
    one = table(["3s"], match=later()).deal(1)
    with pytest.raises(IllegalAction, match="hidden_hand"):
        one.seen(1).hand(0)


def test_an_imagined_state_may_bury_a_card_seen_with_the_banker() -> None:
    one = table(["7s"], LOW, later()).deal(1).do("0 show 7s").close().do("0 bury " + LOW)
    assert one.seen(3).known[0] == cards("7s " + LOW)
    bottoms, buried = set(), 0
    for seed in range(40):
        other = one.game.determinize(one.state, 3, Random(seed))
        assert one.game.view(other, 3) == one.seen(3)
        check_cards(other)
        bottom = other.secret.bottom or Cards()
        assert size(bottom & POINT_CARDS) == 2
        assert not bottom & JOKERS
        bottoms.add(bottom)
        buried += not contains(other.hand(0), cards(LOW))
    assert len(bottoms) > 30
    assert buried > 10
    seen = {size(intersection(bottom, cards(LOW))) for bottom in bottoms}
    assert min(seen) < 2 < max(seen)
    assert one.game.determinize(one.state, 0, Random(1)).secret.bottom == cards(LOW)


def test_imagined_hands_respect_suits_that_a_seat_lacks() -> None:
    one = table(["7s 3h", "", "", "", "", ""], LOW, later()).deal(1).do("0 show 7s").close().finish()
    assert one.outcome.points
    again = table(["7s"], LOW, later()).deal(1).do("0 show 7s").close()
    game, state, random = again.game, again.state, Random(5)
    while seats := game.to_act(state):
        if isinstance(state.phase, Playing) and sum(state.counts) % 18 == 0:
            for viewer in (None, 0, 2):
                other = game.determinize(state, viewer, random)
                check_cards(other)
        legal = game.legal(state, seats[0])
        state = game.step(state, seats[0], legal[random.randrange(len(legal))]).state


def test_timeout_action_costs_as_little_as_possible() -> None:
    one = playing(["Kh 3s 5c Jc Ah", "Kh 3h 5h", "Jh Jh Kh", "Kc 3c 3s", "", ""], played=Cards())
    assert one.game.fallback(one.state, 0) == Play(cards("Jc"))
    one.do("0 play Ah")
    assert one.game.fallback(one.state, 1) == Play(cards("3h"))
    one.do("1 play 3h", "2 play Jh")
    assert one.game.fallback(one.state, 3) == Play(cards("3c"))


def test_timeout_action_declares_nothing_and_buries_no_joker() -> None:
    one = table(["7s Rj", "Bj Rj"], LOW, later()).deal_out()
    assert one.game.fallback(one.state, 0) == Pass()
    one.do("0 show 7s").close()
    before = one.state
    one.finish()
    assert before.phase != one.phase
    assert not one.state.secret.hands[0]
    assert one.game.fallback(table().state, DEALER) == Deal()
    with pytest.raises(IllegalAction, match="not_your_turn"):
        one.game.fallback(one.state, 0)
    with pytest.raises(IllegalAction, match="hand_is_over"):
        one.game.check(one.state, 0, Pass())


def test_timeout_action_takes_back_the_first_of_equals() -> None:
    one = table(["7s", "Bj"], "3h 3c 4d 4d 4c Kc", later()).deal(1).do("0 show 7s").close()
    one.do("0 bury 3h 3c 4d 4d 4c Kc")
    assert one.is_at(BuryingJokers)
    assert one.game.fallback(one.state, 1) == Pass()
    one.do("1 bury Bj")
    assert one.is_at(TakingBack)
    assert one.game.fallback(one.state, 1) == one.game.legal(one.state, 1)[0]


# ---- choices that are not listed


def test_choices_are_counted_indexed_and_compared_without_a_list() -> None:
    hand = cards("3s 3s 3s 4s 4s 5s 6h Rj")
    some = Choices(Play, hand, shapes_of_size(3))
    listed = list(some)
    assert len(some) == len(listed) == len(set(listed))
    assert some[-1] == listed[-1]
    assert some[1:4] == listed[1:4]
    assert listed[2] in some
    assert Play(cards("3s 3s 7h")) not in some
    others: list[object] = [Pass(), Bury(cards("3s 3s 3s")), 5]
    assert not any(other in some for other in others)
    assert some == Choices(Play, hand, shapes_of_size(3))
    assert some != Choices(Play, hand, shapes_of_size(2))
    assert some != listed
    assert len({some, Choices(Play, hand, shapes_of_size(3))}) == 1
    assert "3s 3s 3s 4s 4s 5s 6h Rj" in repr(some)
    with pytest.raises(IndexError):
        some[len(some)]


def test_millions_of_choices_are_handled_without_delay() -> None:
    hand = Cards(sum(1 << 4 * kind for kind in range(41)))
    some = Choices(Play, hand, shapes_of_size(6))
    assert len(some) == 4_496_388
    assert size(some[3_141_592].cards) == 6
    assert some[3_141_592] in some


def test_the_coming_cut_is_redrawn_in_an_imagined_state() -> None:
    one = table(cuts="2s Ks Qs Js 3s 4s")
    for state in (one.state, one.deal(1).state):
        other = one.game.determinize(state, 2, Random(1))
        assert one.game.view(other, 2) == one.game.view(state, 2)
        assert len(other.secret.cuts or ()) == len(state.secret.cuts or ())
        assert other.secret.cuts != state.secret.cuts
