"""Encodes a seat's view of the exact Dou Dizhu rules as the words that the batch engine writes for the same position.

The exact state keeps the auction's bids only while the auction lasts, and it does not keep past moves. Therefore the
``said`` slices are empty after the auction and the ``move`` slices are always empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiju.core.seats import Seat, seats_from
from paiju.features.doudizhu import action_layout, bit_encoding, observation_layout
from paiju.features.doudizhu.forced_wins import ForcedWinSearch
from paiju.features.feature_layout import FeatureLayout
from paiju.games.doudizhu import scoring
from paiju.games.doudizhu.actions import Action, Bid, Choose, Pass, Play, ThrowAway
from paiju.games.doudizhu.cards import card_list, cards_of, parse_ranks, ranks_of
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Bidding, Playing, Robbing, State

Words = NDArray[np.int64]

NO_WORD: Final = 0
_KIND: Final = {name: number for number, name in enumerate(bit_encoding.KINDS)}
_SAID: Final = {"no-call": 0, "call": 1, "no-rob": 0, "rob": 1}
_RANKS: Final = 15
_PLACES: Final = np.arange(8)[None, :, None]
_BITS: Final = 1 << np.arange(_RANKS, dtype=np.int64)
_LANES: Final = np.int64(1) << 16 * np.arange(4, dtype=np.int64)


def counts_to_bytes(counts: Iterable[int]) -> NDArray[np.uint8]:
    """Unpack rank counts into an array of shape (n, 15), uint8."""
    whole = b"".join(count.to_bytes(16, "little") for count in counts)
    return np.frombuffer(whole, np.uint8).reshape(-1, 16)[:, :_RANKS]


def unary_words(counts: NDArray[Any]) -> Words:
    """Encode (n, 15) counts in unary; shape (n, 2), int64. The second word holds the fifth to eighth card of each rank."""
    lanes = (counts[:, None, :] > _PLACES) @ _BITS
    return np.stack([lanes[:, :4] @ _LANES, lanes[:, 4:] @ _LANES], 1)


class DouDizhuEncoder:
    """Encodes views and actions of one ruleset (a ``paiju.features.family_encoder.FamilyEncoder``)."""

    def __init__(self, game: DouDizhu) -> None:
        self._rules, self._compiled = game.rules, game.compiled
        self._pack = ranks_of(cards_of(game.compiled.pack))
        self._sure = ForcedWinSearch(game.compiled)
        self.layout: FeatureLayout = observation_layout.observation_layout(game.rules)
        self.action_layout: FeatureLayout = action_layout.action_layout(game.rules)

    def encode_observation(self, view: State, seat: Seat) -> Words:
        """Encode what a seat knows; shape (words,), int64."""
        rules, seats = self._rules, list(seats_from(seat, self._rules.players))
        words = np.zeros(self.layout.words, np.int64)
        cards = unary_words(counts_to_bytes(self._card_counts(view, seat, seats)))[:, : rules.decks].reshape(-1)
        words[: len(cards)] = cards
        rest = words[len(words) - len(seats) - 2 :]
        rest[: len(seats)] = [self._seat_word(view, other, own=other == seat) for other in seats]
        rest[-2:] = self._phase_word(view), self._stake_word(view)
        return words

    def _card_counts(self, view: State, seat: Seat, seats: list[Seat]) -> list[int]:
        """Return the rank counts of all card slices, in the order of the layout."""
        public, secret = view.public, view.secret
        gave = [ranks_of(cards) for cards in secret.gave if cards]
        standing = view.phase.standing if isinstance(view.phase, Playing) else None
        return [
            ranks_of(secret.hands[seat] or 0),
            self._unseen_counts(view, seat),
            standing.used if standing else 0,
            ranks_of(secret.bottom or 0),
            _thrown_ranks(view, seat),
            sum(gave),
            *(ranks_of(public.played[other]) for other in seats),
            *(ranks_of(secret.hands[other] or 0) for other in seats[1:]),
        ]

    def _unseen_counts(self, view: State, seat: Seat) -> int:
        """Return the rank counts of the cards that the seat has not seen."""
        known = [*view.public.played, *(hand for hand in view.secret.hands if hand is not None)]
        known += [threw for threw in view.secret.threw if threw is not None]
        return self._pack - sum(map(ranks_of, known))

    def _seat_word(self, view: State, seat: Seat, *, own: bool) -> int:
        public, phase = view.public, view.phase
        opened = public.opened[seat]
        bits = _unary(public.counts[seat]) << observation_layout.LEFT
        bits |= (public.landlord == seat) << observation_layout.LANDLORD
        bits |= (public.first == seat) << observation_layout.FIRST
        bits |= (_unary(max(opened - 2, 1)) if opened else 0) << observation_layout.OPENED
        bits |= public.kicked[seat] << observation_layout.KICKED
        bits |= public.doubled[seat] << observation_layout.DOUBLED
        bits |= (seat in getattr(phase, "waiting", ())) << observation_layout.WAITING
        bits |= (getattr(phase, "by", None) == seat) << observation_layout.LEADS
        bits |= _auction_bits(phase, seat) << observation_layout.SAID
        bits |= _unary(public.thrown[seat]) << observation_layout.THROWN
        choice = view.secret.sealed[seat]
        if own and choice is not None:
            bits |= 1 << observation_layout.CHOSE + (choice.yes if isinstance(choice, Choose) else 1)
        return bits

    def _phase_word(self, view: State) -> int:
        bits = 1 << observation_layout.PHASE + bit_encoding.encode_stage(self._compiled.stages[view.stage])[0]
        standing = view.phase.standing if isinstance(view.phase, Playing) else None
        if standing is not None:
            bits |= 1 << observation_layout.KIND + _KIND[standing.category]
            bits |= _unary(body_length(standing)) << observation_layout.LENGTH
            bits |= 1 << observation_layout.RANK + standing.rank
        return bits

    def _stake_word(self, view: State) -> int:
        public, phase, rules = view.public, view.phase, self._rules
        high = phase.high if isinstance(phase, Bidding) else 0
        robs = phase.robs if isinstance(phase, Robbing) else public.robs
        passes = phase.passes if isinstance(phase, Bidding | Playing) else 0
        bottom = view.secret.bottom
        bonus = min(scoring.bottom_factor(rules, bottom), observation_layout.MOST_BONUS)
        doublings = len(scoring.doubling_bombs(rules, public.bombs))
        bits = _unary(max(public.base, high)) << observation_layout.BASE | _unary(robs) << observation_layout.ROBS
        bits |= (
            _unary(min(doublings, observation_layout.MOST_DOUBLINGS)) << observation_layout.DOUBLINGS
            | _unary(bonus - 1) << observation_layout.BONUS
        )
        bits |= (
            _unary(min(passes, 2)) << observation_layout.PASSES | public.kicked_back << observation_layout.KICKED_BACK
        )
        if public.wild is not None:
            bits |= 1 << observation_layout.WILD_RANK + public.wild
        if public.upcard is not None:
            bits |= 1 << observation_layout.UPCARD + (card_list(public.upcard)[0] >> 2)
        return bits

    def encode_actions(self, view: State, seat: Seat, actions: Sequence[Action]) -> Words:
        """Encode a seat's actions; shape (n, words), int64."""
        decks, hand = self._rules.decks, ranks_of(view.secret.hands[seat] or 0)
        numbers = np.array([_action_numbers(action) for action in actions], np.int64).reshape(-1, 3)
        taken = [_cards_of(action) for action in actions]
        cards = unary_words(counts_to_bytes(taken))
        counts = counts_to_bytes([hand - some for some in taken])
        rest = unary_words(counts)
        out = np.empty((len(actions), self.action_layout.words), np.int64)
        out[:, :decks], out[:, decks : 2 * decks] = cards[:, :decks], rest[:, :decks]
        out[:, -4] = self._action_words(view, seat, *numbers.T)
        out[:, -3], out[:, -2] = (
            action_layout.ranks_by_count(rest[:, 0]),
            action_layout.chain_starts_and_loose(rest[:, 0]),
        )
        out[:, -1] = _left_over_words(counts, view.public.wild)
        return out

    def forced_wins(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Mark the actions that win whatever the other seats hold; shape (n,)."""
        if not isinstance(view.phase, Playing):
            return np.zeros(len(actions), bool)
        public, hand = view.public, ranks_of(view.secret.hands[seat] or 0)
        elsewhere = self._unseen_counts(view, seat) + sum(ranks_of(cards or 0) for cards in view.secret.hands) - hand
        spare = scoring.cards_allowed_left(self._rules, public, seat)
        wins = partial(self._sure.is_forced_win, hand=hand, elsewhere=elsewhere, wild=public.wild, spare=spare)
        return np.array([isinstance(action, Play) and wins(action.what) for action in actions], bool)

    def declines(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Mark the actions that decline to bid or call while no seat has bid (DDZ-3.3); shape (n,).

        Marks nothing if one of two players becomes landlord even though neither calls (DDZ-3.8), because the cards
        are not dealt again then.
        """
        phase, rules = view.phase, self._rules
        redeals = rules.auction != "rob_duel" or rules.nobody_calls == "redeal"
        silent = (
            phase.bidder is None
            if isinstance(phase, Bidding)
            else isinstance(phase, Robbing) and phase.caller is None and redeals
        )
        return np.array([silent and (action == Bid(0) or action == Choose("call", False)) for action in actions], bool)

    def _action_words(self, view: State, seat: Seat, kind: Words, length: Words, rank: Words) -> Words:
        away = unary_words(counts_to_bytes([self._unseen_counts(view, seat)]))[0, 0]
        unit = bit_encoding.UNIT[np.minimum(kind, bit_encoding.BOMB)]
        above = away >> 16 * (unit - 1) & 0x7FFF & (np.int64(-2) << rank)
        bits = (
            np.int64(1) << kind
            | ((np.int64(1) << length) - 1) << action_layout.LENGTH
            | np.int64(1) << action_layout.RANK + rank
        )
        found: Words = bits | np.where(kind < bit_encoding.BOMB, above, 0) << action_layout.ABOVE
        return found


def _unary(number: int) -> int:
    return (1 << number) - 1


def _auction_bits(phase: Any, seat: Seat) -> int:
    """Return the bit for a seat's last bid or answer in the current auction; 0 if it has not spoken."""
    said = phase.said[seat] if isinstance(phase, Bidding | Robbing) and phase.said else None
    number = _SAID.get(said) if isinstance(said, str) else said
    return 0 if number is None else 1 << number


def _thrown_ranks(view: State, seat: Seat) -> int:
    """Return the rank counts of the cards that the seat has thrown away or has secretly chosen to throw away."""
    choice = view.secret.sealed[seat]
    return parse_ranks(choice.ranks) if isinstance(choice, ThrowAway) else ranks_of(view.secret.threw[seat] or 0)


def body_length(what: Combination) -> int:
    """Return the number of units in the body; a rocket counts as one unit."""
    return 1 if what.category == "rocket" else what.length


def _action_numbers(action: Action) -> tuple[int, int, int]:
    """Return the kind, length and rank of an action."""
    match action:
        case Play(what):
            return _KIND[what.category], body_length(what), what.rank
        case Pass():
            return bit_encoding.PASS, 0, 0
        case Bid(points):
            return bit_encoding.BID, 0, points
        case Choose(_, yes):
            return bit_encoding.CHOOSE, 0, int(yes)
        case ThrowAway():
            return bit_encoding.THROW, 0, 0
    raise TypeError(action)


def _cards_of(action: Action) -> int:
    """Return the rank counts of the cards that an action plays or throws away."""
    if isinstance(action, Play):
        return action.what.used
    return parse_ranks(action.ranks) if isinstance(action, ThrowAway) else 0


def _left_over_words(counts: NDArray[Any], wild: int | None) -> Words:
    """Encode the number of cards, wild cards and different ranks that remain; shape (n,)."""
    one = np.int64(1)
    left = np.minimum(counts.sum(1, dtype=np.int64), action_layout.MOST_LEFT)
    groups = (counts > 0).sum(1, dtype=np.int64)
    bits: Words = (one << left) - 1 | ((one << groups) - 1) << action_layout.GROUPS
    return bits if wild is None else bits | ((one << counts[:, wild].astype(np.int64)) - 1) << action_layout.WILDS
