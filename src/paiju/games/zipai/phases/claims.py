"""Claims of a card that was put out, and their priority (ZP-6)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paiju.core.errors import IllegalAction
from paiju.core.seats import DEALER, Seat, next_seat
from paiju.games.zipai.actions import GO_ON, OPEN, PASS, PONG, WIN, Action, Eat, Open, Pong, Win
from paiju.games.zipai.eating import eat_refusal, false_eats, legal_eats
from paiju.games.zipai.events import Answered, ClaimsClosed, PhaseBegan
from paiju.games.zipai.phases.base import Actions, Events, PhaseRules, Seats, melds_laid_events, win_events
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import (
    Catching,
    Claiming,
    Drawing,
    Reason,
    State,
    Winner,
    declined_pongs,
    hand_of,
    laid_melds,
)
from paiju.games.zipai.threes_and_fours import (
    can_pong,
    division_with,
    event_of_claim,
    forced_open_four_event,
    optional_open_four_event,
    source_of,
    winning_division,
)
from paiju.games.zipai.winning import Division

_PRIORITY: Final[dict[type[Struct], int]] = {Win: 0, Open: 1, Pong: 1, Eat: 2}
"""The priority of claims. The claim with the lowest number has priority (ZP-6.2).

Among equal claims, the first seat in turn order has priority. The order begins with the seat that put the
card out.
"""


def make_sole_winner(state: State, seat: Seat, division: Division | None) -> tuple[Winner]:
    """Return a tuple with ``seat`` as the only winner.

    ``division`` is the division of the winner's hand. It must not be None.
    """
    assert division is not None
    return (Winner(seat, division.points, division.melds, hand_of(state, seat), laid_melds(state, seat)),)


def win_refusal(state: State, division: Division | None) -> IllegalAction:
    """Return the error that says why a player cannot win (ZP-7).

    ``division`` is the best division of the hand into melds; its points are too few to win. It is None if the
    hand is not complete.
    """
    if division is None:
        return IllegalAction("not_complete")
    return IllegalAction("too_few_points", points=division.points, minimum=state.public.minimum)


class ClaimingRules(PhaseRules[Claiming]):
    """All seats answer at the same time and in secret whether they claim the card that was put out."""

    beats = 8

    def to_act(self, state: State, phase: Claiming) -> Seats:
        return phase.waiting or (DEALER,)

    def legal(self, rules: Rules, state: State, phase: Claiming, seat: Seat) -> Actions:
        if seat == DEALER:
            return (GO_ON,)
        if seat == phase.by:
            return (*_possible_eats(rules, state, phase, seat), PASS)
        wins: Actions = (WIN,) if winning_division(state, seat, phase.card, source_of(phase)) else ()
        return (*wins, *_claims_except_win(rules, state, phase, seat), PASS)

    def illegal_action(self, rules: Rules, state: State, phase: Claiming, seat: Seat, action: Action) -> IllegalAction:
        if type(action) not in _PRIORITY:
            return IllegalAction("claim_now")
        if seat == phase.by and not isinstance(action, Eat):
            return IllegalAction("own_card")
        if isinstance(action, Win):
            return win_refusal(state, division_with(state, seat, phase.card, source_of(phase)))
        if seat != phase.by and forced_open_four_event(state, seat, phase.card, source_of(phase)):
            return IllegalAction("must_open")
        return _claim_refusal(state, phase, seat, action)

    def events_of_action(self, rules: Rules, state: State, phase: Claiming, seat: Seat, action: Action) -> Events:
        return _claims_closed_events(rules, state, phase) if seat == DEALER else (Answered(seat, action),)

    def fallback(self, rules: Rules, state: State, phase: Claiming, seat: Seat) -> Action:
        """Return a win if possible, otherwise a pass; for DEALER, its only legal action."""
        legal = self.legal(rules, state, phase, seat)
        return PASS if PASS in legal and WIN not in legal else legal[0]


def _claims_except_win(rules: Rules, state: State, phase: Claiming, seat: Seat) -> Actions:
    """Return the legal claims, other than a win, of a seat that did not put the card out.

    There are none if an open four (开招) is compulsory (ZP-5.4).
    """
    if forced_open_four_event(state, seat, phase.card, source_of(phase)):
        return ()
    opens: Actions = (OPEN,) if optional_open_four_event(state, seat, phase.card, source_of(phase)) else ()
    pongs: Actions = (PONG,) if can_pong(state, seat, phase.card) else ()
    is_next = seat == next_seat(phase.by, state.seats)
    return (*opens, *pongs, *(_possible_eats(rules, state, phase, seat) if is_next else ()))


def _possible_eats(rules: Rules, state: State, phase: Claiming, seat: Seat) -> Actions:
    """Return all ways to eat the card.

    The ways that keep copies of the card in the hand come last, if they are allowed at all (ZP-4.3, R6).
    """
    hand = hand_of(state, seat)
    return (*legal_eats(hand, phase.card), *(false_eats(hand, phase.card) if rules.false_eat == "caught" else ()))


def _claim_refusal(state: State, phase: Claiming, seat: Seat, action: Action) -> IllegalAction:
    """Return the error that says why a seat cannot make this open four (开招), pong (碰) or eat (吃)."""
    if isinstance(action, Open):
        return IllegalAction("no_fourth" if phase.drawn else "fourth_from_hand")
    if isinstance(action, Eat):
        if seat not in (phase.by, next_seat(phase.by, state.seats)):
            return IllegalAction("not_next")
        return eat_refusal(hand_of(state, seat), phase.card, action)
    if hand_of(state, seat)[phase.card] < 2:
        return IllegalAction("no_pair")
    return IllegalAction("pong_declined" if phase.card in declined_pongs(state, seat) else "no_discard_left")


# ---- when all have answered


def _claims_closed_events(rules: Rules, state: State, phase: Claiming) -> Events:
    """Return the events after all seats have answered: the claim with the highest priority gets the card (ZP-6.2).

    If no seat wins, each seat that could have claimed a pong, but did not, has declined it (ZP-5.5).
    """
    claims = [claim for seat in range(state.seats) if (claim := _claim_of(state, phase, seat))]
    taker = min(claims, key=lambda claim: _claim_sort_key(state, phase, *claim), default=None)
    won = taker is not None and taker[1] == WIN
    declined = tuple(not won and _declines_pong(state, phase, seat) for seat in range(state.seats))
    closed = ClaimsClosed(taker is not None, declined)
    if taker is None:
        return closed, PhaseBegan(Drawing(next_seat(phase.by, state.seats)))
    return (closed, *_claim_events(rules, state, phase, *taker))


def _claim_of(state: State, phase: Claiming, seat: Seat) -> tuple[Seat, Action] | None:
    """Return ``seat`` with the claim that it has chosen; None if the seat passes.

    If an open four is compulsory for the seat, a pass of the seat becomes the claim of this open four.
    """
    answer = state.secret.sealed[seat]
    if answer == PASS and seat != phase.by and forced_open_four_event(state, seat, phase.card, source_of(phase)):
        return seat, OPEN
    return None if answer in (None, PASS) else (seat, answer)


def _claim_sort_key(state: State, phase: Claiming, seat: Seat, action: Action) -> tuple[int, int]:
    return _PRIORITY[type(action)], (seat - phase.by) % state.seats


def _declines_pong(state: State, phase: Claiming, seat: Seat) -> bool:
    return seat != phase.by and state.secret.sealed[seat] != PONG and can_pong(state, seat, phase.card)


def _claim_events(rules: Rules, state: State, phase: Claiming, seat: Seat, action: Action) -> Events:
    """Return the events that follow when a seat's claim gets the card.

    If the seat ate the card, and if the ruleset allows it, the other seats may accuse the seat of keeping copies
    of the card (ZP-R6).
    """
    if action == WIN:
        winners = make_sole_winner(state, seat, winning_division(state, seat, phase.card, source_of(phase)))
        reason: Reason = "self_drawn" if phase.drawn else "discard"
        return win_events(reason, winners, phase.card, None if phase.drawn else phase.by)
    assert isinstance(action, Eat | Pong | Open)  # the only other claims
    laid = event_of_claim(state, phase, seat, action)
    if isinstance(action, Eat) and rules.false_eat == "caught":
        others = tuple(other for other in range(state.seats) if other != seat)
        return laid, PhaseBegan(Catching(phase.card, seat, others))
    return melds_laid_events(state, laid)
