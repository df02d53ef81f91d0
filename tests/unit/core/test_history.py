"""The history of a hand grows with the events of public actions, and with nothing else."""

from __future__ import annotations

import pytest
from msgspec import Struct

from paiju.core.codec import Tagged, from_json, to_json
from paiju.core.errors import NotationError
from paiju.core.events import Event, Public
from paiju.core.history import PastAction, history_of, with_encoded_history, without_history
from paiju.core.phases import apply_events


class Bet(Tagged, frozen=True):
    coins: int


class Fold(Tagged, frozen=True):
    pass


class Pot(Struct, frozen=True):
    coins: int
    history: tuple[PastAction[Bet | Fold], ...] = ()


class Bare(Struct, frozen=True):
    coins: int


class BetMade(Event[Pot], frozen=True):
    seat: Public[int]
    coins: Public[int]

    def apply(self, state: Pot) -> Pot:
        return Pot(state.coins + self.coins, state.history)

    def past_actions(self, state: Pot) -> tuple[PastAction[Bet], ...]:
        return (PastAction(self.seat, Bet(self.coins)),)


class CoinsTaken(Event[Pot], frozen=True):
    def apply(self, state: Pot) -> Pot:
        return Pot(0, state.history)


PLAYED = (PastAction(2, Bet(3)), PastAction(0, Bet(5)))


def test_an_event_adds_its_actions_at_the_end() -> None:
    state = apply_events(Pot(0), [BetMade(2, 3), CoinsTaken(), BetMade(0, 5)])
    assert state == Pot(5, PLAYED)
    assert apply_events(state, [CoinsTaken()]) == Pot(0, PLAYED)


def test_a_state_without_history_has_none() -> None:
    assert history_of(Bare(1)) == ()
    assert without_history(Bare(1)) == Bare(1)
    assert with_encoded_history(Bare(1), b"[]") == Bare(1)


def test_a_history_can_be_removed_and_restored() -> None:
    state = Pot(5, PLAYED)
    assert history_of(state) == PLAYED
    sent = to_json(history_of(state))
    assert sent == b'[[2,{"type":"bet","coins":3}],[0,{"type":"bet","coins":5}]]'
    assert without_history(state) == Pot(5)
    assert with_encoded_history(without_history(state), sent) == state
    with pytest.raises(NotationError):
        with_encoded_history(state, b'[[0,{"type":"raise"}]]')


def test_a_stored_state_without_history_is_read_with_an_empty_one() -> None:
    assert from_json(b'{"coins":4}', Pot) == Pot(4)
