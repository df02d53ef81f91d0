"""Recognises the combinations that given cards can form. These are the readings of the cards (DDZ-4.15, 8.8)."""

from __future__ import annotations

from functools import lru_cache

from paiju.games.doudizhu.attachments import Attachments
from paiju.games.doudizhu.cards import SMALL_JOKER, WildRanks, card_count, contains_counts
from paiju.games.doudizhu.combinations import Combination, CombinationRow, body_counts, body_spans, rocket
from paiju.games.doudizhu.move_generation import allowed_combination_rows
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.wild_move_generation import QUAD, SplitHand, may_be_all_wild


class Recogniser:
    """Finds the combinations that given cards, all of them together, can form under one ruleset.

    The search tries every kind of combination and every body. The given cards must contain the body, and it must
    be allowed to attach the rest of them. Wild cards may stand for missing cards.
    """

    def __init__(self, rules: Rules) -> None:
        self._rows = allowed_combination_rows(rules)
        self._attachments = Attachments(rules)
        self._rocket = rocket(rules.decks)
        self.readings = lru_cache(maxsize=1 << 14)(self._find_readings)

    def _find_readings(self, counts: int, wilds: WildRanks) -> tuple[Combination, ...]:
        """Return all combinations that the cards, all of them together, can form. ``counts`` are their rank counts."""
        hand = SplitHand(counts, wilds)
        found = (
            self._read(row, body_counts(row.unit, first, length), hand)
            for row in self._rows
            if row is not self._rocket.row
            for length in [card_count(counts) // row.unit_size]
            if length * row.unit_size == card_count(counts) and row.shortest <= length <= row.longest
            for _, first in body_spans(row, length)
        )
        rockets = (self._rocket,) if counts == self._rocket.body else ()
        return tuple(combo for combo in found if combo is not None) + rockets

    def find_matching_reading(self, combo: Combination, wilds: WildRanks) -> Combination | None:
        """Return the reading of the cards of ``combo`` that has its kind and body; None if the rules allow none.

        In the result, the ranks for which attached wild cards stand are chosen by paiju, so they may differ from
        those in ``combo``. ``wilds`` are the wild ranks of the hand.
        """
        return next(
            (one for one in self.readings(combo.used, wilds) if one.row is combo.row and one.body == combo.body), None
        )

    def _read(self, row: CombinationRow, body: int, hand: SplitHand) -> Combination | None:
        ranks = body // row.unit * 255
        inside, outside = hand.natural & ranks, hand.natural & ~ranks
        need = card_count(body) - card_count(inside)
        if not contains_counts(body, inside) or need > hand.wild_total:
            return None
        if need and (body >> 8 * SMALL_JOKER or (row.category.startswith("quad") and not hand.holds_wild_quad(body))):
            return None
        attached = self._attached_counts(row, body, outside, hand.wild_total - need, hand)
        return None if attached is None else Combination(row, body, attached, hand.counts)

    def _attached_counts(
        self, row: CombinationRow, body: int, outside: int, number: int, hand: SplitHand
    ) -> int | None:
        if not hand.natural:
            return self._attached_if_all_wild(row, body, number, hand)
        return self._attachments.fill_with_wilds(row, outside, number, hand.wilds, body) if row.attach else 0

    def _attached_if_all_wild(self, row: CombinationRow, body: int, number: int, hand: SplitHand) -> int | None:
        """Return the attached cards of a combination of wild cards only, as counts (DDZ-8.2, 8.4, 8.10).

        Return None if the rules do not allow the combination. ``number`` is the number of wild cards outside the body.
        """
        quad = body // 3 * QUAD
        if row.category == "trio_single" and hand.counts == quad:
            return quad - body
        shown = self._attachments.fill_with_wilds(row, 0, number, hand.wilds, body) if row.attach else 0
        fits = shown is not None and may_be_all_wild(row, body, shown, hand.counts)
        return shown if fits else None
