"""The steady bot of Gunzi: its choices in simple positions, their legality, and that it beats the random bot."""

import sys
from random import Random
from types import FrameType

import pytest

from paiju.bots.base import SeatedBot, make_bot_asker, play_random
from paiju.bots.gunzi import choose
from paiju.core.hand_runner import run_hand
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Bury, Declare, GiveBack, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.cards import POINT_CARDS, Cards, count_of
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import GunziMatch, State
from paiju.testing import random_deal
from tests.rules.gunzi.table import SIX, Table, cards, later, playing, table
from tests.rules.gunzi.test_5_bottom import LOW, burying
from tests.rules.gunzi.test_8_tribute import HANDS, paying

GAME = Gunzi(SIX)
POINTS = "5h 5c 5d Th Tc Td Kh Kc Kd " * 3
"""Cards that are no tribute."""


def steady(one: Table, seat: Seat) -> object:
    view = one.seen(seat)
    return choose(one.game, view, seat, one.game.legal(view, seat), Random(1))


LONG = "7s 3s 3s 4s 4s 6s 6s 8s 8s 9s 9s Js Js Qs"


def test_bot_declares_only_a_long_suit() -> None:
    one = table([LONG, "7h"], match=later()).rounds(14)
    view = one.seen(0)
    assert choose.act_unasked(one.game, view, 0, one.game.legal(view, 0), Random(1)) == Declare(cards("7s"))
    view = one.seen(1)
    assert choose.act_unasked(one.game, view, 1, one.game.legal(view, 1), Random(1)) is None
    one.deal_out()
    assert steady(one, 0) == Declare(cards("7s"))
    assert steady(one, 1) == Pass()


def test_bot_takes_the_bank_of_a_first_hand() -> None:
    one = table(["Rj"]).rounds(1)
    view = one.seen(0)
    assert choose.act_unasked(one.game, view, 0, one.game.legal(view, 0), Random(1)) == Declare(cards("Rj"))
    assert choose.act_unasked(one.game, one.do("0 show Rj").seen(1), 1, (), Random(1)) is None


def test_bot_avoids_burying_points_and_trumps() -> None:
    one = table([LONG + " Kh 5c"], match=later()).deal(6).do("0 show 7s").close()
    answer = steady(one, 0)
    assert isinstance(answer, Bury)
    assert not answer.cards & POINT_CARDS
    assert not answer.cards & one.state.trumps.masks[4]


def test_bot_feeds_points_only_to_a_partner_who_takes_the_trick() -> None:
    one = playing(["3c", "Ah 3c", "3h 3d", "4h 3d", "Th 4h 9c", "6h 9c"], match=later(banker=1))
    one.do("1 play Ah", "2 play 3h", "3 play 4h")
    assert steady(one, 4) == Play(cards("Th"))
    other = playing(["3c", "3h 3c", "Ah 3d", "4h 3d", "Th 4h 9c", "6h 9c"], match=later(banker=1))
    other.do("1 play 3h", "2 play Ah", "3 play 4h")
    assert steady(other, 4) == Play(cards("4h"))


def test_bot_ruffs_tricks_with_points() -> None:
    hands = ["Kh 3c 3c", "Th 4c 4c", "Ah 6c 6c", "3s 4s 8c", "5h 4d 4d", "Kh 3d 3d"]
    one = playing(hands).do("0 play Kh", "1 play Th", "2 play Ah")
    assert steady(one, 3) == Play(cards("3s"))


def test_bot_takes_the_last_trick_if_it_can() -> None:
    one = playing(["3h", "4h", "6h", "8h", "9h", "Rj"], call="s")
    one.do("0 play 3h", "1 play 4h", "2 play 6h", "3 play 8h", "4 play 9h")
    assert steady(one, 5) == Play(cards("Rj"))


def test_bot_keeps_the_highest_trump_for_the_last_trick() -> None:
    """It neither leads with it nor ruffs with it, when another card is left."""
    hands = ["Rj 3c", "3h 4c", "4h 4c", "6h 6c", "4h 6d", "6h 3d"]
    assert steady(playing(hands), 0) == Play(cards("3c"))
    hands = ["Kh 3c", "Th 4c", "Ah 6c", "3s 8c", "5h 4d", "Kh 3d"]
    assert steady(playing(hands).do("0 play Kh", "1 play Th", "2 play Ah"), 3) == Play(cards("8c"))


