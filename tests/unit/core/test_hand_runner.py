"""Which seats are asked in a hand and in which order, with the toy game, whose seats may act during the deal."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from paiju.bots.base import SeatedBot, make_bot_asker, play_random
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import (
    SeatDecision,
    next_action,
    order_asking_only,
    pending_decisions,
    possible_predeal_answers,
    predeal_question_state,
    run_hand,
)
from paiju.core.seats import DEALER
from tests.server.toy import RULESETS, DealOut, Play, Pledge, Shout, Toy

GAME = Toy(RULESETS["toy/loud"].rules)


def start() -> Any:
    match = GAME.new_match()
    return GAME.start(match, draw_deal(GAME.deal_plan(match), b"run"))


def dealt(packets: int) -> Any:
    state = start()
    for _ in range(packets):
        state = GAME.step(state, DEALER, DealOut()).state
    return state


class Loud:
    """Shouts as soon as it may, and plays at random."""

    def __call__(self, *given: Any) -> Any:
        return play_random(*given)

    def act_unasked(self, game: Any, view: Any, seat: int, legal: Any, random: Random) -> Any:
        assert view == game.view(view, seat)
        return legal[0]


def seated(*bots: Any) -> dict[int, SeatedBot]:
    return {seat: SeatedBot(bot, Random(seat)) for seat, bot in enumerate(bots) if bot is not None}


def test_seats_that_may_act_are_asked_before_the_dealer() -> None:
    assert [*pending_decisions(GAME, dealt(2))] == [
        SeatDecision(0, must=False),
        SeatDecision(1, must=False),
        SeatDecision(DEALER, must=True),
    ]


def test_only_seats_that_must_act_are_asked() -> None:
    assert [*pending_decisions(GAME, dealt(3))] == [SeatDecision(seat, must=True) for seat in range(3)]


def test_only_the_named_seats_are_asked() -> None:
    assert [*order_asking_only((1,))(GAME, dealt(2))] == [SeatDecision(1, must=False), SeatDecision(DEALER, must=True)]
    assert [*order_asking_only((0, 2))(GAME, dealt(3))] == [SeatDecision(0, must=True), SeatDecision(2, must=True)]


def test_without_named_seats_only_the_dealer_is_asked() -> None:
    assert [*order_asking_only(())(GAME, dealt(2))] == [SeatDecision(DEALER, must=True)]
    assert [*order_asking_only(())(GAME, dealt(3))] == []


def test_the_first_seat_that_answers_acts() -> None:
    state = dealt(2)
    assert next_action(GAME, state, make_bot_asker(GAME, seated(play_random, Loud(), Loud()))) == (1, Shout())
    assert next_action(GAME, state, make_bot_asker(GAME, seated(play_random))) == (DEALER, DealOut())


def test_a_bot_is_given_what_its_seat_sees() -> None:
    given: list[Any] = []

    def watchful(game: Any, view: Any, seat: int, legal: Any, random: Random) -> Any:
        given.append(view)
        return legal[0]

    state = dealt(3)
    next_action(GAME, state, make_bot_asker(GAME, seated(watchful)))
    assert given == [GAME.view(state, 0)]


def test_a_hand_runs_to_its_end() -> None:
    moves = [*run_hand(GAME, start(), make_bot_asker(GAME, seated(Loud(), play_random, play_random)))]
    assert [(move.seat, move.action) for move in moves[:3]] == [(DEALER, DealOut()), (0, Shout()), (DEALER, DealOut())]
    assert [type(move.action) for move in moves].count(Pledge) == 3
    assert [type(move.action) for move in moves].count(Play) == 9
    assert all(one.step.state is two.before for one, two in pairwise(moves))
    assert GAME.outcome(moves[-1].step.state) is not None


def test_the_run_stops_when_no_bot_acts() -> None:
    moves = [*run_hand(GAME, start(), make_bot_asker(GAME, seated(None, play_random, play_random)))]
    end = moves[-1].step.state
    assert GAME.outcome(end) is None
    assert GAME.to_act(end) == (0,)


def test_the_order_of_asking_can_be_changed() -> None:
    def last_first(game: Any, state: Any) -> Any:
        return reversed([*pending_decisions(game, state)])

    ask = make_bot_asker(GAME, seated(play_random, play_random, play_random))
    moves = [*run_hand(GAME, dealt(3), ask, last_first)]
    assert [move.seat for move in moves[:3]] == [2, 1, 0]


@pytest.mark.parametrize("packets", range(4))
def test_a_hand_goes_on_from_any_state(packets: int) -> None:
    ask = make_bot_asker(GAME, seated(play_random, play_random, play_random))
    assert len([*run_hand(GAME, dealt(packets), ask)]) == 15 - packets


def test_predeal_questions_and_answers_are_found() -> None:
    early = Toy(RULESETS["toy/early"].rules)
    state = predeal_question_state(early)
    assert state is not None
    assert early.to_act(state) == (0, 1, 2)
    assert possible_predeal_answers(early) == (Pledge(1), Pledge(2))


def test_games_have_no_predeal_question_by_default() -> None:
    assert predeal_question_state(GAME) is None
    assert possible_predeal_answers(GAME) == ()
