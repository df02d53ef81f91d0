"""A PettingZoo environment: one agent for each seat; agents act in turn (AEC)."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from random import Random
from typing import Any, Final, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from paiju.core.ruleset import Ruleset
from paiju.envs.batch_engine_episode import make_episode
from paiju.envs.hand_episode import EpisodeStep, HandEpisode

Observation = dict[str, Any]
"""An observation: ``observation`` (bytes) and ``action_mask``.

The mask has 1 for each number of the action space that is valid, otherwise 0.
"""
RenderMode = Literal["ansi", "rgb_array"]
RENDER_MODES: Final[list[str]] = ["ansi", "rgb_array"]
ILLEGAL: float = -1.0
"""The reward of an agent that chooses an invalid number of the action space.

This ends the hand, and the other agents get 0.
"""


def make_spaces(table: HandEpisode) -> tuple[Dict, Discrete]:
    """Return the observation space and the action space of an agent."""
    seen = Box(0, 255, (table.size,), np.uint8)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (table.numbering.size,), np.int8)}), Discrete(
        table.numbering.size
    )


def make_observation(table: HandEpisode, turn: EpisodeStep, seat: int) -> Observation:
    """Return the observation of one seat with its action mask."""
    return {"observation": table.observe(turn, seat), "action_mask": table.mask(turn, seat)}


def agent_name(seat: int) -> str:
    """Return the name of the PettingZoo agent that plays a seat."""
    return f"seat_{seat}"


class HandAEC(AECEnv[str, Observation, int]):
    """An environment in which agents act in turn. It plays one hand after each ``reset``.

    If several seats must act at the same time, without seeing each other's choices, the seat with the lowest number
    acts first.
    """

    def __init__(self, table: HandEpisode, render_mode: RenderMode | None = None) -> None:
        super().__init__()
        self.table, self.render_mode = table, render_mode
        self.metadata = {
            "name": f"paiju_{table.ruleset.id.replace('/', '_')}_v0",
            "render_modes": RENDER_MODES,
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
        """Deal a hand. ``options`` are ignored.

        ``seed`` determines the cards of this hand, and of the hands that later calls without a seed deal.
        """
        if seed is not None:
            self._random = Random(seed)
        self.turn = self.table.reset(self._random.randbytes(32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.turn.seat or 0]

    def observe(self, agent: str) -> Observation:
        return make_observation(self.table, self.turn, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Take the action with the number ``action`` of the action space, for the deciding agent.

        After the hand has ended, ``action`` must be None. Raises IllegalAction if the number is not valid. In an
        ``EnforcedHandAEC``, such a number ends the hand instead.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.turn = self.table.step(self.turn, int(action))
        if self.turn.seat is None:
            self.rewards = dict(zip(self.agents, self.table.rewards(self.turn), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:  # while the hand goes on, all rewards stay zero
            self.agent_selection = self.possible_agents[self.turn.seat]

    def render(self) -> Any:
        """Return the table as the deciding seat sees it: text or, with ``rgb_array``, pixels (height, width, 3)."""
        return self.table.render_in_mode(self.render_mode, self.turn, self.turn.seat)

    def _repr_html_(self) -> str:
        return (
            self.table.render_picture(self.turn, self.turn.seat)._repr_html_()
            if hasattr(self, "turn")
            else escape(repr(self))
        )

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""


class EnforcedHandAEC(HandAEC):
    """A ``HandAEC`` that checks the order of calls, and ends the hand at an invalid number (``ILLEGAL``).

    It behaves like PettingZoo's OrderEnforcingWrapper around its TerminateIllegalWrapper. Those two wrappers take
    several times as long as a decision of the batch engine.
    """

    _moved = False
    """Whether ``step`` or ``reset`` was called since ``agent_iter`` yielded its last agent."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._moved = True

    def observe(self, agent: str) -> Observation:
        if not hasattr(self, "turn"):
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def step(self, action: int | None) -> None:
        """Choose a number for the deciding agent. If it is not valid, the hand ends."""
        if not hasattr(self, "turn"):
            EnvLogger.error_step_before_reset()
        self._moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif action is None or self.terminations[self.agent_selection] or action in self.turn.choice.numbers:
            super().step(action)
        else:
            self._end_after_invalid_number(self.agent_selection)

    def _end_after_invalid_number(self, agent: str) -> None:
        """End the hand because ``agent`` chose an invalid number."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL}
        self._accumulate_rewards()
        self._deads_step_first()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the agent to act, until no agent is left or ``max_iter`` agents have been yielded."""
        if not hasattr(self, "turn"):
            EnvLogger.error_agent_iter_before_reset()
        return self._agents_in_turn(max_iter)

    def _agents_in_turn(self, most: int) -> Iterator[str]:
        for _ in range(most):
            if not self.agents:
                return
            assert self._moved, "need to call step() or reset() in a loop over `agent_iter`"
            self._moved = False
            yield self.agent_selection

    def render(self) -> Any:
        if not hasattr(self, "turn"):
            EnvLogger.error_render_before_reset()
        return super().render()


def aec(
    ruleset: str | Ruleset, render_mode: RenderMode | None = None, engine: str = "", **choices: Any
) -> AECEnv[str, Observation, int]:
    """Return a PettingZoo environment for a ruleset.

    With ``engine="exact"``, the exact rules play. By default the batch engine plays if the family has one, otherwise
    the exact rules. ``choices`` are parameters of ``HandEpisode``. Raises UnknownName if one of the names is unknown.
    """
    return EnforcedHandAEC(make_episode(ruleset, engine, **choices), render_mode)
