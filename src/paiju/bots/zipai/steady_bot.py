"""The steady bot for Da Zi Pai.

It divides its hand into blocks, keeps the valuable blocks, and discards other cards.

A block is either a meld, or two cards that a third card would complete to a meld. The bot divides its hand
into the blocks with the highest total value, and discards cards outside these blocks first. It claims a card
if the claim increases the value of the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from paiju.bots.float_sum import sum_rounding_each_step
from paiju.core.seats import Seat
from paiju.games.losing_actions import exclude_losing_actions
from paiju.games.zipai.actions import PASS, PONG, WIN, Action, Discard, Eat
from paiju.games.zipai.cards import COPIES, KINDS, Counts, Kind, cards_of, count_cards, without
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import MIXED_MELDS, WORTH, Meld, count_fours, meld_of_kind
from paiju.games.zipai.state import Claiming, Discarding, State, declined_pongs, hand_of, laid_melds
from paiju.games.zipai.waits import Wait, ready_discards, winning_cards


class Weights(NamedTuple):
    """Weights of the bot's evaluation of a hand, tuned by self-play."""

    meld: float = 10.0
    point: float = 2.0
    near: float = 2.2
    """The value of two cards that one more card would complete to a meld."""
    outs: float = 0.5
    """What each unseen card that completes the meld adds to the value of a block of two different cards.

    In a block of two equal cards, ``pair`` takes the place of this weight.
    """
    near_point: float = 0.5
    pair: float = 3.0
    eye: float = 3.0
    missing: float = 1.0
    """The penalty for each point by which the hand, if completed, would miss the minimum for winning."""
    danger: float = 4.0
    claim: float = 1.0
    """The bot makes a claim only if this raises the value of its hand by more than this number."""
    ready: float = 14.0
    """The value of a ready hand, which is one that a single card completes."""
    wins: float = 3.0
    """What each unseen card that completes the hand adds to ``ready``, the value of a ready hand.

    This number is added once for each way in which the card may win (``_weighted_copies``).
    """


WEIGHTS: Final = Weights()
MELDS_WITHOUT_FOUR, MELDS_WITH_FOUR = 7, 6
"""The number of melds of a complete hand: 7, or 6 and a pair if a meld has four cards."""
DISCARD_CHANCE: Final = 0.5
"""The weight of a card that wins if another seat discards it.

The weight is below 1, because the other seat may keep the card.
"""
RISK_OF_READY_HAND: Final = 0.1
"""The weight of the risk of a discard that leaves the hand ready.

The risk, times this weight, is subtracted from the weighted number of cards that then win.
"""
OTHER_BLOCKS: Final = 0.01
"""Factor for the blocks that a discard leaves intact.

The value of discarding a card includes this factor times the sum of the values of all blocks that do not
contain the card.
"""
KNOWN_KIND_RISK: Final = 0.3
"""The share of the risk that remains for a kind that was discarded before."""
SAFE_SIZE: Final = 11
"""With at least this number of cards in each other hand, a discard has no risk."""
MOST_CANDIDATES: Final = 3
"""The largest number of discards that the bot compares to find out what a claim is worth.

Discards that leave the hand ready are compared in addition.
"""


class Block(NamedTuple):
    """Two or three cards of the hand that form a meld, or that one more card would complete to a meld.

    ``cost`` are the counts of these cards by kind, packed in an integer (``_counts_to_int``). ``value`` is what
    the block adds to the value of a hand. ``points`` are the points of the meld, or half of them if the meld
    still lacks a card.
    """

    cards: tuple[Kind, ...]
    cost: int
    value: float
    points: float


Split = tuple[float, tuple[Block, ...]]
"""Blocks into which a hand is divided: their total value, and the blocks."""


def play_steady(
    game: ZiPai, view: State, seat: Seat, legal: Sequence[Action], random: Random, weights: Weights = WEIGHTS
) -> Action:
    """Return the steady bot's action. It depends only on the view; ``random`` is not used."""
    legal = exclude_losing_actions(game, view, seat, legal)
    if len(legal) == 1:
        return legal[0]
    if WIN in legal:
        return WIN
    knowledge = _SeatKnowledge(view, seat, weights)
    if isinstance(view.phase, Discarding):
        return knowledge.choose_discard()
    if isinstance(view.phase, Claiming):
        return knowledge.choose_claim(legal, view.phase)
    return legal[0]


