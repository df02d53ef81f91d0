"""One hand as an episode: which seat decides, which numbers are valid, what the seats see, and their rewards.

The adapters for Gymnasium, PettingZoo, OpenSpiel and RLCard are thin layers over ``HandEpisode``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.batch import FeatureLayout, FeatureSlice
from paiju.bots.base import Bot, SeatedBot, make_bot_asker
from paiju.bots.bot_played_opening import OpenedHand, play_phases_before_play, start_hand
from paiju.bots.registry import make_bot
from paiju.core.coins import Stakes
from paiju.core.fair_deal import Deal, draw_deal, hand_seed
from paiju.core.game import Step
from paiju.core.hand_runner import order_asking_only, run_hand, with_checks
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.data.card_table_picture import Picture, picture_of_view
from paiju.envs.action_space import ActionChoice, ActionEncoding, DecodedAction, IndexChoice, make_action_encoding
from paiju.envs.observations import Bytes, make_observation_encoder
from paiju.envs.rewards import find_reward_function
from paiju.games.registry import family_of, game_of
from paiju.games.registry import ruleset as find_ruleset

Players = Mapping[Seat, SeatedBot]
"""The bots that play seats of the hand, by seat."""
NOBODY: Final[Players] = MappingProxyType({})


class EpisodeStep(NamedTuple):
    """A point in a hand at which ``seat`` must choose a number of the action space.

    If the hand is over, ``seat`` is None. ``choice`` contains the valid numbers. ``events`` are the events since
    the previous step.
    """

    state: Any
    """A state of the exact rules, or a row of the batch engine."""
    seat: Seat | None
    choice: ActionChoice
    events: tuple[Any, ...] = ()

    def __deepcopy__(self, memo: Any) -> EpisodeStep:
        """Return the step itself, because it is immutable."""
        return self


OVER: Final = IndexChoice(())
Mask = NDArray[np.int8]
AnyStep = Step[Any, Any]


class HandEpisode:
    """A ruleset as an environment over the exact rules.

    It holds no hand. The state of a hand is in an ``EpisodeStep``.

    - ``numbers``: the name of the action space (``action_space``)
    - ``reward``: ``points``, ``win`` or ``coins``, or a ``Stakes`` for a reward in coins at these stakes
    - ``opener``: a bot that takes all actions before the phase of play, such as bids, for all seats. A hand that
      ends before that phase is then dealt again
    - ``history``: whether observations contain past actions

    Raises UnknownName if one of these names is unknown.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        numbers: str = "places",
        reward: str | Stakes = "points",
        opener: str | Bot = "",
        *,
        history: bool = False,
    ) -> None:
        self.ruleset, self.history = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset, history
        self._made_of = (self.ruleset, numbers, reward, opener)
        self.game = game_of(self.ruleset)
        self.seats = self.game.seats
        self.numbering: ActionEncoding = make_action_encoding(numbers, self.game)
        self._reward = find_reward_function(reward, self.ruleset)
        self._opener = make_bot(opener, self.ruleset.id) if isinstance(opener, str) and opener else opener
        self._role_info = family_of(self.ruleset.id).role_info
        self._observations = make_observation_encoder(self.ruleset, self.game, history=history)
        self.size = self._observations.size + self.numbering.max_tokens

    def __deepcopy__(self, memo: Any) -> HandEpisode:
        """Return the object itself, because nothing in it changes from hand to hand."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), history=self.history), self._made_of

    @property
    def layout(self) -> FeatureLayout:
        """The layout of the arrays that ``observe`` returns."""
        seen, parts = self._observations.layout, self.numbering.max_tokens
        token_slice = FeatureSlice(
            "said", self._observations.size, parts, "counts of the tokens chosen so far for the current action"
        )
        return seen._replace(slices=(*seen.slices, token_slice)) if parts else seen

    # ---- a hand

    def reset(self, seed: bytes, players: Players = NOBODY) -> EpisodeStep:
        """Deal the hand that ``seed`` determines, and return its first step at which a seat without a bot decides."""
        begun = self._start_hand(seed)
        return self._find_next_decision(
            Step(begun.state, tuple(chain(*(move.step.events for move in begun.moves)))), players
        )

    def _find_next_decision(self, step: AnyStep, players: Players) -> EpisodeStep:
        """Let the hand go on until a seat without a bot decides, and return that step.

        ``step`` is the step of the rules from which the hand goes on.
        """
        return self.make_episode_step(self._advance(step, players))

    def _start_hand(self, seed: bytes) -> OpenedHand:
        if not callable(self._opener):
            return start_hand(self.game, self._draw_deal(seed))
        deal = partial(self._draw_deal, seed)
        return play_phases_before_play(self.game, self._role_info, self._opener, deal, f"{seed.hex()}:opening")

    def _draw_deal(self, seed: bytes, again: int = 0) -> Deal:
        """Return the deal of the hand that ``seed`` determines. ``again`` is the number of hands dealt before it."""
        return draw_deal(self.game.deal_plan(self.game.new_match()), hand_seed(seed, "deal", again))

    def _advance(self, step: AnyStep, players: Players) -> AnyStep:
        """Apply automatic moves and the moves of bots, until a seat without a bot must act.

        Seats without a bot are not asked for optional actions.
        """
        state, events = step
        for move in run_hand(
            self.game, state, with_checks(self.game, make_bot_asker(self.game, players)), order_asking_only(players)
        ):
            state, events = move.step.state, events + move.step.events
        return Step(state, events)

    def make_episode_step(self, step: AnyStep) -> EpisodeStep:
        """Convert a step of the rules to an ``EpisodeStep``.

        If several seats must act at the same time, without seeing each other's choices, the seat with the lowest number
        decides first.
        """
        for seat in self.game.to_act(step.state):
            choice = self.numbering.make_choice(self.game.legal(step.state, seat), self.game.format_action)
            return EpisodeStep(step.state, seat, choice, step.events)
        return EpisodeStep(step.state, None, OVER, step.events)

    def step(self, turn: EpisodeStep, number: int, players: Players = NOBODY) -> EpisodeStep:
        """Choose a number of the action space for the seat that decides, and return the next step.

        If the action takes several numbers and is not complete, the same seat decides in the next step. Otherwise the
        bots act, and the next step is that of a seat without a bot, or the end of the hand. Raises IllegalAction if
        the number is not valid.
        """
        taken = turn.choice.choose(number)
        if not isinstance(taken, DecodedAction):
            return turn._replace(choice=taken, events=())
        return self._step(turn, taken.action, players)

    def _step(self, turn: EpisodeStep, action: Any, players: Players) -> EpisodeStep:
        assert turn.seat is not None
        return self._find_next_decision(self.game.act(turn.state, turn.seat, action), players)

    # ---- observations and rewards

    def rewards(self, turn: EpisodeStep) -> tuple[float, ...]:
        """Return the reward of each seat.

        All rewards are 0 until the hand is over. They stay 0 if no seat wins the hand.
        """
        points = self._points_if_over(turn)
        return (0.0,) * self.seats if points is None else tuple(self._reward(np.array([points])).tolist()[0])

    def _points_if_over(self, turn: EpisodeStep) -> Sequence[int] | None:
        """Return the points of a finished hand; None if the hand is not over."""
        outcome = self.game.outcome(turn.state)
        return None if outcome is None else outcome.points

    def observe(self, turn: EpisodeStep, seat: Seat) -> Bytes:
        """Encode what a seat sees; shape (size,), uint8.

        If an action may take several tokens, the encoding ends with how often the seat has chosen each token for its
        current action.
        """
        seen = self._encode(turn, seat)
        if not self.numbering.max_tokens:
            return seen
        token_counts = np.zeros(self.numbering.max_tokens, np.uint8)
        if seat == turn.seat:
            np.add.at(token_counts, list(turn.choice.tokens_so_far), 1)
        return np.concatenate([seen, token_counts])

    def _encode(self, turn: EpisodeStep, seat: Seat) -> Bytes:
        return self._observations.encode(turn.state, seat)

    def mask(self, turn: EpisodeStep, seat: Seat) -> Mask:
        """Return an array with 1 for each number that the seat may choose now, and 0 for the others; shape (n,), int8."""
        found = np.zeros(self.numbering.size, np.int8)
        if seat == turn.seat:
            numbers = turn.choice.numbers
            found[slice(len(numbers)) if isinstance(numbers, range) else list(numbers)] = 1  # a range begins at 0
        return found

    def actions(self, turn: EpisodeStep) -> list[Any]:
        """Return the legal actions of the deciding seat, as actions of the exact rules; none if the hand is over."""
        return [] if turn.seat is None else list(self.game.legal(turn.state, turn.seat))

    def action_text(self, turn: EpisodeStep, number: int) -> str:
        """Return what the choice of a number leads to, as text: the complete action, or the tokens chosen so far.

        These tokens include ``number``, and those that are appended because there is no other choice. Raises
        IllegalAction if ``number`` is not valid.
        """
        taken = turn.choice.choose(number)
        return (
            self._action_text(turn, taken.action)
            if isinstance(taken, DecodedAction)
            else self.numbering.format_prefix(taken.tokens_so_far)
        )

    def _action_text(self, turn: EpisodeStep, action: Any) -> str:
        return self.game.format_action(action)

    def to_exact_state(self, turn: EpisodeStep) -> Any:
        """Return the state of a step as a state of the exact rules."""
        return turn.state

    def render_picture(self, turn: EpisodeStep, seat: Seat | None = None) -> Picture:
        """Return a picture of the table as a seat sees it, or as a spectator does if ``seat`` is None.

        Notebooks display the result.
        """
        return picture_of_view(self.game, self.game.view(self.to_exact_state(turn), seat))

    def render_in_mode(self, mode: str | None, turn: EpisodeStep, seat: Seat | None) -> Any:
        """Return the table in a render mode of Gymnasium: text for ``ansi``, pixels for ``rgb_array``.

        Return None if ``mode`` is None.
        """
        if mode == "rgb_array":
            return self.render_picture(turn, seat).to_pixels()
        return self.render_text(turn, seat) if mode else None

    def render_text(self, turn: EpisodeStep, seat: Seat | None = None) -> str:
        """Return the table as text, as a seat sees it, or as a spectator does if ``seat`` is None."""
        lines = [
            f"{'middle' if pile.seat is None else f'seat {pile.seat}'} {pile.place}: {' '.join(pile.cards)}"
            + (f" ({pile.hidden})" if pile.hidden else "")
            for pile in self.game.zones(self.game.view(self.to_exact_state(turn), seat))
        ]
        return "\n".join([*lines, "over" if turn.seat is None else f"seat {turn.seat} to act"])
