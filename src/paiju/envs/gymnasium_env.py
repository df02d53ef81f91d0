"""A Gymnasium environment: one seat learns, and bots play the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from random import Random
from typing import Any, Final, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray

from paiju.bots.base import RANDOM, Bot, SeatedBot
from paiju.bots.registry import make_bot
from paiju.core.ruleset import Ruleset
from paiju.core.seats import seats_from
from paiju.envs.batch_engine_episode import make_episode
from paiju.envs.pettingzoo_env import ILLEGAL, RENDER_MODES, Observation, RenderMode, make_observation, make_spaces
from paiju.games.registry import family_of, game_of, rulesets
from paiju.games.registry import ruleset as find_ruleset

Opponents = str | Bot | Sequence[str | Bot]
"""One bot for all other seats, or a bot for each of them in turn order, beginning after the learner.

A bot is a name (``bots.registry``) or a function.
"""


def make_opponents(opponents: Opponents, ruleset: Ruleset) -> list[Bot]:
    """Return a bot for each of the other seats, in turn order.

    Raises ValueError if ``opponents`` is a sequence with another number of bots.
    """
    others = game_of(ruleset).seats - 1
    named = [opponents] * others if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(named) != others:
        raise ValueError(f"{others} other seats need as many opponents, not {len(named)}")
    return [make_bot(one, ruleset.id) if isinstance(one, str) else one for one in named]


class HandEnv(gymnasium.Env[Observation, np.int64]):
    """An environment in which each episode is a single hand.

    - ``seat`` is the learner's seat. If it is None, the environment draws a seat at random for each hand.
    - ``engine`` is ``batch``, ``exact`` or empty (``make_episode``).

    A number that is not valid ends the episode with a reward of -1. ``reset`` skips hands that end before the
    learner has a decision.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - so Gymnasium declares it

    def __init__(
        self,
        ruleset: str | Ruleset,
        opponents: Opponents = RANDOM,
        seat: int | None = 0,
        render_mode: RenderMode | None = None,
        engine: str = "",
        **choices: Any,
    ) -> None:
        self.seat, self.render_mode, self._seat = seat or 0, render_mode, seat
        self._bots = make_opponents(opponents, find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset)
        self.table = make_episode(ruleset, engine, self._bots, **choices)
        self.observation_space, self.action_space = make_spaces(self.table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a hand, and let the bots act until the learner has a decision."""
        super().reset(seed=seed)
        if self._seat is None:
            self.seat = int(self.np_random.integers(self.table.seats))
        while True:
            random = Random(self.np_random.bytes(16))
            others = seats_from(self.seat, self.table.seats)[1:]
            self._players = {seat: SeatedBot(play, random) for seat, play in zip(others, self._bots, strict=True)}
            self.turn = self.table.reset(self.np_random.bytes(32), self._players)
            if self.turn.seat is not None:
                return self._make_observation(), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Choose the number ``action`` of the action space. Then the bots act.

        The bots act until the learner has another decision or the hand is over. If the learner's action takes several
        numbers, the learner chooses the next one before the bots act.
        """
        if int(action) not in self.turn.choice.numbers:
            return self._make_observation(), ILLEGAL, True, False, {"illegal": True}
        self.turn = self.table.step(self.turn, int(action), self._players)
        return self._make_observation(), self.table.rewards(self.turn)[self.seat], self.turn.seat is None, False, {}

    def _make_observation(self) -> Observation:
        return make_observation(self.table, self.turn, self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of those numbers in the action space that are valid now; shape (n,), bool.

        Some learners, such as MaskablePPO, call this method.
        """
        return self.table.mask(self.turn, self.seat).astype(np.bool_)

    def render(self) -> Any:
        """Return the table as the learner sees it: text, or pixels of shape (height, width, 3) with ``rgb_array``."""
        return self.table.render_in_mode(self.render_mode, self.turn, self.seat)

    def _repr_html_(self) -> str:
        return (
            self.table.render_picture(self.turn, self.seat)._repr_html_()
            if hasattr(self, "turn")
            else escape(repr(self))
        )


VECTOR: Final = "paiju.envs.vector_env:BatchVectorEnv"


def gymnasium_id(ruleset: str) -> str:
    """Return the Gymnasium id of a ruleset, such as ``paiju/DouDizhu-qq-v0``."""
    return f"paiju/{family_of(ruleset).game.__name__}-{ruleset.rpartition('/')[2]}-v0"


def register() -> None:
    """Register every ruleset with Gymnasium. Importing ``paiju.envs`` calls this."""
    for ruleset in rulesets():
        gymnasium.register(
            gymnasium_id(ruleset), f"{__name__}:HandEnv", kwargs={"ruleset": ruleset}, vector_entry_point=VECTOR
        )
