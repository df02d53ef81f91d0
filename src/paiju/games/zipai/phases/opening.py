"""Dealing (ZP-2.3, 2.4), and wins on the deal (2.5, 2.6)."""

from __future__ import annotations

from paiju.core.errors import IllegalAction
from paiju.core.seats import DEALER, Seat, round_from
from paiju.games.zipai.actions import GO_ON, PASS, WIN, Action, Win
from paiju.games.zipai.cards import COPIES, Counts, count
from paiju.games.zipai.events import Answered, CardsDealt, ExtraDrawn, HandWon, MeldsLaid, OpeningPassed
from paiju.games.zipai.melds import same
from paiju.games.zipai.phases.base import Actions, Automatic, PhaseRules, Seats, Tape
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import (
    BANKER_CARDS,
    OTHER_CARDS,
    Dealing,
    Opening,
    State,
    Winner,
    hand_of,
    laid_by,
)
from paiju.games.zipai.win import Division, best_division, waived_division


class DealingRules(Automatic[Dealing]):
    """The banker's 21 cards, then the others' 20; fours are laid, and a card more is drawn for each but the first."""

    def do(self, rules: Rules, tape: Tape, phase: Dealing, seat: Seat, action: Action) -> None:
        order = round_from(tape.state.match.banker, tape.state.seats)
        tape.add(CardsDealt(_hands(tape.state)))
        for dealt in order:
            _lay_fours(tape, dealt)
        for dealt in order:
            _draw_extra(tape, dealt)


def _hands(state: State) -> tuple[Counts, ...]:
    """Every seat's dealt hand (ZP-2.3): the banker's is on top of the deck, then the others' in turn order."""
    deck, banker = state.secret.stock or (), state.match.banker
    hands = {banker: count(deck[:BANKER_CARDS])}
    for place, seat in enumerate(round_from(banker, state.seats)[1:]):
        top = BANKER_CARDS + OTHER_CARDS * place
        hands[seat] = count(deck[top : top + OTHER_CARDS])
    return tuple(hands[seat] for seat in sorted(hands))


def _lay_fours(tape: Tape, seat: Seat) -> None:
    """Every four of a kind is laid face down at once (ZP-2.4)."""
    for kind, copies in enumerate(hand_of(tape.state, seat)):
        if copies == COPIES:
            tape.add(MeldsLaid(seat, (same("dragon", kind),)))


def _draw_extra(tape: Tape, seat: Seat) -> None:
    """One card for each four but the first (ZP-2.4, 5.6), for those too that these cards make."""
    drawn = 0
    while drawn + 1 < len(tape.state.public.melds[seat]):
        stock = tape.state.secret.stock or ()
        tape.add(ExtraDrawn(seat, stock[0]))
        _lay_fours(tape, seat)
        drawn += 1


class OpeningRules(PhaseRules[Opening]):
    """Every seat is asked at once, so that who was asked tells nothing; the most points win (ZP-2.5)."""

    beats = 8

    def to_act(self, state: State, phase: Opening) -> Seats:
        return phase.waiting or (DEALER,)

    def legal(self, rules: Rules, state: State, phase: Opening, seat: Seat) -> Actions:
        if seat == DEALER:
            return (GO_ON,)
        return (WIN, PASS) if deal_division(state, seat) else (PASS,)

    def refusal(self, rules: Rules, state: State, phase: Opening, seat: Seat, action: Action) -> IllegalAction:
        return IllegalAction("no_win_on_deal" if isinstance(action, Win) else "not_now")

    def do(self, rules: Rules, tape: Tape, phase: Opening, seat: Seat, action: Action) -> None:
        if seat == DEALER:
            _decide(tape)
        else:
            tape.add(Answered(seat, action))


def deal_division(state: State, seat: Seat) -> Division | None:
    """With what the seat wins on the deal: ZP-2.5 or, for the banker, 2.6, whichever is worth more; or None."""
    hand, laid = hand_of(state, seat), laid_by(state, seat)
    waived = waived_division(hand, laid)
    if seat != state.match.banker:
        return waived
    whole = best_division(hand, laid, None, "deal")
    if whole is None or whole.points < (state.public.minimum or 0):
        return waived
    return whole if waived is None or whole.points >= waived.points else waived


def _decide(tape: Tape) -> None:
    """The most points win, of equals all, in turn order from the banker (ZP-2.5)."""
    state = tape.state
    wins = [
        Winner(seat, division.points, division.melds, hand_of(state, seat), laid_by(state, seat))
        for seat in round_from(state.match.banker, state.seats)
        if state.secret.sealed[seat] == WIN and (division := deal_division(state, seat))
    ]
    if not wins:
        tape.add(OpeningPassed())
        return
    most = max(winner.points for winner in wins)
    tape.add(HandWon("deal", tuple(winner for winner in wins if winner.points == most)))
