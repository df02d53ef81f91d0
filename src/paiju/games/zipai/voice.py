"""What Da Zi Pai says to people: actions, questions, events, lines of an account and results as words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from paiju.core.account import Line, Outcome
from paiju.core.seats import Seat
from paiju.core.voice import Arg, Shown, Voice, Who, Words
from paiju.games.zipai import events as happened
from paiju.games.zipai.actions import PONG, WIN, Action, Discard, Eat, GoOn, Open, Pass, Pong, SetMinimum, Win
from paiju.games.zipai.cards import NAMES, Kind, format_cards
from paiju.games.zipai.events import Event
from paiju.games.zipai.melds import Meld
from paiju.games.zipai.state import Claiming, Discarding, Looking, Minimum, Opening, Over, State, drawn_card


def _card(kind: Kind) -> Shown:
    return Shown(NAMES[kind])


def _melds(melds: Iterable[tuple[Kind, ...]]) -> Shown:
    """The cards of a meld together."""
    return Shown(" ".join(map(format_cards, melds)))


def meld(laid: Meld) -> Words:
    """A meld by how it lies; face down without its cards."""
    if laid.cards is None:
        return Words(f"pile.{laid.way}")
    return Words("pile.shown", {"way": Words(f"pile.{laid.way}"), "cards": _melds((laid.cards,))})


# ---- actions and questions


def _plain(key: str) -> Callable[[State, Any], Words]:
    return lambda view, action: Words(key)


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], Words]]] = {
    GoOn: _plain("action.go_on"),
    SetMinimum: lambda view, action: Words("action.set_minimum", {"points": action.points}),
    Discard: lambda view, action: Words("action.discard", {"card": _card(action.card)}),
    Win: _plain("action.win"),
    Pong: _plain("action.pong"),
    Open: _plain("action.open"),
    Eat: lambda view, action: Words("action.eat", {"melds": _melds(action.melds)}),
    Pass: _plain("action.pass"),
}


def _claiming(view: State, phase: Claiming, seat: Seat, legal: Sequence[Action]) -> Words:
    way = "_own" if phase.drawn and phase.by == seat else "_drawn" if phase.drawn else ""
    question = Words(f"ask.claiming{way}", {"who": Who(phase.by), "card": _card(phase.card)})
    # Who does not make three of a kind now cannot later (ZP-5.5).
    return Words("ask.once", {"question": question, "card": _card(phase.card)}) if PONG in legal else question


def _wins(legal: Sequence[Action]) -> str:
    return "_wins" if WIN in legal else ""


_QUESTIONS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], Words]]] = {
    Minimum: lambda view, phase, seat, legal: Words("ask.minimum"),
    Opening: lambda view, phase, seat, legal: Words(f"ask.opening{_wins(legal)}"),
    Discarding: lambda view, phase, seat, legal: Words("ask.discarding"),
    Claiming: _claiming,
    Looking: lambda view, phase, seat, legal: Words(f"ask.looking{_wins(legal)}", {"card": _card(drawn_card(view))}),
}


# ---- events


def _extra(event: happened.ExtraDrawn) -> Words:
    if event.card is None:
        return Words("event.extra_drawn", {"who": Who(event.seat)})
    return Words("event.extra_drawn_open", {"who": Who(event.seat), "card": _card(event.card)})


def _drawn(event: happened.CardDrawn) -> Words | None:
    """To the others the card is told when it is turned up."""
    return (
        None
        if event.card is None
        else Words("event.card_drawn_open", {"who": Who(event.seat), "card": _card(event.card)})
    )


def _put_out(event: happened.CardPutOut) -> Words:
    key = "event.card_put_out_drawn" if event.drawn else "event.card_put_out"
    return Words(key, {"who": Who(event.seat), "card": _card(event.card)})


def _won(event: happened.HandWon) -> Words:
    """Several winners are worth as much as each other (ZP-2.5)."""
    who = tuple(Who(winner.seat) for winner in event.winners)
    return Words("event.hand_won", {"who": who, "points": event.winners[0].points})


_EVENTS: Final[dict[type[Any], Callable[[Any], Words | None]]] = {
    happened.MinimumSet: lambda event: Words("event.minimum_set", {"who": Who(event.seat), "points": event.points}),
    happened.CardsDealt: lambda event: Words("event.cards_dealt"),
    happened.ExtraDrawn: _extra,
    happened.MeldsLaid: lambda event: Words(
        "event.melds_laid", {"who": Who(event.seat), "melds": tuple(map(meld, event.melds))}
    ),
    happened.OpeningPassed: lambda event: Words("event.opening_passed"),
    happened.CardPutOut: _put_out,
    happened.CardDrawn: _drawn,
    happened.HandWon: _won,
    happened.StockEmpty: lambda event: Words("event.stock_empty"),
}
"""What is told. Who has answered, and that nobody wanted a card, shows by what comes next."""


class ZiPaiVoice(Voice[State, Action, Event]):
    """How Da Zi Pai speaks."""

    actions = _ACTIONS
    questions = _QUESTIONS
    events = _EVENTS
    details = dict.fromkeys(("card", "cards", "meld"), Shown)

    def line(self, view: State | None, line: Line) -> Words:
        """Its args are the cards of a meld."""
        return Words(f"account.{line.code}", {"0": Shown(line.args[0])}) if line.args else super().line(view, line)

    def headline(self, view: State, outcome: Outcome) -> Words:
        over = view.phase
        assert isinstance(over, Over)
        args: dict[str, Arg] = {"winners": tuple(map(Who, outcome.winners))}
        if over.winners:
            args["points"] = over.winners[0].points
        if over.card is not None:
            args["card"] = _card(over.card)
        if over.payer is not None:
            args["payer"] = Who(over.payer)
        return Words(f"result.{outcome.reason}", args)
