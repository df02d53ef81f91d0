"""Messages of Dou Dizhu: actions, questions, events, score lines and results."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from paiju.core.errors import NotationError
from paiju.core.messages import Arg, CardsRef, MessageBuilder, SeatRef, TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine
from paiju.core.seats import Seat
from paiju.games.doudizhu import events as happened
from paiju.games.doudizhu.actions import Action, Bid, Choose, ContinueDealing, Pass, Play, ThrowAway
from paiju.games.doudizhu.cards import RANKS, Cards, card_list, card_text, count_of, parse_ranks, ranks_of, ranks_text
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.events import Event
from paiju.games.doudizhu.phases.throwing_away import most_thrown
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import handicap, throw_factor
from paiju.games.doudizhu.state import (
    Bidding,
    Doubling,
    Kicking,
    Opening,
    Over,
    Playing,
    PublicState,
    Robbing,
    State,
    Throwing,
)

_CARD: Final = re.compile(r"[3-9TJQKA2][shcd]|[BR]j|[3-9TJQKA2BR]")
_SMALLEST_BOMB: Final = 4


# ---- cards


def cards_ref(cards: int) -> CardsRef:
    """Return cards, descending."""
    return CardsRef(" ".join(card_text(card) for card in reversed(card_list(cards))))


def ranks_ref(counts: int) -> CardsRef:
    """Return ranks, ascending."""
    return CardsRef(" ".join(ranks_text(counts)))


def _rank(rank: int) -> CardsRef:
    return CardsRef(RANKS[rank])


@lru_cache(maxsize=1 << 14)
def combination_text(combo: Combination) -> TranslatableText:
    """Return a combination as players call it: ``对 10``, ``三带一 3 3 3 4``, ``炸弹 5``; wild cards are noted."""
    args: dict[str, Arg] = {"rank": _rank(combo.rank), "cards": CardsRef(" ".join(ranks_text(combo.body)))}
    name = combo.category
    if combo.attached:
        args["attached"] = ranks_ref(combo.attached)
    if name == "bomb" and combo.size > _SMALLEST_BOMB:
        name, args["count"] = "bombs", combo.size
    words = TranslatableText(f"play.{name}", args)
    return TranslatableText("play.soft", {"play": words, "used": ranks_ref(combo.used)}) if combo.soft else words


def short_combination_text(combo: Combination) -> TranslatableText:
    """Return a combination in two or three words: ``顺子 5–9``."""
    name = combo.category
    if name == "bomb" and combo.size > _SMALLEST_BOMB:
        return TranslatableText("made.bombs", {"rank": _rank(combo.rank), "count": combo.size})
    if combo.length > 1:
        return TranslatableText(
            f"made.{name}", {"first": _rank(combo.rank - combo.length + 1), "last": _rank(combo.rank)}
        )
    return TranslatableText(f"made.{name}", {"rank": _rank(combo.rank)})


# ---- the hand


def hand_notes(rules: Rules, public: PublicState) -> tuple[TranslatableText, ...]:
    """Return the wild rank, and the handicap 让牌 (DDZ-6.4)."""
    wild = () if public.wild is None else (TranslatableText("term.wild", {"rank": _rank(public.wild)}),)
    spare = handicap(rules, public)
    return (*wild, *((TranslatableText("term.handicap", {"count": spare}),) if spare else ()))


# ---- actions


def _choice(view: State, action: Choose) -> TranslatableText:
    phase = view.phase
    if action.what == "open" and action.yes and isinstance(phase, Opening):
        return TranslatableText("action.open", {"factor": phase.factor})
    return TranslatableText(f"action.{'' if action.yes else 'no_'}{action.what}")


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], TranslatableText]]] = {
    ContinueDealing: lambda view, action: TranslatableText("action.deal"),
    Choose: _choice,
    Bid: lambda view, action: (
        TranslatableText("action.bid", {"points": action.points})
        if action.points
        else TranslatableText("action.no_bid")
    ),
    ThrowAway: lambda view, action: (
        TranslatableText("action.throw", {"cards": CardsRef(" ".join(action.ranks))})
        if action.ranks
        else TranslatableText("action.keep")
    ),
    Play: lambda view, action: TranslatableText("action.play", {"play": combination_text(action.what)}),
    Pass: lambda view, action: TranslatableText("action.pass"),
}


# ---- questions


def _bidding(view: State, phase: Bidding, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    return TranslatableText("ask.bid_over", {"high": phase.high}) if phase.high else TranslatableText("ask.bid")


def _robbing(view: State, phase: Robbing, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    return TranslatableText("ask.call" if phase.caller is None else "ask.rob")


def _kicking(view: State, phase: Kicking, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    return TranslatableText("ask.back" if seat == view.public.landlord else "ask.kick")


def _playing(view: State, phase: Playing, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    if phase.standing is None or phase.by is None:
        return TranslatableText("ask.lead")
    if len(legal) == 1:
        return TranslatableText("ask.cannot")
    return TranslatableText(
        "ask.follow", {"who": SeatRef(phase.by), "category": TranslatableText(f"category.{phase.standing.category}")}
    )


def _playing_tip(view: State, phase: Playing, seat: Seat, legal: Sequence[Action]) -> str:
    if phase.standing is None:
        return "lead"
    if phase.standing.bomb:
        return "bomb"
    return "cannot" if len(legal) == 1 else "follow"


_TIPS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], str]]] = {
    Bidding: lambda view, phase, seat, legal: "bid",
    Robbing: lambda view, phase, seat, legal: "call" if phase.caller is None else "rob",
    Doubling: lambda view, phase, seat, legal: "double",
    Playing: _playing_tip,
}

_QUESTIONS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], TranslatableText]]] = {
    Opening: lambda view, phase, seat, legal: TranslatableText("ask.open", {"factor": phase.factor}),
    Bidding: _bidding,
    Robbing: _robbing,
    Kicking: _kicking,
    Throwing: lambda view, phase, seat, legal: TranslatableText("ask.throw", {"most": most_thrown(view, seat)}),
    Doubling: lambda view, phase, seat, legal: TranslatableText("ask.double"),
    Playing: _playing,
}


# ---- events


def _first(event: happened.FirstChosen) -> TranslatableText:
    if event.upcard is None:
        return TranslatableText("event.first_chosen", {"who": SeatRef(event.seat)})
    return TranslatableText("event.first_by_upcard", {"who": SeatRef(event.seat), "cards": cards_ref(event.upcard)})


def _opened(event: happened.HandsOpened) -> TranslatableText:
    if not event.seats:
        return TranslatableText("event.no_hands_opened")
    return TranslatableText("event.hands_opened", {"who": tuple(map(SeatRef, event.seats)), "factor": event.factor})


def _bid(event: happened.BidMade) -> TranslatableText:
    if not event.points:
        return TranslatableText("event.no_bid_made", {"who": SeatRef(event.seat)})
    return TranslatableText("event.bid_made", {"who": SeatRef(event.seat), "points": event.points})


def _yes_or_no(name: str) -> Callable[[Any], TranslatableText]:
    return lambda event: TranslatableText(
        f"event.{name}" if event.yes else f"event.not_{name}", {"who": SeatRef(event.seat)}
    )


def _kicked(event: happened.StakeKicked) -> TranslatableText:
    return _yes_or_no("kicked_back" if event.back else "kicked")(event)


def _settled(event: happened.LandlordSettled) -> TranslatableText:
    key = "event.landlord_forced" if event.forced else "event.landlord_settled"
    return TranslatableText(key, {"who": SeatRef(event.seat), "base": event.base})


def _bottom(event: happened.BottomTaken) -> TranslatableText:
    if event.cards is None:
        return TranslatableText("event.bottom_taken", {"who": SeatRef(event.seat)})
    return TranslatableText("event.bottom_taken_open", {"who": SeatRef(event.seat), "cards": cards_ref(event.cards)})


def _given(event: happened.CardGiven) -> TranslatableText:
    seats: dict[str, Arg] = {"who": SeatRef(event.taker), "giver": SeatRef(event.giver)}
    if event.card is None:
        return TranslatableText("event.card_given", seats)
    return TranslatableText("event.card_given_open", {**seats, "cards": cards_ref(event.card)})


def _thrown(event: happened.CardsThrown) -> TranslatableText:
    each = zip(event.sizes, event.cards, event.factors, strict=True)
    return TranslatableText(
        "event.cards_thrown", {"throws": tuple(_throw(seat, *one) for seat, one in enumerate(each))}
    )


def _throw(seat: Seat, size: int, cards: Cards | None, factor: int) -> TranslatableText:
    if size and cards is None:
        return TranslatableText("event.threw", {"who": SeatRef(seat), "factor": factor, "count": size})
    return _threw(seat, ranks_of(cards or 0), factor)


def _threw(seat: Seat, counts: int, factor: int) -> TranslatableText:
    args: dict[str, Arg] = {"who": SeatRef(seat), "factor": factor}
    return (
        TranslatableText("event.threw_open", {**args, "cards": ranks_ref(counts)})
        if counts
        else TranslatableText("event.kept", args)
    )


_SEALED: Final = {"open": "opened", "double": "doubled"}


def _sealed(event: happened.ChoiceSealed) -> TranslatableText | None:
    """Return a sealed choice for viewers who know it; others learn it when it is opened."""
    choice = event.choice
    if isinstance(choice, ThrowAway):
        counts = parse_ranks(choice.ranks)
        return _threw(event.seat, counts, throw_factor(counts))
    if isinstance(choice, Choose):
        return TranslatableText(
            f"event.{'' if choice.yes else 'not_'}{_SEALED[choice.what]}", {"who": SeatRef(event.seat)}
        )
    return None


def _doubled(event: happened.StakesDoubled) -> TranslatableText:
    if not event.seats:
        return TranslatableText("event.nobody_doubled")
    return TranslatableText("event.doubled", {"who": tuple(map(SeatRef, event.seats))})


def _began(event: happened.PhaseBegan) -> TranslatableText | None:
    """Return why some seats are not asked (DDZ-9.4); the question itself shows other phases."""
    phase = event.phase
    if isinstance(phase, Doubling) and phase.barred:
        return TranslatableText("event.cannot_double", {"who": tuple(map(SeatRef, phase.barred)), "above": phase.above})
    return None


_EVENTS: Final[dict[type[Any], Callable[[Any], TranslatableText | None]]] = {
    happened.PhaseBegan: _began,
    happened.FirstChosen: _first,
    happened.CardsDealt: lambda event: TranslatableText("event.cards_dealt", {"count": max(event.sizes)}),
    happened.ChoiceSealed: _sealed,
    happened.HandsOpened: _opened,
    happened.BidMade: _bid,
    happened.LandlordCalled: _yes_or_no("called"),
    happened.LandlordRobbed: _yes_or_no("robbed"),
    happened.StakeKicked: _kicked,
    happened.LandlordSettled: _settled,
    happened.BottomTaken: _bottom,
    happened.CardGiven: _given,
    happened.WildDrawn: lambda event: TranslatableText("event.wild_drawn", {"rank": _rank(event.rank)}),
    happened.CardsThrown: _thrown,
    happened.StakesDoubled: _doubled,
    happened.CombinationPlayed: lambda event: TranslatableText(
        "event.played", {"who": SeatRef(event.seat), "play": combination_text(event.what)}
    ),
    happened.TurnPassed: lambda event: TranslatableText("event.passed", {"who": SeatRef(event.seat)}),
}
"""Messages of events. Most phases show by their question, and the end of a hand by its result."""


# ---- account and result


def _throw_line(view: State | None, line: ScoreLine) -> TranslatableText:
    """Return thrown cards with their factors, for viewers who know them."""
    if line.args == ("0",):
        return TranslatableText("account.kept")
    thrown = None if view is None else view.secret.threw[line.seat or 0]
    if thrown is None:
        return TranslatableText("account.throw", {"0": int(line.args[0])})
    return TranslatableText("account.threw", {"throws": _factors(ranks_of(thrown))})


_FACTORS: Final = ("JQKA", "2", "BR")
"""Ranks that share a factor (DDZ-7.10)."""


def _factors(counts: int) -> tuple[TranslatableText, ...]:
    found = []
    for ranks in _FACTORS:
        own = sum(count_of(counts, RANKS.index(rank)) << 8 * RANKS.index(rank) for rank in ranks)
        if own:
            found.append(TranslatableText("account.factor", {"cards": ranks_ref(own), "factor": throw_factor(own)}))
    return tuple(found)


def _bomb_line(view: State | None, line: ScoreLine) -> TranslatableText:
    bomb = Combination.parse(line.args[0])
    if bomb.size > _SMALLEST_BOMB:
        return TranslatableText("account.bombs", {"0": _rank(bomb.rank), "count": bomb.size})
    return TranslatableText("account.bomb", {"0": _rank(bomb.rank)})


_LINES: Final[dict[str, Callable[[State | None, ScoreLine], TranslatableText]]] = {
    "rob": lambda view, line: TranslatableText(
        "account.rob_once" if line.args == ("1",) else "account.rob", {"0": int(line.args[0])}
    ),
    "throw": _throw_line,
    "bomb": _bomb_line,
}


# ---- refusals


def _spaced(text: str) -> CardsRef | str:
    """Return typed cards or ranks with spaces, or unchanged if they are none."""
    found = _CARD.findall(text)
    return CardsRef(" ".join(found)) if found and "".join(found) == text.replace(" ", "") else text


def _called(text: str) -> TranslatableText | str:
    try:
        return combination_text(Combination.parse(text))
    except NotationError:
        return text


_DETAILS: Final[dict[str, Callable[[str], Arg]]] = {
    "cards": _spaced,
    "rank": _spaced,
    "play": _called,
    "standing": _called,
    "category": lambda text: TranslatableText(f"category.{text}"),
}


class DouDizhuMessageBuilder(MessageBuilder[State, Action, Event]):
    """Builds the messages of Dou Dizhu."""

    actions = _ACTIONS
    questions = _QUESTIONS
    tips = _TIPS
    events = _EVENTS
    lines = _LINES
    details = _DETAILS

    def labels_on_table(self, view: State, seat: Seat) -> TranslatableText | None:
        phase = view.phase.lay if isinstance(view.phase, Over) else view.phase
        made = phase.made[seat] if isinstance(phase, Playing) and phase.made else None
        return None if made is None else short_combination_text(made)

    def headline(self, view: State, outcome: Outcome) -> TranslatableText:
        told: dict[str, Arg] = {"winners": tuple(map(SeatRef, outcome.winners))}
        if outcome.reason == "handicap":
            told |= {"left": view.public.counts[outcome.winners[0]], "count": view.public.robs}
        return TranslatableText(f"result.{outcome.reason}", told)
