"""Messages of Gunzi: actions, questions, events, score lines and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from paiju.core.messages import Arg, CardsRef, MessageBuilder, SeatRef, TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine
from paiju.core.seats import Seat
from paiju.games.gunzi import events as happened
from paiju.games.gunzi.actions import Action, Bury, Deal, Declare, GiveBack, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.cards import NAMES, Cards, points_in, size
from paiju.games.gunzi.events import Event
from paiju.games.gunzi.notation import format_level
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import (
    SEATS,
    Burying,
    BuryingJokers,
    Closing,
    Dealing,
    GivingBack,
    Over,
    Paying,
    Playing,
    State,
    TakingBack,
    Turning,
)
from paiju.games.gunzi.trick_rules import SUIT_NAMES, kind_of_equal_cards, led_suit
from paiju.games.gunzi.trumps import Call


def cards_ref(cards: Cards) -> CardsRef:
    """Return cards as the value of a placeholder in a text."""
    return CardsRef(cards.text())


_SETS: Final = {1: "single", 2: "pair", 3: "triple", 4: "quad"}


def play_text(cards: Cards) -> TranslatableText:
    """Return the text of a play. A set of identical cards is named (``棒子 ♠8``); other cards are listed."""
    number = size(cards)
    kind = kind_of_equal_cards(cards, number)
    return (
        TranslatableText("play.cards", {"cards": cards_ref(cards)})
        if kind is None
        else TranslatableText(f"play.{_SETS[number]}", {"card": CardsRef(NAMES[kind])})
    )


def call_text(call: Call) -> TranslatableText:
    """Return the text that names the trumps of a call."""
    return TranslatableText(f"call.{call}")


# ---- actions


def _make_action_with_cards_text(verb: str) -> Callable[[State, Any], TranslatableText]:
    return lambda view, action: TranslatableText(f"action.{verb}", {"cards": cards_ref(action.cards)})


def _declare_text(view: State, action: Declare) -> TranslatableText:
    if action.call is None:
        return TranslatableText("action.show", {"cards": cards_ref(action.cards)})
    return TranslatableText("action.show_call", {"cards": cards_ref(action.cards), "call": call_text(action.call)})


def _pass_text(view: State, action: Pass) -> TranslatableText:
    return TranslatableText("action.pass_jokers" if isinstance(view.phase, BuryingJokers) else "action.pass_show")


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], TranslatableText]]] = {
    Deal: lambda view, action: TranslatableText("action.deal"),
    Declare: _declare_text,
    Pass: _pass_text,
    Pay: _make_action_with_cards_text("pay"),
    GiveBack: _make_action_with_cards_text("give_back"),
    Bury: _make_action_with_cards_text("bury"),
    TakeBack: _make_action_with_cards_text("take_back"),
    Play: lambda view, action: TranslatableText("action.play", {"play": play_text(action.cards)}),
}


# ---- questions


def _give_back_question(view: State, phase: GivingBack, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    payer, count = phase.owed[0]
    return TranslatableText("ask.returning", {"who": SeatRef(payer), "count": count})


def _play_question(view: State, phase: Playing, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    if not phase.plays:
        return TranslatableText("ask.lead")
    count = size(phase.plays[0])
    return TranslatableText("ask.follow", {"count": count}) if count > 1 else TranslatableText("ask.follow_one")


_TIPS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], str]]] = {
    Dealing: lambda view, phase, seat, legal: "show",
    Closing: lambda view, phase, seat, legal: "show",
    Paying: lambda view, phase, seat, legal: "paying",
    Burying: lambda view, phase, seat, legal: "burying",
    Playing: lambda view, phase, seat, legal: "follow" if phase.plays else "lead",
}

_QUESTIONS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], TranslatableText]]] = {
    Dealing: lambda view, phase, seat, legal: TranslatableText("ask.show"),
    Closing: lambda view, phase, seat, legal: TranslatableText("ask.closing"),
    Paying: lambda view, phase, seat, legal: TranslatableText("ask.paying", {"count": view.match.tribute[seat]}),
    GivingBack: _give_back_question,
    Burying: lambda view, phase, seat, legal: TranslatableText("ask.burying"),
    BuryingJokers: lambda view, phase, seat, legal: TranslatableText("ask.jokers", {"count": view.takeable}),
    TakingBack: lambda view, phase, seat, legal: TranslatableText("ask.taking", {"count": phase.cards}),
    Playing: _play_question,
}


# ---- terms


def hand_terms(rules: Rules, view: State) -> tuple[TranslatableText, ...]:
    """Return notes about the hand: the points needed to take the bank and, during a trick, its lead and its points."""
    bank = TranslatableText("term.bank_at", {"points": rules.bank_at})
    phase = view.phase
    if not (isinstance(phase, Playing) and phase.plays):
        return (bank,)
    lead = phase.plays[0]
    suit = TranslatableText(f"suit.{SUIT_NAMES[led_suit(view.trumps, lead)]}")
    led = TranslatableText("term.led", {"suit": suit, "shape": TranslatableText(f"shape.{size(lead)}")})
    return bank, led, TranslatableText("term.lying", {"points": sum(map(points_in, phase.plays))})


# ---- events


def _seat_with_cards(seat: Seat, cards: Cards) -> TranslatableText:
    return TranslatableText("event.holder", {"who": SeatRef(seat), "cards": cards_ref(cards)})


def _make_seats_and_cards_text(key: str) -> Callable[[Any], TranslatableText]:
    return lambda event: TranslatableText(key, {"cards": tuple(map(_seat_with_cards, event.seats, event.cards))})


def _make_seat_and_cards_text(key: str) -> Callable[[Any], TranslatableText]:
    return lambda event: TranslatableText(key, {"who": SeatRef(event.seat), "cards": cards_ref(event.cards)})


def _dealt_card_text(event: happened.CardDealt) -> TranslatableText | None:
    """Return the text for a card that was dealt face up, because its suit may become trumps; None for other cards."""
    if not event.open or event.card is None:
        return None
    return TranslatableText("event.card_dealt", {"who": SeatRef(event.seat), "cards": cards_ref(event.card)})


def _declaration_text(event: happened.TrumpsDeclared) -> TranslatableText:
    args: dict[str, Arg] = {"who": SeatRef(event.seat), "cards": cards_ref(event.cards)}
    if event.call is None:
        return TranslatableText("event.trumps_shown", args)
    return TranslatableText("event.trumps_shown_call", {**args, "call": call_text(event.call)})


def _tribute_text(event: happened.TributeChosen) -> TranslatableText | None:
    """Return the text for a chosen tribute; None for viewers who do not see it."""
    return None if event.cards is None else _make_seat_and_cards_text("event.tribute_chosen")(event)


def _burial_text(event: happened.CardsBuried) -> TranslatableText:
    args: dict[str, Arg] = {"who": SeatRef(event.seat)}
    if event.cards is not None:
        args["cards"] = cards_ref(event.cards)
    if event.takeable:
        args["count"] = event.takeable
    known, takeable = "_open" if "cards" in args else "", "_takeable" if event.takeable else ""
    return TranslatableText(f"event.cards_buried{known}{takeable}", args)


def _taken_back_text(event: happened.CardsTakenBack) -> TranslatableText:
    return TranslatableText(
        "event.taken_back", {"who": SeatRef(event.seat), "cards": cards_ref(event.cards), "count": event.takeable}
    )


def _trick_text(event: happened.TrickTaken) -> TranslatableText:
    if not event.points:
        return TranslatableText("event.bare_trick_taken", {"who": SeatRef(event.seat)})
    return TranslatableText("event.trick_taken", {"who": SeatRef(event.seat), "points": event.points})


def _phase_text(event: happened.PhaseBegan) -> TranslatableText | None:
    """Return the text for the beginning of the phase in which the bottom is turned up; None for other phases.

    The text says that the declarations ended without trumps, because no other event says so.
    """
    return TranslatableText("event.showing_closed") if isinstance(event.phase, Turning) else None


_EVENTS: Final[dict[type[Any], Callable[[Any], TranslatableText | None]]] = {
    happened.PhaseBegan: _phase_text,
    happened.CardsCut: _make_seats_and_cards_text("event.cards_cut"),
    happened.CardDealt: _dealt_card_text,
    happened.TrumpsDeclared: _declaration_text,
    happened.BottomTurned: lambda event: TranslatableText(
        "event.bottom_turned", {"who": SeatRef(event.seat), "cards": cards_ref(event.card)}
    ),
    happened.TrumpsFixed: lambda event: TranslatableText(
        "event.trumps_fixed", {"who": SeatRef(event.banker), "call": call_text(event.call)}
    ),
    happened.TributeChosen: _tribute_text,
    happened.TributePaid: _make_seats_and_cards_text("event.tribute_paid"),
    happened.BottomShown: lambda event: TranslatableText("event.bottom_shown", {"cards": cards_ref(event.cards)}),
    happened.CardsGivenBack: _make_seat_and_cards_text("event.given_back"),
    happened.BottomTaken: lambda event: TranslatableText("event.bottom_taken", {"who": SeatRef(event.seat)}),
    happened.CardsBuried: _burial_text,
    happened.JokersBuried: _make_seat_and_cards_text("event.jokers_buried"),
    happened.CardsTakenBack: _taken_back_text,
    happened.CardsPlayed: lambda event: TranslatableText(
        "event.cards_played", {"who": SeatRef(event.seat), "play": play_text(event.cards)}
    ),
    happened.TrickTaken: _trick_text,
    happened.BottomOpened: _make_seat_and_cards_text("event.bottom_opened"),
}
"""For each class of event, the function that builds its text. Other events, such as a pass, have no text."""


# ---- score lines and errors


def _level_line(view: State | None, line: ScoreLine) -> TranslatableText:
    return TranslatableText(f"account.{line.code}", {"value": format_level(line.value)})


_LINES: Final[dict[str, Callable[[State | None, ScoreLine], TranslatableText]]] = {
    "level": _level_line,
    "level_half": _level_line,
    **dict.fromkeys(
        ("bottom_kept", "bottom_dug"),
        lambda view, line: TranslatableText(f"account.{line.code}", {"0": CardsRef(line.args[0]), "value": line.value}),
    ),
}


def _set_size_names(text: str) -> tuple[TranslatableText, ...]:
    return tuple(TranslatableText(f"shape.{size}") for size in text.split("+"))


_DETAILS: Final[dict[str, Callable[[str], Arg]]] = {"cards": CardsRef, "card": CardsRef, "shape": _set_size_names}


class GunziMessageBuilder(MessageBuilder[State, Action, Event]):
    """Builds the messages of Gunzi."""

    actions = _ACTIONS
    questions = _QUESTIONS
    tips = _TIPS
    events = _EVENTS
    lines = _LINES
    details = _DETAILS

    def last_play_name(self, view: State, seat: Seat) -> TranslatableText | None:
        """Return the name of the cards that a seat played in the current trick; None if it has played none.

        Between two tricks, the finished trick counts as the current one.
        """
        phase = view.phase
        trick = phase if isinstance(phase, Playing) and phase.plays else view.last
        if trick is None or not isinstance(phase, Playing | Over):
            return None
        place = (seat - trick.leader) % SEATS
        return play_text(trick.plays[place]) if place < len(trick.plays) else None

    def headline(self, view: State, outcome: Outcome) -> TranslatableText:
        return TranslatableText(f"result.{outcome.reason}", {"winners": tuple(map(SeatRef, outcome.winners))})
