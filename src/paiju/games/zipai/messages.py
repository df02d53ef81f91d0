"""Texts of Da Zi Pai: actions, questions, events, score lines and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from paiju.core.messages import Arg, CardsRef, MessageBuilder, SeatRef, TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine
from paiju.core.seats import Seat
from paiju.games.zipai import events as happened
from paiju.games.zipai.actions import (
    PONG,
    WIN,
    Action,
    Catch,
    ContinueDrawing,
    Discard,
    Eat,
    Open,
    Pass,
    Pong,
    SetMinimum,
    Win,
)
from paiju.games.zipai.cards import NAMES, Kind, format_cards
from paiju.games.zipai.eating import keeps_copies
from paiju.games.zipai.events import Event
from paiju.games.zipai.melds import Meld
from paiju.games.zipai.state import (
    Catching,
    Claiming,
    Discarding,
    Looking,
    Minimum,
    Opening,
    Over,
    State,
    drawn_card,
)


def _card(kind: Kind) -> CardsRef:
    return CardsRef(NAMES[kind])


def _melds(melds: Iterable[tuple[Kind, ...]]) -> CardsRef:
    """A reference to the cards of melds, in one list."""
    return CardsRef(" ".join(map(format_cards, melds)))


def meld_text(laid: Meld) -> TranslatableText:
    """The text of a meld, by its way; without its cards if they are face down."""
    if laid.cards is None:
        return TranslatableText(f"pile.{laid.way}")
    return TranslatableText("pile.shown", {"way": TranslatableText(f"pile.{laid.way}"), "cards": _melds((laid.cards,))})


# ---- actions and questions


def _plain(key: str) -> Callable[[State, Any], TranslatableText]:
    return lambda view, action: TranslatableText(key)


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], TranslatableText]]] = {
    ContinueDrawing: _plain("action.go_on"),
    SetMinimum: lambda view, action: TranslatableText("action.set_minimum", {"points": action.points}),
    Discard: lambda view, action: TranslatableText("action.discard", {"card": _card(action.card)}),
    Win: _plain("action.win"),
    Pong: _plain("action.pong"),
    Open: _plain("action.open"),
    Eat: lambda view, action: TranslatableText("action.eat", {"melds": _melds(action.melds)}),
    Pass: _plain("action.pass"),
    Catch: _plain("action.catch"),
}


def _claiming(view: State, phase: Claiming, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    whose = "_own" if phase.drawn and phase.by == seat else "_drawn" if phase.drawn else ""
    question = TranslatableText(f"ask.claiming{whose}", {"who": SeatRef(phase.by), "card": _card(phase.card)})
    # A seat that declines 碰 now cannot 碰 this kind later (ZP-5.5).
    return (
        TranslatableText("ask.once", {"question": question, "card": _card(phase.card)}) if PONG in legal else question
    )


def _wins(legal: Sequence[Action]) -> str:
    return "_wins" if WIN in legal else ""


def _claiming_tip(view: State, phase: Claiming | Looking, seat: Seat, legal: Sequence[Action]) -> str:
    if WIN in legal:
        return "win"
    if PONG in legal:
        return "pong"
    return "eat" if any(isinstance(action, Eat) for action in legal) else ""


_TIPS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], str]]] = {
    Minimum: lambda view, phase, seat, legal: "minimum",
    Discarding: lambda view, phase, seat, legal: "discarding",
    Claiming: _claiming_tip,
    Looking: _claiming_tip,
}

_QUESTIONS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], TranslatableText]]] = {
    Minimum: lambda view, phase, seat, legal: TranslatableText("ask.minimum"),
    Opening: lambda view, phase, seat, legal: TranslatableText(f"ask.opening{_wins(legal)}"),
    Discarding: lambda view, phase, seat, legal: TranslatableText("ask.discarding"),
    Claiming: _claiming,
    Catching: lambda view, phase, seat, legal: TranslatableText(
        "ask.catching", {"who": SeatRef(phase.seat), "card": _card(phase.card)}
    ),
    Looking: lambda view, phase, seat, legal: TranslatableText(
        f"ask.looking{_wins(legal)}", {"card": _card(drawn_card(view))}
    ),
}


# ---- events


def _extra(event: happened.ExtraDrawn) -> TranslatableText:
    if event.card is None:
        return TranslatableText("event.extra_drawn", {"who": SeatRef(event.seat)})
    return TranslatableText("event.extra_drawn_open", {"who": SeatRef(event.seat), "card": _card(event.card)})


def _drawn(event: happened.CardDrawn) -> TranslatableText | None:
    """Name the card to the drawer only; the others learn it when it is turned up."""
    return (
        None
        if event.card is None
        else TranslatableText("event.card_drawn_open", {"who": SeatRef(event.seat), "card": _card(event.card)})
    )


def _put_out(event: happened.CardPutOut) -> TranslatableText:
    key = "event.card_put_out_drawn" if event.drawn else "event.card_put_out"
    return TranslatableText(key, {"who": SeatRef(event.seat), "card": _card(event.card)})


def _caught(event: happened.CatchesClosed) -> TranslatableText | None:
    """Name the seat that was caught; nothing is said of one that was not."""
    args: dict[str, Arg] = {"who": SeatRef(event.seat), "points": event.points}
    return TranslatableText("event.caught", args) if event.points else None


def _won(event: happened.HandWon) -> TranslatableText:
    """Announce the winners. Several winners have equal points (ZP-2.5)."""
    who = tuple(SeatRef(winner.seat) for winner in event.winners)
    return TranslatableText("event.hand_won", {"who": who, "points": event.winners[0].points})


_EVENTS: Final[dict[type[Any], Callable[[Any], TranslatableText | None]]] = {
    happened.MinimumSet: lambda event: TranslatableText(
        "event.minimum_set", {"who": SeatRef(event.seat), "points": event.points}
    ),
    happened.CardsDealt: lambda event: TranslatableText("event.cards_dealt"),
    happened.ExtraDrawn: _extra,
    happened.MeldsLaid: lambda event: TranslatableText(
        "event.melds_laid", {"who": SeatRef(event.seat), "melds": tuple(map(meld_text, event.melds))}
    ),
    happened.OpeningPassed: lambda event: TranslatableText("event.opening_passed"),
    happened.CardPutOut: _put_out,
    happened.CatchesClosed: _caught,
    happened.CardDrawn: _drawn,
    happened.HandWon: _won,
    happened.StockEmpty: lambda event: TranslatableText("event.stock_empty"),
}
"""The announcement of each event. Answers, and claims that nobody made, have none: the next event shows them."""


class ZiPaiMessageBuilder(MessageBuilder[State, Action, Event]):
    """Builds the texts of Da Zi Pai."""

    actions = _ACTIONS
    questions = _QUESTIONS
    tips = _TIPS
    events = _EVENTS
    details = dict.fromkeys(("card", "cards", "meld"), CardsRef)

    def action(self, view: State, seat: Seat, action: Action) -> TranslatableText:
        """Return the text of an action. Only the player who eats without 下伙 reads that in the text (ZP-R6)."""
        phase, hand = view.phase, view.secret.hands[seat]
        if isinstance(action, Eat) and isinstance(phase, Claiming) and hand and keeps_copies(hand, phase.card, action):
            return TranslatableText("action.eat_keeping", {"melds": _melds(action.melds)})
        return super().action(view, seat, action)

    def line(self, view: State | None, line: ScoreLine) -> TranslatableText:
        """The text of a score line, whose arguments are the cards of a meld."""
        return (
            TranslatableText(f"account.{line.code}", {"0": CardsRef(line.args[0])})
            if line.args
            else super().line(view, line)
        )

    def headline(self, view: State, outcome: Outcome) -> TranslatableText:
        over = view.phase
        assert isinstance(over, Over)
        args: dict[str, Arg] = {"winners": tuple(map(SeatRef, outcome.winners))}
        if over.winners:
            args["points"] = over.winners[0].points
        if over.card is not None:
            args["card"] = _card(over.card)
        if over.payer is not None:
            args["payer"] = SeatRef(over.payer)
        return TranslatableText(f"result.{outcome.reason}", args)
