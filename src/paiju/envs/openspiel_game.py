"""OpenSpiel games, one for each ruleset (``paiju_doudizhu_qq`` and so on). Importing the module registers them.

At the beginning of a game, four chance nodes with 256 outcomes each determine the deal. A game therefore has 2**32
equally likely deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from random import Random
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from paiju.core.codec import to_json
from paiju.core.game import Step
from paiju.core.seats import Seat
from paiju.envs.hand_episode import EpisodeStep, HandEpisode
from paiju.envs.rewards import COINS, default_stakes
from paiju.games.registry import family_of, game, rulesets

DRAWS: Final = 4
OUTCOMES: Final = 256
MOST_DECISIONS: Final = 100_000
"""An upper bound on the decisions in a hand."""
MOST_POINTS: Final = 2**30
"""A bound on the points of a hand, for a family that does not declare ``payoff_bounds``."""
DIGEST: Final = 128
"""The number of bits in the tensor that are a hash of what the player has seen (``PaijuObserver``)."""
CHOICES: Final = {"numbers": "places", "reward": "points", "opener": "", "history": False}
"""The parameters of a game, with their defaults. They are parameters of ``HandEpisode``."""


def openspiel_name(ruleset_id: str) -> str:
    """Return OpenSpiel's short name of a ruleset."""
    return f"paiju_{ruleset_id.replace('/', '_').replace('-', '_')}"


def openspiel_game_type(ruleset_id: str) -> Any:
    """Return the static description under which OpenSpiel registers a ruleset."""
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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=CHOICES,
    )


class PaijuGame(pyspiel.Game):
    """An OpenSpiel game for one ruleset. Each ruleset has its own subclass, which contains the ruleset's id.

    What is registered with OpenSpiel are these subclasses, not closures that know the ruleset. OpenSpiel keeps the
    registered objects even after the interpreter has ended, and closures would then crash.
    """

    ruleset_id: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.table = HandEpisode(self.ruleset_id, **{**CHOICES, **given})
        least, most = self._utility_bounds(str(given.get("reward", CHOICES["reward"])))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.numbering.size,
            max_chance_outcomes=OUTCOMES,
            num_players=self.table.seats,
            min_utility=least,
            max_utility=most,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(self.kind, info, given)

    def _utility_bounds(self, reward: str) -> tuple[float, float]:
        """Return the smallest and the largest possible reward of a seat.

        If the reward is in coins, a seat loses at most the coins that it brought (DDZ-9.5).
        """
        stakes, payoff_bounds = default_stakes(self.table.ruleset), family_of(self.ruleset_id).payoff_bounds
        if reward == COINS and stakes is not None:
            return -float(stakes.enter), float(stakes.enter * (self.table.seats - 1))
        if reward == "win":
            return -1.0, 1.0
        least, most = payoff_bounds(self.table.game.rules) if payoff_bounds else (-MOST_POINTS, MOST_POINTS)
        return float(least), float(most)

    def new_initial_state(self) -> PaijuState:
        """Return the state before the deal."""
        return PaijuState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PaijuObserver:
        """Return an observer, which gives strings and tensors of what a player sees."""
        return PaijuObserver(self.table, iig_obs_type, params)


class PaijuState(pyspiel.State):
    """A hand with all the steps it has taken so far."""

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

    def seen_event_texts(self, player: Seat) -> list[str]:
        """Return what a player has seen since the deal, as one text for each step.

        Each event of the step is one line of the text, in JSON.
        """
        texts, redact = self._told[player], self.table.game.redact
        for turn in self.turns[len(texts) :]:
            texts.append("\n".join(to_json(redact(event, player)).decode() for event in turn.events))
        return texts

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> PaijuState:
        """Return a state that ``player`` cannot tell from this one. The cards unknown to ``player`` are drawn at random.

        ``sampler`` returns random numbers from 0 to 1. Play can continue from the returned state. The returned state
        cannot be serialized, because no chance outcomes lead to its deal. In it, the information states of the other
        players contain no earlier events, but their present view instead.
        """
        found: PaijuState = self.clone()
        if not self.turns:
            return found
        turn, game = self.turns[-1], self.table.game
        state = game.determinize(turn.state, player, Random(int(sampler() * 2**53)))
        asked = turn if turn.seat in (None, player) else self.table.make_episode_step(Step(state, turn.events))
        found.turns[-1] = asked._replace(state=state)
        for seat in range(self.table.seats):
            if seat == player:
                found._told[seat] = list(self.seen_event_texts(seat))
            else:
                known = to_json(game.view(state, seat)).decode()
                found._told[seat] = [*[""] * (len(self.turns) - 1), known]
        return found

    def __str__(self) -> str:
        return self.table.render_text(self.turns[-1]) if self.turns else f"drawn {self.drawn}"


class PaijuObserver:
    """Gives what a player sees, as a string or as a tensor.

    Without perfect recall, the string contains what the player sees now. With perfect recall, it contains all
    that the player has seen since the deal.

    The tensor contains the hand, the table and the cards that the player has not seen, but not the order of
    earlier tricks. With perfect recall, ``DIGEST`` more bits follow, which are a hash of the string. They are
    there only because OpenSpiel demands different tensors for histories that look different to the player.
    """

    def __init__(self, table: HandEpisode, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        self._table = table
        self._recalls = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(table.size + (DIGEST if self._recalls else 0), np.float32)
        self.dict = {"observation": self.tensor[: table.size]}
        if self._recalls:
            self.dict["history"] = self.tensor[table.size :]

    def set_from(self, state: PaijuState, player: Seat) -> None:
        """Write what a player sees into the tensor. Before the deal, write zeros."""
        self.tensor[:] = 0
        if not state.turns:
            return
        self.dict["observation"][:] = self._table.observe(state.turns[-1], player)
        if self._recalls:
            digest = blake2b(self.string_from(state, player).encode(), digest_size=DIGEST // 8).digest()
            self.dict["history"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: PaijuState, player: Seat) -> str:
        """Return what a player knows, as text.

        The text is the player's view in JSON or, with perfect recall, all events as the player saw them. If it is the
        player's turn, the tokens that the player has chosen so far for the current action follow.
        """
        if not state.turns:
            return ""
        turn, game = state.turns[-1], self._table.game
        texts = state.seen_event_texts(player) if self._recalls else [to_json(game.view(turn.state, player)).decode()]
        tokens = [str(list(turn.choice.tokens_so_far))] if player == turn.seat else []
        return "\n".join([*texts, *tokens])


def register_games() -> None:
    """Register every ruleset with OpenSpiel."""
    for ruleset_id in rulesets():
        name, kind = openspiel_name(ruleset_id), openspiel_game_type(ruleset_id)
        pyspiel.register_game(kind, type(name, (PaijuGame,), {"ruleset_id": ruleset_id, "kind": kind}))


register_games()
