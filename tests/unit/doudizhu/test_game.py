"""Small functions of the Dou Dizhu game contract, and internal errors."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.core.fair_deal import draw_deal
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import DEALER
from paiju.games.doudizhu.actions import GO_ON, PASS
from paiju.games.doudizhu.cards import NO_CARDS, card_list
from paiju.games.doudizhu.phases import PHASES
from paiju.games.doudizhu.state import Automatic, Bidding, Dealing, Over
from tests.rules.doudizhu.table import auction, deal_of, dealt, game, playing, rules_of


def test_the_dealer_deals_until_a_seat_must_act() -> None:
    g = game("qq")
    state = g.start(g.new_match(), deal_of(rules_of("qq")))
    assert state.phase == Dealing(0)
    assert g.to_act(state) == (DEALER,)
    assert g.legal(state, DEALER) == (GO_ON,)
    assert g.fallback(state, DEALER) == GO_ON
    assert g.legal(state, 0) == ()
    state, events = g.run_dealer(state)
    assert isinstance(state.phase, Bidding)
    assert len(events) == 3
    assert g.run_dealer(state).events == ()


def test_act_checks_the_action_and_decide_returns_its_events() -> None:
    table = auction(rules_of("qq"))
    action = table.game.parse_action("bid 2")
    assert table.game.decide(table.state, 0, action) == table.game.act(table.state, 0, action).events
    assert table.game.preview(table.state, 0, "bid 2") == (action,)
    assert table.game.may_act(table.state) == ()
    assert table.game.hand_hints(table.seen(0), 0) is None


@pytest.mark.parametrize(
    ("name", "fallbacks"),
    [
        ("qq", ["bid 0"] * 3),
        ("happy", ["no-open"] * 9 + ["no-call"] * 3),
        ("duel", ["no-open"] * 6 + ["no-call", "no-call", "no-open", "no-double", "no-double"]),
    ],
)
def test_the_timeout_action_raises_no_stake(name: str, fallbacks: list[str]) -> None:
    table = dealt(rules_of(name))
    for expected in fallbacks:
        seat = table.to_act[0]
        action = table.game.fallback(table.state, seat)
        assert table.game.format_action(action) == expected
        table.act(seat, action)


def test_in_play_the_fallback_is_a_pass_or_the_lowest_single() -> None:
    table = playing(rules_of("qq"), ["3344", "5", "6"])
    assert table.game.format_action(table.game.fallback(table.state, 0)) == "play 3"
    table.do("0 3")
    assert table.game.fallback(table.state, 1) == PASS


def test_before_the_landlord_is_settled_there_is_no_account() -> None:
    assert auction(rules_of("qq")).lines() == []


def test_imagining_an_ended_hand_changes_nothing() -> None:
    table = playing(rules_of("qq"), ["3", "4", "5"]).do("0 3")
    assert table.game.determinize(table.state, 1, Random(0)) is table.state
    assert table.game.legal(table.state, 0) == ()


def test_a_card_of_the_open_bottom_is_imagined_where_the_landlord_put_it() -> None:
    """In this hand, played at random, the landlord throws away a card of the bottom that all have seen (DDZ-7.10)."""
    random, g = Random(69), game("discard")
    match = g.new_match()
    state = g.run_dealer(g.start(match, draw_deal(g.deal_plan(match), random.randbytes(32)))).state
    threw_it = False
    while g.to_act(state):
        (seat, *_) = g.to_act(state)
        state = g.run_dealer(g.step(state, seat, random.choice(g.legal(state, seat))).state).state
        landlord, bottom = state.public.landlord, state.public.bottom
        if landlord is not None and bottom is not None and g.to_act(state):
            threw_it |= bool({*card_list(bottom)} & {*card_list(state.secret.threw[landlord] or NO_CARDS)})
            for viewer in range(g.seats):
                imagined = g.determinize(state, viewer, random).secret
                has = (imagined.hands[landlord], imagined.threw[landlord], state.public.played[landlord])
                assert {*card_list(bottom)} <= {card for cards in has for card in card_list(cards or NO_CARDS)}
    assert threw_it


@pytest.mark.parametrize(
    ("phase", "code"), [(Automatic("bottom"), "not_your_turn"), (Over(Outcome("x", (), (0, 0, 0))), "hand_is_over")]
)
def test_acting_where_no_seat_is_asked_is_refused(phase: Automatic | Over, code: str) -> None:
    table = auction(rules_of("qq"))
    state = replace(table.state, phase=phase)
    assert table.game.to_act(state) == ()
    for seat in (DEALER, 0, 1, 2):
        assert table.game.legal(state, seat) == ()
        assert _refused(table.game.check, state, seat, PASS) == code
        assert _refused(table.game.fallback, state, seat) == "not_your_turn"
    rules = PHASES[type(phase)]
    assert rules.legal(table.game.compiled, state, phase, 0) == ()
    assert _refused(rules.events_of_action, table.game.compiled, state, phase, 0, PASS) in (
        "not_asked_for",
        "hand_is_over",
    )


def _refused(act: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(IllegalAction) as refusal:
        act(*arguments)
    return refusal.value.code
