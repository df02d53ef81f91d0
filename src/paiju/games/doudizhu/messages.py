"""Messages of Dou Dizhu: actions, questions, events, score lines and results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from paiju.core.errors import NotationError
from paiju.core.messages import Arg, CardsRef, Declaration, MessageBuilder, SeatRef, TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine
from paiju.core.seats import Seat
from paiju.games.doudizhu import events as happened
from paiju.games.doudizhu.actions import Action, Bid, Choose, ContinueDealing, Pass, Play, ThrowAway
from paiju.games.doudizhu.cards import (
    RANKS,
    Cards,
    card_list,
    card_text,
    count_of,
    count_ranks,
    parse_ranks,
    ranks_text,
)
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.events import Event
from paiju.games.doudizhu.phases.throwing_away import max_thrown_cards
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import handicap, throw_factor
from paiju.games.doudizhu.state import (
    Asking,
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
from paiju.games.doudizhu.yes_no_questions import KICK, QUESTIONS, YesNoQuestion, double_with_factor, factors_of_doubles

_CARD: Final = re.compile(r"[3-9TJQKA2][shcd]|[BR]j|[3-9TJQKA2BR]")
_SMALLEST_BOMB: Final = 4


# ---- cards


def cards_ref(cards: int) -> CardsRef:
    """Return cards as the value of a placeholder in a text, in descending order."""
    return CardsRef(" ".join(card_text(card) for card in reversed(card_list(cards))))


def ranks_ref(counts: int) -> CardsRef:
    """Return ranks as the value of a placeholder in a text, in ascending order."""
    return CardsRef(" ".join(ranks_text(counts)))


def _rank_ref(rank: int) -> CardsRef:
    return CardsRef(RANKS[rank])


@lru_cache(maxsize=1 << 14)
def combination_text(combo: Combination) -> TranslatableText:
    """Return the text of a combination as players name it, such as ``对 10``, ``三带一 3 3 3 4`` or ``炸弹 5``."""
    args: dict[str, Arg] = {"rank": _rank_ref(combo.rank), "cards": CardsRef(" ".join(ranks_text(combo.body)))}
    name = combo.category
    if combo.attached:
        args["attached"] = ranks_ref(combo.attached)
    if name == "bomb" and combo.size > _SMALLEST_BOMB:
        name, args["count"] = "bombs", combo.size
    words = TranslatableText(f"play.{name}", args)
    return TranslatableText("play.soft", {"play": words, "used": ranks_ref(combo.used)}) if combo.soft else words


def short_combination_text(combo: Combination) -> TranslatableText:
    """Return the text of a combination in short form, without attached cards: ``顺子 5–9``."""
    name = combo.category
    if name == "bomb" and combo.size > _SMALLEST_BOMB:
        return TranslatableText("made.bombs", {"rank": _rank_ref(combo.rank), "count": combo.size})
    if combo.length > 1:
        return TranslatableText(
            f"made.{name}", {"first": _rank_ref(combo.rank - combo.length + 1), "last": _rank_ref(combo.rank)}
        )
    return TranslatableText(f"made.{name}", {"rank": _rank_ref(combo.rank)})


# ---- the hand


def hand_terms(rules: Rules, public: PublicState) -> tuple[TranslatableText, ...]:
    """Return notes about the hand: the wild ranks, and the handicap (让牌, DDZ-6.4)."""
    spare = handicap(rules, public)
    return (
        *_wild_rank_notes(rules, public),
        *((TranslatableText("term.handicap", {"count": spare}),) if spare else ()),
    )


def _wild_rank_notes(rules: Rules, public: PublicState) -> Iterator[TranslatableText]:
    """Yield one note that names the wild ranks drawn up to now, in the order in which they were drawn.

    Yields nothing if no wild rank has been drawn.
    """
    if public.wilds:
        term = ("wild", "first_wild")[rules.second_wild] if public.second_wild is None else "two_wilds"
        yield TranslatableText(f"term.{term}", {"rank": CardsRef(" ".join(RANKS[rank] for rank in public.wilds))})


def _seat_notes(public: PublicState, seat: Seat) -> Iterator[TranslatableText]:
    if public.opened[seat]:
        yield TranslatableText("table.opened", {"factor": public.opened[seat]})
    if public.kicked[seat]:
        yield TranslatableText("table.kicked")
    if public.kicked_back and seat == public.landlord:
        yield TranslatableText("table.kicked_back")
    if public.doubled[seat]:
        yield TranslatableText(f"table.{double_with_factor(factors_of_doubles(public)[seat]).event}")
    if public.thrown[seat]:
        yield TranslatableText("table.threw", {"count": public.thrown[seat]})
    for what, seats in public.agreed:
        if seat in seats:
            yield TranslatableText(f"table.{QUESTIONS[what].event}")


# ---- the last declaration of a seat, by phase


def _bid_declaration(view: State, phase: Bidding, seat: Seat) -> Declaration | None:
    points = phase.said[seat] if phase.said else None
    return None if points is None else Declaration(_ACTIONS[Bid](view, Bid(points)), strong=points > 0)


def _call_declaration(view: State, phase: Robbing, seat: Seat) -> Declaration | None:
    word = phase.said[seat] if phase.said else ""
    text = TranslatableText(f"action.{word.replace('-', '_')}")
    return Declaration(text, strong=not word.startswith("no-")) if word else None


def _kick_declaration(view: State, phase: Kicking, seat: Seat) -> Declaration | None:
    if seat not in view.public.silent or seat in phase.left:
        return None
    yes = view.public.kicked[seat]
    return Declaration(_choice_text(view, Choose(KICK.what, yes)), strong=yes)


def _answer_declaration(view: State, phase: Asking, seat: Seat) -> Declaration | None:
    yes = phase.said[seat]
    return None if yes is None else Declaration(_choice_text(view, Choose(phase.what, yes)), strong=yes)


def _secret_choice_declaration(view: State, phase: Opening | Throwing | Doubling, seat: Seat) -> Declaration | None:
    return None if seat in phase.waiting else Declaration(TranslatableText("table.chosen"))


_DECLARATIONS: Final[dict[type[Any], Callable[[State, Any, Seat], Declaration | None]]] = {
    Bidding: _bid_declaration,
    Robbing: _call_declaration,
    Kicking: _kick_declaration,
    Asking: _answer_declaration,
    **dict.fromkeys((Opening, Throwing, Doubling), _secret_choice_declaration),
}


# ---- actions


def _choice_text(view: State, action: Choose) -> TranslatableText:
    phase = view.phase
    if action.what == "open" and action.yes and isinstance(phase, Opening):
        return TranslatableText("action.open", {"factor": phase.factor})
    return TranslatableText(f"action.{'' if action.yes else 'no_'}{action.what}")


_ACTIONS: Final[dict[type[Any], Callable[[State, Any], TranslatableText]]] = {
    ContinueDealing: lambda view, action: TranslatableText("action.deal"),
    Choose: _choice_text,
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


def _bidding_prompt(view: State, phase: Bidding, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
    return TranslatableText("ask.bid_over", {"high": phase.high}) if phase.high else TranslatableText("ask.bid")


def _question_of_answers(legal: Sequence[Action]) -> YesNoQuestion | None:
    """Return the yes-or-no question to which the actions ``legal`` are the answers; None if there is none."""
    answer = legal[0] if legal else None
    return QUESTIONS[answer.what] if isinstance(answer, Choose) else None


def _yes_no_prompt(view: State, phase: Any, seat: Seat, legal: Sequence[Action]) -> TranslatableText | None:
    question = _question_of_answers(legal)
    args: dict[str, Arg] = {"factor": phase.factor} if isinstance(phase, Opening) else {}
    return question and TranslatableText(f"ask.{question.what}", args)


def _playing_prompt(view: State, phase: Playing, seat: Seat, legal: Sequence[Action]) -> TranslatableText:
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


_YES_NO: Final = (Opening, Robbing, Kicking, Doubling, Asking)


def _yes_no_tip(view: State, phase: Any, seat: Seat, legal: Sequence[Action]) -> str:
    question = _question_of_answers(legal)
    return question.tip if question else ""


_TIPS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], str]]] = {
    Bidding: lambda view, phase, seat, legal: "bid",
    **dict.fromkeys(_YES_NO, _yes_no_tip),
    Playing: _playing_tip,
}

_QUESTIONS: Final[dict[type[Any], Callable[[State, Any, Seat, Sequence[Action]], TranslatableText | None]]] = {
    Bidding: _bidding_prompt,
    **dict.fromkeys(_YES_NO, _yes_no_prompt),
    Throwing: lambda view, phase, seat, legal: TranslatableText("ask.throw", {"most": max_thrown_cards(view, seat)}),
    Playing: _playing_prompt,
}


# ---- events


def _first_chosen_text(event: happened.FirstChosen) -> TranslatableText:
    if event.upcard is None:
        return TranslatableText("event.first_chosen", {"who": SeatRef(event.seat)})
    return TranslatableText("event.first_by_upcard", {"who": SeatRef(event.seat), "cards": cards_ref(event.upcard)})


def _hands_opened_text(event: happened.HandsOpened) -> TranslatableText:
    if not event.seats:
        return TranslatableText("event.no_hands_opened")
    return TranslatableText("event.hands_opened", {"who": tuple(map(SeatRef, event.seats)), "factor": event.factor})


def _bid_text(event: happened.BidMade) -> TranslatableText:
    if not event.points:
        return TranslatableText("event.no_bid_made", {"who": SeatRef(event.seat)})
    return TranslatableText("event.bid_made", {"who": SeatRef(event.seat), "points": event.points})


def _make_yes_no_event_text(name: str) -> Callable[[Any], TranslatableText]:
    return lambda event: TranslatableText(
        f"event.{name}" if event.yes else f"event.not_{name}", {"who": SeatRef(event.seat)}
    )


def _answer_text(event: happened.QuestionAnswered) -> TranslatableText:
    return _make_yes_no_event_text(QUESTIONS[event.what].event)(event)


def _kick_text(event: happened.StakeKicked) -> TranslatableText:
    return _make_yes_no_event_text("kicked_back" if event.back else "kicked")(event)


def _landlord_text(event: happened.LandlordSettled) -> TranslatableText:
    key = "event.landlord_forced" if event.forced else "event.landlord_settled"
    return TranslatableText(key, {"who": SeatRef(event.seat), "base": event.base})


def _bottom_taken_text(event: happened.BottomTaken) -> TranslatableText:
    if event.cards is None:
        return TranslatableText("event.bottom_taken", {"who": SeatRef(event.seat)})
    return TranslatableText("event.bottom_taken_open", {"who": SeatRef(event.seat), "cards": cards_ref(event.cards)})


def _card_given_text(event: happened.CardGiven) -> TranslatableText:
    seats: dict[str, Arg] = {"who": SeatRef(event.taker), "giver": SeatRef(event.giver)}
    if event.card is None:
        return TranslatableText("event.card_given", seats)
    return TranslatableText("event.card_given_open", {**seats, "cards": cards_ref(event.card)})


def _cards_thrown_text(event: happened.CardsThrown) -> TranslatableText:
    each = zip(event.sizes, event.cards, event.factors, strict=True)
    return TranslatableText(
        "event.cards_thrown", {"throws": tuple(_seat_throw_text(seat, *one) for seat, one in enumerate(each))}
    )


def _seat_throw_text(seat: Seat, size: int, cards: Cards | None, factor: int) -> TranslatableText:
    if size and cards is None:
        return TranslatableText("event.threw", {"who": SeatRef(seat), "factor": factor, "count": size})
    return _shown_throw_text(seat, count_ranks(cards or 0), factor)


def _shown_throw_text(seat: Seat, counts: int, factor: int) -> TranslatableText:
    args: dict[str, Arg] = {"who": SeatRef(seat), "factor": factor}
    return (
        TranslatableText("event.threw_open", {**args, "cards": ranks_ref(counts)})
        if counts
        else TranslatableText("event.kept", args)
    )


def _secret_choice_text(event: happened.ChoiceSealed) -> TranslatableText | None:
    """Return the text for a secret choice; None for viewers who do not see it."""
    choice = event.choice
    if isinstance(choice, ThrowAway):
        counts = parse_ranks(choice.ranks)
        return _shown_throw_text(event.seat, counts, throw_factor(counts))
    if isinstance(choice, Choose):
        return TranslatableText(
            f"event.{'' if choice.yes else 'not_'}{QUESTIONS[choice.what].event}", {"who": SeatRef(event.seat)}
        )
    return None


def _doubled_text(event: happened.StakesDoubled) -> TranslatableText:
    if not event.seats:
        return TranslatableText("event.nobody_doubled")
    seats = {
        factor: tuple(SeatRef(seat) for seat, own in event.doubles if own == factor) for _, factor in event.doubles
    }
    doubles = tuple(
        TranslatableText(f"event.{double_with_factor(factor).event}", {"who": who}) for factor, who in seats.items()
    )
    return doubles[0] if len(doubles) == 1 else TranslatableText("event.doubles", {"doubles": doubles})


def _phase_began_text(event: happened.PhaseBegan) -> TranslatableText | None:
    """Return the text that says which seats may not double, and why (DDZ-9.4); None if there is no such seat."""
    phase = event.phase
    if isinstance(phase, Doubling) and phase.barred:
        return TranslatableText("event.cannot_double", {"who": tuple(map(SeatRef, phase.barred)), "above": phase.above})
    return None


_WILD_DRAWN: Final = ("event.wild_drawn", "event.first_wild_drawn", "event.second_wild_drawn")


_EVENTS: Final[dict[type[Any], Callable[[Any], TranslatableText | None]]] = {
    happened.PhaseBegan: _phase_began_text,
    happened.FirstChosen: _first_chosen_text,
    happened.CardsDealt: lambda event: TranslatableText("event.cards_dealt", {"count": max(event.sizes)}),
    happened.ChoiceSealed: _secret_choice_text,
    happened.HandsOpened: _hands_opened_text,
    happened.BidMade: _bid_text,
    happened.LandlordCalled: _make_yes_no_event_text("called"),
    happened.LandlordRobbed: _make_yes_no_event_text("robbed"),
    happened.StakeKicked: _kick_text,
    happened.LandlordSettled: _landlord_text,
    happened.BottomTaken: _bottom_taken_text,
    happened.CardGiven: _card_given_text,
    happened.WildDrawn: lambda event: TranslatableText(_WILD_DRAWN[event.number], {"rank": _rank_ref(event.rank)}),
    happened.CardsThrown: _cards_thrown_text,
    happened.StakesDoubled: _doubled_text,
    happened.QuestionAnswered: _answer_text,
    happened.CombinationPlayed: lambda event: TranslatableText(
        "event.played", {"who": SeatRef(event.seat), "play": combination_text(event.what)}
    ),
    happened.TurnPassed: lambda event: TranslatableText("event.passed", {"who": SeatRef(event.seat)}),
}
"""Functions that build the text of an event, by event class.

