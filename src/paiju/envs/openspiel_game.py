"""Hands as OpenSpiel has them: a game for every ruleset, ``paiju_doudizhu_qq`` and so on. Importing this registers them.

Chance is four numbers below 256, from which the deal follows: 2**32 of the deals that there are, all equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from paiju.core.codec import to_json
from paiju.core.seats import Seat
from paiju.envs.episode import EpisodeStep, HandEpisode
from paiju.games.registry import game, rulesets

DRAWS: Final = 4
OUTCOMES: Final = 256
LONGEST: Final = 100_000
"""More decisions than any hand has."""
MOST_POINTS: Final = 2.0**30
"""More than a hand is worth."""
CHOICES: Final = {"numbers": "places", "reward": "points", "opener": ""}
"""The parameters of a game, which are those of ``HandEpisode``."""


def openspiel_name(ruleset_id: str) -> str:
    """What OpenSpiel calls a ruleset."""
    return f"paiju_{ruleset_id.replace('/', '_').replace('-', '_')}"


def openspiel_game_type(ruleset_id: str) -> Any:
    """What OpenSpiel is told of a ruleset before a game is made."""
    seats = game(ruleset_id).seats
    return pyspiel.GameType(
        short_name=openspiel_name(ruleset_id),
        long_name=f"{ruleset_id} (paiju)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=CHOICES,
    )


class PaijuGame(pyspiel.Game):
    """One ruleset; a subclass names it, for OpenSpiel keeps it beyond the interpreter's end, where a closure would crash."""

    ruleset_id: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.table = HandEpisode(self.ruleset_id, **{**CHOICES, **given})
        most = 1.0 if given.get("reward") == "win" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.numbering.size,
            max_chance_outcomes=OUTCOMES,
            num_players=self.table.seats,
            min_utility=-most,
            max_utility=most,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> PaijuState:
        """Before the deal."""
        return PaijuState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PaijuObserver:
        """What makes strings and tensors of states."""
        return PaijuObserver(self.table, iig_obs_type, params)


class PaijuState(pyspiel.State):
    """A hand, with all turns that it has come through."""

    def __init__(self, game: PaijuGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.drawn: list[int] = []
        self.turns: list[EpisodeStep] = []
        self._told: list[list[str]] = [[] for _ in range(self.table.seats)]

    def current_player(self) -> int:
        if not self.turns:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.turns[-1].seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return bool(self.turns) and self.turns[-1].seat is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.turns[-1].choice.numbers)

    def _apply_action(self, action: int) -> None:
        if self.turns:
            self.turns.append(self.table.step(self.turns[-1], action))
            return
        self.drawn.append(action)
        if len(self.drawn) == DRAWS:
            self.turns.append(self.table.reset(bytes(self.drawn)))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action) if player < 0 else self.table.action_text(self.turns[-1], action)

    def returns(self) -> list[float]:
        return list(self.table.rewards(self.turns[-1])) if self.turns else [0.0] * self.table.seats

    def information_of(self, player: Seat) -> list[str]:
        """What a player was told since the deal, as JSON: an entry a turn, an event a line."""
        told, redact = self._told[player], self.table.game.redact
        for turn in self.turns[len(told) :]:
            told.append("\n".join(to_json(redact(event, player)).decode() for event in turn.events))
        return told

    def __str__(self) -> str:
        return self.table.render(self.turns[-1]) if self.turns else f"drawn {self.drawn}"


class PaijuObserver:
    """What a player sees now; with perfect recall all that it was told since the deal."""

    def __init__(self, table: HandEpisode, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        self._table = table
        self._recalls = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(table.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: PaijuState, player: Seat) -> None:
        """Write what a player sees into the tensor; zeros before the deal."""
        self.tensor[:] = self._table.observe(state.turns[-1], player) if state.turns else 0

    def string_from(self, state: PaijuState, player: Seat) -> str:
        """As JSON: the view, or all events, as a player was told of them, and what it has said of an action."""
        if not state.turns:
            return ""
        turn, game = state.turns[-1], self._table.game
        told = state.information_of(player) if self._recalls else [to_json(game.view(turn.state, player)).decode()]
        said = [str(list(turn.choice.tokens_so_far))] if player == turn.seat else []
        return "\n".join([*told, *said])


def register() -> None:
    """Tell OpenSpiel of every ruleset."""
    for ruleset_id in rulesets():
        name, kind = openspiel_name(ruleset_id), openspiel_game_type(ruleset_id)
        pyspiel.register_game(kind, type(name, (PaijuGame,), {"ruleset_id": ruleset_id, "kind": kind}))


register()
