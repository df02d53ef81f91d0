"""The table of the combinations that a ruleset allows, each with its lowest example (DDZ-4)."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.core.family import CombinationExample
from paiju.games.doudizhu.cards import (
    RANKS,
    cards_from_numbers,
    cards_in_pack,
    contains_counts,
    count_of,
    count_ranks,
    ranks_text,
)
from paiju.games.doudizhu.combinations import CombinationRow, body_counts, body_spans, rocket
from paiju.games.doudizhu.move_generation import allowed_combination_rows
from paiju.games.doudizhu.rules import Rules


def combinations(rules: Rules) -> Iterator[CombinationExample]:
    """Yield the kinds of combination that the rules allow, each with its lowest example from the pack."""
    held = count_ranks(cards_from_numbers(cards_in_pack(rules.decks, rules.stripped_ranks)))
    for row in allowed_combination_rows(rules):
        bodies = [rocket(rules.decks).body] if row.category == "rocket" else _shortest_bodies(row)
        body = next((body for body in bodies if contains_counts(held, body)), 0)
        if body:
            shown = "+".join(filter(None, map(ranks_text, (body, _lowest_attached(row, body, held)))))
            yield CombinationExample(row.category, shown, _format_sizes(row, ranks_text(body)), row.clause)


def _shortest_bodies(row: CombinationRow) -> Iterator[int]:
    """Yield the bodies of a kind of combination that have the shortest possible length, the lowest ranks first.

    The body of a combination is its cards without the attached ones.
    """
    return (body_counts(row.unit, first, length) for length, first in body_spans(row, row.shortest))


def _lowest_attached(row: CombinationRow, body: int, held: int) -> int:
    """Return the counts of the lowest cards that can be attached to ``body``.

    The cards are taken from ``held``, and only from ranks above the highest rank of ``body``.
    """
    ranks = [rank for rank in range(body.bit_length() // 8 + 1, len(RANKS)) if count_of(held, rank) >= row.attach]
    return sum(body_counts(row.attach, rank) for rank in ranks[: row.shortest * row.attached])


def _format_sizes(row: CombinationRow, body: str) -> str:
    if row.longest == 1:
        return str(row.unit_size if row.category != "rocket" else len(body))
    return f"{row.shortest * row.unit_size}, {(row.shortest + 1) * row.unit_size} …"