class _SeatKnowledge:
    """What a seat knows about the hand, and what it can infer."""

    def __init__(self, view: State, seat: Seat, weights: Weights) -> None:
        self.view, self.seat, self.weights = view, seat, weights
        self.hand, self.laid = hand_of(view, seat), laid_melds(view, seat)
        self.unseen = _unseen_counts(view, seat)
        self.splits: dict[int, Split] = {0: (0.0, ())}
        self.blocks: dict[int, list[Block]] = {}
        for block in self._possible_blocks(self.hand):
            self.blocks.setdefault(min(map(PLACE.__getitem__, block.cards)), []).append(block)

    # ---- value of a hand

    def _possible_blocks(self, hand: Counts) -> Iterator[Block]:
        """Yield every block that cards of the hand can form.

        A partial meld is left out if the seat has already seen all cards that would complete it.
        """
        for cards, points in WHOLE_MELDS:
            if _contains_cards(hand, cards):
                yield Block(cards, _counts_to_int(count_cards(cards)), value_of_meld(self.weights, points), points)
        for cards, missing, points in PARTIAL_MELDS:
            if self.unseen[missing] and _contains_cards(hand, cards):
                value = value_of_partial_meld(self.weights, cards, points, self.unseen[missing])
                yield Block(cards, _counts_to_int(count_cards(cards)), value, points / 2)

    def best_partition(self, packed: int) -> Split:
        """Return the disjoint blocks with the highest total value that the cards of a hand can form.

        ``packed`` are the counts of the hand's cards, packed in an integer (``_counts_to_int``).
        """
        known = self.splits.get(packed)
        if known is not None:
            return known
        lowest = (packed & -packed).bit_length() - 1 >> 3
        best = self.best_partition(packed - (1 << 8 * lowest))
        for block in self.blocks.get(lowest, ()):
            rest = packed - block.cost
            if not rest & _SHORT:
                value, blocks = self.best_partition(rest)
                if value + block.value > best[0]:
                    best = (value + block.value, (block, *blocks))
        self.splits[packed] = best
        return best

    def best_blocks(self, hand: Counts, laid: tuple[Meld, ...]) -> tuple[Block, ...]:
        """Return the most valuable blocks of a hand, the best first.

        The result has at most as many blocks as the number of melds that the hand still needs to be complete.
        """
        blocks = sorted(self.best_partition(_counts_to_int(hand))[1], key=lambda block: -block.value)
        return tuple(blocks[: (MELDS_WITH_FOUR if count_fours(laid) else MELDS_WITHOUT_FOUR) - len(laid)])

    def _hand_value(self, hand: Counts, laid: tuple[Meld, ...]) -> float:
        """Return the value of a hand together with the melds that the seat has laid on the table."""
        kept = self.best_blocks(hand, laid)
        value = sum_rounding_each_step(block.value for block in kept)
        value += sum_rounding_each_step(value_of_meld(self.weights, WORTH[meld]) for meld in laid)
        points = sum(block.points for block in kept) + sum(WORTH[meld] for meld in laid)
        if count_fours(laid) and max(_cards_outside_blocks(hand, kept)) > 1:
            value += self.weights.eye
        return value - self.weights.missing * max(0.0, (self.view.public.minimum or 0) - points)

    # ---- choices

    def choose_discard(self) -> Action:
        """Return the best discard.

        Of the discards that leave the hand ready, this is the one with the most chances to win, after a small
        deduction for the discard's risk. If no discard leaves the hand ready, it is a card outside the best blocks
        that has little value and little risk. If all cards are in the best blocks, it is a card of the least valuable
        block.
        """
        ready_on = self._ready_discards(self.hand, self.laid)
        if ready_on:
            return Discard(
                max(ready_on, key=lambda card: ready_on[card] - RISK_OF_READY_HAND * self._discard_risk(card))
            )
        return Discard(max(self._discard_candidates(self.hand, self.laid), key=self._value_after_discard))

    def _ready_discards(self, hand: Counts, laid: tuple[Meld, ...]) -> dict[Kind, float]:
        """Return the discards that leave a hand ready, each with the weighted number of unseen cards that then win.

        A card counts the more, the more ways there are in which it can win (``_weighted_copies``).
        """
        found = ready_discards(hand, laid, declined_pongs(self.view, self.seat), self._seen_elsewhere(hand, laid))
        return {one.discard: chance for one in found if (chance := self._sum_of_weighted_copies(one.waits)) > 0}

    def _seen_elsewhere(self, hand: Counts, laid: tuple[Meld, ...]) -> Counts:
        """Return, for each kind of card, the number of copies that the seat has seen outside its own hand and melds."""
        return tuple(COPIES - left - own for left, own in zip(self.unseen, _all_cards(hand, laid), strict=True))

    def _weighted_winning_cards(self, hand: Counts, laid: tuple[Meld, ...]) -> float:
        """Return the weighted number of unseen cards that complete a hand.

        A card counts the more, the more ways there are in which it can win (``_weighted_copies``).
        """
        return self._sum_of_weighted_copies(
            winning_cards(hand, laid, declined_pongs(self.view, self.seat), self._seen_elsewhere(hand, laid))
        )

    def _sum_of_weighted_copies(self, found: Iterable[Wait]) -> float:
        return sum(map(self._weighted_copies, found))

    def _ready_bonus(self, chance: float) -> float:
        """Return the bonus for a ready hand; 0 if no card can win.

        ``chance`` is the hand's number of winning cards, weighted as in ``_weighted_copies``.
        """
        return self.weights.ready + self.weights.wins * chance if chance else 0.0

    def _weighted_copies(self, wait: Wait) -> float:
        """Return the number of unseen copies of a winning card, weighted by the ways in which it may win.

        The ways are: this seat draws the card (weight 1), another seat draws it (1), or another seat discards it from
        its hand (``DISCARD_CHANCE``). The weight of a copy is the sum of the weights of those ways in
        which the win has enough points.
        """
        minimum = self.view.public.minimum or 0
        surely = (wait.own >= minimum) + ((wait.drawn or 0) >= minimum) + DISCARD_CHANCE * ((wait.hand or 0) >= minimum)
        return self.unseen[wait.card] * surely

    def _discard_candidates(self, hand: Counts, laid: tuple[Meld, ...]) -> tuple[Kind, ...]:
        """Return the kinds to consider as discards.

        These are the kinds outside the best blocks. If the seat has laid a four, the hand needs a pair of eyes, so one
        pair outside the blocks is left out. If no kind is left, the result is the kinds of the least valuable block; if
        there is no block, it is the kind of that pair.
        """
        kept = self.best_blocks(hand, laid)
        loose = _cards_outside_blocks(hand, kept)
        eye = count_fours(laid) > 0 and [kind for kind in range(KINDS) if loose[kind] > 1][:1]
        spare = tuple(kind for kind in range(KINDS) if loose[kind] and (not eye or kind != eye[0]))
        return spare or tuple(dict.fromkeys(kept[-1].cards if kept else eye or ()))

    def _value_after_discard(self, card: Kind) -> float:
        value = self._hand_value(without(self.hand, (card,)), self.laid) - self._discard_risk(card)
        return value + OTHER_BLOCKS * sum_rounding_each_step(
            block.value for blocks in self.blocks.values() for block in blocks if card not in block.cards
        )

    def _discard_risk(self, card: Kind) -> float:
        """Return the risk of discarding a card.

        The risk depends on the smallest hand of another seat: the fewer cards that hand has, the higher the risk.
        The risk is lower if a card of the same kind was discarded before.
        """
        least = min(size for seat, size in enumerate(self.view.public.sizes) if seat != self.seat)
        known = any(card in cards for cards in self.view.public.discards)
        return self.weights.danger * (KNOWN_KIND_RISK if known else 1.0) * max(0.0, SAFE_SIZE - least) / 10

    def choose_claim(self, legal: Sequence[Action], phase: Claiming) -> Action:
        """Return the claim that gives the hand the highest value.

        Returns a pass instead if a pass is legal and no claim raises the value by more than ``Weights.claim``.
        """
        offers = {action: self._value_after_claim(action, phase.card) for action in legal if action != PASS}
        best = max(offers, key=offers.__getitem__)
        now = self._hand_value(self.hand, self.laid) + self._ready_bonus(
            self._weighted_winning_cards(self.hand, self.laid)
        )
        return best if PASS not in legal or offers[best] > now + self.weights.claim else PASS

    def _value_after_claim(self, action: Action, card: Kind) -> float:
        hand, laid = self.hand, self.laid
        if isinstance(action, Eat):
            used = [kind for cards in action.melds for kind in cards]
            used.remove(card)
            return self._value_after_best_discard(
                without(hand, used), (*laid, *(Meld("eat", cards) for cards in action.melds))
            )
        if action == PONG:
            return self._value_after_best_discard(without(hand, (card, card)), (*laid, meld_of_kind("pong", card)))
        laid = tuple(meld_of_kind("open", card) if meld == meld_of_kind("pong", card) else meld for meld in laid)
        return self._hand_value(hand, laid) + self._ready_bonus(self._weighted_winning_cards(hand, laid))

    def _value_after_best_discard(self, hand: Counts, laid: tuple[Meld, ...]) -> float:
        """Return the value of a hand after the best discard."""
        ready_on = self._ready_discards(hand, laid)
        tried = dict.fromkeys((*self._discard_candidates(hand, laid)[:MOST_CANDIDATES], *ready_on))
        return max(
            self._hand_value(without(hand, (kind,)), laid) + self._ready_bonus(ready_on.get(kind, 0)) for kind in tried
        )


