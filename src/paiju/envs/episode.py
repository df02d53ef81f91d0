"""One hand after another, for programs that learn: who is asked, by which numbers it answers, what it sees, what it gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.batch import FeatureLayout, FeatureSlice
from paiju.bots.base import Bot, SeatedBot, ask_bots
from paiju.bots.forced_opening import OpenedHand, dealt_hand, play_opening
from paiju.bots.registry import make_bot
from paiju.core.coins import Stakes
from paiju.core.fair_deal import Deal, draw_deal, hand_seed
from paiju.core.game import Step
from paiju.core.hand_runner import run_hand, seats_asked, with_checks
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.envs.action_space import ActionChoice, ActionEncoding, DecodedAction, IndexChoice, action_encoding
from paiju.envs.observations import Bytes, observation_encoder
from paiju.envs.rewards import reward_function
from paiju.games.registry import family_of, game_of
from paiju.games.registry import ruleset as find_ruleset

Players = Mapping[Seat, SeatedBot]
"""Bots that play seats by themselves."""
NOBODY: Final[Players] = MappingProxyType({})


class EpisodeStep(NamedTuple):
    """A point in a hand. ``seat`` chooses a number; None where the hand is over. ``events`` are those since the turn before."""

    state: Any
    """That of the exact rules, or a row of the arrays."""
    seat: Seat | None
    choice: ActionChoice
    events: tuple[Any, ...] = ()

    def __deepcopy__(self, memo: Any) -> EpisodeStep:
        """All of it is frozen."""
        return self


OVER: Final = IndexChoice(())
Mask = NDArray[np.int8]
AnyStep = Step[Any, Any]


class HandEpisode:
    """One ruleset with numbered actions, by the exact rules. It holds no hand: a hand is the Turn that it has come to.

    ``numbers`` names the numbering, ``reward`` what is paid at the end (``points``, ``win``, ``coins``, or the stakes that coins
    are paid by), ``opener`` a bot that plays all that comes before the play; a hand that comes to no play is then dealt anew.
    Raises UnknownName.
    """

    def __init__(
        self, ruleset: str | Ruleset, numbers: str = "places", reward: str | Stakes = "points", opener: str | Bot = ""
    ) -> None:
        self.ruleset = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self._made_of = (self.ruleset, numbers, reward, opener)
        self.game = game_of(self.ruleset)
        self.seats = self.game.seats
        self.numbering: ActionEncoding = action_encoding(numbers, self.game)
        self._reward = reward_function(reward, self.ruleset)
        self._opener = make_bot(opener, self.ruleset.id) if isinstance(opener, str) and opener else opener
        self._casting = family_of(self.ruleset.id).casting
        self._eyes = observation_encoder(self.ruleset, self.game)
        self.size = self._eyes.size + self.numbering.max_tokens

    def __deepcopy__(self, memo: Any) -> HandEpisode:
        """There is nothing in it that changes from hand to hand."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of

    @property
    def layout(self) -> FeatureLayout:
        """What ``see`` tells, and where."""
        seen, parts = self._eyes.layout, self.numbering.max_tokens
        said = FeatureSlice(
            "said", self._eyes.size, parts, "of each number, how often it is in what has been said of the action"
        )
        return seen._replace(slices=(*seen.slices, said)) if parts else seen

    # ---- a hand

    def reset(self, seed: bytes, players: Players = NOBODY) -> EpisodeStep:
        """The first turn of the hand that follows from a seed, of a seat that none of the players has."""
        begun = self._start_hand(seed)
        return self.to_step(
            self._advance(Step(begun.state, tuple(chain(*(move.step.events for move in begun.moves)))), players)
        )

    def _start_hand(self, seed: bytes) -> OpenedHand:
        def deal(again: int) -> Deal:
            return draw_deal(self.game.plan(self.game.new_match()), hand_seed(seed, "deal", again))

        if not callable(self._opener):
            return dealt_hand(self.game, deal(0))
        return play_opening(self.game, self._casting, self._opener, deal, f"{seed.hex()}:opening")

    def _advance(self, step: AnyStep, players: Players) -> AnyStep:
        """What goes on by itself, and by the players. Nobody else is asked who may act but need not."""
        state, events = step
        for move in run_hand(
            self.game, state, with_checks(self.game, ask_bots(self.game, players)), seats_asked(players)
        ):
            state, events = move.step.state, events + move.step.events
        return Step(state, events)

    def to_step(self, step: AnyStep) -> EpisodeStep:
        """Whose turn it is: of several that choose in secret, the lowest seat's."""
        for seat in self.game.to_act(step.state):
            choice = self.numbering.choice(self.game.legal(step.state, seat), self.game.format_action)
            return EpisodeStep(step.state, seat, choice, step.events)
        return EpisodeStep(step.state, None, OVER, step.events)

    def step(self, turn: EpisodeStep, number: int, players: Players = NOBODY) -> EpisodeStep:
        """The turn after a number was said, of a seat that none of the players has. Raises IllegalAction."""
        taken = turn.choice.take(number)
        if not isinstance(taken, DecodedAction):
            return turn._replace(choice=taken, events=())
        return self._step(turn, taken.action, players)

    def _step(self, turn: EpisodeStep, action: Any, players: Players) -> EpisodeStep:
        assert turn.seat is not None
        return self.to_step(self._advance(self.game.act(turn.state, turn.seat, action), players))

    # ---- what is told

    def rewards(self, turn: EpisodeStep) -> tuple[float, ...]:
        """What each seat gets: at the end, and zeros before it. A hand that is thrown in is worth nothing to anybody."""
        points = self._points(turn)
        return (0.0,) * self.seats if points is None else tuple(self._reward(np.array([points])).tolist()[0])

    def _points(self, turn: EpisodeStep) -> Sequence[int] | None:
        """The points of a hand that is over."""
        outcome = self.game.outcome(turn.state)
        return None if outcome is None else outcome.points

    def observe(self, turn: EpisodeStep, seat: Seat) -> Bytes:
        """(size,) what a seat sees, and what it has said of the action it is about to take."""
        seen = self._encode(turn, seat)
        said = np.zeros(self.numbering.max_tokens, np.uint8)
        if seat == turn.seat and len(said):
            np.add.at(said, list(turn.choice.tokens_so_far), 1)
        return np.concatenate([seen, said])

    def _encode(self, turn: EpisodeStep, seat: Seat) -> Bytes:
        return self._eyes.encode(turn.state, seat)

    def mask(self, turn: EpisodeStep, seat: Seat) -> Mask:
        """(numbering.size,) 1 for each number that the seat may say now."""
        found = np.zeros(self.numbering.size, np.int8)
        if seat == turn.seat:
            found[list(turn.choice.numbers)] = 1
        return found

    def actions(self, turn: EpisodeStep) -> list[Any]:
        """The legal actions of the seat whose turn it is, as the exact rules have them."""
        return [] if turn.seat is None else list(self.game.legal(turn.state, turn.seat))

    def action_text(self, turn: EpisodeStep, number: int) -> str:
        """What a number means, for people: an action, or what is said of one with it. Raises IllegalAction."""
        taken = turn.choice.take(number)
        return (
            self._action_text(turn, taken.action)
            if isinstance(taken, DecodedAction)
            else self.numbering.text(taken.tokens_so_far)
        )

    def _action_text(self, turn: EpisodeStep, action: Any) -> str:
        return self.game.format_action(action)

    def full_state(self, turn: EpisodeStep) -> Any:
        """The state as the exact rules have it."""
        return turn.state

    def render(self, turn: EpisodeStep, seat: Seat | None = None) -> str:
        """What lies on the table, as a viewer sees it."""
        lines = [
            f"{'middle' if pile.seat is None else f'seat {pile.seat}'} {pile.place}: {' '.join(pile.cards)}"
            + (f" ({pile.hidden})" if pile.hidden else "")
            for pile in self.game.zones(self.game.view(self.full_state(turn), seat))
        ]
        return "\n".join([*lines, "over" if turn.seat is None else f"seat {turn.seat} to act"])
