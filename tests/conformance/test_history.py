"""The history of a hand agrees with its actions and its states, in every ruleset."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame
from paiju.core.history import PastAction
from paiju.core.seats import DEALER, Seat
from paiju.games import registry
from paiju.games.doudizhu import actions as doudizhu
from paiju.games.gunzi import actions as gunzi
from paiju.games.gunzi.state import Burying
from paiju.games.zipai import actions as zipai
from paiju.games.zipai.melds import Meld
from tests.readings import READINGS

HANDS = 3
RULESETS = {name: registry.ruleset(name) for name in registry.rulesets()} | READINGS
Taken = tuple[Any, Seat, Any]
"""The state before an action, the seat, and the action."""


def played(name: str, number: int) -> tuple[AnyGame, list[Taken], list[Any]]:
    """Return the game, the actions of a random hand, and the states after them."""
    game, random = registry.game_of(RULESETS[name]), Random(f"{name} {number}")
    state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(32)))
    taken: list[Taken] = []
    states = [state]
    while seats := game.to_act(state):
        offered = game.may_act(state)
        seat = random.choice(offered) if offered and random.random() < 0.2 else random.choice(seats)
        legal = game.legal(state, seat)
        action = legal[random.randrange(len(legal))]
        if seat != DEALER:
            taken.append((state, seat, action))
        state = game.step(state, seat, action).state
        states.append(state)
    return game, taken, states


def rulesets_of(family: str) -> list[str]:
    return [name for name in RULESETS if name.startswith(f"{family}/")]


@pytest.mark.parametrize("name", rulesets_of("doudizhu"))
def test_dou_dizhu_history_follows_the_order_of_the_actions(name: str) -> None:
    for number in range(HANDS):
        _, taken, states = played(name, number)
        done = [(seat, action) for _, seat, action in taken if not isinstance(action, doudizhu.ThrowAway)]
        found = [(past.seat, past.action) for past in states[-1].history]
        assert [_without_cards(one) for one in found if not _is_secret(one[1])] == [
            _without_cards(one) for one in done if not _is_secret(one[1])
        ]
        yes = [one for one in done if _is_secret(one[1]) and one[1].yes]
        assert sorted(map(str, yes)) == sorted(str(one) for one in found if _is_secret(one[1]))
        plays = [past for past in states[-1].history if isinstance(past.action, doudizhu.Play)]
        for seat, cards in enumerate(states[-1].public.played):
            assert sum(past.action.cards or 0 for past in plays if past.seat == seat) == cards


def _is_secret(action: Any) -> bool:
    return isinstance(action, doudizhu.Choose) and action.what in ("open", "double", "super_double")


def _without_cards(one: tuple[Seat, Any]) -> tuple[Seat, Any]:
    seat, action = one
    return (seat, action.what.text()) if isinstance(action, doudizhu.Play) else one


@pytest.mark.parametrize("name", rulesets_of("zipai"))
def test_da_zi_pai_history_reproduces_the_melds_and_discards_on_the_table(name: str) -> None:
    for number in range(HANDS):
        game, taken, states = played(name, number)
        last = [state for state in states if game.to_act(state)][-1]
        melds: dict[Seat, list[Meld]] = {seat: [] for seat in range(game.seats)}
        out = [past for past in last.history if isinstance(past.action, zipai.Discard | zipai.PutOut)]
        for past in last.history:
            _lay(melds[past.seat], past)
        assert tuple(tuple(melds[seat]) for seat in range(game.seats)) == last.public.melds
        done = [(seat, action) for _, seat, action in taken if isinstance(action, zipai.Discard | zipai.SetMinimum)]
        found = [one for one in last.history if isinstance(one.action, zipai.Discard | zipai.SetMinimum)]
        assert [(past.seat, past.action) for past in found] == done
        for seat, cards in enumerate(last.public.discards):
            left = [past.action.card for past in out if past.seat == seat]
            assert [card for card in cards if card not in left] == []
            assert len(cards) <= len(left)


def _lay(lying: list[Meld], past: PastAction[Any]) -> None:
    if not isinstance(past.action, zipai.LayMelds):
        return
    if past.action.raised is None:
        lying.extend(past.action.melds)
    else:
        (lying[past.action.raised],) = past.action.melds


@pytest.mark.parametrize("name", rulesets_of("gunzi"))
def test_gunzi_history_follows_the_order_of_the_actions(name: str) -> None:
    _, taken, states = played(name, 0)
    done = [(seat, action) for state, seat, action in taken if not isinstance(state.phase, Burying)]
    automatic = gunzi.Pay | gunzi.TakeBack
    found = [(past.seat, past.action) for past in states[-1].history]
    assert [one for one in found if not isinstance(one[1], automatic)] == [
        one for one in done if not isinstance(one[1], automatic)
    ]
    assert len(found) > 100