def _cards_outside_blocks(hand: Counts, kept: tuple[Block, ...]) -> Counts:
    """Return the counts of the cards of a hand that are in none of the blocks ``kept``."""
    return without(hand, (kind for block in kept for kind in block.cards))


def _all_cards(hand: Counts, laid: tuple[Meld, ...]) -> Counts:
    """Return the counts of all cards in a seat's hand and melds."""
    return count_cards((*cards_of(hand), *(kind for meld in laid for kind in meld.cards or ())))


ORDER: Final = tuple(size + number for number in range(10) for size in (0, 10))
"""The order in which kinds are packed: by number, then by size.

The cards of most blocks are close together in this order, so ``best_partition`` meets few distinct remainders.
"""
PLACE: Final = {kind: place for place, kind in enumerate(ORDER)}


def _counts_to_int(counts: Counts) -> int:
    """Pack the counts of cards into an integer, with a byte for each kind in the order of ``ORDER``."""
    return int.from_bytes(bytes(counts[kind] for kind in ORDER), "little")


_SHORT: Final = sum(0x80 << 8 * kind for kind in range(KINDS))
WHOLE_MELDS: Final = tuple((cards, points) for cards, (_, points) in MIXED_MELDS.items()) + tuple(
    ((kind,) * 3, WORTH[meld_of_kind("three", kind)]) for kind in range(KINDS)
)


