"""A turn: discarding, drawing, and looking at the drawn card (ZP-3)."""

from __future__ import annotations

from typing import Final

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.zipai.actions import PASS, WIN, Action, Discard, Win
from paiju.games.zipai.cards import KINDS, NAMES, Counts, Kind, is_red
from paiju.games.zipai.events import CardDrawn, PhaseBegan, StockEmpty
from paiju.games.zipai.melds import MIXED_MELDS_WITH
from paiju.games.zipai.phases.base import (
    Actions,
    ChanceRules,
    Events,
    PhaseRules,
    Seats,
    card_put_out_events,
    melds_laid_events,
    win_events,
)
from paiju.games.zipai.phases.claims import make_sole_winner, win_refusal
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Discarding, Drawing, Looking, Over, State, drawn_card, hand_of
from paiju.games.zipai.threes_and_fours import division_with, forced_meld_event, winning_division

_DISCARDS: Final = tuple(Discard(kind) for kind in range(KINDS))


class DiscardingRules(PhaseRules[Discarding]):
    """The seat discards any card of its hand (ZP-3.1, 4.5, 5.6)."""

    def to_act(self, state: State, phase: Discarding) -> Seats:
        return (phase.seat,)

    def legal(self, rules: Rules, state: State, phase: Discarding, seat: Seat) -> Actions:
        return tuple(_DISCARDS[kind] for kind, copies in enumerate(hand_of(state, seat)) if copies)

    def illegal_action(
        self, rules: Rules, state: State, phase: Discarding, seat: Seat, action: Action
    ) -> IllegalAction:
        if isinstance(action, Discard) and 0 <= action.card < KINDS:
            return IllegalAction("not_in_hand", card=NAMES[action.card])
        return IllegalAction("discard_now")

    def events_of_action(self, rules: Rules, state: State, phase: Discarding, seat: Seat, action: Action) -> Events:
        assert isinstance(action, Discard)
        return card_put_out_events(rules, state, seat, action.card, drawn=False)

    def fallback(self, rules: Rules, state: State, phase: Discarding, seat: Seat) -> Action:
        """Return the discard of the card that fits the other cards of the hand least."""
        hand = hand_of(state, seat)
        kinds = (kind for kind, copies in enumerate(hand) if copies)
        return _DISCARDS[min(kinds, key=lambda kind: (_fit_of_card(hand, kind), is_red(kind)))]


def _fit_of_card(hand: Counts, kind: Kind) -> int:
    """Return a score for how well a card fits the hand.

    Cards in the hand that equal the card add most to the score. Other cards in the hand add less, and only if
    they occur in a meld together with the card.
    """
    near = sum(hand[other] > 0 for meld in MIXED_MELDS_WITH[kind] for other in meld if other != kind)
    return near + 10 * (hand[kind] - 1)


class DrawingRules(ChanceRules[Drawing]):
    """Gives the seat the top card of the stock, or ends the hand if the stock is empty (ZP-3.2, 3.5)."""

    def events_of_action(self, rules: Rules, state: State, phase: Drawing, seat: Seat, action: Action) -> Events:
        stock = state.secret.stock
        if not stock:
            return StockEmpty(), PhaseBegan(Over("empty"))
        return CardDrawn(phase.seat, stock[0]), PhaseBegan(Looking(phase.seat))


class LookingRules(PhaseRules[Looking]):
    """The rules of the phase in which the seat that drew a card wins with it or passes (ZP-3.3).

    After a pass, compulsory moves happen. The seat is always asked, so that the others do not learn whether it
    could win.
    """

    beats = 4

    def to_act(self, state: State, phase: Looking) -> Seats:
        return (phase.seat,)

    def legal(self, rules: Rules, state: State, phase: Looking, seat: Seat) -> Actions:
        return (WIN, PASS) if winning_division(state, seat, drawn_card(state), "own") else (PASS,)

    def illegal_action(self, rules: Rules, state: State, phase: Looking, seat: Seat, action: Action) -> IllegalAction:
        if isinstance(action, Win):
            return win_refusal(state, division_with(state, seat, drawn_card(state), "own"))
        return IllegalAction("look_first")

    def events_of_action(self, rules: Rules, state: State, phase: Looking, seat: Seat, action: Action) -> Events:
        card = drawn_card(state)
        if action == WIN:
            return win_events(
                "self_drawn", make_sole_winner(state, seat, winning_division(state, seat, card, "own")), card
            )
        laid = forced_meld_event(state, seat, card)
        return melds_laid_events(state, laid) if laid else card_put_out_events(rules, state, seat, card, drawn=True)
