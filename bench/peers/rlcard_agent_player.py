"""RLCard's rule agent `doudizhu-rule-v1` as a player of the phase of play in another engine.

    agent = RLCardRuleAgent(seed=1)
    cards = agent.move(PlayState(seat=1, landlord=0, hand="3456799JQKA", moves=((0, "333+4"),)))

The agent is RLCard's own. This module only converts the position to RLCard's form. The agent reads its own hand, the last moves,
who is landlord and, when it answers, the list of plays that RLCard's generator allows. If the `loose` rules of paiju allow more
than RLCard knows (README.md), the agent does not consider it. If it does not know the play to beat, it passes
(`unknown_tables` counts these). If no play of the same kind beats that play, and it is not its partner's, the agent makes a
random allowed play; `seed` makes this repeatable.

To measure the agent in RLCard's own environment:   python -m bench.peers.rlcard_agent_player [HANDS]
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
    """What a seat sees in the phase of play, as far as the agent needs it.

    `moves` are all moves of the hand so far, as (seat, play). A play is canonical text or just its cards; a pass is `pass` or "".
    `bottom` is there for other agents; this one does not read it.
    """

    seat: int
    landlord: int
    hand: str
    moves: Sequence[tuple[int, str]] = ()
    bottom: str = ""


class RLCardRuleAgent:
    """Plays like `doudizhu-rule-v1`."""

    def __init__(self, seed: int) -> None:
        self._agent: Any = DouDizhuRuleAgentV1()
        self._random = np.random.RandomState(seed).get_state()
        self.unknown_tables = 0

    def move(self, state: PlayState) -> str:
        """Return the cards that the agent plays, ascending by rank, or `pass`."""
        trace = [(seat, to_rlcard_form(play)) for seat, play in state.moves]
        table = table_of(trace)
        allowed = self._allowed(in_order(state.hand), table)
        if table and allowed == [PASS]:
            return PASS
        return sort_cards_unless_pass(self._decide(state, trace, allowed))

    def _allowed(self, hand: str, table: str) -> list[str]:
        """Return the plays that RLCard allows. The agent draws from this list, so RLCard's order is kept.

        Returns nothing when the agent leads, because it does not read the list then.
        """
        if not table:
            return []
        try:
            return engine.answering(hand, table)
        except CannotAnswer:
            self.unknown_tables += 1
            return [PASS]

    def _decide(self, state: PlayState, trace: list[tuple[int, str]], allowed: list[str]) -> str:
        """Return the agent's choice. The agent draws from NumPy's global generator, whose state is restored afterwards."""
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


def to_rlcard_form(play: str) -> str:
    """Return the cards of a play in RLCard's form: ascending, with the attached cards among those of the body."""
    return PASS if play in ("", PASS) else in_order(play.replace("+", ""))


def sort_cards_unless_pass(move: str) -> str:
    return PASS if move == PASS else in_order(move)


def table_of(trace: Sequence[tuple[int, str]]) -> str:
    """Return the play to beat; "" if there is none."""
    last = [play for _, play in trace[-2:] if play != PASS]
    return last[-1] if last else ""


def reading(cards: str, legal: Sequence[str]) -> str:
    """Return the legal play of paiju that the agent means: the one with these cards and the longest body."""
    possible = [play for play in legal if to_rlcard_form(play) == to_rlcard_form(cards)]
    return max(possible, key=lambda play: len(play.partition("+")[0]))


# --- in RLCard's own environment --------------------------------------------------------------------------


class _Seat:
    """The adapter as an agent of RLCard's environment. Raises StopIteration if it chooses a move that RLCard does not allow."""

    use_raw = True

    def __init__(self, seed: int) -> None:
        self._adapter = RLCardRuleAgent(seed)

    def step(self, state: Any) -> str:
        raw = state["raw_obs"]
        moved = self._adapter.move(PlayState(raw["self"], raw["landlord"], raw["current_hand"], raw["trace"]))
        return str(next(action for action in raw["actions"] if to_rlcard_form(action) == moved))

    def eval_step(self, state: Any) -> tuple[str, dict[str, Any]]:
        return self.step(state), {}


class _Random:
    """An agent that makes a random allowed play."""

    use_raw = True

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def step(self, state: Any) -> str:
        return str(self._rng.choice(state["raw_obs"]["actions"]))

    def eval_step(self, state: Any) -> tuple[str, dict[str, Any]]:
        return self.step(state), {}


def against_random(hands: int, seed: int, *, as_landlord: bool) -> float:
    """Return the share of hands that the agent's side wins against random players."""
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
