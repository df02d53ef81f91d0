"""A view of the exact rules as bits: the same words as the engine in arrays writes, made from what one seat knows.

Views are those of seats that are to act. What ``seen.LEFT_OUT`` names is left empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiju.bits.bits import none_sure
from paiju.bits.gunzi import codes, done, seen
from paiju.bits.layout import Layout
from paiju.core.seats import Seat, round_from
from paiju.games.gunzi.actions import Action, Bury, Deal, GiveBack, Pass, Pay, Play, Show, TakeBack
from paiju.games.gunzi.cards import COPIES, KINDS, NONE, count_of, kinds_of, suit_of
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.state import (
    SEATS,
    TEAMS,
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
    phase_of,
    team_of,
)
from paiju.games.gunzi.trumps import CALLS, SUIT_OF, TRUMPS, Call
from paiju.games.gunzi.view import sees_bottom

Words = NDArray[np.int64]
Lanes = tuple[Any, Any, Any, Any]
"""One set of cards, or arrays of them."""

_PHASES: Final[dict[type[Any], int]] = {
    Dealing: codes.DEALING,
    Closing: codes.CLOSING,
    Paying: codes.PAYING,
    GivingBack: codes.GIVING_BACK,
    Burying: codes.BURYING,
    BuryingJokers: codes.BURYING_JOKERS,
    TakingBack: codes.TAKING_BACK,
    Playing: codes.PLAYING,
    Over: codes.OVER,
}
_KINDS: Final[dict[type[Any], int]] = {
    Pass: codes.PASS,
    Deal: codes.PASS,
    Show: codes.SHOW,
    Pay: codes.PAY,
    GiveBack: codes.GIVE_BACK,
    Bury: codes.BURY,
    TakeBack: codes.TAKE_BACK,
    Play: codes.PLAY,
}
_PACK: Final = sum(COPIES << 4 * kind for kind in range(KINDS))


def _bar(number: int) -> int:
    return (1 << number) - 1


class _Order:
    """The order of the cards in a hand."""

    def __init__(self, level: int, call: Call | None) -> None:
        suit = SUIT_OF[call or "none"]
        self.level, self.suited = level, int(suit is not None)
        self.suit = codes.FOURTH if suit is None else suit
        self._places = [codes.ordered(1 << kind, level, self.suit) for kind in range(KINDS)]

    def lanes(self, cards: int) -> Lanes:
        """Cards as lanes."""
        found = [0] * COPIES
        for kind in kinds_of(cards):
            for lane in range(count_of(cards, kind)):
                found[lane] |= self._places[kind]
        return tuple(found)  # type: ignore[return-value]

    def place(self, cards: int) -> int:
        """The place of a set."""
        place: int = self._places[next(kinds_of(cards))]
        return place

    def points(self, cards: Lanes) -> Any:
        """What cards are worth, in fives."""
        return done.points(cards, self.level)


_order = cache(_Order)


class Bits:
    """One ruleset's views as bits (``paiju.bits.bits.Bits``)."""

    def __init__(self, game: Gunzi) -> None:
        self.layout: Layout = seen.layout()
        self.described: Layout = done.layout()

    def see(self, view: State, seat: Seat) -> Words:
        """(words,) what a seat knows."""
        order = _order(view.level, view.call)
        out = np.zeros(seen.WORDS, np.int64)
        told = {"hand": view.hand(seat), "unseen": _unseen(view, seat), "bottom": _bottom(view, seat)}
        plays = _plays(view)
        for place, (name, _) in enumerate(seen.CARDS):
            out[place * COPIES : (place + 1) * COPIES] = order.lanes(told.get(name, NONE))
        for step, other in enumerate(round_from(seat, SEATS)):
            for at, cards in enumerate((view.known[other], plays.get(other, NONE)) if step else ()):
                place = seen.OF_SEATS_AT + (at * SEATS + step) * COPIES
                out[place : place + COPIES] = order.lanes(cards)
            out[seen.SEATS_AT + step] = _of_seat(view, other, order)
        for step in range(TEAMS):
            out[seen.SEATS_AT + SEATS + step] = _of_team(view, (seat + step) % TEAMS)
        out[-1] = _of_hand(view)
        return out

    def sure(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """(n,) none: nobody searches."""
        return none_sure(actions)

    def declines(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """(n,) none: nobody bids."""
        return none_sure(actions)

    def describe(self, view: State, seat: Seat, actions: Sequence[Action]) -> Words:
        """(n, words) of a seat's actions."""
        out = np.empty((len(actions), self.described.words), np.int64)
        calls = [_call_after(view, action) for action in actions]
        for call in set(calls):
            places = [place for place, found in enumerate(calls) if found == call]
            out[places] = _described(view, seat, [actions[place] for place in places], _order(view.level, call))
        return out


# ---- what is seen


def _bottom(view: State, seat: Seat) -> int:
    return (view.secret.bottom or NONE) if sees_bottom(view, seat) else NONE


def _unseen(view: State, seat: Seat) -> int:
    """The pack without what the seat sees."""
    cards = _PACK - view.hand(seat) - view.played
    return cards - (view.seen if _PHASES[type(view.phase)] < codes.BURYING else _bottom(view, seat))


def _plays(view: State) -> dict[Seat, int]:
    """What lies in the trick, by seat."""
    phase = view.phase
    if not isinstance(phase, Playing):
        return {}
    return {(phase.leader + place) % SEATS: cards for place, cards in enumerate(phase.plays)}


def _of_seat(view: State, seat: Seat, order: _Order) -> int:
    bits = view.counts[seat] | seen.lacking(view.lacks[seat], order.suit) << seen.LACKS
    bits |= (view.banker == seat) << seen.BANKER | (view.awaited == seat) << seen.AWAITED
    bits |= (view.shown is not None and view.shown.seat == seat) << seen.DECLARED
    phase = view.phase
    if isinstance(phase, Playing) and phase.plays:
        bits |= (phase.leader == seat) << seen.LEADS
        bits |= ((phase.leader + phase.best) % SEATS == seat) << seen.TAKES
    return bits


def _of_team(view: State, team: int) -> int:
    tens, rest = divmod(view.points[team], 10)
    match = view.match
    bits = _bar(min(tens, seen.TENS)) | rest // 5 << seen.FIVE
    bits |= 1 << seen.TEAM_LEVEL + match.levels[team] - 2 | match.halves[team] << seen.HALF
    return bits | _bar(min(match.won[team], seen.MOST_WON)) << seen.WON | (view.scored == team) << seen.SCORED


def _of_hand(view: State) -> int:
    phase = view.phase
    bits = 1 << _PHASES[type(phase)] | 1 << seen.LEVEL + view.level - 2
    if view.call is not None:
        bits |= 1 << seen.TRUMPS + CALLS.index(view.call)
    bits |= (view.match.banker is None) << seen.OPENING | view.bottom_open << seen.BOTTOM_OPEN
    taking = phase.cards if isinstance(phase, TakingBack) else 0
    return bits | _bar(view.takeable) << seen.TAKEABLE | _bar(taking) << seen.TAKING


# ---- what an action leaves


def _call_after(view: State, action: Action) -> Call | None:
    """What is trumps after an action, as far as it is told."""
    if not isinstance(action, Show):
        return view.call
    suit = suit_of(next(kinds_of(action.cards)))
    return action.call if suit is None else CALLS[suit]


def _described(view: State, seat: Seat, actions: Sequence[Any], order: _Order) -> Words:
    """(n, words) of actions after which the cards are in the same order."""
    cards = [getattr(action, "cards", NONE) for action in actions]
    kinds = np.array([_KINDS[type(action)] for action in actions], np.int64)
    put: Lanes = tuple(np.array(list(map(order.lanes, cards)), np.int64).T)
    hand, away = order.lanes(view.hand(seat)), order.lanes(_unseen(view, seat))
    rest = _rest(kinds, hand, put)
    worth = order.points(put)
    out = np.empty((len(actions), done.WORDS), np.int64)
    out[:, 0] = done.what(kinds, done.size(put), worth)
    if isinstance(view.phase, Playing):
        out[:, 0] |= _of_trick(view, seat, put, worth, away, order) | _of_others(view, seat, cards)
    for lane in range(COPIES):
        out[:, done.CARDS_AT + lane], out[:, done.CARDS_AT + COPIES + lane] = put[lane], rest[lane]
    out[:, done.LENGTHS_AT], out[:, done.SETS_AT] = done.lengths(rest), done.sets(rest)
    out[:, done.TOPS_AT] = done.tops(rest, away, order.suited, order.points(rest))
    return out


def _rest(kinds: Words, hand: Lanes, put: Lanes) -> Lanes:
    """What is left of a hand: cards are taken back, shown and kept, or given away."""
    back, away = kinds == codes.TAKE_BACK, (kinds != codes.PASS) & (kinds != codes.SHOW) & (kinds != codes.TAKE_BACK)
    grown = codes.together(hand, [lane * back for lane in put])
    rest: Lanes = codes.less(grown, [lane * away for lane in put])
    return rest


def _of_trick(view: State, seat: Seat, put: Lanes, worth: Words, away: Lanes, order: _Order) -> Words:
    """How the trick lies after plays."""
    phase = phase_of(view, Playing)
    best, mine, ours, table = put[0], np.ones_like(worth), np.ones_like(worth), worth
    if phase.plays:
        rival = order.place(phase.plays[phase.best])
        takes = done.takes(put[0], rival, order.suited)
        mine, best = takes * 1, np.where(takes, put[0], rival)
        ours = mine | (team_of((phase.leader + phase.best) % SEATS) == team_of(seat))
        table = worth + sum(int(order.points(order.lanes(cards))) for cards in phase.plays)
    unseen = np.array([away[number - 1] for number in done.size(put)], np.int64)
    found: Words = done.in_trick(mine, ours, table, done.number(unseen & done.above(best, order.suited)))
    return found


def _of_others(view: State, seat: Seat, actions: Sequence[int]) -> Words:
    """Who plays after it, and might ruff."""
    phase, trumps = phase_of(view, Playing), view.trumps
    after = [(seat + step) % SEATS for step in range(1, SEATS - len(phase.plays)) if step % TEAMS]
    lacks = [view.lacks[other] for other in after if not view.lacks[other] >> TRUMPS & 1]
    void = [
        0 if suit == TRUMPS else sum(suits >> suit & 1 for suits in lacks)
        for suit in (trumps.suit[next(kinds_of(phase.plays[0] if phase.plays else cards))] for cards in actions)
    ]
    found: Words = done.behind(len(after), np.array(void, np.int64))
    return found
