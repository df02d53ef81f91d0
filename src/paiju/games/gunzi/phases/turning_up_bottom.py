"""Turning up bottom cards, if neither declarations nor the deal have determined trumps (GZ-4.1, 4.2, 4.5)."""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.core.seats import Seat
from paiju.games.gunzi.cards import BIG_JOKER, SMALL_JOKER, Cards, is_joker, kinds_of, rank_of, single, suit_of
from paiju.games.gunzi.events import BottomTurned
from paiju.games.gunzi.phases.base import ChanceRules, Events, trumps_fixed_events
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import BOTTOM, SEATS, State, Turning
from paiju.games.gunzi.trumps import CALLS, Call


class Turned(NamedTuple):
    """The banker and the trumps that the six turned-up cards determine."""

    banker: Seat
    call: Call


def _call_of(kind: int | None) -> Call:
    suit = suit_of(kind) if kind is not None else None
    return "none" if suit is None else CALLS[suit]


def _height_of_turned_card(rules: Rules, level: int, kind: int) -> int:
    """Return the height of a turned card. The highest card decides who is banker (GZ-4.2, R5).

    Jokers are highest. Below them the order is level card, 2, A, K … 4, or A, K … 2, depending on
    ``Rules.turned_order``.
    """
    if is_joker(kind):
        return {SMALL_JOKER: 100, BIG_JOKER: 101}[kind]
    rank = rank_of(kind)
    lifted = {2: 50, level: 60} if rules.turned_order == "trumps_first" else {}
    return lifted.get(rank, rank)


def find_banker_and_trumps(rules: Rules, level: int, first: Seat, kinds: list[int]) -> Turned:
    """Return the banker and the trumps after each seat, from ``first`` on, has turned a card (GZ-4.2).

    ``kinds`` are the kinds of the turned cards in order, and ``level`` is the level rank. The highest card
    decides. Of equal cards, the one that was turned first decides.
    """

    def best(places: list[int]) -> int | None:
        return max(places, key=lambda at: (_height_of_turned_card(rules, level, kinds[at]), -at), default=None)

    at = best(list(range(len(kinds)))) or 0
    suited = best([place for place, kind in enumerate(kinds) if not is_joker(kind)])
    trump_kind = suited if is_joker(kinds[at]) and rules.turned_joker == "next_suit" else at
    return Turned((first + at) % SEATS, _call_of(None if trump_kind is None else kinds[trump_kind]))


class TurningRules(ChanceRules[Turning]):
    """The bottom cards are turned up one by one.

    If there is no banker yet, all six cards are turned up. Otherwise cards are turned up until one of them has a
    suit.
    """

    def events_of_action(self, rules: Rules, state: State, phase: Turning, seat: Seat, action: Any) -> Events:
        at = len(state.turned)
        by = state.banker if state.banker is not None else ((state.first or 0) + at) % SEATS
        return (BottomTurned(by, Cards(single((state.secret.deck or ())[at]))),)

    def follow_up_events(self, rules: Rules, state: State, phase: Turning) -> Events:
        kinds = [next(kinds_of(one.card)) for one in state.turned]
        if state.banker is not None:
            over = len(kinds) == BOTTOM or (bool(kinds) and not is_joker(kinds[-1]))
            return trumps_fixed_events(state, state.banker, _call_of(kinds[-1])) if over else ()
        if len(kinds) < BOTTOM:
            return ()
        return trumps_fixed_events(state, *find_banker_and_trumps(rules, state.level, state.first or 0, kinds))
