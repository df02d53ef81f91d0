"""Plays a bot against RLCard's rule agent `doudizhu-rule-v1` in the phase of play: every deal in both roles.

    python -m bench.arena_rlcard [BOT] [DEALS] [SEED]

Seat 0 is landlord in every deal, whatever its hand is, as in RLCard. A deal is played twice: first the bot is landlord against
two of RLCard's agents, then the other way round. The rules are `doudizhu/qq` (`loose`). The points are those of a bid of 1,
without spring.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean, stdev
from typing import Any

from bench.bots.rlcard_rule_v1 import answer
from bench.peers.rlcard_agent_player import RLCardRuleAgent
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.ruleset import with_options
from paiju.data.summary import NORMAL_95
from paiju.games.doudizhu.actions import Bid, Play
from paiju.games.registry import game_of, ruleset

GAME = game_of(with_options(ruleset("doudizhu/qq"), spring=False, first_bidder="random"))

Mover = Callable[[Any, int, list[tuple[int, str]]], Any]
"""Returns the action of a seat, given the state, the seat and the moves so far."""


def deal_until_last_bid(seed: int, number: int) -> Any:
    """Return a state in the auction in which seat 0 has bid, and only seat 2 must still pass."""
    match, secret = GAME.new_match(), f"{seed}".encode()
    deals = (
        draw_deal(GAME.deal_plan(match), hand_seed(secret, "rlcard", number, (bytes([again]),))) for again in range(256)
    )
    state = next(
        state for deal in deals if GAME.to_act(state := GAME.run_dealer(GAME.start(match, deal)).state) == (0,)
    )
    return GAME.act(GAME.act(state, 0, Bid(1)).state, 1, Bid(0)).state


def paiju_mover(name: str) -> Mover:
    """Return the function that moves for a bot of paiju."""
    choose = make_bot(name, "doudizhu/qq")

    def move(state: Any, seat: int, _moves: list[tuple[int, str]]) -> Any:
        view = GAME.view(state, seat)
        return choose(GAME, view, seat, GAME.legal(view, seat), Random(0))

    return move


def make_rlcard_mover(agent: RLCardRuleAgent) -> Mover:
    """Return the function that moves for RLCard's agent."""

    def move(state: Any, seat: int, moves: list[tuple[int, str]]) -> Any:
        return answer(agent, GAME, state, seat, GAME.legal(state, seat), moves)

    return move


def play(state: Any, landlord: Mover, farmer: Mover) -> tuple[int, ...]:
    """Play a hand and return its points."""
    state = GAME.act(state, 2, Bid(0)).state
    moves: list[tuple[int, str]] = []
    while (outcome := GAME.outcome(state)) is None:
        (seat,) = GAME.to_act(state)
        action = (farmer if seat else landlord)(state, seat, moves)
        moves.append((seat, action.what.text() if isinstance(action, Play) else "pass"))
        state = GAME.act(state, seat, action).state
    return outcome.points


def play_both_sides(name: str, deals: int, seed: int) -> Iterator[tuple[int, int]]:
    """Yield for every deal the points that the bot makes as landlord, and those that it makes as farmers."""
    agent, own = make_rlcard_mover(RLCardRuleAgent(seed)), paiju_mover(name)
    for number in range(deals):
        state = deal_until_last_bid(seed, number)
        as_landlord, as_farmers = play(state, own, agent), play(state, agent, own)
        yield as_landlord[0], as_farmers[1] + as_farmers[2]


def format_mean_with_interval(values: list[float]) -> str:
    """Return a mean with its 95 % interval as text."""
    return f"{fmean(values):.3f} ± {NORMAL_95 * stdev(values) / len(values) ** 0.5:.3f}"


def main() -> None:
    usual = ["steady", "1000", "1"]
    name, deals, seed = [*sys.argv[1:], *usual[len(sys.argv) - 1 :]]
    results = list(play_both_sides(name, int(deals), int(seed)))
    roles = {"landlord": [one for one, _ in results], "farmers": [other for _, other in results]}
    for role, points in roles.items():
        print(
            f"{name} as {role:9} wins {format_mean_with_interval([float(won > 0) for won in points])}, "
            f"points {format_mean_with_interval([float(p) for p in points])}"
        )
    together = [((one > 0) + (other > 0)) / 2 for one, other in results]
    print(
        f"{deals} deals in both roles: wins {format_mean_with_interval(together)}, "
        f"points a hand {format_mean_with_interval([sum(pair) / 2 for pair in results])}"
    )


if __name__ == "__main__":
    main()
