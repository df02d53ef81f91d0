"""Encodes a seat's view of the exact Da Zi Pai rules.

The result has the same words that the batch engine computes for the same position. A view can be encoded only
for a seat that must act. The slices named in ``observation_layout.MASKED_PREFIXES``, which say which seats
have already answered, stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.core.history import PastAction
from paiju.core.seats import Seat, seats_from
from paiju.features.family_encoder import false_for_all_actions
from paiju.features.feature_layout import FeatureLayout
from paiju.features.zipai import action_feature_layout, bit_encoding, history_layout, observation_layout
from paiju.games.zipai.actions import (
    PONG,
    WIN,
    Action,
    BeCaught,
    Discard,
    Eat,
    HistoryAction,
    LayMelds,
    Open,
    Pong,
    PutOut,
    SetMinimum,
)
from paiju.games.zipai.cards import COPIES, KINDS, Counts, Kind, without
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import HIDDEN, LAID, WORTH, Meld, count_fours
from paiju.games.zipai.phases.dealing import winning_division_on_deal
from paiju.games.zipai.rules import DealPoints
from paiju.games.zipai.state import (
    Catching,
    Claiming,
    Discarding,
    Looking,
    Minimum,
    Opening,
    Over,
    State,
    declined_pongs,
    drawn_card,
    hand_of,
    laid_melds,
)
from paiju.games.zipai.threes_and_fours import can_pong, event_of_claim, source_of, winning_division
from paiju.games.zipai.waits import winning_cards

Words = NDArray[np.int64]

_PHASES: Final[dict[type[Any], int]] = {
    Minimum: bit_encoding.MINIMUM,
    Opening: bit_encoding.OPENING,
    Discarding: bit_encoding.DISCARDING,
    Claiming: bit_encoding.CLAIMING,
    Catching: bit_encoding.CATCHING,
    Looking: bit_encoding.LOOKING,
    Over: bit_encoding.OVER,
}
_NUMBER: Final = {cards: number for number, cards in enumerate(bit_encoding.TRIPLES)}


def _unary(number: int) -> int:
    return (1 << number) - 1


def _counts_to_word(counts: Iterable[int]) -> int:
    """Convert counts of cards by kind, as in the exact rules, to a word of cards."""
    return sum(copies << 3 * kind for kind, copies in enumerate(counts) if copies)


class _ActionResult(NamedTuple):
    """What an action does to the seat's hand and melds.

    - ``hand`` and ``laid`` are the hand and the laid melds after the action.
    - ``points`` are the points of the win if the action is a win, otherwise the points of the laid melds.
    - ``discards`` says whether the seat must discard next.
    - ``missing`` is how many points the seat still needs to reach the minimum.
    """

    kind: int
    card: Kind | None
    eaten: int
    hand: Counts
    laid: tuple[Meld, ...]
    points: int
    discards: bool
    missing: int


class ZiPaiEncoder:
    """Encodes views and actions of one ruleset (a ``paiju.features.family_encoder.FamilyEncoder``)."""

    def __init__(self, game: ZiPai, *, history: bool = False) -> None:
        self._players, self._history = game.rules.players, history
        self._deal_points = game.rules.deal_points
        self.layout: FeatureLayout = observation_layout.observation_layout(game.rules, history=history)
        self.action_layout: FeatureLayout = action_feature_layout.action_layout()

    def encode_observation(self, view: State, seat: Seat) -> Words:
        """Encode what a seat knows from its view; shape (words,), int64."""
        phase, public = view.phase, view.public
        card = _visible_card(view, seat)
        away = _unseen_word(view, seat)
        words = [
            bit_encoding.unary(_counts_to_word(hand_of(view, seat))),
            bit_encoding.unary(away),
            away >> 2 & bit_encoding.EACH_KIND
            | sum(1 << 3 * kind + 1 for kind in declined_pongs(view, seat))
            | (0 if card is None else 1 << 3 * card + 2),
        ]
        for other in seats_from(seat, self._players):
            words += _seat_words(view, other, laid_melds(view, seat) if other == seat else public.melds[other])
        drawn = isinstance(phase, Looking) or (isinstance(phase, Claiming) and phase.drawn)
        stock = _unary(min(public.stock, observation_layout.MOST_STOCK)) << observation_layout.STOCK
        words += [
            1 << observation_layout.PHASE + bit_encoding.encode_phase(_PHASES[type(phase)])
            | drawn << observation_layout.DRAWN
            | stock,
            _unary(public.minimum or 0),
        ]
        if self._history:
            words += self._history_words(view, seat)
        return np.array(words, np.int64)

    def _history_words(self, view: State, seat: Seat) -> list[int]:
        """Return the words of the latest entries of the history, the newest first."""
        latest = view.history[: -history_layout.ENTRIES_KEPT - 1 : -1]
        words = [word for past in latest for word in self._entry_words(past, seat)]
        return words + [0] * (2 * history_layout.ENTRIES_KEPT - len(words))

    def _entry_words(self, past: PastAction[HistoryAction], seat: Seat) -> tuple[int, int]:
        """Return the two words of a past action as the seat sees it: the word of its cards, and the word of its facts."""
        step = (past.seat - seat) % self._players
        match past.action:
            case LayMelds(melds, raised):
                cards = sum(bit_encoding.cards_to_word(meld.cards or ()) for meld in melds)
                numbers = LAID.index(melds[0].way), len(melds), raised is not None
            case Discard(card):
                cards, numbers = 1 << 3 * card, (history_layout.PUT_OUT_FROM_HAND, 0, False)
            case PutOut(card):
                cards, numbers = 1 << 3 * card, (history_layout.PUT_OUT_AS_DRAWN, 0, False)
            case BeCaught():
                cards, numbers = 0, (history_layout.CAUGHT, 0, False)
            case SetMinimum():
                cards, numbers = 0, (history_layout.SET_MINIMUM, 0, False)
        return bit_encoding.unary(cards), history_layout.history_word(step, *numbers)

    def forced_wins(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Return False for every action; shape (n,). Da Zi Pai has no search for forced wins."""
        return false_for_all_actions(actions)

    def declines(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Return False for every action; shape (n,). Da Zi Pai has no bidding."""
        return false_for_all_actions(actions)

    def encode_actions(self, view: State, seat: Seat, actions: Sequence[Action]) -> Words:
        """Encode actions of a seat, each with the hand that remains after it; shape (n, words), int64."""
        away, done_by = (
            _unseen_word(view, seat),
            [_result_of_action(view, seat, action, self._deal_points) for action in actions],
        )
        hands = np.array([_counts_to_word(after.hand) for after in done_by], np.int64)
        loose = bit_encoding.unmeldable_kinds(hands)
        alone, worth = loose.tolist(), action_feature_layout.scoring_melds(hands).tolist()
        out = np.empty((len(actions), self.action_layout.words), np.int64)
        out[:, action_feature_layout.WHAT_WORD] = [
            self._action_word(view, seat, after, away, lone.bit_count())
            for after, lone in zip(done_by, alone, strict=True)
        ]
        out[:, action_feature_layout.REST_WORD] = bit_encoding.unary(hands)
        out[:, action_feature_layout.EATEN_WORD] = [after.eaten for after in done_by]
        out[:, action_feature_layout.FITS_WORD] = action_feature_layout.loose_card_bits(hands, loose, np.int64(away))
        out[:, action_feature_layout.WHOLE_WORD] = action_feature_layout.melds_present(hands)
        out[:, action_feature_layout.POINTS_WORD] = [
            _unary(min(after.points, action_feature_layout.MOST_LAID))
            | _unary(min(after.missing, action_feature_layout.MOST_MISSING)) << action_feature_layout.MISSING
            for after in done_by
        ]
        out[:, action_feature_layout.READY_WORD] = [
            _points_in_hand(melds) << action_feature_layout.PROMISED
            | _wait_counts_word_after_action(view, seat, action, after, away, lone.bit_count())
            for action, after, lone, melds in zip(actions, done_by, alone, worth, strict=True)
        ]
        return out

    def _action_word(self, view: State, seat: Seat, after: _ActionResult, away: int, loose: int) -> int:
        """Return the word about an action and the seat's melds after it.

        ``away`` are the cards that the seat has not seen. ``loose`` is the number of kinds in the seat's hand that
        are in no meld.
        """
        bits = (
            bit_encoding.action_kind_bit(after.kind)
            | after.discards << action_feature_layout.DISCARDS
            | _unary(min(loose, action_feature_layout.MOST_LOOSE)) << action_feature_layout.LOOSE
        )
        bits |= _unary(len(after.laid)) << action_feature_layout.MELDS
        bits |= _unary(min(count_fours(after.laid), action_feature_layout.MOST_FOURS)) << action_feature_layout.FOURS
        if after.card is not None:
            bits |= (
                1 << action_feature_layout.CARD + after.card
                | _unary(away >> 3 * after.card & 7) << action_feature_layout.UNSEEN
            )
            for step, other in enumerate(seats_from(seat, self._players)):
                bits |= (after.card in view.public.discards[other]) << action_feature_layout.KNOWN + step
        return bits


# ---- observations


def _visible_card(view: State, seat: Seat) -> Kind | None:
    """Return the card on the table; None if there is none.

    If the seat is looking at a card that it drew, that card is returned.
    """
    if isinstance(view.phase, Looking):
        return view.secret.drawn if view.phase.seat == seat else None
    return view.phase.card if isinstance(view.phase, Claiming) else None


def _unseen_word(view: State, seat: Seat) -> int:
    """Return the cards that the seat has not seen, as a word."""
    public = view.public
    found = bit_encoding.WHOLE_PACK - _counts_to_word(hand_of(view, seat))
    for other, melds in enumerate(public.melds):
        for meld in laid_melds(view, seat) if other == seat else melds:
            found -= bit_encoding.cards_to_word(meld.cards or ())
    for cards in public.discards:
        found -= bit_encoding.cards_to_word(cards)
    card = _visible_card(view, seat)
    return found if card is None else found - (1 << 3 * card)


def _seat_words(view: State, seat: Seat, laid: tuple[Meld, ...]) -> list[int]:
    """Return the four words about a seat: its discards, the known part of its melds, and its public status."""
    public, out = view.public, [0] * KINDS
    for kind in public.discards[seat]:
        out[kind] += 1
    lies = eaten = again = 0
    for meld in laid:
        if meld.way == "eat" and meld.cards:
            bit = 1 << _NUMBER[meld.cards]
            eaten, again = eaten | bit, again | eaten & bit
        elif meld.cards:
            lies |= int(bit_encoding.LIES[LAID.index(meld.way)]) << 3 * meld.cards[0]
    ways = [meld.way for meld in public.melds[seat] if meld.way in HIDDEN]
    again |= (
        _unary(ways.count("hide")) << observation_layout.THREES
        | _unary(ways.count("dragon")) << observation_layout.FOURS
    )
    again |= (view.match.banker == seat) << observation_layout.BANKER | (
        _source_seat(view) == seat
    ) << observation_layout.BY
    return [
        bit_encoding.unary(_counts_to_word(out)),
        lies,
        eaten | _unary(public.sizes[seat]) << observation_layout.LEFT,
        again,
    ]


def _source_seat(view: State) -> Seat | None:
    """Return the seat that put the card on the table, is looking at a drawn card, or may be caught.

    None if the phase has no such seat.
    """
    match view.phase:
        case Claiming(by=by):
            return by
        case Looking(seat=seat) | Catching(seat=seat):
            return seat
    return None


# ---- actions


def _result_of_action(view: State, seat: Seat, action: Action, counted: DealPoints) -> _ActionResult:
    kind, card, *_ = bit_encoding.action_fields(action)
    hand, laid, minimum = hand_of(view, seat), laid_melds(view, seat), view.public.minimum or 0
    put, eaten, discards = None, 0, False
    if isinstance(action, SetMinimum):
        minimum = action.points
    elif isinstance(action, Discard):
        hand, put = without(hand, (card,)), card
    elif isinstance(action, Eat | Pong | Open) and isinstance(view.phase, Claiming):
        then, put = event_of_claim(view, view.phase, seat, action).apply(view), view.phase.card
        discards = not (isinstance(action, Open) and count_fours(laid))
        hand, laid = hand_of(then, seat), laid_melds(then, seat)
        eaten = sum(1 << _NUMBER[cards] for cards in set(action.melds)) if isinstance(action, Eat) else 0
    points = _points_if_won(view, seat, counted) if action == WIN else sum(WORTH[meld] for meld in laid)
    return _ActionResult(kind, put, eaten, hand, laid, points, discards, max(minimum - points, 0))


def _points_if_won(view: State, seat: Seat, counted: DealPoints) -> int:
    """Return the points with which the seat wins if it declares a win now. The win must be legal."""
    match view.phase:
        case Opening():
            found = winning_division_on_deal(view, seat, counted)
        case Claiming() as phase:
            found = winning_division(view, seat, phase.card, source_of(phase))
        case _:
            found = winning_division(view, seat, drawn_card(view), "own")
    return found.points if found else 0


def _points_in_hand(melds: int) -> int:
    """Return how many points the melds in the hand are worth, in unary code.

    ``melds`` is the result of ``scoring_melds``.
    """
    small, big = (melds & bit_encoding.SMALL).bit_count(), (melds >> bit_encoding.ONE_SIZE).bit_count()
    return _unary(min(3 * small + 6 * big, action_feature_layout.MOST_PROMISED))


def _wait_counts_word_after_action(
    view: State, seat: Seat, action: Action, after: _ActionResult, away: int, loose: int
) -> int:
    """Return a word with the numbers of unseen cards that complete the hand or win after an action.

    The numbers are those of ``_wait_counts_word``. If the seat must discard after the action, each number is the
    highest that a discard makes possible. Different numbers may come from different discards. The word is 0 if the
    action is a win, or if too many kinds of the hand are in no meld.
    """
    if action == WIN or loose > action_feature_layout.LONE_WHEN_READY + after.discards:
        return 0
    declined, phase = declined_pongs(view, seat), view.phase
    if isinstance(phase, Claiming) and seat != phase.by and action != PONG and can_pong(view, seat, phase.card):
        declined = (*declined, phase.card)
    minimum = (action.points if isinstance(action, SetMinimum) else view.public.minimum) or 0
    kinds = [kind for kind in range(KINDS) if after.hand[kind]] if after.discards else [None]
    found = 0
    for kind in kinds:
        hand = after.hand if kind is None else without(after.hand, (kind,))
        found |= _wait_counts_word(hand, after.laid, declined, away, minimum)
    return found


@lru_cache(maxsize=1024)
def _wait_counts_word(hand: Counts, laid: tuple[Meld, ...], declined: tuple[Kind, ...], away: int, minimum: int) -> int:
    """Return a word with the number of unseen cards that complete the hand, if the seat need not discard first.

    The word also says how many of these cards win with at least ``minimum`` points. It does so for each of
    three cases: the seat itself draws the card, another seat draws it, or another seat discards it.
    """
    if bit_encoding.unmeldable_kinds(_counts_to_word(hand)).bit_count() > action_feature_layout.LONE_WHEN_READY:
        return 0
    complete = own = drawn = given = 0
    for wait in winning_cards(hand, laid, declined, _seen_elsewhere(hand, laid, away)):
        cards = away >> 3 * wait.card & 7
        complete += cards
        own += cards * (wait.own >= minimum)
        drawn += cards * (wait.drawn is not None and wait.drawn >= minimum)
        given += cards * (wait.hand is not None and wait.hand >= minimum)
    counts = (
        (complete, 0),
        (own, action_feature_layout.OWN),
        (drawn, action_feature_layout.DRAWN),
        (given, action_feature_layout.GIVEN),
    )
    return sum(_unary(min(cards, action_feature_layout.MOST_WAITS)) << place for cards, place in counts)


def _seen_elsewhere(hand: Counts, laid: tuple[Meld, ...], away: int) -> Counts:
    """Return, for each kind, how many copies the seat has seen outside its own hand and its own melds."""
    held = list(hand)
    for meld in laid:
        for kind in meld.cards or ():
            held[kind] += 1
    return tuple(COPIES - held[kind] - (away >> 3 * kind & 7) for kind in range(KINDS))
