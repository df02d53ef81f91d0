"""Messages of Da Zi Pai: actions, questions, events, score lines and results."""

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
from paiju.games.zipai.eating import leaves_copies_to_lay
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


def _card_ref(kind: Kind) -> CardsRef:
    return CardsRef(NAMES[kind])


def _melds_ref(melds: Iterable[tuple[Kind, ...]]) -> CardsRef:
    """Return the cards of melds as the value of a placeholder in a text."""
    return CardsRef(" ".join(map(format_cards, melds)))


def meld_text(laid: Meld) -> TranslatableText:
    """Return the text of a meld: how it was made (``way``: eaten, pong, …), and its cards if they are known."""
    if laid.cards is None:
        return TranslatableText(f"pile.{laid.way}")
    return TranslatableText(
        "pile.shown", {"way": TranslatableText(f"pile.{laid.way}"), "cards": _melds_ref((laid.cards,))}
    )


# ---- actions and questions


def _make_constant_text(key: str) -> Callable[[State, Any], TranslatableText]:
    return lambda view, action: TranslatableText(key)


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], TranslatableText]]] = {
    ContinueDrawing: _make_constant_text("action.go_on"),
    SetMinimum: lambda view, action: TranslatableText("action.set_minimum", {"points": action.points}),
    Discard: lambda view, action: TranslatableText("action.discard", {"card": _card_ref(action.card)}),
    Win: _make_constant_text("action.win"),
    Pong: _make_constant_text("action.pong"),
    Open: _make_constant_text("action.open"),
    Eat: lambda view, action: TranslatableText("action.eat", {"melds": _melds_ref(action.melds)}),
    Pass: _make_constant_text("action.pass"),
    Catch: _make_constant_text("action.catch"),
}


def _claim_question(view: State, phase: Claiming, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    whose = "_own" if phase.drawn and phase.by == seat else "_drawn" if phase.drawn else ""
    question = TranslatableText(f"ask.claiming{whose}", {"who": SeatRef(phase.by), "card": _card_ref(phase.card)})
    # A seat that declines a pong now cannot pong this kind later (ZP-5.5).
    return (
        TranslatableText("ask.once", {"question": question, "card": _card_ref(phase.card)})
        if PONG in legal
        else question
    )


def _win_suffix(legal: Sequence[Action]) -> str:
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
    Opening: lambda view, phase, seat, legal: TranslatableText(f"ask.opening{_win_suffix(legal)}"),
    Discarding: lambda view, phase, seat, legal: TranslatableText("ask.discarding"),
    Claiming: _claim_question,
    Catching: lambda view, phase, seat, legal: TranslatableText(
        "ask.catching", {"who": SeatRef(phase.seat), "card": _card_ref(phase.card)}
    ),
    Looking: lambda view, phase, seat, legal: TranslatableText(
        f"ask.looking{_win_suffix(legal)}", {"card": _card_ref(drawn_card(view))}
    ),
}


# ---- events


def _extra_card_text(event: happened.ExtraDrawn) -> TranslatableText:
    if event.card is None:
        return TranslatableText("event.extra_drawn", {"who": SeatRef(event.seat)})
    return TranslatableText("event.extra_drawn_open", {"who": SeatRef(event.seat), "card": _card_ref(event.card)})


def _drawn_card_text(event: happened.CardDrawn) -> TranslatableText | None:
    """Return the text for a drawn card, for the seat that drew it; None for other viewers."""
    return (
        None
        if event.card is None
        else TranslatableText("event.card_drawn_open", {"who": SeatRef(event.seat), "card": _card_ref(event.card)})
    )


def _put_out_text(event: happened.CardPutOut) -> TranslatableText:
    key = "event.card_put_out_drawn" if event.drawn else "event.card_put_out"
    return TranslatableText(key, {"who": SeatRef(event.seat), "card": _card_ref(event.card)})


def _caught_text(event: happened.CatchesClosed) -> TranslatableText | None:
    """Return the text for a seat that was caught; None if it was not."""
    args: dict[str, Arg] = {"who": SeatRef(event.seat), "points": event.points}
    return TranslatableText("event.caught", args) if event.points else None


def _win_text(event: happened.HandWon) -> TranslatableText:
    """Return the text that names the winners. Several winners have equal points (ZP-2.5)."""
    who = tuple(SeatRef(winner.seat) for winner in event.winners)
    return TranslatableText("event.hand_won", {"who": who, "points": event.winners[0].points})


_EVENTS: Final[dict[type[Any], Callable[[Any], TranslatableText | None]]] = {
    happened.MinimumSet: lambda event: TranslatableText(
        "event.minimum_set", {"who": SeatRef(event.seat), "points": event.points}
    ),
    happened.CardsDealt: lambda event: TranslatableText("event.cards_dealt"),
    happened.ExtraDrawn: _extra_card_text,
    happened.MeldsLaid: lambda event: TranslatableText(
        "event.melds_laid", {"who": SeatRef(event.seat), "melds": tuple(map(meld_text, event.melds))}
    ),
    happened.OpeningPassed: lambda event: TranslatableText("event.opening_passed"),
    happened.CardPutOut: _put_out_text,
    happened.CatchesClosed: _caught_text,
    happened.CardDrawn: _drawn_card_text,
    happened.HandWon: _win_text,
    happened.StockEmpty: lambda event: TranslatableText("event.stock_empty"),
}
"""For each class of event, the function that builds the text of the event.

Classes that are missing here have no text. Secret answers and the end of claims have no text, because the
next event shows the result.
"""


class ZiPaiMessageBuilder(MessageBuilder[State, Action, Event]):
    """Builds the messages of Da Zi Pai."""

    actions = _ACTIONS
    questions = _QUESTIONS
    tips = _TIPS
    events = _EVENTS
    details = dict.fromkeys(("card", "cards", "meld"), CardsRef)

    def action(self, view: State, seat: Seat, action: Action) -> TranslatableText:
        """Return the label of an action.

        If the action eats a card while the player keeps copies of this card, the label says so (ZP-R6).
        """
        phase, hand = view.phase, view.secret.hands[seat]
        if (
            isinstance(action, Eat)
            and isinstance(phase, Claiming)
            and hand
            and leaves_copies_to_lay(hand, phase.card, action)
        ):
            return TranslatableText("action.eat_keeping", {"melds": _melds_ref(action.melds)})
        return super().action(view, seat, action)

    def score_line_name(self, view: State | None, line: ScoreLine) -> TranslatableText:
        """Return the name of a score line, an entry of the score breakdown.

        If the line has an argument, the argument is the cards of a meld.
        """
        return (
            TranslatableText(f"account.{line.code}", {"0": CardsRef(line.args[0])})
            if line.args
            else super().score_line_name(view, line)
        )

    def headline(self, view: State, outcome: Outcome) -> TranslatableText:
        over = view.phase
        assert isinstance(over, Over)
        args: dict[str, Arg] = {"winners": tuple(map(SeatRef, outcome.winners))}
        if over.winners:
            args["points"] = over.winners[0].points
        if over.card is not None:
            args["card"] = _card_ref(over.card)
        if over.payer is not None:
            args["payer"] = SeatRef(over.payer)
        return TranslatableText(f"result.{outcome.reason}", args)
