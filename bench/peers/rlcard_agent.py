"""RLCard's rule agent `doudizhu-rule-v1` as a player of the play phase of somebody else's engine.

    agent = RLCardRuleAgent(seed=1)
    cards = agent.move(PlayState(seat=1, landlord=0, hand="3456799JQKA", moves=((0, "333+4"),)))

The agent is as RLCard has it; this module only tells it the position in RLCard's words. It looks at its own hand, at the
last moves, at who is landlord, and when answering at the list of plays that RLCard's own generator allows. So where our
`loose` rules allow more than RLCard knows (README.md), it does not think of that, and where the table is a play that RLCard
does not know, it passes (`unknown_tables` counts them). When no play of the table's kind beats the table and the table
is not its partner's, it plays anything allowed at random: `seed` makes that repeatable.

To measure it in RLCard's own environment:   python -m bench.peers.rlcard_agent [HANDS]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import rlcard
from rlcard.games.doudizhu.utils import CARD_TYPE
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

from bench.peers.adapters import CannotAnswer
from bench.peers.adapters import rlcard as engine
from bench.peers.adapters.base import in_order

PASS = "pass"  # noqa: S105


@dataclass(frozen=True, slots=True)
class PlayState:
    """What a seat sees of the play phase, as far as the agent asks.

    `moves` are all moves of the hand so far, as (seat, play); a play is canonical text or just its cards, and
    `pass` or nothing for a pass. `bottom` is there for other agents; this one does not look at it.
    """

    seat: int
    landlord: int
    hand: str
    moves: Sequence[tuple[int, str]] = ()
    bottom: str = ""


class RLCardRuleAgent:
    """Plays as `doudizhu-rule-v1`."""

    def __init__(self, seed: int) -> None:
        self._agent: Any = DouDizhuRuleAgentV1()
        self._random = np.random.RandomState(seed).get_state()
        self.unknown_tables = 0

    def move(self, state: PlayState) -> str:
        """The cards to be played, ascending by rank, or `pass`."""
        trace = [(seat, plain(play)) for seat, play in state.moves]
        table = table_of(trace)
        allowed = self._allowed(in_order(state.hand), table)
        if table and allowed == [PASS]:
            return PASS
        return in_order_or_pass(self._decide(state, trace, allowed))

    def _allowed(self, hand: str, table: str) -> list[str]:
        """In RLCard's order, for the agent draws from this list; leading, it does not look at it."""
        if not table:
            return []
        try:
            return engine.answering(hand, table)
        except CannotAnswer:
            self.unknown_tables += 1
            return [PASS]

    def _decide(self, state: PlayState, trace: list[tuple[int, str]], allowed: list[str]) -> str:
        """The agent draws from NumPy's global generator, which is put back as it was."""
        raw = {
            "current_hand": in_order(state.hand),
            "trace": trace,
            "actions": allowed,
            "landlord": state.landlord,
            "self": state.seat,
        }
        before = np.random.get_state()  # noqa: NPY002
        np.random.set_state(self._random)  # noqa: NPY002
        try:
            return str(self._agent.step({"raw_obs": raw}))
        finally:
            self._random = np.random.get_state()  # noqa: NPY002
            np.random.set_state(before)  # noqa: NPY002


def plain(play: str) -> str:
    """As RLCard writes it: the cards ascending, whatever is body and what attached."""
    return PASS if play in ("", PASS) else in_order(play.replace("+", ""))


def in_order_or_pass(move: str) -> str:
    return PASS if move == PASS else in_order(move)


def table_of(trace: Sequence[tuple[int, str]]) -> str:
    """What is to be beaten; nothing when leading."""
    last = [play for _, play in trace[-2:] if play != PASS]
    return last[-1] if last else ""


def reading(cards: str, legal: Sequence[str]) -> str:
    """Of our legal plays the one that the agent means: these cards, with the body as long as it can be."""
    possible = [play for play in legal if plain(play) == plain(cards)]
    return max(possible, key=lambda play: len(play.partition("+")[0]))


# --- in RLCard's own environment --------------------------------------------------------------------------


class _Seat:
    """Our adapter as RLCard's environment wants an agent; checks that it decides as the model does."""

    use_raw = True

    def __init__(self, seed: int) -> None:
        self._adapter = RLCardRuleAgent(seed)

    def step(self, state: Any) -> str:
        raw = state["raw_obs"]
        moved = self._adapter.move(PlayState(raw["self"], raw["landlord"], raw["current_hand"], raw["trace"]))
        return str(next(action for action in raw["actions"] if plain(action) == moved))

    def eval_step(self, state: Any) -> tuple[str, dict[str, Any]]:
        return self.step(state), {}


class _Random:
    """Plays anything allowed."""

    use_raw = True

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def step(self, state: Any) -> str:
        return str(self._rng.choice(state["raw_obs"]["actions"]))

    def eval_step(self, state: Any) -> tuple[str, dict[str, Any]]:
        return self.step(state), {}


def against_random(hands: int, seed: int, *, as_landlord: bool) -> float:
    """Share of hands won by the agent's side."""
    env = rlcard.make("doudizhu", config={"seed": seed})
    ours, other = _Seat(seed), _Random(seed)
    env.set_agents([ours, other, other] if as_landlord else [other, ours, ours])
    won = sum(env.run(is_training=False)[1][0 if as_landlord else 1] for _ in range(hands))
    return float(won) / hands


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    print(f"table of {len(CARD_TYPE[0])} plays")
    landlord, farmers = (against_random(hands, 1, as_landlord=role) for role in (True, False))
    print(f"landlord {landlord:.3f}, farmers {farmers:.3f}, together {(landlord + farmers) / 2:.3f}")


if __name__ == "__main__":
    main()
