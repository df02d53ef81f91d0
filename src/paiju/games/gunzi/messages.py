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
from paiju.games.gunzi.tricks import SUIT_NAMES, led_suit, set_kind
from paiju.games.gunzi.trumps import Call


def cards_text(cards: Cards) -> CardsRef:
    """Return cards by name."""
    return CardsRef(cards.text())


_SETS: Final = {1: "single", 2: "pair", 3: "triple", 4: "quad"}


def play(cards: Cards) -> TranslatableText:
    """Return identical cards by the name of their set (``棒子 ♠8``); other cards one by one."""
    number = size(cards)
    kind = set_kind(cards, number)
    return (
        TranslatableText("play.cards", {"cards": cards_text(cards)})
        if kind is None
        else TranslatableText(f"play.{_SETS[number]}", {"card": CardsRef(NAMES[kind])})
    )


def call_text(call: Call) -> TranslatableText:
    """Return the text of a call."""
    return TranslatableText(f"call.{call}")


# ---- actions


def _with_cards(verb: str) -> Callable[[State, Any], TranslatableText]:
    return lambda view, action: TranslatableText(f"action.{verb}", {"cards": cards_text(action.cards)})


def _declare_text(view: State, action: Declare) -> TranslatableText:
    if action.call is None:
        return TranslatableText("action.show", {"cards": cards_text(action.cards)})
    return TranslatableText("action.show_call", {"cards": cards_text(action.cards), "call": call_text(action.call)})


def _pass(view: State, action: Pass) -> TranslatableText:
    return TranslatableText("action.pass_jokers" if isinstance(view.phase, BuryingJokers) else "action.pass_show")


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], TranslatableText]]] = {
    Deal: lambda view, action: TranslatableText("action.deal"),
    Declare: _declare_text,
    Pass: _pass,
    Pay: _with_cards("pay"),
    GiveBack: _with_cards("give_back"),
    Bury: _with_cards("bury"),
    TakeBack: _with_cards("take_back"),
    Play: lambda view, action: TranslatableText("action.play", {"play": play(action.cards)}),
}


# ---- questions


