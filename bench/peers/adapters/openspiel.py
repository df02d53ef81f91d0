"""OpenSpiel: each position is reached by dealing and playing, because a state is its history.

The landlord (seat 0) gets the hand that is asked about and some more cards, the spares. It leads these one by one, and everybody
passes. If the hand has to beat a play, the landlord leads the last spare, seat 1 beats it with a higher card and leads that play,
and seat 2 passes.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version as installed
from typing import Any

import pyspiel

from bench.peers.adapters.base import RANKS, CannotAnswer, in_order

NAME = "openspiel"
GAME: Any = pyspiel.load_game("dou_dizhu")
PASS, BID_THREE = 0, 3
_DECK = "".join(rank * (1 if rank in "BR" else 4) for rank in RANKS)
_FIRST_CARD = 51  # lower chance actions choose which dealt card is turned up


def version() -> str:
    return installed("open_spiel")


@cache
def text(action: int) -> str:
    """Return a play as canonical text, as far as OpenSpiel gives it: `333444+57`, but `3334` for a trio with a single."""
    said: str = GAME.new_initial_state().action_to_string(0, action)
    return said.replace("(BWJ)", "B").replace("(CJ)", "R").replace("-", "+")


def without(cards: str, taken: str) -> str:
    for rank in taken:
        cards = cards.replace(rank, "", 1)
    return cards


def deal(hands: tuple[str, str, str], bottom: str) -> Any:
    """Return the state in which seat 0 has bid three and leads. Each of `hands` has 17 cards."""
    copies = dict.fromkeys(RANKS, 0)
    state = GAME.new_initial_state()
    state.apply_action(0)
    for turn in range(51):
        rank = hands[turn % 3][turn // 3]
        state.apply_action(_FIRST_CARD + _to_openspiel_card(rank, copies[rank]))
        copies[rank] += 1
    assert in_order(bottom) == in_order(without(_DECK, "".join(hands)))
    state.apply_action(BID_THREE)
    return state


def _to_openspiel_card(rank: str, copy: int) -> int:
    return 52 + "BR".index(rank) if rank in "BR" else RANKS.index(rank) + 13 * copy


def play(state: Any, wanted: str) -> None:
    """Make the play with exactly this reading. Raises CannotAnswer if OpenSpiel has no action for it."""
    body, _, attached = wanted.partition("+")
    said = wanted if len(body) > 3 else in_order(body + attached)
    for action in state.legal_actions():
        if action > BID_THREE and text(action) == said:
            state.apply_action(action)
            return
    raise CannotAnswer(f"no action for {wanted}")


def at(hand: str, beat: str) -> Any:
    """Return the state in which a player with exactly the cards `hand` has to beat `beat`, or leads.

    Raises CannotAnswer if there is no such state.
    """
    if not beat:
        return _leading_state(hand)
    if len(hand) > 19 or len(beat.replace("+", "")) > 15:
        raise CannotAnswer("no such position: a farmer leads the table and must keep a card")
    return _answering_state(hand, beat)


def _leading_state(hand: str) -> Any:
    rest = without(_DECK, hand)
    spare, rest = rest[: 20 - len(hand)], rest[20 - len(hand) :]
    own = hand + spare
    state = deal((own[:17], rest[:17], rest[17:]), own[17:])
    _play_spare_cards(state, spare)
    return state


def _play_spare_cards(state: Any, spare: str) -> None:
    for rank in spare:
        play(state, rank)
        state.apply_action(PASS)
        state.apply_action(PASS)


def _answering_state(hand: str, beat: str) -> Any:
    led = beat.replace("+", "")
    rest = without(_DECK, hand + led)
    low, high = rest[0], rest[-1]
    rest = _sort_rank_last(led[0], rest[1:-1])
    spare, rest = rest[len(rest) - 19 + len(hand) :], rest[: len(rest) - 19 + len(hand)]
    other, rest = led + high + rest[: 16 - len(led)], rest[16 - len(led) :]
    own = hand + spare + low
    state = deal((own[:17], other, rest), own[17:])
    _play_spare_cards(state, spare)
    for move in (low, high, "", "", beat, ""):
        if move:
            play(state, move)
        else:
            state.apply_action(PASS)
    return state


def _sort_rank_last(head: str, rest: str) -> str:
    """Sort the cards so that those of rank `head` come last, and seat 1 gets others.

    If seat 1 held four cards of the lowest rank of a chain, OpenSpiel would not let it lead the chain.
    """
    return "".join(sorted(rest, key=lambda rank: rank == head))


def answers(hand: str, beat: str) -> list[str]:
    state = at(hand, beat)
    return sorted({in_order(text(a).replace("+", "")) for a in state.legal_actions() if a > BID_THREE})
