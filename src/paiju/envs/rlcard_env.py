"""An environment with RLCard's interface over ``HandEpisode``. RLCard itself is not needed.

Agents written for RLCard run unchanged through ``reset``, ``step``, ``get_state``, ``get_payoffs`` and ``run``.
"""

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
from paiju.envs.hand_episode import HandEpisode

State = dict[str, Any]
"""What a player sees, as RLCard's environments return it.

The keys are ``obs`` (the array), ``legal_actions`` (ordered ids), ``raw_obs`` (the view), ``raw_legal_actions`` (texts)
and ``action_record``.
"""


class Agent(Protocol):
    """An agent that is written for RLCard."""

    use_raw: bool

    def step(self, state: State) -> Any:
        """Return an action during training: its id, or its text if the agent has ``use_raw``."""

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """Return an action during evaluation (as ``step`` does), and additional information about it."""


class RLCardEnv:
    """An environment with RLCard's interface.

    The default is Dou Dizhu with RLCard's 27,472 action ids. A bot bids for all seats, and the agents begin after the auction.
    """

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
        """Seed the generator that determines all later hands."""
        self._random = Random(seed)

    def set_agents(self, agents: Sequence[Agent]) -> None:
        """Set the agents for ``run``, one per seat."""
        self.agents = agents

    def reset(self) -> tuple[State, Seat]:
        """Deal a hand. Returns the state as the first player sees it, and the id (seat) of that player."""
        self.turn = self.table.reset(self._random.randbytes(32))
        self.action_recorder = []
        return self.get_state(self.get_player_id()), self.get_player_id()

    def step(self, action: Any, raw_action: bool = False) -> tuple[State, Seat]:  # noqa: FBT002 - as RLCard has it
        """Take an action. Returns the state as the next player sees it, and the id (seat) of that player.

        ``action`` is an id or, with ``raw_action``, the text of an action.
        """
        number = int(self._find_number_of_action(action) if raw_action else action)
        self.action_recorder.append((self.get_player_id(), self.table.action_text(self.turn, number)))
        self.turn = self.table.step(self.turn, number)
        self.timestep += 1
        return self.get_state(self.get_player_id()), self.get_player_id()

    def _find_number_of_action(self, text: Any) -> int:
        return next(number for number in self.turn.choice.numbers if self.table.action_text(self.turn, number) == text)

    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.turn.seat is None

    def get_player_id(self) -> Seat:
        """Return the id (seat) of the player to act; 0 after the hand has ended."""
        return self.turn.seat or 0

    def get_state(self, player_id: Seat) -> State:
        """Return what a player sees. Only the player to act has legal actions."""
        legal = list(self.turn.choice.numbers) if player_id == self.turn.seat else []
        return {
            "obs": self.table.observe(self.turn, player_id),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": self.table.game.view(self.turn.state, player_id),
            "raw_legal_actions": [self.table.action_text(self.turn, number) for number in legal],
            "action_record": self.action_recorder,
        }

    def get_payoffs(self) -> NDArray[np.float64]:
        """Return the reward of each player; zeros until the hand has ended."""
        return np.array(self.table.rewards(self.turn))

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.float64]]:  # noqa: FBT002 - the same
        """Play a hand with the agents. Returns the trajectory of each player, and the payoffs.

        A trajectory contains the player's states and actions alternately. With ``is_training``, the agents choose by
        ``step``, otherwise by ``eval_step``.
        """
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