def _owed(view: State, phase: GivingBack, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    payer, count = phase.owed[0]
    return TranslatableText("ask.returning", {"who": SeatRef(payer), "count": count})


def _playing(view: State, phase: Playing, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
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
    GivingBack: _owed,
    Burying: lambda view, phase, seat, legal: TranslatableText("ask.burying"),
    BuryingJokers: lambda view, phase, seat, legal: TranslatableText("ask.jokers", {"count": view.takeable}),
    TakingBack: lambda view, phase, seat, legal: TranslatableText("ask.taking", {"count": phase.cards}),
    Playing: _playing,
}


# ---- terms


def hand_notes(rules: Rules, view: State) -> tuple[TranslatableText, ...]:
    """Return the points needed for the bank; during a trick also the lead and its points."""
    bank = TranslatableText("term.bank_at", {"points": rules.bank_at})
    phase = view.phase
    if not (isinstance(phase, Playing) and phase.plays):
        return (bank,)
    lead = phase.plays[0]
    suit = TranslatableText(f"suit.{SUIT_NAMES[led_suit(view.trumps, lead)]}")
    led = TranslatableText("term.led", {"suit": suit, "shape": TranslatableText(f"shape.{size(lead)}")})
    return bank, led, TranslatableText("term.lying", {"points": sum(map(points_in, phase.plays))})


# ---- events


def _holder(seat: Seat, cards: Cards) -> TranslatableText:
    return TranslatableText("event.holder", {"who": SeatRef(seat), "cards": cards_text(cards)})


def _holders(key: str) -> Callable[[Any], TranslatableText]:
    return lambda event: TranslatableText(key, {"cards": tuple(map(_holder, event.seats, event.cards))})


def _seat_cards(key: str) -> Callable[[Any], TranslatableText]:
    return lambda event: TranslatableText(key, {"who": SeatRef(event.seat), "cards": cards_text(event.cards)})


def _dealt(event: happened.CardDealt) -> TranslatableText | None:
    """Return a message only for a card whose suit may become trumps."""
    if not event.open or event.card is None:
        return None
    return TranslatableText("event.card_dealt", {"who": SeatRef(event.seat), "cards": cards_text(event.card)})


def _trumps_shown(event: happened.TrumpsDeclared) -> TranslatableText:
    args: dict[str, Arg] = {"who": SeatRef(event.seat), "cards": cards_text(event.cards)}
    if event.call is None:
        return TranslatableText("event.trumps_shown", args)
    return TranslatableText("event.trumps_shown_call", {**args, "call": call_text(event.call)})


def _tribute(event: happened.TributeChosen) -> TranslatableText | None:
    """Return the tribute for viewers who know it; others learn it when it is paid."""
    return None if event.cards is None else _seat_cards("event.tribute_chosen")(event)


def _buried(event: happened.CardsBuried) -> TranslatableText:
    args: dict[str, Arg] = {"who": SeatRef(event.seat)}
    if event.cards is not None:
        args["cards"] = cards_text(event.cards)
    if event.takeable:
        args["count"] = event.takeable
    known, takeable = "_open" if "cards" in args else "", "_takeable" if event.takeable else ""
    return TranslatableText(f"event.cards_buried{known}{takeable}", args)


def _taken_back(event: happened.CardsTakenBack) -> TranslatableText:
    return TranslatableText(
        "event.taken_back", {"who": SeatRef(event.seat), "cards": cards_text(event.cards), "count": event.takeable}
    )


def _trick(event: happened.TrickTaken) -> TranslatableText:
    if not event.points:
        return TranslatableText("event.bare_trick_taken", {"who": SeatRef(event.seat)})
    return TranslatableText("event.trick_taken", {"who": SeatRef(event.seat), "points": event.points})


def _began(event: happened.PhaseBegan) -> TranslatableText | None:
    """Return a message if nobody has declared, since no other event shows that; otherwise None."""
    return TranslatableText("event.showing_closed") if isinstance(event.phase, Turning) else None


_EVENTS: Final[dict[type[Any], Callable[[Any], TranslatableText | None]]] = {
    happened.PhaseBegan: _began,
    happened.CardsCut: _holders("event.cards_cut"),
    happened.CardDealt: _dealt,
    happened.TrumpsDeclared: _trumps_shown,
    happened.BottomTurned: lambda event: TranslatableText(
        "event.bottom_turned", {"who": SeatRef(event.seat), "cards": cards_text(event.card)}
    ),
    happened.TrumpsFixed: lambda event: TranslatableText(
        "event.trumps_fixed", {"who": SeatRef(event.banker), "call": call_text(event.call)}
    ),
    happened.TributeChosen: _tribute,
    happened.TributePaid: _holders("event.tribute_paid"),
    happened.BottomShown: lambda event: TranslatableText("event.bottom_shown", {"cards": cards_text(event.cards)}),
    happened.CardsGivenBack: _seat_cards("event.given_back"),
    happened.BottomTaken: lambda event: TranslatableText("event.bottom_taken", {"who": SeatRef(event.seat)}),
    happened.CardsBuried: _buried,
    happened.JokersBuried: _seat_cards("event.jokers_buried"),
    happened.CardsTakenBack: _taken_back,
    happened.CardsPlayed: lambda event: TranslatableText(
        "event.cards_played", {"who": SeatRef(event.seat), "play": play(event.cards)}
    ),
    happened.TrickTaken: _trick,
    happened.BottomOpened: _seat_cards("event.bottom_opened"),
}
"""Messages of events; passing a declaration or burying no jokers has none."""


# ---- account, refusals


def _level(view: State | None, line: ScoreLine) -> TranslatableText:
    return TranslatableText(f"account.{line.code}", {"value": format_level(line.value)})


_LINES: Final[dict[str, Callable[[State | None, ScoreLine], TranslatableText]]] = {
    "level": _level,
    "level_half": _level,
    **dict.fromkeys(
        ("bottom_kept", "bottom_dug"),
        lambda view, line: TranslatableText(f"account.{line.code}", {"0": CardsRef(line.args[0]), "value": line.value}),
    ),
}


def _sizes(text: str) -> tuple[TranslatableText, ...]:
    return tuple(TranslatableText(f"shape.{size}") for size in text.split("+"))


_DETAILS: Final[dict[str, Callable[[str], Arg]]] = {"cards": CardsRef, "card": CardsRef, "shape": _sizes}


class GunziMessageBuilder(MessageBuilder[State, Action, Event]):
    """Builds the messages of Gunzi."""

    actions = _ACTIONS
    questions = _QUESTIONS
    tips = _TIPS
    events = _EVENTS
    lines = _LINES
    details = _DETAILS

    def labels_on_table(self, view: State, seat: Seat) -> TranslatableText | None:
        """The cards that the seat played in the current trick, or before its lead, in the last one."""
        phase = view.phase
        trick = phase if isinstance(phase, Playing) and phase.plays else view.last
        if trick is None or not isinstance(phase, Playing | Over):
            return None
        place = (seat - trick.leader) % SEATS
        return play(trick.plays[place]) if place < len(trick.plays) else None

    def headline(self, view: State, outcome: Outcome) -> TranslatableText:
        return TranslatableText(f"result.{outcome.reason}", {"winners": tuple(map(SeatRef, outcome.winners))})
