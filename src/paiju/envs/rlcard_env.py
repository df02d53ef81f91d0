"""Hands as RLCard has them: ``reset``, ``step``, ``get_state``, ``get_payoffs``, ``run``. RLCard itself is not needed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.core.coins import Stakes
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.envs.episode import HandEpisode

State = dict[str, Any]
"""``obs``, ``legal_actions`` (ids in order), ``raw_obs`` (the view), ``raw_legal_actions`` (texts), ``action_record``."""


class Agent(Protocol):
    """Who plays a seat, as RLCard has it."""

    use_raw: bool

    def step(self, state: State) -> Any:
        """An id (a text, if ``use_raw``), while it learns."""

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """The same, and what else it likes to tell, while it is measured."""


class RLCardEnv:
    """One hand after another. By default the play of Dou Dizhu alone, with RLCard's 27,472 ids; bots bid before it."""

    def __init__(
        self,
        ruleset: str | Ruleset = "doudizhu/qq",
        *,
        numbers: str = "rlcard",
        reward: str | Stakes = "points",
        opener: str = "steady",
        seed: int | None = None,
    ) -> None:
        self.table = HandEpisode(ruleset, numbers, reward, opener)
        self.num_players, self.num_actions = self.table.seats, self.table.numbering.size
        self.state_shape = [[self.table.size]] * self.num_players
        self.action_shape: list[None] = [None] * self.num_players
        self.action_recorder: list[tuple[Seat, str]] = []
        self.agents: Sequence[Agent] = ()
        self.timestep = 0
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        """The hands that come follow from this."""
        self._random = Random(seed)

    def set_agents(self, agents: Sequence[Agent]) -> None:
        """Who plays in ``run``, one a seat."""
        self.agents = agents

    def reset(self) -> tuple[State, Seat]:
        """Deal. What the first player sees, and who it is."""
        self.turn = self.table.reset(self._random.randbytes(32))
        self.action_recorder = []
        return self.get_state(self.get_player_id()), self.get_player_id()

    def step(self, action: Any, raw_action: bool = False) -> tuple[State, Seat]:  # noqa: FBT002 - as RLCard has it
        """Do an action by its id, or by its text if ``raw_action``. What the next player sees, and who it is."""
        number = int(self._number(action) if raw_action else action)
        self.action_recorder.append((self.get_player_id(), self.table.action_text(self.turn, number)))
        self.turn = self.table.step(self.turn, number)
        self.timestep += 1
        return self.get_state(self.get_player_id()), self.get_player_id()

    def _number(self, text: Any) -> int:
        return next(number for number in self.turn.choice.numbers if self.table.action_text(self.turn, number) == text)

    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.turn.seat is None

    def get_player_id(self) -> Seat:
        """Whose turn it is; seat 0 when the hand has ended."""
        return self.turn.seat or 0

    def get_state(self, player_id: Seat) -> State:
        """What a player sees; it has legal actions if it is its turn."""
        legal = list(self.turn.choice.numbers) if player_id == self.turn.seat else []
        return {
            "obs": self.table.observe(self.turn, player_id),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": self.table.game.view(self.turn.state, player_id),
            "raw_legal_actions": [self.table.action_text(self.turn, number) for number in legal],
            "action_record": self.action_recorder,
        }

    def get_payoffs(self) -> NDArray[np.float64]:
        """What each player gets; zeros until the hand has ended."""
        return np.array(self.table.rewards(self.turn))

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.float64]]:  # noqa: FBT002 - the same
        """A hand among the agents. By player what it saw and did in turn, and at last the end; and the payoffs."""
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        while not self.is_over():
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[player] += [state, action]
            state, player = self.step(action, agent.use_raw)
        for seat, trajectory in enumerate(trajectories):
            trajectory.append(self.get_state(seat))
        return trajectories, self.get_payoffs()
