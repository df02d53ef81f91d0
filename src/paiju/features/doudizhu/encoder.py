"""Encodes a seat's view in the exact Dou Dizhu rules, as an observation.

The observation consists of the same words that the batch engine computes for the position, with two
differences:

- The ``said`` slices are empty after the auction, because a state of the exact rules stores the bids only
  during the auction.
- The ``move`` slices are always empty. Observations with history have past moves in slices of their own
  (``history_layout``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiju.core.history import PastAction
from paiju.core.seats import Seat, seats_from
from paiju.features.doudizhu import (
    action_feature_layout,
    bit_encoding,
    history_layout,
    observation_facts,
    observation_layout,
)
from paiju.features.doudizhu.forced_wins import ForcedWinSearch
from paiju.features.doudizhu.history_layout import CALLS_KEPT, MOVES_KEPT
from paiju.features.feature_layout import FeatureLayout
from paiju.games.doudizhu import scoring
from paiju.games.doudizhu.actions import Action, Bid, Choose, HistoryAction, Pass, Play, ThrowAway
from paiju.games.doudizhu.cards import WildRanks, cards_from_numbers, count_ranks, parse_ranks
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Bidding, Playing, Robbing, State
from paiju.games.doudizhu.yes_no_questions import choice_number

Words = NDArray[np.int64]

NO_WORD: Final = 0
_RANKS: Final = 15
_PLACES: Final = np.arange(8)[None, :, None]
_BITS: Final = 1 << np.arange(_RANKS, dtype=np.int64)
_LANES: Final = np.int64(1) << 16 * np.arange(4, dtype=np.int64)


def unpack_rank_counts(counts: Iterable[int]) -> NDArray[np.uint8]:
    """Unpack n rank counts (``games.doudizhu.cards``) to one byte for each rank; shape (n, 15), uint8."""
    whole = b"".join(count.to_bytes(16, "little") for count in counts)
    return np.frombuffer(whole, np.uint8).reshape(-1, 16)[:, :_RANKS]


def unary_words(counts: NDArray[Any]) -> Words:
    """Convert n hands of rank counts, shape (n, 15), to two words of unary code each, shape (n, 2), int64.

    The first word stands for the first to fourth card of each rank, and the second word for the fifth to eighth.
    """
    lanes = (counts[:, None, :] > _PLACES) @ _BITS
    return np.stack([lanes[:, :4] @ _LANES, lanes[:, 4:] @ _LANES], 1)


Placed = tuple[tuple[int, Callable[[CompiledRuleset, State, Seat], int]], ...]
"""The values that are encoded in one word of an observation.

