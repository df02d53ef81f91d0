"""What is played for a seat whose time ran out: a win if there is one, else nothing but what must be."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.seats import Seat
from paiju.games.zipai.actions import PASS, WIN, Action, Discard
from paiju.games.zipai.cards import Counts, Kind, is_red
from paiju.games.zipai.melds import ROWS_WITH
from paiju.games.zipai.state import Discarding, State, hand_of


def fallback(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """A win; the card that fits the hand least; a pass; or the first choice of all (the lowest minimum)."""
    if isinstance(state.phase, Discarding):
        hand = hand_of(state, seat)
        return min(legal, key=lambda action: _ties(hand, action))
    return next((action for action in (WIN, PASS) if action in legal), legal[0])


def _ties(hand: Counts, action: Action) -> tuple[int, bool]:
    assert isinstance(action, Discard)
    return fitting(hand, action.card), is_red(action.card)


def fitting(hand: Counts, kind: Kind) -> int:
    """How well a card of the hand fits the others: its twins count most, then cards that melds have with it."""
    near = sum(hand[other] > 0 for meld in ROWS_WITH[kind] for other in meld if other != kind)
    return near + 10 * (hand[kind] - 1)
