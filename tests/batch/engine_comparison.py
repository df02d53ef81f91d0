"""Plays one hand in the exact rules and in the batch engine, and compares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from paiju import batch
from paiju.batch import Hands
from paiju.core.fair_deal import Deal, draw_deal
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.history import PastAction
from paiju.core.ruleset import Ruleset
from paiju.features.doudizhu import history_layout as of_doudizhu
from paiju.features.family_encoder import FamilyEncoder
from paiju.features.gunzi import history_layout as of_gunzi
from paiju.features.zipai import history_layout as of_zipai
from paiju.games.doudizhu.actions import Bid, Choose
from paiju.games.gunzi.actions import Play
from paiju.games.registry import family_of

Plain = Callable[[Any], Any]
"""A function that returns a state without the parts that a row does not store."""
Chooser = Callable[[Hands, Random], int]
"""A function that returns the number of an action in the first row."""


History = tuple[PastAction[Any], ...]


def kept_history(family: str, history: History) -> History:
    """Return the part of a history that a row keeps: the first calls, and the latest of the other actions."""
    is_call, calls, others = KEPT[family]
    first = [past for past in history if is_call(past.action)][:calls]
    return (*first, *[past for past in history if not is_call(past.action)][-others:])


KEPT: dict[str, tuple[Callable[[Any], bool], int, int]] = {
    "doudizhu": (
        lambda action: isinstance(action, Bid | Choose),
        of_doudizhu.CALLS_KEPT,
        of_doudizhu.MOVES_KEPT,
    ),
    "zipai": (lambda action: False, 0, of_zipai.ENTRIES_KEPT),
    "gunzi": (lambda action: not isinstance(action, Play), of_gunzi.CALLS_KEPT, of_gunzi.PLAYS_KEPT),
}
"""For each family: whether an action counts as a call, how many calls a row keeps, and how many others."""


def deal_for(game: AnyGame, random: Random, *, rich: bool) -> Deal:
    """Return a random deal. With ``rich``, it is hardly shuffled, and has many threes, fours and long chains."""
    plan = game.deal_plan(game.new_match())
    deal = draw_deal(plan, random.randbytes(32))
    if not rich:
        return deal
    cut = random.randrange(len(plan.pack))
    deck = list(plan.pack[cut:] + plan.pack[:cut])
    for _ in range(random.randrange(12)):
        one, other = random.randrange(len(deck)), random.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    return Deal(tuple(deck), deal.draws)


def any_of(hands: Hands, random: Random) -> int:
    """Return the number of a random action."""
    return random.randrange(int(hands.counts[0]))


def lacking(some: list[str], others: list[str]) -> list[str]:
    """Return the items of ``others`` that are not in ``some``."""
    return sorted(set(others) - set(some))


def differences(row: Any, state: Any, place: str = "") -> Iterator[str]:
    """Yield the differences between a state made from a row and that of the exact rules, with the names of the members."""
    if row == state:
        return
    if isinstance(state, Struct) and type(row) is type(state):
        for name in state.__struct_fields__:
            yield from differences(getattr(row, name), getattr(state, name), f"{place}.{name}".lstrip("."))
    else:
        yield f"{place}: {row} in the arrays, {state} by the exact rules"


class EngineComparison:
    """One hand in both engines.

    ``plain`` returns the part of a state that is compared. ``told`` returns that of a state which was written to a row.
    """

    def __init__(self, name: str | Ruleset, deal: Deal, plain: Plain, told: Plain | None = None) -> None:
        self.hands = batch.new_hands(name, 1, anew=False, history=True)
        self.other = batch.new_hands(name, 2, anew=False, history=True)
        self.game: Any = self.hands.game
        encoder: type[FamilyEncoder] = load_object(family_of(self.hands.ruleset.family).feature_encoder)
        self.encoder = encoder(self.game, history=True)
        self.plain_words = encoder(self.game).layout.words
        self.plain, self.told = plain, told or plain
        self.choose: Chooser = any_of
        self.hands.reset([deal])
        self.state = self.game.run_dealer(self.game.start(self.game.new_match(), deal)).state

    @property
    def goes_on(self) -> bool:
        """Whether a seat must act."""
        return bool(self.game.to_act(self.state))

    def put(self, state: Any) -> None:
        """Continue in both engines from this state."""
        self.state = state
        self.hands.from_state(0, state)

    def act(self, random: Random) -> None:
        """Take the same action in both engines."""
        assert self.hands.outcome(0) is None
        chosen = np.array([self.choose(self.hands, random)])
        (action,) = self.hands.actions(0, chosen)
        self.state = self.game.run_dealer(self.game.step(self.state, int(self.hands.turns[0]), action).state).state
        self.hands.step(chosen)

    def check_actions(self, random: Random) -> None:
        """Check that the batch engine has exactly the legal actions, each with one number."""
        (seat, *_) = self.game.to_act(self.state)
        assert self.hands.turns[0] == seat
        actions = self.hands.actions(0)
        mine = [self.game.format_action(action) for action in actions]
        legal = [self.game.format_action(action) for action in self.game.legal(self.state, seat)]
        assert (lacking(mine, legal), lacking(legal, mine)) == ([], []), "missing in the arrays, and only there"
        assert len(mine) == len(set(mine)) == self.hands.counts[0]
        number = random.randrange(len(mine))
        assert self.hands.number_of(0, actions[number]) == number

    def check_state(self) -> None:
        """Check that a row converts to the state, and the state to the row, with the history that a row keeps."""
        state = self.kept_state()
        assert list(differences(self.plain(self.hands.to_state(0)), self.plain(state))) == []
        self.other.from_state(0, self.state)
        assert list(differences(self.told(self.other.to_state(0)), self.told(state))) == []
        assert self.other.counts[0] == self.hands.counts[0]
        self.check_history()

    def kept_state(self) -> Any:
        """The state by the exact rules, with the part of its history that a row keeps."""
        return replace(self.state, history=kept_history(self.hands.ruleset.family, self.state.history))

    def check_history(self) -> None:
        """Check that the history in the observations of all seats is that of the exact rules."""
        seats = np.arange(self.game.seats)
        rows = self.hands.take(np.zeros(len(seats), np.int64)).observe(seats)
        for seat in seats.tolist():
            told = self.encoder.encode_observation(self.game.view(self.state, seat), seat)
            assert told[self.plain_words :].tolist() == rows[seat, self.plain_words :].view(np.int64).tolist()

    def check_view(self, random: Random) -> None:
        """Check that the observation of a seat does not depend on what the seat cannot know."""
        for seat in range(self.game.seats):
            self.other.from_state(0, self.state)
            self.other.from_state(1, self.game.determinize(self.state, seat, random))
            assert self.other.counts[0] == self.other.counts[1] or seat != self.hands.turns[0]
            one, another = self.other.observe(np.array([seat, seat]))
            assert one.tolist() == another.tolist()

    def check_outcome(self) -> None:
        """Check that both engines have the same outcome."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        assert self.hands.outcome(0) == replace(outcome, account=())
        assert self.hands.end_codes[0] == (1 if outcome.winners else 2)
        self.check_state()
        assert self.other.outcome(0) == self.hands.outcome(0)
