"""Our own engine, to be timed as the peers are: through the Python API, events and states included."""

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
    """The deck that deals these hands, and seat 0 as the first to speak."""
    left = {rank: list(range(at * 4, at * 4 + (4 if at < 13 else 1))) for at, rank in enumerate(RANKS)}
    deck = tuple(left[rank].pop() for rank in "".join(deal.hands) + deal.bottom)
    return paiju.Deal(deck, (0,))


def play(deal: paiju.Deal, rng: Random) -> int:
    """Dealing and the landlord's bid count as time, not as decisions."""
    state = GAME.deal_on(GAME.start(GAME.new_match(), deal)).state
    state = GAME.step(state, 0, Bid(3)).state
    decisions = 0
    while seats := GAME.to_act(state):
        state = GAME.step(state, seats[0], rng.choice(GAME.legal(state, seats[0]))).state
        decisions += 1
    return decisions


def lister(hand: str, beat: str) -> Callable[[], object]:
    """The legal plays of a hand, as tuples of plays."""
    counts, compiled = parse_ranks(hand), GAME.compiled
    if not beat:
        return lambda: compiled.leading(counts)
    table = Combination.parse(beat)
    return lambda: compiled.answering(counts, table)


OURS: dict[str, Engine] = {"paiju": Engine(prepare, play, lister)}


def first_time_us(positions: Sequence[engine_peers.Position]) -> list[float]:
    """Microseconds of one list a position, each asked for once.

    Peers remember nothing between two calls. We do, so a position that is asked for again and again flatters us.
    """
    return [_once_us(lister(*position)) for position in positions]


def _once_us(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1e6