Events of other classes have no text, because a question or the result shows the same facts.
"""


# ---- score lines and results


def _throw_line(view: State | None, line: ScoreLine) -> TranslatableText:
    """Return the text of a score line for cards that a seat threw away.

    If the viewer knows the cards, the text contains them with their factors. Otherwise it contains only their
    number.
    """
    if line.args == ("0",):
        return TranslatableText("account.kept")
    thrown = None if view is None else view.secret.threw[line.seat or 0]
    if thrown is None:
        return TranslatableText("account.throw", {"0": int(line.args[0])})
    return TranslatableText("account.threw", {"throws": _throw_factor_texts(count_ranks(thrown))})


_FACTORS: Final = ("JQKA", "2", "BR")
"""Groups of ranks. Thrown cards of one group have one common factor (DDZ-7.10)."""


def _throw_factor_texts(counts: int) -> tuple[TranslatableText, ...]:
    found = []
    for ranks in _FACTORS:
        own = sum(count_of(counts, RANKS.index(rank)) << 8 * RANKS.index(rank) for rank in ranks)
        if own:
            found.append(TranslatableText("account.factor", {"cards": ranks_ref(own), "factor": throw_factor(own)}))
    return tuple(found)


def _bomb_line(view: State | None, line: ScoreLine) -> TranslatableText:
    bomb = Combination.parse(line.args[0])
    if bomb.size > _SMALLEST_BOMB:
        return TranslatableText("account.bombs", {"0": _rank_ref(bomb.rank), "count": bomb.size})
    return TranslatableText("account.bomb", {"0": _rank_ref(bomb.rank)})


_LINES: Final[dict[str, Callable[[State | None, ScoreLine], TranslatableText]]] = {
    "rob": lambda view, line: TranslatableText(
        "account.rob_once" if line.args == ("1",) else "account.rob", {"0": int(line.args[0])}
    ),
    "throw": _throw_line,
    "bomb": _bomb_line,
}


# ---- errors


def _ref_or_text(text: str) -> CardsRef | str:
    """Return a text that consists of cards or ranks as a ``CardsRef``; any other text unchanged."""
    found = _CARD.findall(text)
    return CardsRef(" ".join(found)) if found and "".join(found) == text.replace(" ", "") else text


def _combination_or_text(text: str) -> TranslatableText | str:
    try:
        return combination_text(Combination.parse(text))
    except NotationError:
        return text


_DETAILS: Final[dict[str, Callable[[str], Arg]]] = {
    "cards": _ref_or_text,
    "rank": _ref_or_text,
    "play": _combination_or_text,
    "standing": _combination_or_text,
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

    def last_play_name(self, view: State, seat: Seat) -> TranslatableText | None:
        phase = view.phase.lay if isinstance(view.phase, Over) else view.phase
        made = phase.made[seat] if isinstance(phase, Playing) and phase.made else None
        return None if made is None else short_combination_text(made)

    def seat_notes(self, view: State, seat: Seat) -> tuple[TranslatableText, ...]:
        return tuple(_seat_notes(view.public, seat))

    def declaration(self, view: State, seat: Seat) -> Declaration | None:
        find = _DECLARATIONS.get(type(view.phase))
        return find(view, view.phase, seat) if find else None

    def headline(self, view: State, outcome: Outcome) -> TranslatableText:
        args: dict[str, Arg] = {"winners": tuple(map(SeatRef, outcome.winners))}
        if outcome.reason == "handicap":
            args |= {"left": view.public.counts[outcome.winners[0]], "count": view.public.robs}
        return TranslatableText(f"result.{outcome.reason}", args)
