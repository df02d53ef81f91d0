"""Explains why selected cards cannot be played (DDZ-4, 5).

``Game.check`` only reports that the cards form no combination, or that they do not beat the standing play. This module
reports what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from paiju.core.errors import IllegalAction
from paiju.games.doudizhu.cards import (
    ACE,
    BIG_JOKER,
    RANKS,
    SMALL_JOKER,
    WildRanks,
    card_count,
    count_cards_of_ranks,
    count_of,
    ranks_text,
)
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.rules import Rules


def diagnose_move(
    compiled: CompiledRuleset, counts: int, wilds: WildRanks, standing: Combination | None
) -> IllegalAction:
    """Return an error that says why cards cannot be played.

    Either the cards form no combination, or they form none that beats the standing play. ``counts`` are the rank
    counts of the cards.
    """
    found = compiled.readings(counts, wilds)
    if found and standing is not None:
        return _not_beating_error(found, standing)
    if count_cards_of_ranks(counts, wilds):
        return IllegalAction("no_combination", cards=ranks_text(counts))
    return _no_combination_error(compiled.rules, counts)


# ---- cards that do not beat the standing play


def _not_beating_error(found: tuple[Combination, ...], standing: Combination) -> IllegalAction:
    play, stands = found[0].text(), standing.text()
    if standing.category == "rocket":
        return IllegalAction("rocket_stands")
    if standing.bomb:
        bombs = any(combo.bomb for combo in found)
        return IllegalAction("bomb_not_higher" if bombs else "needs_bomb", play=play, standing=stands)
    same = [combo for combo in found if combo.row is standing.row]
    wanted = {"category": standing.category, "size": standing.size, "standing": stands}
    if not same:
        return IllegalAction("wrong_category", **wanted)
    if all(combo.length != standing.length for combo in same):
        return IllegalAction("wrong_length", **wanted)
    return IllegalAction("not_higher", play=same[0].text(), standing=stands)


# ---- cards that form no combination


class _Shape(NamedTuple):
    """Selected cards that form no combination.

    The fields are the rules, the number of cards, and the number of cards of each rank.
    """

    rules: Rules
    size: int
    counts: dict[int, int]

    def ranks(self, number: int) -> list[int]:
        """Return the ranks with at least ``number`` cards."""
        return [rank for rank, held in self.counts.items() if held >= number]

    def has_equal_counts(self, number: int) -> bool:
        """Whether every rank that occurs has exactly ``number`` cards."""
        return set(self.counts.values()) == {number}

    def is_run(self, number: int = 1) -> bool:
        """Whether the ranks with at least ``number`` cards are consecutive."""
        ranks = self.ranks(number)
        return bool(ranks) and ranks[-1] - ranks[0] == len(ranks) - 1

    def has_too_high_rank(self, number: int = 1) -> bool:
        """Whether a rank with at least ``number`` cards is too high for a chain, that is, above A."""
        return self.ranks(number)[-1] > ACE

    @property
    def trio_chain_length(self) -> int:
        """The length of the longest chain of trios, in trios."""
        trios = [rank for rank in self.ranks(3) if rank <= ACE]
        runs = [
            sum(1 for rank in trios if low <= rank <= high)
            for low in trios
            for high in trios
            if _is_unbroken(trios, low, high)
        ]
        return max(runs, default=0)

    @property
    def cards_outside_trios(self) -> int:
        """The number of cards outside the longest chain of trios."""
        return self.size - 3 * self.trio_chain_length


def _is_unbroken(ranks: list[int], low: int, high: int) -> bool:
    return all(rank in ranks for rank in range(low, high + 1))


_Row = tuple[Callable[[_Shape], bool], str]

_PLAIN: Final[tuple[_Row, ...]] = (
    (lambda s: s.size == 2 and SMALL_JOKER in s.counts and BIG_JOKER in s.counts, "two_jokers"),
    (lambda s: s.size == 2, "pair_differs"),
    (lambda s: s.has_equal_counts(1) and s.size >= 5 and s.has_too_high_rank(), "straight_high"),
    (lambda s: s.has_equal_counts(1) and s.size >= 5, "straight_gap"),
    (lambda s: s.has_equal_counts(1) and s.is_run() and not s.has_too_high_rank(), "straight_short"),
    (lambda s: s.has_equal_counts(2) and s.size == 4, "pair_chain_short"),
    (lambda s: s.has_equal_counts(2) and s.has_too_high_rank(), "pair_chain_high"),
    (lambda s: s.has_equal_counts(2), "pair_chain_gap"),
    (lambda s: s.has_equal_counts(3) and s.has_too_high_rank(), "trio_chain_high"),
    (lambda s: s.has_equal_counts(3), "trio_chain_gap"),
)
"""Conditions for illegal selections without attached cards, each with the code of its error.

The first condition that a selection satisfies determines the error.
"""

_ATTACHED: Final[tuple[_Row, ...]] = (
    (lambda s: bool(s.ranks(4)) and not s.rules.quad_with_two and len(s.ranks(3)) == 1, "quad_alone"),
    (
        lambda s: bool(s.ranks(4)) and s.size == 6 and not s.rules.attach_both_jokers and _has_both_jokers(s),
        "attached_both_jokers",
    ),
    (lambda s: bool(s.ranks(4)) and s.size == 6, "attached_twice"),
    (lambda s: bool(s.ranks(4)) and len(s.ranks(3)) == 1, "quad_attached"),
    (lambda s: s.trio_chain_length >= 2 and not s.rules.attach_singles, "trio_chain_attached_pairs"),
    (
        lambda s: s.trio_chain_length >= 2 and s.cards_outside_trios == s.trio_chain_length and _has_both_jokers(s),
        "attached_both_jokers",
    ),
    (lambda s: s.trio_chain_length >= 2 and s.cards_outside_trios == s.trio_chain_length, "attached_twice"),
    (
        lambda s: s.trio_chain_length >= 2 and s.trio_chain_length < s.cards_outside_trios < 2 * s.trio_chain_length,
        "trio_chain_mixed",
    ),
    (lambda s: s.trio_chain_length >= 2, "trio_chain_attached"),
    (lambda s: len(s.ranks(3)) >= 2, "trio_chain_gap"),
    (lambda s: bool(s.ranks(3)) and not s.rules.attach_singles, "trio_attached_pair_only"),
    (lambda s: bool(s.ranks(3)), "trio_attached"),
)
"""Conditions for selections with cards attached to trios or to four of a kind, each with the code of its error.

The conditions of ``_PLAIN`` are tried first, and then these, in this order.
"""


def _has_both_jokers(shape: _Shape) -> bool:
    return SMALL_JOKER in shape.counts and BIG_JOKER in shape.counts


def _no_combination_error(rules: Rules, counts: int) -> IllegalAction:
    held = {rank: count_of(counts, rank) for rank in range(len(RANKS)) if count_of(counts, rank)}
    shape = _Shape(rules, card_count(counts), held)
    for applies, code in (*_PLAIN, *_ATTACHED):
        if applies(shape):
            return IllegalAction(code, units=shape.trio_chain_length)
    return IllegalAction("no_combination", cards=ranks_text(counts))