def _partial_melds() -> Iterator[tuple[tuple[Kind, ...], Kind, int]]:
    """Yield every way to split a meld into two cards and a third card that completes it.

    Each item is a triple: the two cards, the third card, and the points of the meld. In a meld of different
    cards, each card is the third card once. Three equal cards count as a pong (碰).
    """
    for cards, (_, points) in MIXED_MELDS.items():
        for place in range(3):
            yield cards[:place] + cards[place + 1 :], cards[place], points
    for kind in range(KINDS):
        yield (kind, kind), kind, WORTH[meld_of_kind("pong", kind)]


PARTIAL_MELDS: Final = tuple(_partial_melds())


def value_of_meld(weights: Weights, points: int) -> float:
    """Return what a meld with these points adds to the value of a hand."""
    return weights.meld + weights.point * points


def value_of_partial_meld(weights: Weights, cards: tuple[Kind, ...], points: int, unseen: int) -> float:
    """Return what two cards of a meld add to the value of a hand.

    ``points`` are the points of the meld. ``unseen`` is the number of unseen cards that would complete the meld.
    """
    chance = unseen * (weights.outs if cards[0] != cards[1] else weights.pair)
    return weights.near + chance + weights.near_point * points


def _contains_cards(hand: Counts, cards: tuple[Kind, ...]) -> bool:
    return all(hand[kind] >= cards.count(kind) for kind in cards)


def _unseen_counts(view: State, seat: Seat) -> Counts:
    """Return, for each kind, how many of its cards the seat has not seen."""
    left = [COPIES - copies for copies in hand_of(view, seat)]
    for other, melds in enumerate(view.public.melds):
        for meld in laid_melds(view, seat) if other == seat else melds:
            for kind in meld.cards or ():
                left[kind] -= 1
    for cards in view.public.discards:
        for kind in cards:
            left[kind] -= 1
    if isinstance(view.phase, Claiming):
        left[view.phase.card] -= 1
    return tuple(left)
