"""Generates all plays of a hand without wild cards, for one ruleset (DDZ-4, 5).

The body of a play is the play without the attached cards. Bodies are generated first, and then the cards
attached to the bodies. The results of both steps are cached.

For most caches, the key is not the hand but a mask of ranks. For example, the key for trios contains the
ranks of which the hand has at least three cards. Many hands have the same masks, so most of a list of plays
is assembled from cached tuples.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from paiju.games.doudizhu.actions import Play
from paiju.games.doudizhu.attachments import Attachments
from paiju.games.doudizhu.cards import WildRanks, contains_counts, mask_at_least, ranks_in
from paiju.games.doudizhu.combinations import (
    LONGEST_CHAIN,
    ROCKET_POWER,
    ROWS,
    Combination,
    CombinationRow,
    body_counts,
    body_spans,
    rocket,
)
from paiju.games.doudizhu.rules import Rules

CHAIN_RANKS: Final = ((1 << 8 * LONGEST_CHAIN) - 1) // 255
"""A mask of the ranks that chains may use: 3 to A."""

LOW: Final = (1 << 56) - 1
HIGH: Final = ~LOW
"""``LOW`` and ``HIGH`` divide a mask of ranks into two halves, which are cached separately.

A half has 128 or 256 possible values, and the whole mask has 32,768.
"""

Plays = tuple[Play, ...]


def allowed_combination_rows(rules: Rules) -> tuple[CombinationRow, ...]:
    """Return the kinds of combination that a ruleset allows, as rows of the table ``ROWS`` (DDZ-4.16)."""
    return tuple(row for row in ROWS if _is_allowed_row(row, rules))


def _is_allowed_row(row: CombinationRow, rules: Rules) -> bool:
    if row.category == "bomb":
        return row.unit <= 4 * rules.decks
    if row.category.startswith("quad"):
        return rules.quad_with_two
    return rules.attach_singles or row.attach != 1


class NaturalMoveGenerator:
    """Generates the plays of hands without wild cards.

    The caches below have masks of ranks as keys. A rank has one byte in a mask. Bit 0 of this byte is set if the
    hand has as many cards of the rank as the play needs, for example three for a trio.
    """

    def __init__(self, rules: Rules) -> None:
        self.attachments = Attachments(rules)
        self._rocket = Play(rocket(rules.decks))
        rows = allowed_combination_rows(rules)
        self._plain = tuple(row for row in rows if row.category not in ("bomb", "rocket"))
        self._bomb_rows = tuple(row for row in rows if row.category == "bomb")
        self._bodies = lru_cache(maxsize=1 << 16)(_bodies_within)
        self._bombs = lru_cache(maxsize=1 << 14)(_stronger_bombs)
        self._one_attached = lru_cache(maxsize=1 << 16)(self._attach_one)
        self._many_attached = lru_cache(maxsize=1 << 9)(self._attach_all)

    def find_leading_plays(self, counts: int) -> Plays:
        """Return all plays with which a hand may lead."""
        masks = (
            0,
            mask_at_least(counts, 1),
            mask_at_least(counts, 2),
            mask_at_least(counts, 3),
            mask_at_least(counts, 4),
        )
        found: list[Play] = []
        for row in self._plain:
            mask = masks[row.unit]
            if row.longest > 1:
                mask &= CHAIN_RANKS
            if mask:
                found += self._make_plays(row, mask, 0, counts)
        return tuple(found + self._bombs_over(counts, 0))

    def find_beating_plays(self, counts: int, beat: Combination, wilds: WildRanks = ()) -> Plays:
        """Return all plays of a hand that beat a combination."""
        if beat.bomb:
            return tuple(self._bombs_over(counts, beat.power(wilds)))
        row = beat.row
        lowest = beat.rank - beat.length + 1
        mask = mask_at_least(counts, row.unit) & (-1 << 8 * (lowest + 1))
        if row.longest > 1:
            mask &= CHAIN_RANKS
        bombs = self._bombs_over(counts, 0)
        if not mask:
            return tuple(bombs)
        return (*self._make_plays(row, mask, beat.length, counts), *bombs)

    def _make_plays(self, row: CombinationRow, mask: int, length: int, counts: int) -> Iterable[Play]:
        if row.longest == 1 and not row.attach:
            return self._bodies(row, mask & LOW, 0) + self._bodies(row, mask & HIGH, 0)
        bodies = self._bodies(row, mask, length)
        if not (bodies and row.attach):
            return bodies
        found: list[Play] = []
        for body in bodies:
            found += self._attach(row, body.what, counts)
        return found

    def _attach(self, row: CombinationRow, body: Combination, counts: int) -> Plays:
        number = body.length * row.attached
        rest = counts & ~(body.body // row.unit * 255)
        if number == 1:
            mask = mask_at_least(rest, row.attach)
            low, high = mask & LOW, mask & HIGH
            return self._one_attached(row, body.body, low) + self._one_attached(row, body.body, high)
        if row.attach == 2 or self.attachments.strict:
            rest = mask_at_least(rest, row.attach) * row.attach
        return self._many_attached(row, body.body, rest, number)

    def _attach_one(self, row: CombinationRow, body: int, mask: int) -> Plays:
        return self._attach_all(row, body, mask * row.attach, 1)

    def _attach_all(self, row: CombinationRow, body: int, rest: int, number: int) -> Plays:
        """Return the plays that have this body, with each possible set of attached cards.

        A set of attached cards consists of ``number`` singles or pairs of ``rest``.
        """
        return tuple(
            _with_attachment(row, body, attached) for attached in self.attachments.attachable_sets(row, rest, number)
        )

    def _bombs_over(self, counts: int, power: int) -> list[Play]:
        found: list[Play] = []
        for row in self._bomb_rows:
            mask = mask_at_least(counts, row.unit)
            if not mask:
                break
            found += self._bombs(row, mask, power)
        if power < ROCKET_POWER and contains_counts(counts, self._rocket.what.body):
            found.append(self._rocket)
        return found


@lru_cache(maxsize=1 << 17)
def _with_attachment(row: CombinationRow, body: int, attached: int) -> Play:
    return Play(Combination(row, body, attached))


def _stronger_bombs(row: CombinationRow, mask: int, power: int) -> Plays:
    """Return the plays of bombs of one size with a power above ``power``.

    ``mask`` contains the ranks of which the bombs may be made.
    """
    bombs = (Combination(row, body_counts(row.unit, rank)) for rank in ranks_in(mask))
    return tuple(Play(bomb) for bomb in bombs if bomb.power() > power)


def _bodies_within(row: CombinationRow, mask: int, length: int) -> Plays:
    """Return the plays of one kind, without attached cards, that use only ranks of ``mask``.

    If ``length`` is not 0, only plays of this length are returned.
    """
    return tuple(
        Play(Combination(row, body))
        for number, first in body_spans(row, length)
        if (body := body_counts(row.unit, first, number)) // row.unit & ~mask == 0
    )
