"""Makes small endings to solve. Their hands have few ranks, so that chains, trios, bombs and equal cards are common."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import paiju
from paiju.core.fair_deal import draw_deal
from paiju.core.seats import DEALER
from paiju.games.doudizhu.cards import card_count, cards_from_numbers, count_ranks
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Playing, State
from paiju.solve.doudizhu import Position

RULESETS = [name for name in paiju.rulesets() if name.startswith("doudizhu/")]


def game_named(name: str) -> DouDizhu:
    """Return the game of a Dou Dizhu ruleset."""
    game = paiju.game(name)
    assert isinstance(game, DouDizhu)
    return game


def random_ending(game: DouDizhu, random: Random, most: int) -> Position:
    """Return a random position with at most ``most`` cards: a lead, or the position a few moves after one."""
    while True:
        position = _random_lead(game, random, most)
        if position.winner is None and sum(map(card_count, position.hands)) <= most:
            return _after_moves(game, random, position)


def _random_lead(game: DouDizhu, random: Random, most: int) -> Position:
    rules = game.rules
    wild = random.choice(rules.non_joker_ranks) if rules.wild and random.random() < 0.8 else None
    first = random.choice(rules.non_joker_ranks)
    window = range(first, first + random.randint(3, 9))
    cards = [card for card in game.compiled.pack if card >> 2 in window or card >> 2 == wild or random.random() < 0.15]
    random.shuffle(cards)
    sizes = [random.randint(1, max(2, most // rules.players + 2)) for _ in range(rules.players)]
    hands = tuple(
        count_ranks(cards_from_numbers(cards[sum(sizes[:seat]) :][: sizes[seat]])) for seat in range(rules.players)
    )
    return Position(
        landlord=random.randrange(rules.players),
        hands=hands,
        turn=random.randrange(rules.players),
        wild=wild,
        handicap=random.randint(0, 4) if rules.auction == "rob_duel" else 0,
        plays=tuple(random.randint(0, 2) for _ in sizes),
    )


def _after_moves(game: DouDizhu, random: Random, position: Position) -> Position:
    for _ in range(random.randint(0, 3)):
        after = position.after(random.choice(position.legal(game.compiled)))
        if after.winner is not None:
            break
        position = after
    return position


def views(game: DouDizhu, random: Random, most: int) -> Iterator[tuple[State, int, Any]]:
    """Yield decisions in hands that are played at random: the view, the seat, and the state.

    At most ``most`` cards are in hand at each.
    """
    while True:
        state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), random.randbytes(32)))
        while game.outcome(state) is None:
            seat = game.to_act(state)[0]
            if isinstance(state.phase, Playing) and sum(state.public.counts) <= most:
                yield game.view(state, seat), seat, state
            action = random.choice(game.legal(state, seat)) if seat != DEALER else game.legal(state, DEALER)[0]
            state = game.step(state, seat, action).state
