"""Generates the plays of hands with wild cards (癞子, DDZ-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.games.doudizhu.actions import Play
from paiju.games.doudizhu.attachments import Attachments
from paiju.games.doudizhu.cards import SMALL_JOKER, WildRanks, card_count, count_of, mask_at_least, ranks_in
from paiju.games.doudizhu.combinations import BOMBS, Combination, CombinationRow, body_counts, body_spans, rocket
from paiju.games.doudizhu.move_generation import Plays, allowed_combination_rows
from paiju.games.doudizhu.rules import Rules

QUAD: Final = 4
"""Number of cards of one rank in a pack."""


class SplitHand:
    """A hand, divided into natural and wild cards.

    ``counts`` are the rank counts of the whole hand, and ``natural`` are those of the natural cards alone.
    ``wild_counts`` contains, for each rank in ``wilds``, the number of cards of this rank in the hand.
    ``wild_total`` is the sum of ``wild_counts``.
    """

    __slots__ = ("choices", "counts", "natural", "wild_counts", "wild_total", "wilds")

    def __init__(self, counts: int, wilds: WildRanks) -> None:
        self.counts = counts
        self.wilds = wilds
        self.wild_counts = tuple(count_of(counts, rank) for rank in wilds)
        self.wild_total = sum(self.wild_counts)
        self.natural = counts & ~sum(255 << 8 * rank for rank in wilds)
        self.choices = tuple(tuple(self._choices_of_wilds(number)) for number in range(self.wild_total + 1))
        """``choices[n]`` contains every choice of ``n`` wild cards, as counts."""

    def _choices_of_wilds(self, number: int) -> Iterator[int]:
        first, second = (
            *((1 << 8 * rank, held) for rank, held in zip(self.wilds, self.wild_counts, strict=True)),
            (0, 0),
            (0, 0),
        )[:2]
        for taken in range(min(number, first[1]), max(number - second[1], 0) - 1, -1):
            yield taken * first[0] + (number - taken) * second[0]

    def holds_wild_quad(self, body: int) -> bool:
        """Return whether ``body`` consists of the four cards of a wild rank, and the hand contains all four."""
        return any(
            held == QUAD and body == QUAD << 8 * rank for rank, held in zip(self.wilds, self.wild_counts, strict=True)
        )


def may_be_all_wild(row: CombinationRow, body: int, attached: int, cards: int) -> bool:
    """Return whether ``cards``, which are all wild, may be played as this combination (DDZ-8.2, 8.4, 8.10).

    If all cards of a combination are wild, each must stand for its own rank. There is one exception: any four
    wild cards may be a bomb of the highest rank among them.
    """
    highest = (cards.bit_length() - 1) >> 3
    return body + attached == cards or (row is BOMBS[QUAD] and body == QUAD << 8 * highest)


class WildMoveGenerator:
    """Generates the plays of hands that hold wild cards."""

    def __init__(self, rules: Rules) -> None:
        self._rows = allowed_combination_rows(rules)
        self._attachments = Attachments(rules)
        self._rocket = rocket(rules.decks)

    def find_leading_plays(self, counts: int, wilds: WildRanks) -> Plays:
        """Return all plays with which a hand may lead, in every reading (DDZ-8.8)."""
        hand = SplitHand(counts, wilds)
        return tuple(Play(combo) for row in self._rows for combo in self._combinations_of_row(hand, row, 0, -1))

    def find_beating_plays(self, counts: int, beat: Combination, wilds: WildRanks) -> Plays:
        """Return all plays of a hand that beat a combination."""
        hand = SplitHand(counts, wilds)
        same = () if beat.bomb else self._combinations_of_row(hand, beat.row, beat.length, beat.rank)
        bombs = (
            combo
            for row in self._rows
            if row.category in ("bomb", "rocket")
            for combo in self._combinations_of_row(hand, row, 0, -1)
        )
        return tuple(Play(combo) for combos in (same, bombs) for combo in combos if combo.beats(beat, wilds))

    def _combinations_of_row(
        self, hand: SplitHand, row: CombinationRow, length: int, above: int
    ) -> Iterator[Combination]:
        """Yield the combinations of the kind ``row`` whose body has a highest rank above the rank ``above``.

        If ``length`` is not 0, only combinations of this length are yielded.
        """
        if row is self._rocket.row:
            if hand.natural & self._rocket.body == self._rocket.body:
                yield self._rocket
            return
        for number, first in body_spans(row, length):
            if first + number - 1 > above:
                yield from self._combinations_with_body(hand, row, body_counts(row.unit, first, number), first, number)

    def _combinations_with_body(
        self, hand: SplitHand, row: CombinationRow, body: int, first: int, length: int
    ) -> Iterator[Combination]:
        for used, wilds in _ways_to_fill(hand, row, first, length):
            if not row.attach:
                yield from _combinations_by_wild_choice(hand, row, body, 0, used, wilds)
            elif not row.category.startswith("quad") or wilds == 0 or first in hand.wilds:
                yield from self._attach(hand, row, body, used, wilds)

    def _attach(self, hand: SplitHand, row: CombinationRow, body: int, used: int, wilds: int) -> Iterator[Combination]:
        cards = (card_count(body) // row.unit) * row.attached * row.attach
        rest = hand.natural & ~(body // row.unit * 255)
        own = body if row.category.startswith("quad") and wilds else 0  # the four cards of a wild quad (DDZ-8.7)
        for more in range(min(cards, hand.wild_total - wilds) + 1):
            for attached in _attached_sets(self._attachments, row, rest, cards - more, more):
                shown = self._attachments.fill_with_wilds(row, attached, more, hand.wilds, body)
                assert shown is not None  # ``_attached_sets`` yields only cards that may be attached together
                found = _combinations_by_wild_choice(hand, row, body, shown, used + attached, wilds + more)
                yield from (combo for combo in found if combo.used & own == own)
        if row.category == "trio_single":
            for rank, held in zip(hand.wilds, hand.wild_counts, strict=True):
                if held == QUAD and body == 3 << 8 * rank:
                    yield Combination(row, body, 1 << 8 * rank, QUAD << 8 * rank)


def _combinations_by_wild_choice(
    hand: SplitHand, row: CombinationRow, body: int, shown: int, used: int, number: int
) -> Iterator[Combination]:
    """Yield the combination that results from each choice of ``number`` wild cards of the hand.

    ``body`` are the rank counts of the combination's body. ``shown`` are the counts of the ranks for which its
    attached cards stand. ``used`` are the counts of its natural cards. Choices that DDZ-8.2 does not allow are
    left out (``may_be_all_wild``).
    """
    for cards in hand.choices[number]:
        if used or may_be_all_wild(row, body, shown, cards):
            yield Combination(row, body, shown, used + cards)


def _attached_sets(attachments: Attachments, row: CombinationRow, rest: int, natural: int, wilds: int) -> Iterator[int]:
    """Yield every choice of ``natural`` cards from ``rest`` that may be attached together with ``wilds`` wild cards.

    ``natural`` and ``wilds`` are numbers of cards. ``rest`` contains the counts of the natural cards to choose
    from. Each choice is yielded as rank counts, without the wild cards.

    If the kind of combination attaches pairs, a choice may also contain single cards. Each single card needs one
    wild card that completes it to a pair.
    """
    if row.attach == 1:
        yield from attachments.attachable_sets(row, rest, natural)
        return
    for halves in range(natural % 2, min(natural, wilds) + 1, 2):
        for pairs in attachments.attachable_sets(row, rest, (natural - halves) // 2):
            lone = mask_at_least(rest & ~(mask_at_least(pairs, 1) * 255), 1) & ((1 << 8 * SMALL_JOKER) - 1)
            yield from (pairs + ones for ones in _choices_of_bits(lone, halves))


def _choices_of_bits(mask: int, number: int) -> Iterator[int]:
    """Yield every choice of ``number`` bits of a mask."""
    if number == 0:
        yield 0
        return
    for rank in ranks_in(mask):
        bit = 1 << 8 * rank
        yield from (bit + more for more in _choices_of_bits(mask & ~((bit << 1) - 1), number - 1))


def _ways_to_fill(hand: SplitHand, row: CombinationRow, first: int, length: int) -> Iterator[tuple[int, int]]:
    """Yield every way to make a body of ``length`` units, beginning at rank ``first``, from natural and wild cards.

    A way is a pair: the counts of the natural cards in the body, and the number of wild cards in it.
    """

    def fill(rank: int, left: int) -> Iterator[tuple[int, int]]:
        if rank == first + length:
            yield 0, 0
            return
        held = count_of(hand.natural, rank)
        most = 0 if rank >= SMALL_JOKER else left
        for natural in range(min(held, row.unit), max(row.unit - most, 0) - 1, -1):
            for used, wilds in fill(rank + 1, left - row.unit + natural):
                yield (natural << 8 * rank) + used, wilds + row.unit - natural

    return fill(first, hand.wild_total)
