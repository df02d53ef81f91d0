"""Dou Dizhu in arrays beside the exact rules: the same states, legal actions, views and outcomes."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import paiju
from paiju import batch
from paiju.core.deal import Deal, draw_deal
from paiju.core.game import AnyGame
from paiju.games.doudizhu.state import Playing

RULESETS = [name for name in paiju.rulesets() if name.startswith("doudizhu/")]
HANDS = 12


def plain(state: Any, *, deal: bool = True) -> Any:
    """A state without what goes from hand to hand, and where that is wanted without its deal."""
    match = replace(state.match, points=(), hand=0, first=None)
    secret = state.secret if deal else replace(state.secret, deal=None)
    return replace(state, match=match, secret=secret)


def deal_for(game: AnyGame, random: Random, *, rich: bool) -> Deal:
    """A deal; a rich one is hardly shuffled, so that it is full of trios, bombs and long chains."""
    plan = game.plan(game.new_match())
    deal = draw_deal(plan, random.randbytes(32))
    if not rich:
        return deal
    cut = random.randrange(len(plan.pack))
    deck = list(plan.pack[cut:] + plan.pack[:cut])
    for _ in range(random.randrange(12)):
        one, other = random.randrange(len(deck)), random.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    return Deal(tuple(deck), deal.draws)


class Beside:
    """One hand in both engines."""

    def __init__(self, name: str, deal: Deal) -> None:
        self.hands = batch.new(name, 1, anew=False)
        self.other = batch.new(name, 2, anew=False)
        self.game: Any = self.hands.game
        self.hands.reset([deal])
        self.state = self.game.deal_on(self.game.start(self.game.new_match(), deal)).state

    def act(self, random: Random) -> None:
        chosen = random.randrange(int(self.hands.counts[0]))
        action = self.hands.actions(0)[chosen]
        assert self.hands.number_of(0, action) == chosen
        self.state = self.game.deal_on(self.game.step(self.state, int(self.hands.turns[0]), action).state).state
        self.hands.step(np.array([chosen]))

    def check_actions(self) -> None:
        """Each legal action has one number."""
        (seat, *_) = self.game.to_act(self.state)
        assert self.hands.turns[0] == seat
        mine = [self.game.format_action(action) for action in self.hands.actions(0)]
        assert len(mine) == len(set(mine)) == self.hands.counts[0]
        assert set(mine) == {self.game.format_action(action) for action in self.game.legal(self.state, seat)}

    def check_state(self) -> None:
        """A row is the state, and the state the row."""
        assert plain(self.hands.to_state(0)) == plain(self.state)
        self.other.from_state(0, self.state)
        assert plain(self.other.to_state(0), deal=False) == plain(self.state, deal=False)
        assert self.other.counts[0] == self.hands.counts[0]

    def check_view(self, random: Random) -> None:
        """What a seat cannot know changes nothing that it sees."""
        for seat in range(self.game.seats):
            self.other.from_state(0, self.state)
            self.other.from_state(1, self.game.imagine(self.state, seat, random))
            assert self.other.counts[0] == self.other.counts[1] or seat != self.hands.turns[0]
            one, another = self.other.observe(np.array([seat, seat]))
            assert one.tolist() == another.tolist()


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_goes_as_by_the_exact_rules(name: str, rich: bool) -> None:
    random = Random(f"{name} {rich}")
    game = paiju.game(name)
    for _ in range(HANDS):
        hand = Beside(name, deal_for(game, random, rich=rich))
        while game.to_act(hand.state):
            hand.check_actions()
            if random.random() < 0.2 or not isinstance(hand.state.phase, Playing):
                hand.check_state()
                hand.check_view(random)
            hand.act(random)
        outcome = game.outcome(hand.state)
        assert outcome is not None
        assert tuple(hand.hands.points[0]) == outcome.points
        assert hand.hands.ended[0] == (1 if outcome.winners else 2)
        hand.check_state()
