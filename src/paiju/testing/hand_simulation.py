"""Plays hands and matches without players: a function chooses every action, for example at random."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from paiju.core.codec import to_json
from paiju.core.fair_deal import Deal, draw_deal
from paiju.core.game import AnyGame, Match
from paiju.core.hand_runner import Order, PlayedMove, SeatDecision, run_hand
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import DEALER, Seat

Choose = Callable[[AnyGame, Any, Seat, Sequence[Any]], Any]
"""``choose(game, state, seat, legal)`` returns the action that the seat takes."""

MOST_STEPS = 5_000
"""The largest number of steps that a hand may take.

If a hand takes more steps, ``play_hand`` raises AssertionError.
"""


def random_deal(game: AnyGame, match: Match, random: Random) -> Deal:
    """Return a random deal for the next hand."""
    return draw_deal(game.deal_plan(match), random.randbytes(32))


def random_policy(random: Random) -> Choose:
    """Return a function that chooses a random legal action."""
    return lambda _game, _state, _seat, legal: legal[random.randrange(len(legal))]


def play_hand(game: AnyGame, state: Any, choose: Choose, random: Random) -> Iterator[PlayedMove]:
    """Play a hand from ``state`` to its end and yield its moves. If several seats can act, a random one acts."""

    def ask(state: Any, asked: SeatDecision) -> Any:
        return choose(game, state, asked.seat, game.legal(state, asked.seat))

    for count, move in enumerate(run_hand(game, state, ask, make_random_turn_order(random)), 1):
        yield move
        assert count < MOST_STEPS, f"a hand of {game.rules} did not end"


def make_random_turn_order(random: Random) -> Order:
    """Return a function that says which seat is asked next: a random one of those that must act.

    If DEALER must act, DEALER is asked. But with a probability of 1/20, a random seat that may act is asked
    before DEALER, if there is such a seat.
    """

    def turn_order(game: AnyGame, state: Any) -> Iterator[SeatDecision]:
        must, may = game.to_act(state), game.may_act(state)
        if must == (DEALER,) and may and random.random() < 0.05:
            yield SeatDecision(random.choice(may), must=False)
        elif must:
            yield SeatDecision(must[0] if len(must) == 1 else random.choice(must), must=True)

    return turn_order


class SimulationTally(NamedTuple):
    """Totals of the hands of a match.

    ``decisions`` counts all moves, those of DEALER included. ``points`` are by seat. ``reasons`` counts how often
    hands ended for each reason, and ``events`` counts events by type. ``digest`` is a hash of all events.
    """

    hands: int
    decisions: int
    points: tuple[int, ...]
    reasons: Counter[str]
    events: Counter[str]
    digest: str


def play_match(game: AnyGame, hands: int, seed: int, choose: Choose | None = None) -> SimulationTally:
    """Play the hands of a match and return their totals. Equal arguments give equal totals."""
    random = Random(seed)
    choose = choose or random_policy(random)
    match, digest = game.new_match(), hashlib.sha256()
    reasons: Counter[str] = Counter()
    events: Counter[str] = Counter()
    decisions = 0
    for _ in range(hands):
        state = game.start(match, random_deal(game, match, random))
        for move in play_hand(game, state, choose, random):
            decisions += 1
            state = move.step.state
            for event in move.step.events:
                events[type(event).__name__] += 1
                digest.update(to_json(event))
        reasons[_outcome_of(game, state).reason] += 1
        match = game.next_hand(match, state)
    return SimulationTally(hands, decisions, tuple(match.points), reasons, events, digest.hexdigest())


def _outcome_of(game: AnyGame, state: Any) -> Outcome:
    outcome = game.outcome(state)
    assert outcome is not None
    assert sum(outcome.points) == 0, outcome
    return outcome
