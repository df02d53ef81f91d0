"""Generates the plays of hands with wild cards (癞子, DDZ-8)."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.games.doudizhu.actions import Play
from paiju.games.doudizhu.attachments import Attachments
from paiju.games.doudizhu.cards import SMALL_JOKER, at_least, card_count, count_of, ranks_in
from paiju.games.doudizhu.combinations import Combination, CombinationRow, chain, chain_windows, rocket
from paiju.games.doudizhu.move_generation import Plays, rows_in_force
from paiju.games.doudizhu.rules import Rules

ALL_WILD = ("single", "pair", "trio", "bomb")
"""The categories that wild cards alone may form, with their own rank (DDZ-8.2, 8.4).

They may also form a trio with the fourth wild card attached.
"""


class SplitHand:
    """A hand, divided into natural cards (``natural``, counts) and a number of wild cards (``wilds``) of the rank ``wild``."""

    __slots__ = ("natural", "wild", "wilds")

    def __init__(self, counts: int, wild: int) -> None:
        self.wild = wild
        self.wilds = count_of(counts, wild)
        self.natural = counts & ~(255 << 8 * wild)


class WildMoveGenerator:
    """Generates the plays of hands that hold wild cards."""

    def __init__(self, rules: Rules) -> None:
        self._rows = rows_in_force(rules)
        self._attachments = Attachments(rules)
        self._rocket = rocket(rules.decks)

    def leading(self, counts: int, wild: int) -> Plays:
        """Return all plays with which a hand may lead, in every reading (DDZ-8.8)."""
        hand = SplitHand(counts, wild)
        return tuple(Play(combo) for row in self._rows for combo in self._combinations_of_row(hand, row, 0, -1))

    def answering(self, counts: int, beat: Combination, wild: int) -> Plays:
        """Return all plays of a hand that beat a combination."""
        hand = SplitHand(counts, wild)
        same = () if beat.bomb else self._combinations_of_row(hand, beat.row, beat.length, beat.rank)
        bombs = (
            combo
            for row in self._rows
            if row.category in ("bomb", "rocket")
            for combo in self._combinations_of_row(hand, row, 0, -1)
        )
        return tuple(Play(combo) for combos in (same, bombs) for combo in combos if combo.beats(beat, wild))

    def _combinations_of_row(
        self, hand: SplitHand, row: CombinationRow, length: int, above: int
    ) -> Iterator[Combination]:
        """Yield the combinations of a row with this length (0: any length) whose highest rank is above ``above``."""
        if row is self._rocket.row:
            if hand.natural & self._rocket.body == self._rocket.body:
                yield self._rocket
            return
        for number, first in chain_windows(row, length):
            if first + number - 1 > above:
                yield from self._combinations_on(hand, row, chain(row.unit, first, number), first, number)

    def _combinations_on(
        self, hand: SplitHand, row: CombinationRow, body: int, first: int, length: int
    ) -> Iterator[Combination]:
        for used, wilds in _fillings(hand, row, first, length):
            if not row.attach:
                if used or (hand.wild == first and row.category in ALL_WILD):
                    yield _make_combination(row, body, 0, used, wilds, hand.wild)
            elif not row.category.startswith("quad") or wilds == 0 or first == hand.wild:
                yield from self._attach(hand, row, body, used, wilds)

    def _attach(self, hand: SplitHand, row: CombinationRow, body: int, used: int, wilds: int) -> Iterator[Combination]:
        cards = (card_count(body) // row.unit) * row.attached * row.attach
        rest = hand.natural & ~(body // row.unit * 255)
        for more in range(min(cards, hand.wilds - wilds) + 1):
            for attached in _attached_sets(self._attachments, row, rest, cards - more, more):
                shown = self._attachments.fill_with_wilds(row, attached, more, hand.wild, body)
                if shown is not None and (used or attached):
                    yield _make_combination(row, body, shown, used + attached, wilds + more, hand.wild)
        if row.category == "trio_single" and hand.wilds == 4 and body == 3 << 8 * hand.wild:
            yield _make_combination(row, body, 1 << 8 * hand.wild, 0, 4, hand.wild)


def _attached_sets(attachments: Attachments, row: CombinationRow, rest: int, natural: int, wilds: int) -> Iterator[int]:
    """Yield every choice of ``natural`` natural cards that may be attached together with ``wilds`` wild cards.

    These are singles. If pairs are attached, they are whole pairs, and lone cards that a wild card completes to a pair.
    """
    if row.attach == 1:
        yield from attachments.sets(row, rest, natural)
        return
    for halves in range(natural % 2, min(natural, wilds) + 1, 2):
        for pairs in attachments.sets(row, rest, (natural - halves) // 2):
            lone = at_least(rest & ~(at_least(pairs, 1) * 255), 1) & ((1 << 8 * SMALL_JOKER) - 1)
            yield from (pairs + ones for ones in _choices_of_bits(lone, halves))


def _choices_of_bits(mask: int, number: int) -> Iterator[int]:
    """Yield every choice of ``number`` bits of a mask."""
    if number == 0:
        yield 0
        return
    for rank in ranks_in(mask):
        bit = 1 << 8 * rank
        yield from (bit + more for more in _choices_of_bits(mask & ~((bit << 1) - 1), number - 1))


def _fillings(hand: SplitHand, row: CombinationRow, first: int, length: int) -> Iterator[tuple[int, int]]:
    """Return every way to fill a body: the counts of the natural cards used, and the number of wild cards."""

    def fill(rank: int, left: int) -> Iterator[tuple[int, int]]:
        if rank == first + length:
            yield 0, 0
            return
        held = 0 if rank == hand.wild else count_of(hand.natural, rank)
        most = 0 if rank >= SMALL_JOKER else left
        for natural in range(min(held, row.unit), max(row.unit - most, 0) - 1, -1):
            for used, wilds in fill(rank + 1, left - row.unit + natural):
                yield (natural << 8 * rank) + used, wilds + row.unit - natural

    return fill(first, hand.wilds)


def _make_combination(row: CombinationRow, body: int, attached: int, used: int, wilds: int, wild: int) -> Combination:
    return Combination(row, body, attached, used + (wilds << 8 * wild))
