"""The engine of paiju as an ``Engine``, to be timed like those of other projects: by the Python API, with events and states."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

import paiju
from bench import engine_peers
from bench.engine_peers import Deal, Engine
from paiju.games.doudizhu.actions import Bid
from paiju.games.doudizhu.cards import parse_ranks
from paiju.games.doudizhu.combinations import Combination

GAME = paiju.game("doudizhu/qq")
RANKS = "3456789TJQKA2BR"


def prepare(deal: Deal) -> paiju.Deal:
    """Return the deal of paiju with these hands, in which seat 0 speaks first."""
    left = {rank: list(range(at * 4, at * 4 + (4 if at < 13 else 1))) for at, rank in enumerate(RANKS)}
    deck = tuple(left[rank].pop() for rank in "".join(deal.hands) + deal.bottom)
    return paiju.Deal(deck, (0,))


def play(deal: paiju.Deal, rng: Random) -> int:
    """Play a deal at random and return the number of decisions. The deal and the bid count as time, not as decisions."""
    state = GAME.run_dealer(GAME.start(GAME.new_match(), deal)).state
    state = GAME.step(state, 0, Bid(3)).state
    decisions = 0
    while seats := GAME.to_act(state):
        state = GAME.step(state, seats[0], rng.choice(GAME.legal(state, seats[0]))).state
        decisions += 1
    return decisions


def lister(hand: str, beat: str) -> Callable[[], object]:
    """Return a function that lists the legal plays of a hand, as tuples of plays."""
    counts, compiled = parse_ranks(hand), GAME.compiled
    if not beat:
        return lambda: compiled.find_leading_plays(counts)
    table = Combination.parse(beat)
    return lambda: compiled.find_beating_plays(counts, table)


OURS: dict[str, Engine] = {"paiju": Engine(prepare, play, lister)}


def first_time_us(positions: Sequence[engine_peers.Position]) -> list[float]:
    """Return the microseconds that a list of legal plays takes in each position, which is asked for once.

    The other engines remember nothing between two calls, but paiju does. It would therefore seem too fast if it were asked for
    the same position again and again.
    """
    return [_once_us(lister(*position)) for position in positions]


def _once_us(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1e6
