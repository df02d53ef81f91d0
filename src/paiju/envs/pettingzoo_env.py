"""Hands as PettingZoo has them: one agent after another (AEC)."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset
from paiju.envs.batched_episode import BatchedEpisode
from paiju.envs.episode import EpisodeStep, HandEpisode

Observation = dict[str, Any]
"""``observation`` (what is seen, bytes) and ``action_mask`` (1 for each number that may be said)."""
ILLEGAL: float = -1.0
"""The reward of who says a number that means nothing; the hand is over then, with nothing for the others."""


def make_spaces(table: HandEpisode) -> tuple[Dict, Discrete]:
    """What is seen, and what may be said."""
    seen = Box(0, 255, (table.size,), np.uint8)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (table.numbering.size,), np.int8)}), Discrete(
        table.numbering.size
    )


def make_observation(table: HandEpisode, turn: EpisodeStep, seat: int) -> Observation:
    """What one seat is told."""
    return {"observation": table.observe(turn, seat), "action_mask": table.mask(turn, seat)}


def agent_name(seat: int) -> str:
    """What PettingZoo calls a seat."""
    return f"seat_{seat}"


class HandAEC(AECEnv[str, Observation, int]):
    """One hand after another, one agent after another; of several that choose in secret, the lowest seat first."""

    def __init__(self, table: HandEpisode, render_mode: Literal["ansi"] | None = None) -> None:
        super().__init__()
        self.table, self.render_mode = table, render_mode
        self.metadata = {
            "name": f"paiju_{table.ruleset.id.replace('/', '_')}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [agent_name(seat) for seat in range(table.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: make_spaces(table)[0] for agent in self.possible_agents}
        self.action_spaces = {agent: make_spaces(table)[1] for agent in self.possible_agents}
        self._random = Random()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed, and the same number of resets after it, deal the same cards."""
        if seed is not None:
            self._random = Random(seed)
        self.turn = self.table.reset(self._random.randbytes(32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = agent_name(self.turn.seat or 0)

    def observe(self, agent: str) -> Observation:
        return make_observation(self.table, self.turn, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Say a number. Raises IllegalAction for one that means nothing (``aec`` ends the hand instead)."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.turn = self.table.step(self.turn, int(action))
        self._clear_rewards()
        if self.turn.seat is None:
            self.rewards = dict(zip(self.agents, self.table.rewards(self.turn), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = agent_name(self.turn.seat)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What lies on the table, as the one sees it whose turn it is."""
        return self.table.render(self.turn, self.turn.seat) if self.render_mode else None

    def close(self) -> None:
        """There is nothing to close."""


ENGINES: Final[dict[str, type[HandEpisode]]] = {"exact": HandEpisode, "batch": BatchedEpisode}


def aec(
    ruleset: str | Ruleset, render_mode: Literal["ansi"] | None = None, engine: str = "exact", **choices: Any
) -> AECEnv[str, Observation, int]:
    """Hands of a ruleset, agent after agent: by the exact rules, or ("batch") by the engine in arrays.

    ``choices`` are those of ``HandEpisode``. Raises UnknownName.
    """
    if engine not in ENGINES:
        raise UnknownName("unknown_choice", name=engine, known=", ".join(ENGINES))
    bare = HandAEC(ENGINES[engine](ruleset, **choices), render_mode)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(bare, ILLEGAL))