def test_bot_leads_the_highest_trump_when_it_has_two() -> None:
    hands = ["Rj Rj", "3h 4c", "4h 4c", "6h 6c", "4h 6d", "6h 3d"]
    assert steady(playing(hands), 0) == Play(cards("Rj Rj"))


def buried(one: Table, seat: Seat) -> str:
    answer = steady(one, seat)
    assert isinstance(answer, Bury | Pass)
    return one.game.format_action(answer)


def test_bot_buries_jokers_only_when_the_bottom_is_safe() -> None:
    assert buried(burying(["Rj Rj Rj Rj"]), 0).count("Rj") == 3
    assert "j" not in buried(burying(["Rj Bj"]), 0)
    assert buried(burying(["", "Rj Rj Rj Rj"]).do(f"0 bury {LOW}"), 1) == "bury Rj Rj Rj"
    assert buried(burying(["", "Rj Bj"]).do(f"0 bury {LOW}"), 1) == "pass"


def test_bot_takes_back_cards_that_make_a_set() -> None:
    one = burying(["", "Rj Rj Rj Rj 3d 3d 3d", "3h 3h 3h", "3c 3c 3c"]).do(f"0 bury {LOW}", "1 bury Rj")
    held = {kind: count_of(one.state.hand(1), kind) for kind in cards("3h 3c 3d").kinds()}
    assert len(set(held.values())) > 1
    answer = steady(one, 1)
    assert isinstance(answer, TakeBack)
    assert held[next(answer.cards.kinds())] == max(held.values())


def test_bot_pays_tribute_with_single_cards() -> None:
    one = paying(["", "", "", "", "", "Rj 3s Ah Ah Ac Ad Ad 5h " + POINTS], (0, 0, 0, 0, 0, 3))
    assert [one.legal(5)[at] for at in (0, -1)] == ["pay 3s Ah Rj", "pay 3s Ad Rj"]
    answer = steady(one, 5)
    assert isinstance(answer, Pay)
    assert answer.cards == cards("3s Ac Rj")


def test_bot_gives_back_its_own_cards_where_it_must() -> None:
    """What it parts with is the least it may, and not the first of all ways."""
    rules = Rules(give_back="own")
    one = paying(HANDS, (0, 0, 0, 0, 2, 2), rules).do("4 pay Rj Bj", "5 pay Rj 2h")
    answer = steady(one, 0)
    assert isinstance(answer, GiveBack)
    assert answer in one.game.legal(one.seen(0), 0)
    assert not answer.cards & (POINT_CARDS | one.state.trumps.masks[4])


def play(match: GunziMatch, seats: set[Seat], random: Random) -> State:
    """A hand in which these seats are steady and the others play at random."""
    state = GAME.start(match, random_deal(GAME, match, random))
    bots = {seat: SeatedBot(choose if seat in seats else play_random, random) for seat in range(6)}
    for move in run_hand(GAME, state, make_bot_asker(GAME, bots)):
        GAME.check(move.before, move.seat, move.action)
        state = move.step.state
    return state


def test_bot_actions_are_legal() -> None:
    random = Random(4)
    match = GAME.new_match()
    for _ in range(3):
        end = play(match, set(range(6)), random)
        match = GAME.next_hand(match, end)
    assert match.hand == 3
    tributes = GunziMatch(levels=(5, 6, 7), banker=2, tribute=(3, 4, 0, 0, 0, 0))
    assert GAME.outcome(play(tributes, set(range(6)), random)) is not None


@pytest.mark.sim
def test_a_steady_team_beats_two_random_teams() -> None:
    random = Random(9)
    won = taken = 0
    for deal in range(18):
        team = deal % 3
        end = play(GAME.new_match(), {team, team + 3}, random)
        outcome = GAME.outcome(end)
        assert outcome is not None
        won += team in outcome.winners
        taken += end.points[team]
    assert won >= 15
    assert taken / 18 > 200


def test_bot_decides_on_a_hand_with_many_straights_in_few_calls() -> None:
    """The hand has eight ranks of two suits, each card twice: a search of all its divisions would take long."""
    one = playing([" ".join(["3s 4s 6s 8s 9s Js Qs As 3h 4h 6h 8h 9h Jh Qh Ah"] * 2)] + [""] * 5, played=Cards())
    calls = 0

    def count(_frame: FrameType, event: str, _called: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        steady(one, 0)
    finally:
        sys.setprofile(None)
    assert 0 < calls < 20_000
