"""Dealing (ZP-2.3, 2.4), and wins on the deal (2.5, 2.6)."""

from __future__ import annotations

from itertools import chain, islice

from paiju.core.errors import IllegalAction
from paiju.core.seats import DEALER, Seat, seats_from
from paiju.games.zipai.actions import GO_ON, PASS, WIN, Action, Win
from paiju.games.zipai.cards import COPIES, Counts, count_cards
from paiju.games.zipai.events import Answered, CardsDealt, ExtraDrawn, MeldsLaid, OpeningPassed, PhaseBegan
from paiju.games.zipai.melds import meld_of_kind
from paiju.games.zipai.phases.base import Actions, ChanceRules, Events, PhaseRules, Seats, win_events
from paiju.games.zipai.rules import DealPoints, Rules
from paiju.games.zipai.state import (
    BANKER_CARDS,
    OTHER_CARDS,
    Dealing,
    Discarding,
    Opening,
    State,
    Winner,
    hand_of,
    laid_melds,
)
from paiju.games.zipai.winning import Division, best_division, fours_and_threes_division


class DealingRules(ChanceRules[Dealing]):
    """Deals 21 cards to the banker and 20 to each other seat, and lays fours of a kind.

    A seat with more than one four draws one more card for each four after the first.
    """

    def events_of_action(self, rules: Rules, state: State, phase: Dealing, seat: Seat, action: Action) -> Events:
        return (CardsDealt(_dealt_hands(state)),)

    def follow_up_events(self, rules: Rules, state: State, phase: Dealing) -> Events:
        order = seats_from(state.match.banker, state.seats)
        dealt = any(state.public.sizes)
        fours = (four for seat in order if dealt and (four := _four_laid_event(state, seat)))
        extras = (extra for seat in order if dealt and (extra := _extra_drawn_event(state, seat)))
        begun = (PhaseBegan(Opening(tuple(range(state.seats)))),) if dealt else ()
        return tuple(islice(chain(fours, extras, begun), 1))


def _dealt_hands(state: State) -> tuple[Counts, ...]:
    """Return the dealt hands (ZP-2.3). The banker's hand is on top of the deck; the others follow in turn order."""
    deck, banker = state.secret.stock or (), state.match.banker
    hands = {banker: count_cards(deck[:BANKER_CARDS])}
    for place, seat in enumerate(seats_from(banker, state.seats)[1:]):
        top = BANKER_CARDS + OTHER_CARDS * place
        hands[seat] = count_cards(deck[top : top + OTHER_CARDS])
    return tuple(hands[seat] for seat in sorted(hands))


def _four_laid_event(state: State, seat: Seat) -> MeldsLaid | None:
    """Return the event that lays a four of a kind from a seat's hand face down (ZP-2.4).

    Returns None if the hand contains no four of a kind.
    """
    held = hand_of(state, seat)
    return MeldsLaid(seat, (meld_of_kind("dragon", held.index(COPIES)),)) if COPIES in held else None


def _extra_drawn_event(state: State, seat: Seat) -> ExtraDrawn | None:
    """Return the event that draws an extra card for a seat; None if the seat has all its extra cards (ZP-2.4, 5.6).

    A seat gets one extra card for each four that it has laid, except for the first four. If an extra card
    completes a four, that four counts too.
    """
    fours = len(state.public.melds[seat])
    dealt = BANKER_CARDS if seat == state.match.banker else OTHER_CARDS
    drawn = state.public.sizes[seat] + COPIES * fours - dealt
    stock = state.secret.stock or ()
    return ExtraDrawn(seat, stock[0]) if drawn + 1 < fours else None


class OpeningRules(PhaseRules[Opening]):
    """All seats are asked at the same time whether they win, so that the question does not reveal who can.

    If several seats win, only those with the most points are winners (ZP-2.5).
    """

    beats = 8

    def to_act(self, state: State, phase: Opening) -> Seats:
        return phase.waiting or (DEALER,)

    def legal(self, rules: Rules, state: State, phase: Opening, seat: Seat) -> Actions:
        if seat == DEALER:
            return (GO_ON,)
        return (WIN, PASS) if winning_division_on_deal(state, seat, rules.deal_points) else (PASS,)

    def illegal_action(self, rules: Rules, state: State, phase: Opening, seat: Seat, action: Action) -> IllegalAction:
        return IllegalAction("no_win_on_deal" if isinstance(action, Win) else "not_now")

    def events_of_action(self, rules: Rules, state: State, phase: Opening, seat: Seat, action: Action) -> Events:
        return _opening_closed_events(rules, state) if seat == DEALER else (Answered(seat, action),)


def winning_division_on_deal(state: State, seat: Seat, counted: DealPoints = "fours_threes") -> Division | None:
    """Return the division of the hand into melds with which a seat wins on the deal; None if the seat does not win.

    There are two ways to win:

    - Any seat wins if it has enough fours and threes (ZP-2.5). ``counted`` says which of its melds then count
      (R2).
    - The banker also wins with a complete hand that has the minimum of points (ZP-2.6).

    If the banker wins in both ways, the division with more points is returned.
    """
    hand, laid = hand_of(state, seat), laid_melds(state, seat)
    waived = fours_and_threes_division(hand, laid, counted)
    if seat != state.match.banker:
        return waived
    whole = best_division(hand, laid, None, "deal")
    if whole is None or whole.points < (state.public.minimum or 0):
        return waived
    return whole if waived is None or whole.points >= waived.points else waived


def _opening_closed_events(rules: Rules, state: State) -> Events:
    """Return the events that follow when all seats have answered.

    If seats win, the hand ends. Of these seats, those with the most points are the winners. They are listed in
    turn order from the banker (ZP-2.5).
    """
    wins = [
        Winner(seat, division.points, division.melds, hand_of(state, seat), laid_melds(state, seat))
        for seat in seats_from(state.match.banker, state.seats)
        if state.secret.sealed[seat] == WIN and (division := winning_division_on_deal(state, seat, rules.deal_points))
    ]
    if not wins:
        return OpeningPassed(), PhaseBegan(Discarding(state.match.banker))
    most = max(winner.points for winner in wins)
    return win_events("deal", tuple(winner for winner in wins if winner.points == most))
