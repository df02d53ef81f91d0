"""What Gunzi says to people: actions, questions, events, lines of an account and results as words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from paiju.core.account import Line, Outcome
from paiju.core.seats import Seat
from paiju.core.voice import Arg, Shown, Voice, Who, Words
from paiju.games.gunzi import events as happened
from paiju.games.gunzi.actions import Action, Bury, Deal, GiveBack, Pass, Pay, Play, Show, TakeBack
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


def shown(cards: Cards) -> Shown:
    """Cards by their names."""
    return Shown(cards.text())


_SETS: Final = {1: "single", 2: "pair", 3: "triple", 4: "quad"}


def play(cards: Cards) -> Words:
    """Identical cards by their name (``棒子 ♠8``); of others, which."""
    number = size(cards)
    kind = set_kind(cards, number)
    return (
        Words("play.cards", {"cards": shown(cards)})
        if kind is None
        else Words(f"play.{_SETS[number]}", {"card": Shown(NAMES[kind])})
    )


def called(call: Call) -> Words:
    """What is made trumps."""
    return Words(f"call.{call}")


# ---- actions


def _with_cards(verb: str) -> Callable[[State, Any], Words]:
    return lambda view, action: Words(f"action.{verb}", {"cards": shown(action.cards)})


def _show(view: State, action: Show) -> Words:
    if action.call is None:
        return Words("action.show", {"cards": shown(action.cards)})
    return Words("action.show_call", {"cards": shown(action.cards), "call": called(action.call)})


def _pass(view: State, action: Pass) -> Words:
    return Words("action.pass_jokers" if isinstance(view.phase, BuryingJokers) else "action.pass_show")


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], Words]]] = {
    Deal: lambda view, action: Words("action.deal"),
    Show: _show,
    Pass: _pass,
    Pay: _with_cards("pay"),
    GiveBack: _with_cards("give_back"),
    Bury: _with_cards("bury"),
    TakeBack: _with_cards("take_back"),
    Play: lambda view, action: Words("action.play", {"play": play(action.cards)}),
}


# ---- questions


def _owed(view: State, phase: GivingBack, seat: Seat, legal: Sequence[Action]) -> Words:
    payer, count = phase.owed[0]
    return Words("ask.returning", {"who": Who(payer), "count": count})


def _playing(view: State, phase: Playing, seat: Seat, legal: Sequence[Action]) -> Words:
    return Words("ask.follow", {"count": size(phase.plays[0])}) if phase.plays else Words("ask.lead")


_QUESTIONS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], Words]]] = {
    Dealing: lambda view, phase, seat, legal: Words("ask.show"),
    Closing: lambda view, phase, seat, legal: Words("ask.closing"),
    Paying: lambda view, phase, seat, legal: Words("ask.paying", {"count": view.match.tribute[seat]}),
    GivingBack: _owed,
    Burying: lambda view, phase, seat, legal: Words("ask.burying"),
    BuryingJokers: lambda view, phase, seat, legal: Words("ask.jokers", {"count": view.takeable}),
    TakingBack: lambda view, phase, seat, legal: Words("ask.taking", {"count": phase.cards}),
    Playing: _playing,
}


# ---- terms


def terms(rules: Rules, view: State) -> tuple[Words, ...]:
    """What brings the bank; while a trick is played what was led, and the points that lie in it."""
    bank = Words("term.bank_at", {"points": rules.bank_at})
    phase = view.phase
    if not (isinstance(phase, Playing) and phase.plays):
        return (bank,)
    lead = phase.plays[0]
    suit = Words(f"suit.{SUIT_NAMES[led_suit(view.trumps, lead)]}")
    led = Words("term.led", {"suit": suit, "shape": Words(f"shape.{size(lead)}")})
    return bank, led, Words("term.lying", {"points": sum(map(points_in, phase.plays))})


# ---- events


def _holder(seat: Seat, cards: Cards) -> Words:
    return Words("event.holder", {"who": Who(seat), "cards": shown(cards)})


def _holders(key: str) -> Callable[[Any], Words]:
    return lambda event: Words(key, {"cards": tuple(map(_holder, event.seats, event.cards))})


def _seat_cards(key: str) -> Callable[[Any], Words]:
    return lambda event: Words(key, {"who": Who(event.seat), "cards": shown(event.cards)})


def _dealt(event: happened.CardDealt) -> Words | None:
    """Only a card that everybody watches for its suit."""
    if not event.open or event.card is None:
        return None
    return Words("event.card_dealt", {"who": Who(event.seat), "cards": shown(event.card)})


def _trumps_shown(event: happened.TrumpsShown) -> Words:
    args: dict[str, Arg] = {"who": Who(event.seat), "cards": shown(event.cards)}
    if event.call is None:
        return Words("event.trumps_shown", args)
    return Words("event.trumps_shown_call", {**args, "call": called(event.call)})


def _tribute(event: happened.TributeChosen) -> Words | None:
    """To those who know the cards; to the others it is told once it is paid."""
    return None if event.cards is None else _seat_cards("event.tribute_chosen")(event)


def _buried(event: happened.CardsBuried) -> Words:
    args: dict[str, Arg] = {"who": Who(event.seat)}
    if event.cards is not None:
        args["cards"] = shown(event.cards)
    if event.takeable:
        args["count"] = event.takeable
    known, takeable = "_open" if "cards" in args else "", "_takeable" if event.takeable else ""
    return Words(f"event.cards_buried{known}{takeable}", args)


def _taken_back(event: happened.TakenBack) -> Words:
    return Words("event.taken_back", {"who": Who(event.seat), "cards": shown(event.cards), "count": event.takeable})


def _trick(event: happened.TrickTaken) -> Words:
    if not event.points:
        return Words("event.bare_trick_taken", {"who": Who(event.seat)})
    return Words("event.trick_taken", {"who": Who(event.seat), "points": event.points})


def _began(event: happened.PhaseBegan) -> Words | None:
    """Only that nobody declares, which nothing else tells."""
    return Words("event.showing_closed") if isinstance(event.phase, Turning) else None


_EVENTS: Final[dict[type[Any], Callable[[Any], Words | None]]] = {
    happened.PhaseBegan: _began,
    happened.CardsCut: _holders("event.cards_cut"),
    happened.CardDealt: _dealt,
    happened.TrumpsShown: _trumps_shown,
    happened.BottomTurned: lambda event: Words(
        "event.bottom_turned", {"who": Who(event.seat), "cards": shown(event.card)}
    ),
    happened.TrumpsFixed: lambda event: Words(
        "event.trumps_fixed", {"who": Who(event.banker), "call": called(event.call)}
    ),
    happened.TributeChosen: _tribute,
    happened.TributePaid: _holders("event.tribute_paid"),
    happened.BottomShown: lambda event: Words("event.bottom_shown", {"cards": shown(event.cards)}),
    happened.GivenBack: _seat_cards("event.given_back"),
    happened.BottomTaken: lambda event: Words("event.bottom_taken", {"who": Who(event.seat)}),
    happened.CardsBuried: _buried,
    happened.JokersBuried: _seat_cards("event.jokers_buried"),
    happened.TakenBack: _taken_back,
    happened.CardsPlayed: lambda event: Words(
        "event.cards_played", {"who": Who(event.seat), "play": play(event.cards)}
    ),
    happened.TrickTaken: _trick,
    happened.BottomOpened: _seat_cards("event.bottom_opened"),
}
"""What is told. Who declares nothing and buries no jokers is passed over."""


# ---- account, refusals


def _level(view: State | None, line: Line) -> Words:
    return Words(f"account.{line.code}", {"value": format_level(line.value)})


_LINES: Final[dict[str, Callable[[State | None, Line], Words]]] = {
    "level": _level,
    "level_half": _level,
    **dict.fromkeys(
        ("bottom_kept", "bottom_dug"),
        lambda view, line: Words(f"account.{line.code}", {"0": Shown(line.args[0]), "value": line.value}),
    ),
}


def _sizes(text: str) -> tuple[Words, ...]:
    return tuple(Words(f"shape.{size}") for size in text.split("+"))


_DETAILS: Final[dict[str, Callable[[str], Arg]]] = {"cards": Shown, "card": Shown, "shape": _sizes}


class GunziVoice(Voice[State, Action, Event]):
    """How Gunzi speaks."""

    actions = _ACTIONS
    questions = _QUESTIONS
    events = _EVENTS
    lines = _LINES
    details = _DETAILS

    def lying(self, view: State, seat: Seat) -> Words | None:
        """In the trick that is played; until one is led, in the last."""
        phase = view.phase
        trick = phase if isinstance(phase, Playing) and phase.plays else view.last
        if trick is None or not isinstance(phase, Playing | Over):
            return None
        place = (seat - trick.leader) % SEATS
        return play(trick.plays[place]) if place < len(trick.plays) else None

    def headline(self, view: State, outcome: Outcome) -> Words:
        return Words(f"result.{outcome.reason}", {"winners": tuple(map(Who, outcome.winners))})
