"""What Dou Dizhu says to people: actions, questions, events, lines of an account and results as words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from paiju.core.account import Line, Outcome
from paiju.core.errors import NotationError
from paiju.core.seats import Seat
from paiju.core.voice import Arg, Shown, Voice, Who, Words
from paiju.games.doudizhu import events as happened
from paiju.games.doudizhu.actions import Action, Bid, Choose, GoOn, Pass, Play, Throw
from paiju.games.doudizhu.cards import RANKS, Cards, card_list, card_text, count_of, parse_ranks, ranks_of, ranks_text
from paiju.games.doudizhu.combos import Combo
from paiju.games.doudizhu.events import Event
from paiju.games.doudizhu.phases.throwing import most_thrown
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import handicap, throw_factor
from paiju.games.doudizhu.state import (
    Bidding,
    Doubling,
    Kicking,
    Opening,
    Over,
    Playing,
    Public,
    Robbing,
    State,
    Throwing,
)

_CARD: Final = re.compile(r"[3-9TJQKA2][shcd]|[BR]j|[3-9TJQKA2BR]")
_SMALLEST_BOMB: Final = 4


# ---- cards


def shown(cards: int) -> Shown:
    """Cards, high ones first."""
    return Shown(" ".join(card_text(card) for card in reversed(card_list(cards))))


def ranks_shown(counts: int) -> Shown:
    """Ranks, low ones first."""
    return Shown(" ".join(ranks_text(counts)))


def _rank(rank: int) -> Shown:
    return Shown(RANKS[rank])


@lru_cache(maxsize=1 << 14)
def play(combo: Combo) -> Words:
    """A combination as players call it: ``对 10``, ``三带一 3 3 3 4``, ``炸弹 5``; with what stood in for it."""
    args: dict[str, Arg] = {"rank": _rank(combo.rank), "cards": Shown(" ".join(ranks_text(combo.body)))}
    name = combo.category
    if combo.attached:
        args["attached"] = ranks_shown(combo.attached)
    if name == "bomb" and combo.size > _SMALLEST_BOMB:
        name, args["count"] = "bombs", combo.size
    words = Words(f"play.{name}", args)
    return Words("play.soft", {"play": words, "used": ranks_shown(combo.used)}) if combo.soft else words


def called(combo: Combo) -> Words:
    """The same in two or three words: ``顺子 5–9``."""
    name = combo.category
    if name == "bomb" and combo.size > _SMALLEST_BOMB:
        return Words("made.bombs", {"rank": _rank(combo.rank), "count": combo.size})
    if combo.length > 1:
        return Words(f"made.{name}", {"first": _rank(combo.rank - combo.length + 1), "last": _rank(combo.rank)})
    return Words(f"made.{name}", {"rank": _rank(combo.rank)})


# ---- the hand


def terms(rules: Rules, public: Public) -> tuple[Words, ...]:
    """The wild rank, and the handicap 让牌 (DDZ-6.4)."""
    wild = () if public.wild is None else (Words("term.wild", {"rank": _rank(public.wild)}),)
    spare = handicap(rules, public)
    return (*wild, *((Words("term.handicap", {"count": spare}),) if spare else ()))


# ---- actions


def _choice(view: State, action: Choose) -> Words:
    phase = view.phase
    if action.what == "open" and action.yes and isinstance(phase, Opening):
        return Words("action.open", {"factor": phase.factor})
    return Words(f"action.{'' if action.yes else 'no_'}{action.what}")


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], Words]]] = {
    GoOn: lambda view, action: Words("action.deal"),
    Choose: _choice,
    Bid: lambda view, action: (
        Words("action.bid", {"points": action.points}) if action.points else Words("action.no_bid")
    ),
    Throw: lambda view, action: (
        Words("action.throw", {"cards": Shown(" ".join(action.ranks))}) if action.ranks else Words("action.keep")
    ),
    Play: lambda view, action: Words("action.play", {"play": play(action.what)}),
    Pass: lambda view, action: Words("action.pass"),
}


# ---- questions


def _bidding(view: State, phase: Bidding, seat: Seat, legal: Sequence[Action]) -> Words:
    return Words("ask.bid_over", {"high": phase.high}) if phase.high else Words("ask.bid")


def _robbing(view: State, phase: Robbing, seat: Seat, legal: Sequence[Action]) -> Words:
    return Words("ask.call" if phase.caller is None else "ask.rob")


def _kicking(view: State, phase: Kicking, seat: Seat, legal: Sequence[Action]) -> Words:
    return Words("ask.back" if seat == view.public.landlord else "ask.kick")


def _playing(view: State, phase: Playing, seat: Seat, legal: Sequence[Action]) -> Words:
    if phase.standing is None or phase.by is None:
        return Words("ask.lead")
    if len(legal) == 1:
        return Words("ask.cannot")
    return Words("ask.follow", {"who": Who(phase.by), "category": Words(f"category.{phase.standing.category}")})


_QUESTIONS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], Words]]] = {
    Opening: lambda view, phase, seat, legal: Words("ask.open", {"factor": phase.factor}),
    Bidding: _bidding,
    Robbing: _robbing,
    Kicking: _kicking,
    Throwing: lambda view, phase, seat, legal: Words("ask.throw", {"most": most_thrown(view, seat)}),
    Doubling: lambda view, phase, seat, legal: Words("ask.double"),
    Playing: _playing,
}


# ---- events


def _first(event: happened.FirstChosen) -> Words:
    if event.upcard is None:
        return Words("event.first_chosen", {"who": Who(event.seat)})
    return Words("event.first_by_upcard", {"who": Who(event.seat), "cards": shown(event.upcard)})


def _opened(event: happened.HandsOpened) -> Words:
    if not event.seats:
        return Words("event.no_hands_opened")
    return Words("event.hands_opened", {"who": tuple(map(Who, event.seats)), "factor": event.factor})


def _bid(event: happened.BidMade) -> Words:
    if not event.points:
        return Words("event.no_bid_made", {"who": Who(event.seat)})
    return Words("event.bid_made", {"who": Who(event.seat), "points": event.points})


def _yes_or_no(name: str) -> Callable[[Any], Words]:
    return lambda event: Words(f"event.{name}" if event.yes else f"event.not_{name}", {"who": Who(event.seat)})


def _kicked(event: happened.Kicked) -> Words:
    return _yes_or_no("kicked_back" if event.back else "kicked")(event)


def _settled(event: happened.LandlordSettled) -> Words:
    key = "event.landlord_forced" if event.forced else "event.landlord_settled"
    return Words(key, {"who": Who(event.seat), "base": event.base})


def _bottom(event: happened.BottomTaken) -> Words:
    if event.cards is None:
        return Words("event.bottom_taken", {"who": Who(event.seat)})
    return Words("event.bottom_taken_open", {"who": Who(event.seat), "cards": shown(event.cards)})


def _given(event: happened.CardGiven) -> Words:
    seats: dict[str, Arg] = {"who": Who(event.taker), "giver": Who(event.giver)}
    if event.card is None:
        return Words("event.card_given", seats)
    return Words("event.card_given_open", {**seats, "cards": shown(event.card)})


def _thrown(event: happened.CardsThrown) -> Words:
    each = zip(event.sizes, event.cards, event.factors, strict=True)
    return Words("event.cards_thrown", {"throws": tuple(_throw(seat, *one) for seat, one in enumerate(each))})


def _throw(seat: Seat, size: int, cards: Cards | None, factor: int) -> Words:
    if size and cards is None:
        return Words("event.threw", {"who": Who(seat), "factor": factor, "count": size})
    return _threw(seat, ranks_of(cards or 0), factor)


def _threw(seat: Seat, counts: int, factor: int) -> Words:
    args: dict[str, Arg] = {"who": Who(seat), "factor": factor}
    return Words("event.threw_open", {**args, "cards": ranks_shown(counts)}) if counts else Words("event.kept", args)


_SEALED: Final = {"open": "opened", "double": "doubled"}


def _sealed(event: happened.Sealed) -> Words | None:
    """To those who know the choice; to the others it is told once it is opened."""
    choice = event.choice
    if isinstance(choice, Throw):
        counts = parse_ranks(choice.ranks)
        return _threw(event.seat, counts, throw_factor(counts))
    if isinstance(choice, Choose):
        return Words(f"event.{'' if choice.yes else 'not_'}{_SEALED[choice.what]}", {"who": Who(event.seat)})
    return None


def _doubled(event: happened.Doubled) -> Words:
    if not event.seats:
        return Words("event.nobody_doubled")
    return Words("event.doubled", {"who": tuple(map(Who, event.seats))})


def _began(event: happened.PhaseBegan) -> Words | None:
    """Why some are not asked (DDZ-9.4); what all others are asked shows by itself."""
    phase = event.phase
    if isinstance(phase, Doubling) and phase.barred:
        return Words("event.cannot_double", {"who": tuple(map(Who, phase.barred)), "above": phase.above})
    return None


_EVENTS: Final[dict[type[Any], Callable[[Any], Words | None]]] = {
    happened.PhaseBegan: _began,
    happened.FirstChosen: _first,
    happened.CardsDealt: lambda event: Words("event.cards_dealt", {"count": max(event.sizes)}),
    happened.Sealed: _sealed,
    happened.HandsOpened: _opened,
    happened.BidMade: _bid,
    happened.Called: _yes_or_no("called"),
    happened.Robbed: _yes_or_no("robbed"),
    happened.Kicked: _kicked,
    happened.LandlordSettled: _settled,
    happened.BottomTaken: _bottom,
    happened.CardGiven: _given,
    happened.WildDrawn: lambda event: Words("event.wild_drawn", {"rank": _rank(event.rank)}),
    happened.CardsThrown: _thrown,
    happened.Doubled: _doubled,
    happened.Played: lambda event: Words("event.played", {"who": Who(event.seat), "play": play(event.what)}),
    happened.Passed: lambda event: Words("event.passed", {"who": Who(event.seat)}),
}
"""What is told. That a phase began shows mostly by what is asked, and how the hand ended is its result."""


# ---- account and result


def _throw_line(view: State | None, line: Line) -> Words:
    """With the cards and what each multiplied, for who knows them."""
    if line.args == ("0",):
        return Words("account.kept")
    thrown = None if view is None else view.secret.threw[line.seat or 0]
    if thrown is None:
        return Words("account.throw", {"0": int(line.args[0])})
    return Words("account.threw", {"throws": _factors(ranks_of(thrown))})


_FACTORS: Final = ("JQKA", "2", "BR")
"""The ranks that multiply together (DDZ-7.10)."""


def _factors(counts: int) -> tuple[Words, ...]:
    found = []
    for ranks in _FACTORS:
        own = sum(count_of(counts, RANKS.index(rank)) << 8 * RANKS.index(rank) for rank in ranks)
        if own:
            found.append(Words("account.factor", {"cards": ranks_shown(own), "factor": throw_factor(own)}))
    return tuple(found)


def _bomb_line(view: State | None, line: Line) -> Words:
    bomb = Combo.parse(line.args[0])
    if bomb.size > _SMALLEST_BOMB:
        return Words("account.bombs", {"0": _rank(bomb.rank), "count": bomb.size})
    return Words("account.bomb", {"0": _rank(bomb.rank)})


_LINES: Final[dict[str, Callable[[State | None, Line], Words]]] = {
    "rob": lambda view, line: Words(
        "account.rob_once" if line.args == ("1",) else "account.rob", {"0": int(line.args[0])}
    ),
    "throw": _throw_line,
    "bomb": _bomb_line,
}


# ---- refusals


def _spaced(text: str) -> Shown | str:
    """Cards or ranks that somebody wrote; as they are where they are none."""
    found = _CARD.findall(text)
    return Shown(" ".join(found)) if found and "".join(found) == text.replace(" ", "") else text


def _called(text: str) -> Words | str:
    try:
        return play(Combo.parse(text))
    except NotationError:
        return text


_DETAILS: Final[dict[str, Callable[[str], Arg]]] = {
    "cards": _spaced,
    "rank": _spaced,
    "play": _called,
    "standing": _called,
    "category": lambda text: Words(f"category.{text}"),
}


class DouDizhuVoice(Voice[State, Action, Event]):
    """How Dou Dizhu speaks."""

    actions = _ACTIONS
    questions = _QUESTIONS
    events = _EVENTS
    lines = _LINES
    details = _DETAILS

    def lying(self, view: State, seat: Seat) -> Words | None:
        phase = view.phase.lay if isinstance(view.phase, Over) else view.phase
        made = phase.made[seat] if isinstance(phase, Playing) and phase.made else None
        return None if made is None else called(made)

    def headline(self, view: State, outcome: Outcome) -> Words:
        told: dict[str, Arg] = {"winners": tuple(map(Who, outcome.winners))}
        if outcome.reason == "handicap":
            told |= {"left": view.public.counts[outcome.winners[0]], "count": view.public.robs}
        return Words(f"result.{outcome.reason}", told)
