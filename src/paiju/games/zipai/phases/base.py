"""Base classes of the phase rules, and functions that return the events at the end of a phase."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from paiju.core import phases
from paiju.core.seats import Seat, next_seat
from paiju.games.zipai.actions import GO_ON, Action
from paiju.games.zipai.cards import Kind
from paiju.games.zipai.events import CardPutOut, Event, HandWon, MeldsLaid, PhaseBegan
from paiju.games.zipai.melds import FOURS, count_fours
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Claiming, Discarding, Drawing, Over, Reason, State, Winner

P = TypeVar("P", bound=Struct)

Seats = tuple[Seat, ...]
Actions = tuple[Action, ...]
Events = tuple[Event, ...]


class PhaseRules(phases.PhaseRules[Rules, State, P, Action, Event]):
    """The rules of one kind of phase."""


class ChanceRules(phases.ChanceRules[Rules, State, P, Action, Event]):
    """The rules of a phase in which no player has a choice: only DEALER acts, step by step."""

    go_on = GO_ON


def card_put_out_events(rules: Rules, state: State, seat: Seat, card: Kind, *, drawn: bool) -> Events:
    """Return the events that put a card out, and ask all seats that may claim it (ZP-6.3).

    All other seats are asked. The seat that put the card out is asked too, if it drew the card and the ruleset
    lets it eat the card (ZP-4.1).
    """
    asked = tuple(other for other in range(state.seats) if other != seat or (drawn and rules.drawer_eats))
    return CardPutOut(seat, card, drawn), PhaseBegan(Claiming(card, seat, drawn, asked))


def melds_laid_events(state: State, laid: MeldsLaid) -> Events:
    """Return the events that lay melds and begin the next phase.

    Usually the seat discards in the next phase. If the seat has laid its second four or a later one, however, the
    next seat draws (ZP-5.6).
    """
    seat = laid.seat
    second = laid.melds[0].way in FOURS and count_fours(state.public.melds[seat]) > 0
    return laid, PhaseBegan(Drawing(next_seat(seat, state.seats)) if second else Discarding(seat))


def win_events(
    reason: Reason, winners: tuple[Winner, ...], card: Kind | None = None, payer: Seat | None = None
) -> Events:
    """Return the events that end the hand with winners. ``payer`` is the only seat that pays; None if every loser pays."""
    return HandWon(reason, winners, card, payer), PhaseBegan(Over(reason, winners, card, payer))
