"""A view of the exact rules as bits: the same words as the engine in arrays writes, made from what one seat knows.

Views are those of seats that are to act. Who of several is asked first, and who has answered, is left empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.bits.bits import none_sure
from paiju.bits.layout import Layout
from paiju.bits.zipai import codes, done, seen
from paiju.core.seats import Seat, round_from
from paiju.games.zipai.actions import PONG, WIN, Action, Discard, Eat, Open, Pong, SetMinimum
from paiju.games.zipai.cards import COPIES, KINDS, Counts, Kind, without
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.laying import can_pong, laid_with, source_of, winning
from paiju.games.zipai.melds import HIDDEN, LAID, WORTH, Meld, fours_in
from paiju.games.zipai.phases.opening import deal_division
from paiju.games.zipai.ready import waits
from paiju.games.zipai.state import (
    Claiming,
    Discarding,
    Looking,
    Minimum,
    Opening,
    Over,
    State,
    declined_by,
    drawn_card,
    hand_of,
    laid_by,
)

Words = NDArray[np.int64]

_PHASES: Final[dict[type[Any], int]] = {
    Minimum: codes.MINIMUM,
    Opening: codes.OPENING,
    Discarding: codes.DISCARDING,
    Claiming: codes.CLAIMING,
    Looking: codes.LOOKING,
    Over: codes.OVER,
}
_NUMBER: Final = {cards: number for number, cards in enumerate(codes.TRIPLES)}


def _bar(number: int) -> int:
    return (1 << number) - 1


def _word_of(counts: Iterable[int]) -> int:
    """Counts as a word."""
    return sum(copies << 3 * kind for kind, copies in enumerate(counts) if copies)


class _After(NamedTuple):
    """An action, and what a seat has after it."""

    kind: int
    card: Kind | None
    eaten: int
    hand: Counts
    laid: tuple[Meld, ...]
    points: int
    discards: bool
    missing: int


class Bits:
    """One ruleset's views as bits (``paiju.bits.bits.Bits``)."""

    def __init__(self, game: ZiPai) -> None:
        self._players = game.rules.players
        self.layout: Layout = seen.layout(game.rules)
        self.described: Layout = done.layout()

    def see(self, view: State, seat: Seat) -> Words:
        """(words,) what a seat knows."""
        phase, public = view.phase, view.public
        card = _card_seen(view, seat)
        away = _unseen(view, seat)
        words = [
            codes.thermometer(_word_of(hand_of(view, seat))),
            codes.thermometer(away),
            away >> 2 & codes.EACH
            | sum(1 << 3 * kind + 1 for kind in declined_by(view, seat))
            | (0 if card is None else 1 << 3 * card + 2),
        ]
        for other in round_from(seat, self._players):
            words += _of_seat(view, other, laid_by(view, seat) if other == seat else public.melds[other])
        drawn = isinstance(phase, Looking) or (isinstance(phase, Claiming) and phase.drawn)
        stock = _bar(min(public.stock, seen.MOST_STOCK)) << seen.STOCK
        words += [1 << seen.PHASE + _PHASES[type(phase)] | drawn << seen.DRAWN | stock, _bar(public.minimum or 0)]
        return np.array(words, np.int64)

    def sure(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """(n,) none: nobody searches."""
        return none_sure(actions)

    def declines(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """(n,) none: nobody bids."""
        return none_sure(actions)

    def describe(self, view: State, seat: Seat, actions: Sequence[Action]) -> Words:
        """(n, words) of a seat's actions."""
        away, done_by = _unseen(view, seat), [_after(view, seat, action) for action in actions]
        hands = np.array([_word_of(after.hand) for after in done_by], np.int64)
        loose = codes.lone(hands)
        alone, worth = loose.tolist(), done.worthy(hands).tolist()
        out = np.empty((len(actions), self.described.words), np.int64)
        out[:, done.WHAT_WORD] = [
            self._what(view, seat, after, away, lone.bit_count()) for after, lone in zip(done_by, alone, strict=True)
        ]
        out[:, done.REST_WORD] = codes.thermometer(hands)
        out[:, done.EATEN_WORD] = [after.eaten for after in done_by]
        out[:, done.FITS_WORD] = done.fits(hands, loose, np.int64(away))
        out[:, done.WHOLE_WORD] = done.whole(hands)
        out[:, done.POINTS_WORD] = [
            _bar(min(after.points, done.MOST_LAID)) | _bar(min(after.missing, done.MOST_MISSING)) << done.MISSING
            for after in done_by
        ]
        out[:, done.READY_WORD] = [
            _promised(melds) << done.PROMISED | _ready(view, seat, action, after, away, lone.bit_count())
            for action, after, lone, melds in zip(actions, done_by, alone, worth, strict=True)
        ]
        return out

    def _what(self, view: State, seat: Seat, after: _After, away: int, loose: int) -> int:
        """The action, and how the table is then."""
        bits = 1 << after.kind | after.discards << done.DISCARDS | _bar(min(loose, done.MOST_LOOSE)) << done.LOOSE
        bits |= _bar(len(after.laid)) << done.MELDS
        bits |= _bar(min(fours_in(after.laid), done.MOST_FOURS)) << done.FOURS
        if after.card is not None:
            bits |= 1 << done.CARD + after.card | _bar(away >> 3 * after.card & 7) << done.UNSEEN
            for step, other in enumerate(round_from(seat, self._players)):
                bits |= (after.card in view.public.discards[other]) << done.KNOWN + step
        return bits


# ---- what is seen


def _card_seen(view: State, seat: Seat) -> Kind | None:
    """The card on the table, or one that the seat looks at."""
    if isinstance(view.phase, Looking):
        return view.secret.drawn if view.phase.seat == seat else None
    return view.phase.card if isinstance(view.phase, Claiming) else None


def _unseen(view: State, seat: Seat) -> int:
    """The pack without what the seat has seen, as a word."""
    public = view.public
    found = codes.ALL - _word_of(hand_of(view, seat))
    for other, melds in enumerate(public.melds):
        for meld in laid_by(view, seat) if other == seat else melds:
            found -= codes.cost_of(meld.cards or ())
    for cards in public.discards:
        found -= codes.cost_of(cards)
    card = _card_seen(view, seat)
    return found if card is None else found - (1 << 3 * card)


def _of_seat(view: State, seat: Seat, laid: tuple[Meld, ...]) -> list[int]:
    """What lies before a seat, as far as it is known, and what else everybody knows of it."""
    public, out = view.public, [0] * KINDS
    for kind in public.discards[seat]:
        out[kind] += 1
    lies = eaten = again = 0
    for meld in laid:
        if meld.way == "eat" and meld.cards:
            bit = 1 << _NUMBER[meld.cards]
            eaten, again = eaten | bit, again | eaten & bit
        elif meld.cards:
            lies |= int(codes.LIES[LAID.index(meld.way)]) << 3 * meld.cards[0]
    ways = [meld.way for meld in public.melds[seat] if meld.way in HIDDEN]
    again |= _bar(ways.count("hide")) << seen.THREES | _bar(ways.count("dragon")) << seen.FOURS
    again |= (view.match.banker == seat) << seen.BANKER | (_by(view) == seat) << seen.BY
    return [codes.thermometer(_word_of(out)), lies, eaten | _bar(public.sizes[seat]) << seen.LEFT, again]


def _by(view: State) -> Seat | None:
    """Who put the card out, or looks at it."""
    match view.phase:
        case Claiming(by=by):
            return by
        case Looking(seat=seat):
            return seat
    return None


# ---- what an action leaves


def _after(view: State, seat: Seat, action: Action) -> _After:
    kind, card, *_ = codes.numbers_of(action)
    hand, laid, minimum = hand_of(view, seat), laid_by(view, seat), view.public.minimum or 0
    put, eaten, discards = None, 0, False
    if isinstance(action, SetMinimum):
        minimum = action.points
    elif isinstance(action, Discard):
        hand, put = without(hand, (card,)), card
    elif isinstance(action, Eat | Pong | Open) and isinstance(view.phase, Claiming):
        then, put = laid_with(view, view.phase, seat, action).apply(view), view.phase.card
        discards = not (isinstance(action, Open) and fours_in(laid))
        hand, laid = hand_of(then, seat), laid_by(then, seat)
        eaten = sum(1 << _NUMBER[cards] for cards in set(action.melds)) if isinstance(action, Eat) else 0
    points = _won(view, seat) if action == WIN else sum(WORTH[meld] for meld in laid)
    return _After(kind, put, eaten, hand, laid, points, discards, max(minimum - points, 0))


def _won(view: State, seat: Seat) -> int:
    """The points with which the seat, who may, wins now."""
    match view.phase:
        case Opening():
            found = deal_division(view, seat)
        case Claiming() as phase:
            found = winning(view, seat, phase.card, source_of(phase))
        case _:
            found = winning(view, seat, drawn_card(view), "own")
    return found.points if found else 0


def _promised(melds: int) -> int:
    """Points of threes and rows in the hand."""
    small, big = (melds & codes.SMALL).bit_count(), (melds >> codes.ONE_SIZE).bit_count()
    return _bar(min(3 * small + 6 * big, done.MOST_PROMISED))


def _ready(view: State, seat: Seat, action: Action, after: _After, away: int, loose: int) -> int:
    """How many unseen cards complete what is left, and win; after the best discard for each of these where one is due."""
    if action == WIN or loose > done.LONE_WHEN_READY + after.discards:
        return 0
    declined, phase = declined_by(view, seat), view.phase
    if isinstance(phase, Claiming) and seat != phase.by and action != PONG and can_pong(view, seat, phase.card):
        declined = (*declined, phase.card)
    minimum = (action.points if isinstance(action, SetMinimum) else view.public.minimum) or 0
    kinds = [kind for kind in range(KINDS) if after.hand[kind]] if after.discards else [None]
    found = 0
    for kind in kinds:
        hand = after.hand if kind is None else without(after.hand, (kind,))
        found |= _waits(hand, after.laid, declined, away, minimum)
    return found


@lru_cache(maxsize=1024)
def _waits(hand: Counts, laid: tuple[Meld, ...], declined: tuple[Kind, ...], away: int, minimum: int) -> int:
    """The same of a hand as it is between two turns."""
    if codes.lone(_word_of(hand)).bit_count() > done.LONE_WHEN_READY:
        return 0
    complete = own = drawn = given = 0
    for wait in waits(hand, laid, declined, _gone(hand, laid, away)):
        cards = away >> 3 * wait.card & 7
        complete += cards
        own += cards * (wait.own >= minimum)
        drawn += cards * (wait.drawn is not None and wait.drawn >= minimum)
        given += cards * (wait.hand is not None and wait.hand >= minimum)
    counts = ((complete, 0), (own, done.OWN), (drawn, done.DRAWN), (given, done.GIVEN))
    return sum(_bar(min(cards, done.MOST_WAITS)) << place for cards, place in counts)


def _gone(hand: Counts, laid: tuple[Meld, ...], away: int) -> Counts:
    """How many of each kind are known to lie elsewhere."""
    held = list(hand)
    for meld in laid:
        for kind in meld.cards or ():
            held[kind] += 1
    return tuple(COPIES - held[kind] - (away >> 3 * kind & 7) for kind in range(KINDS))
