"""Encodes a seat's view of the exact Gunzi rules.

The result has the same words that the batch engine computes for the same position. A view can be encoded only
for a seat that must act. The slices named in ``observation_layout.MASKED_PREFIXES`` stay empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiju.core.history import PastAction
from paiju.core.seats import Seat, seats_from
from paiju.features.family_encoder import false_for_all_actions
from paiju.features.feature_layout import FeatureLayout
from paiju.features.gunzi import action_feature_layout, bit_encoding, history_layout, observation_layout
from paiju.features.gunzi.history_layout import CALLS_KEPT, PLAYS_KEPT
from paiju.games.gunzi.actions import Action, Bury, Deal, Declare, GiveBack, HistoryAction, Pass, Pay, Play, TakeBack
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
    cast_phase,
    team_of,
)
from paiju.games.gunzi.trumps import CALLS, SUIT_OF, TRUMPS, Call
from paiju.games.gunzi.view import sees_bottom

Words = NDArray[np.int64]
Lanes = tuple[Any, Any, Any, Any]
"""The four lanes of a set of cards. A lane is an integer, or an array with the lanes of many sets."""

_PHASES: Final[dict[type[Any], int]] = {
    Dealing: bit_encoding.DEALING,
    Closing: bit_encoding.CLOSING,
    Paying: bit_encoding.PAYING,
    GivingBack: bit_encoding.GIVING_BACK,
    Burying: bit_encoding.BURYING,
    BuryingJokers: bit_encoding.BURYING_JOKERS,
    TakingBack: bit_encoding.TAKING_BACK,
    Playing: bit_encoding.PLAYING,
    Over: bit_encoding.OVER,
}
_KINDS: Final[dict[type[Any], int]] = {
    Pass: bit_encoding.PASS,
    Deal: bit_encoding.PASS,
    Declare: bit_encoding.SHOW,
    Pay: bit_encoding.PAY,
    GiveBack: bit_encoding.GIVE_BACK,
    Bury: bit_encoding.BURY,
    TakeBack: bit_encoding.TAKE_BACK,
    Play: bit_encoding.PLAY,
}
_PACK: Final = sum(COPIES << 4 * kind for kind in range(KINDS))


def _unary(number: int) -> int:
    return (1 << number) - 1


class _TrumpOrder:
    """Converts cards to lanes in the trump order of a hand."""

    def __init__(self, level: int, call: Call | None) -> None:
        suit = SUIT_OF[call or "none"]
        self.level, self.suited = level, int(suit is not None)
        self.suit = bit_encoding.STAND_IN_SUIT if suit is None else suit
        self._bits = [bit_encoding.order_by_trumps(1 << kind, level, self.suit) for kind in range(KINDS)]

    def lanes(self, cards: int) -> Lanes:
        """Return the lanes of a set of cards (``bit_encoding``), in trump order."""
        found = [0] * COPIES
        for kind in kinds_of(cards):
            for lane in range(count_of(cards, kind)):
                found[lane] |= self._bits[kind]
        return tuple(found)  # type: ignore[return-value]

    def bit_of(self, cards: int) -> int:
        """Return a word with a single bit set: the bit of the kind of ``cards`` in trump order.

        ``cards`` are equal cards, so they have one kind.
        """
        bit: int = self._bits[next(kinds_of(cards))]
        return bit

    def points(self, cards: Lanes) -> Any:
        """Return how many points the cards are worth, in units of five."""
        return action_feature_layout.card_points_in_fives(cards, self.level)


_trump_order = cache(_TrumpOrder)


class GunziEncoder:
    """Encodes views and actions of one ruleset (a ``paiju.features.family_encoder.FamilyEncoder``)."""

    def __init__(self, game: Gunzi, *, history: bool = False) -> None:
        self._history = history
        self.layout: FeatureLayout = observation_layout.observation_layout(history=history)
        self.action_layout: FeatureLayout = action_feature_layout.action_layout()

    def encode_observation(self, view: State, seat: Seat) -> Words:
        """Encode what a seat knows from its view; shape (words,), int64."""
        order = _trump_order(view.level, view.call)
        out = np.zeros(self.layout.words, np.int64)
        card_facts = {
            "hand": view.hand(seat),
            "unseen": _unseen_cards(view, seat),
            "bottom": _visible_bottom(view, seat),
        }
        plays = _plays_by_seat(view)
        for place, (name, _) in enumerate(observation_layout.CARDS):
            out[place * COPIES : (place + 1) * COPIES] = order.lanes(card_facts.get(name, NONE))
        for step, other in enumerate(seats_from(seat, SEATS)):
            for at, cards in enumerate((view.known[other], plays.get(other, NONE)) if step else ()):
                place = observation_layout.OF_SEATS_AT + (at * SEATS + step) * COPIES
                out[place : place + COPIES] = order.lanes(cards)
            out[observation_layout.SEATS_AT + step] = _seat_word(view, other, order)
        for step in range(TEAMS):
            out[observation_layout.SEATS_AT + SEATS + step] = _team_word(view, (seat + step) % TEAMS)
        out[observation_layout.WORDS - 1] = _phase_and_trumps_word(view)
        if self._history:
            out[observation_layout.WORDS :] = _history_words(view, seat, order)
        return out

    def forced_wins(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Return False for every action; shape (n,). Gunzi has no search for forced wins."""
        return false_for_all_actions(actions)

    def declines(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Return False for every action; shape (n,). Gunzi has no bidding."""
        return false_for_all_actions(actions)

    def encode_actions(self, view: State, seat: Seat, actions: Sequence[Action]) -> Words:
        """Encode actions of a seat, each with the hand that remains after it; shape (n, words), int64."""
        out = np.empty((len(actions), self.action_layout.words), np.int64)
        calls = [_trump_call_after(view, action) for action in actions]
        for call in set(calls):
            places = [place for place, found in enumerate(calls) if found == call]
            out[places] = _encode_actions_for_trump_order(
                view, seat, [actions[place] for place in places], _trump_order(view.level, call)
            )
        return out


# ---- observations


def _visible_bottom(view: State, seat: Seat) -> int:
    return (view.secret.bottom or NONE) if sees_bottom(view, seat) else NONE


def _unseen_cards(view: State, seat: Seat) -> int:
    """Return the cards that the seat does not see."""
    cards = _PACK - view.hand(seat) - view.played
    return cards - (view.seen if _PHASES[type(view.phase)] < bit_encoding.BURYING else _visible_bottom(view, seat))


def _plays_by_seat(view: State) -> dict[Seat, int]:
    """Return the cards that each seat has played to the current trick; empty outside the phase of play."""
    phase = view.phase
    if not isinstance(phase, Playing):
        return {}
    return {(phase.leader + place) % SEATS: cards for place, cards in enumerate(phase.plays)}


def _seat_word(view: State, seat: Seat, order: _TrumpOrder) -> int:
    bits = (
        view.counts[seat]
        | observation_layout.order_missing_suits_by_trumps(view.lacks[seat], order.suit) << observation_layout.LACKS
    )
    bits |= (view.banker == seat) << observation_layout.BANKER | (view.awaited == seat) << observation_layout.AWAITED
    bits |= (view.shown is not None and view.shown.seat == seat) << observation_layout.DECLARED
    phase = view.phase
    if isinstance(phase, Playing) and phase.plays:
        bits |= (phase.leader == seat) << observation_layout.LEADS
        bits |= ((phase.leader + phase.best) % SEATS == seat) << observation_layout.TAKES
    return bits


def _team_word(view: State, team: int) -> int:
    tens, rest = divmod(view.points[team], 10)
    match = view.match
    bits = _unary(min(tens, observation_layout.TENS)) | rest // 5 << observation_layout.FIVE
    bits |= 1 << observation_layout.TEAM_LEVEL + match.levels[team] - 2 | match.halves[team] << observation_layout.HALF
    return (
        bits
        | _unary(min(match.won[team], observation_layout.MOST_WON)) << observation_layout.WON
        | (view.scored == team) << observation_layout.SCORED
    )


def _phase_and_trumps_word(view: State) -> int:
    phase = view.phase
    bits = 1 << _PHASES[type(phase)] | 1 << observation_layout.LEVEL + view.level - 2
    if view.call is not None:
        bits |= 1 << observation_layout.TRUMPS + CALLS.index(view.call)
    bits |= (
        view.match.banker is None
    ) << observation_layout.OPENING | view.bottom_open << observation_layout.BOTTOM_OPEN
    taking = phase.cards if isinstance(phase, TakingBack) else 0
    return bits | _unary(view.takeable) << observation_layout.TAKEABLE | _unary(taking) << observation_layout.TAKING


def _history_words(view: State, seat: Seat, order: _TrumpOrder) -> Words:
    """Return the 64-bit words that encode past actions; shape ((CALLS_KEPT + PLAYS_KEPT) * 5,).

    First come the earliest CALLS_KEPT actions before the first trick, then the latest PLAYS_KEPT plays, the newest
    first. Each action takes five words: four lanes for its cards, and one word for all other data.
    """
    found = np.zeros((CALLS_KEPT + PLAYS_KEPT, COPIES + 1), np.int64)
    calls = [past for past in view.history if not isinstance(past.action, Play)][:CALLS_KEPT]
    plays = [past for past in view.history if isinstance(past.action, Play)][: -PLAYS_KEPT - 1 : -1]
    laid = len(view.phase.plays) if isinstance(view.phase, Playing) else 0
    for place, past in enumerate(calls):
        call = past.action.call if isinstance(past.action, Declare) else None
        trumps = -1 if call is None else CALLS.index(call)
        found[place] = _entry_words(past, seat, order, leads=False, kind=_KINDS[type(past.action)], trumps=trumps)
    for ago, past in enumerate(plays):
        leads = (laid - 1 - ago) % SEATS == 0
        found[CALLS_KEPT + ago] = _entry_words(past, seat, order, leads=leads, kind=-1, trumps=-1)
    return found.reshape(-1)


def _entry_words(
    past: PastAction[HistoryAction], seat: Seat, order: _TrumpOrder, *, leads: bool, kind: int, trumps: int
) -> tuple[int, ...]:
    """Return the words of a past action: four lanes with its cards, and one word with its other features.

    The features are encoded as the seat ``seat`` sees them.
    """
    facts = history_layout.history_word((past.seat - seat) % SEATS, leads, kind, trumps)
    return (*order.lanes(getattr(past.action, "cards", NONE)), facts)


# ---- actions


def _trump_call_after(view: State, action: Action) -> Call | None:
    """Return the trumps after an action, as a call; None if no trumps are announced yet."""
    if not isinstance(action, Declare):
        return view.call
    suit = suit_of(next(kinds_of(action.cards)))
    return action.call if suit is None else CALLS[suit]


def _encode_actions_for_trump_order(view: State, seat: Seat, actions: Sequence[Any], order: _TrumpOrder) -> Words:
    """Encode actions after which the trump order is ``order``; shape (n, words), int64."""
    cards = [getattr(action, "cards", NONE) for action in actions]
    kinds = np.array([_KINDS[type(action)] for action in actions], np.int64)
    put: Lanes = tuple(np.array(list(map(order.lanes, cards)), np.int64).T)
    hand, away = order.lanes(view.hand(seat)), order.lanes(_unseen_cards(view, seat))
    rest = _cards_left(kinds, hand, put)
    worth = order.points(put)
    out = np.empty((len(actions), action_feature_layout.WORDS), np.int64)
    out[:, 0] = action_feature_layout.action_word(kinds, action_feature_layout.card_count(put), worth)
    if isinstance(view.phase, Playing):
        out[:, 0] |= _trick_words(view, seat, put, worth, away, order) | _players_behind_words(view, seat, cards)
    for lane in range(COPIES):
        out[:, action_feature_layout.CARDS_AT + lane], out[:, action_feature_layout.CARDS_AT + COPIES + lane] = (
            put[lane],
            rest[lane],
        )
    out[:, action_feature_layout.LENGTHS_AT], out[:, action_feature_layout.SETS_AT] = (
        action_feature_layout.suit_lengths_word(rest),
        action_feature_layout.sets_word(rest),
    )
    out[:, action_feature_layout.TOPS_AT] = action_feature_layout.unbeaten_sets_word(
        rest, away, order.suited, order.points(rest)
    )
    return out


def _cards_left(kinds: Words, hand: Lanes, put: Lanes) -> Lanes:
    """Return the lanes of the hand that remains after each action.

    ``TAKE_BACK`` adds its cards to the hand. A pass and a declaration do not change the hand. All other actions
    remove their cards.
    """
    back, away = (
        kinds == bit_encoding.TAKE_BACK,
        (kinds != bit_encoding.PASS) & (kinds != bit_encoding.SHOW) & (kinds != bit_encoding.TAKE_BACK),
    )
    grown = bit_encoding.with_cards(hand, [lane * back for lane in put])
    rest: Lanes = bit_encoding.without_cards(grown, [lane * away for lane in put])
    return rest


def _trick_words(view: State, seat: Seat, put: Lanes, worth: Words, away: Lanes, order: _TrumpOrder) -> Words:
    """Return the bits that describe the trick after each play (``trick_word``); shape (n,)."""
    phase = cast_phase(view, Playing)
    best, mine, ours, table = put[0], np.ones_like(worth), np.ones_like(worth), worth
    if phase.plays:
        rival = order.bit_of(phase.plays[phase.best])
        takes = action_feature_layout.takes_trick(put[0], rival, order.suited)
        mine, best = takes * 1, np.where(takes, put[0], rival)
        ours = mine | (team_of((phase.leader + phase.best) % SEATS) == team_of(seat))
        table = worth + sum(int(order.points(order.lanes(cards))) for cards in phase.plays)
    unseen = np.array([away[number - 1] for number in action_feature_layout.card_count(put)], np.int64)
    found: Words = action_feature_layout.trick_word(
        mine,
        ours,
        table,
        action_feature_layout.popcount(unseen & action_feature_layout.higher_in_suit_mask(best, order.suited)),
    )
    return found


def _players_behind_words(view: State, seat: Seat, actions: Sequence[int]) -> Words:
    """Return, for each play, a word with the bits of ``players_behind_word``; shape (n,).

    These bits describe the opponents who play to the trick after the seat.
    """
    phase, trumps = cast_phase(view, Playing), view.trumps
    after = [(seat + step) % SEATS for step in range(1, SEATS - len(phase.plays)) if step % TEAMS]
    lacks = [view.lacks[other] for other in after if not view.lacks[other] >> TRUMPS & 1]
    void = [
        0 if suit == TRUMPS else sum(suits >> suit & 1 for suits in lacks)
        for suit in (trumps.suit[next(kinds_of(phase.plays[0] if phase.plays else cards))] for cards in actions)
    ]
    found: Words = action_feature_layout.players_behind_word(len(after), np.array(void, np.int64))
    return found