For each value: the index of its first bit, and the function that computes it.
"""


def value_functions_with_offsets(
    table: tuple[observation_facts.Fact, ...], rules: Rules, *, others: bool = False
) -> Placed:
    """Return, for each value in ``table`` that applies to a ruleset, its first bit and its function.

    The function computes the value. With ``others``, leave out the values that a seat knows only about itself.
    """
    placed = observation_facts.facts_with_offsets(table, observation_facts.layout_extensions_of(rules))
    return tuple((first, fact.value) for first, fact in placed if not (others and fact.own))


class DouDizhuEncoder:
    """Encodes views and actions of one ruleset (a ``paiju.features.family_encoder.FamilyEncoder``)."""

    def __init__(self, game: DouDizhu, *, history: bool = False) -> None:
        self._rules, self._compiled, self._history = game.rules, game.compiled, history
        self._pack = count_ranks(cards_from_numbers(game.compiled.pack))
        self._sure = ForcedWinSearch(game.compiled)
        self.layout: FeatureLayout = observation_layout.observation_layout(game.rules, history=history)
        self._plain_words = observation_layout.observation_layout(game.rules).words
        self.action_layout: FeatureLayout = action_feature_layout.action_layout(game.rules)
        self._own, self._hand, self._stake = (
            value_functions_with_offsets(table, game.rules)
            for table in (observation_facts.SEAT_FACTS, observation_facts.HAND_FACTS, observation_facts.STAKE_FACTS)
        )
        self._seat = value_functions_with_offsets(observation_facts.SEAT_FACTS, game.rules, others=True)

    def encode_observation(self, view: State, seat: Seat) -> Words:
        """Encode what a seat knows from its view; shape (words,), int64."""
        seats = list(seats_from(seat, self._rules.players))
        words = np.zeros(self.layout.words, np.int64)
        cards = unary_words(unpack_rank_counts(self._card_counts(view, seat, seats)))[:, : self._rules.decks].reshape(
            -1
        )
        words[: len(cards)] = cards
        about = [
            (self._own, seat),
            *((self._seat, other) for other in seats[1:]),
            (self._hand, seat),
            (self._stake, seat),
        ]
        end = self._plain_words
        words[end - len(about) : end] = [self._fact_word(facts, view, other) for facts, other in about]
        if self._history:
            words[end : end + CALLS_KEPT], words[end + CALLS_KEPT :] = self._history_words(view, seat)
        return words

    def _history_words(self, view: State, seat: Seat) -> tuple[Words, Words]:
        """Return the words of the first calls, and the words of the latest moves with the newest move first.

        The words of the calls have the shape (CALLS_KEPT,), and those of the moves (MOVES_KEPT * (packs + 1),).
        """
        calls = [past for past in view.history if isinstance(past.action, Bid | Choose)][:CALLS_KEPT]
        moves = [past for past in view.history if isinstance(past.action, Play | Pass)][: -MOVES_KEPT - 1 : -1]
        call_words, move_words = np.zeros(CALLS_KEPT, np.int64), np.zeros((MOVES_KEPT, self._rules.decks + 1), np.int64)
        call_words[: len(calls)] = [self._entry_word(past, seat) for past in calls]
        cards = unary_words(unpack_rank_counts(_cards_of_action(past.action) for past in moves))
        move_words[: len(moves), :-1] = cards[:, : self._rules.decks]
        move_words[: len(moves), -1] = [self._entry_word(past, seat) for past in moves]
        return call_words, move_words.reshape(-1)

    def _entry_word(self, past: PastAction[HistoryAction], seat: Seat) -> int:
        """Return the word that encodes the facts of a past action, as the seat sees them."""
        step = (past.seat - seat) % self._rules.players
        found: int = history_layout.history_word(step, *_past_action_fields(past.action))
        return found

    def _fact_word(self, facts: Placed, view: State, seat: Seat) -> int:
        """Return the word that encodes these facts about ``seat``."""
        compiled, bits = self._compiled, 0
        for first, value in facts:
            bits |= value(compiled, view, seat) << first
        return bits

    def _card_counts(self, view: State, seat: Seat, seats: list[Seat]) -> list[int]:
        """Return the rank counts of each set of cards in an observation, in the order of the layout."""
        return [
            *(fact.counts(self._pack, view, seat) for fact in observation_facts.CARD_FACTS),
            *(count_ranks(view.public.played[other]) for other in seats),
            *(count_ranks(view.secret.hands[other] or 0) for other in seats[1:]),
        ]

    def encode_actions(self, view: State, seat: Seat, actions: Sequence[Action]) -> Words:
        """Encode actions of a seat; shape (n, words), int64.

        The encoding of an action also contains the hand that remains after it.
        """
        decks, hand = self._rules.decks, count_ranks(view.secret.hands[seat] or 0)
        numbers = np.array([_action_numbers(action) for action in actions], np.int64).reshape(-1, 3)
        taken = [_cards_of_action(action) for action in actions]
        cards = unary_words(unpack_rank_counts(taken))
        counts = unpack_rank_counts([hand - some for some in taken])
        rest = unary_words(counts)
        out = np.empty((len(actions), self.action_layout.words), np.int64)
        out[:, :decks], out[:, decks : 2 * decks] = cards[:, :decks], rest[:, :decks]
        out[:, -4] = self._action_words(view, seat, *numbers.T)
        out[:, -3], out[:, -2] = (
            action_feature_layout.ranks_by_count(rest[:, 0]),
            action_feature_layout.chain_starts_and_loose(rest[:, 0]),
        )
        out[:, -1] = _left_over_words(counts, view.public.wilds)
        return out

    def forced_wins(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Return True for each action that a short search proves to win whatever other seats hold; shape (n,), bool."""
        if not isinstance(view.phase, Playing):
            return np.zeros(len(actions), bool)
        public, hand = view.public, count_ranks(view.secret.hands[seat] or 0)
        elsewhere = (
            observation_facts.unseen_counts(self._pack, view, seat)
            + sum(count_ranks(cards or 0) for cards in view.secret.hands)
            - hand
        )
        spare = scoring.cards_winner_may_keep(self._rules, public, seat)
        wins = partial(self._sure.is_forced_win, hand=hand, elsewhere=elsewhere, wilds=public.wilds, spare=spare)
        return np.array([isinstance(action, Play) and wins(action.what) for action in actions], bool)

    def declines(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """Return True for each action that declines to bid or call while no seat has bid (DDZ-3.3); shape (n,), bool.

        Under some rules for two players, a player becomes landlord if neither of them calls (DDZ-3.8). Under these
        rules, the method returns False for all actions, because the cards are not dealt again.
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
        away = unary_words(unpack_rank_counts([observation_facts.unseen_counts(self._pack, view, seat)]))[0, 0]
        unit = bit_encoding.UNIT[np.minimum(kind, bit_encoding.BOMB)]
        above = away >> 16 * (unit - 1) & 0x7FFF & (np.int64(-2) << rank)
        higher = np.where(kind == bit_encoding.CHOOSE, np.maximum(rank, 1) - 1, 0)
        rank = rank - higher
        bits = (
            np.int64(1) << kind
            | ((np.int64(1) << length) - 1) << action_feature_layout.LENGTH
            | np.int64(1) << action_feature_layout.RANK + rank
            | (np.int64(1) << higher >> 1) << action_feature_layout.HIGHER
        )
        found: Words = bits | np.where(kind < bit_encoding.BOMB, above, 0) << action_feature_layout.ABOVE
        return found


def _action_numbers(action: Action) -> tuple[int, int, int]:
    """Return the kind, length and rank of an action, as the features encode them (``bit_encoding``)."""
    match action:
        case Play(what):
            return observation_facts.KIND[what.category], observation_facts.body_length(what), what.rank
        case Pass():
            return bit_encoding.PASS, 0, 0
        case Bid(points):
            return bit_encoding.BID, 0, points
        case Choose():
            return bit_encoding.CHOOSE, 0, choice_number(action)
        case ThrowAway():
            return bit_encoding.THROW, 0, 0
    raise TypeError(action)


def _past_action_fields(action: Action) -> tuple[int, int, int, int]:
    """Return the kind, length and rank of a past action, and the number of the question that it answers.

    The rank of a pass is -1. The number of the question is -1 if the action answers no question.
    """
    if isinstance(action, Choose):
        return bit_encoding.CHOOSE, 0, action.yes, history_layout.QUESTION_NUMBERS[action.what]
    if isinstance(action, Pass):
        return bit_encoding.PASS, 0, -1, -1
    return *_action_numbers(action), -1


def _cards_of_action(action: Action) -> int:
    """Return the rank counts of the cards that an action plays or throws away."""
    if isinstance(action, Play):
        return action.what.used
    return parse_ranks(action.ranks) if isinstance(action, ThrowAway) else 0


def _left_over_words(counts: NDArray[Any], wilds: WildRanks) -> Words:
    """Return one word for each action: the number of cards, wild cards and different ranks that remain after it.

    The words have the shape (n,).
    """
    one = np.int64(1)
    left = np.minimum(counts.sum(1, dtype=np.int64), action_feature_layout.MOST_LEFT)
    groups = (counts > 0).sum(1, dtype=np.int64)
    bits: Words = (one << left) - 1 | ((one << groups) - 1) << action_feature_layout.GROUPS
    held = np.minimum(counts[:, list(wilds)].sum(1, dtype=np.int64), action_feature_layout.MOST_WILDS)
    bits |= ((one << held) - 1) << action_feature_layout.WILDS
    return bits
