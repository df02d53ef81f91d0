"""Layout of an encoded Dou Dizhu observation (DDZ-2, 6).

Seats are numbered from the viewer in playing order, so seat 0 is the viewer. Cards are in unary code: a word has four lanes
of sixteen bits, and bit *r* of lane *k* means "more than *k* cards of rank *r*". Rank 0 is the 3, and rank 14 is the big
joker. With two packs, a second word for the fifth to eighth card of each rank follows each word of cards. The facts are
declared in ``observation_facts``.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

from paiju.features.doudizhu.bit_encoding import BIDDING, MOVES, ROBBING
from paiju.features.doudizhu.history_layout import history_groups
from paiju.features.doudizhu.observation_facts import (
    CARD_FACTS,
    HAND_FACTS,
    SEAT_FACTS,
    STAKE_FACTS,
    facts_with_offsets,
    fields_of_facts,
    layout_extensions_of,
)
from paiju.features.feature_layout import (
    BITS,
    ConditionalSlices,
    FeatureLayout,
    FeatureSlice,
    field_offsets,
    mark_layout_extension,
)
from paiju.features.history_layout import add_history
from paiju.games.doudizhu.rules import Rules

NAME: Final = "doudizhu-1"
"""The name of the layout for rulesets without extensions. Extensions append their names to it: ``doudizhu-1-doubles``."""
MASKED_PREFIXES: Final = ("move.",)
"""Prefixes of the slices that no network reads: those of past moves.

The encoder of the exact rules leaves these slices empty.
"""
AUCTION: Final = ConditionalSlices(("said.",), (BIDDING, ROBBING))
"""Networks read the slices of the bids only during the auction."""

SEAT_AT, HAND_AT, STAKE_AT = (
    dict(zip([fact.name for fact in facts], field_offsets(fields_of_facts(facts)), strict=True))
    for facts in (SEAT_FACTS, HAND_FACTS, STAKE_FACTS)
)
"""The index of the first bit of each value in three words of an observation, by the name of the value.

``SEAT_AT`` is for the word about a seat, ``HAND_AT`` for the word about the hand, and ``STAKE_AT`` for the
word about the stake.
"""


def observation_layout(rules: Rules, *, history: bool = False) -> FeatureLayout:
    """Return the layout of observations under these rules.

    With ``history``, the entries of ``history_layout`` follow the other words.
    """
    extensions = layout_extensions_of(rules)
    parts = [extensions[:number] for number in range(len(extensions) + 1)]
    plain, *longer = (_make_layout(rules, part) for part in parts)
    layout = reduce(mark_layout_extension, longer, plain)
    if not history:
        return layout
    *shorter, whole = (add_history(_make_layout(rules, part), history_groups(rules), part) for part in parts)
    return mark_layout_extension(layout, whole)._replace(extends=(*reversed(shorter), layout, *layout.extends))


def _make_layout(rules: Rules, extensions: tuple[str, ...]) -> FeatureLayout:
    slices: list[FeatureSlice] = []
    words = 0
    cards = [
        *((fact.name, fact.meaning) for fact in CARD_FACTS),
        *((f"played.{seat}", f"the cards that seat {seat} has played") for seat in range(rules.players)),
        *((f"seen.{seat}", f"the hand of seat {seat}, if it is open") for seat in range(1, rules.players)),
        *((f"move.{move}", f"the last move but {move}; no cards for a pass") for move in range(MOVES)),
    ]
    for name, meaning in cards:
        slices.append(FeatureSlice(name, words * BITS, BITS * rules.decks, meaning))
        words += rules.decks
    seats = [(f".{seat}", SEAT_FACTS) for seat in range(rules.players)]
    for ending, facts in (*seats, ("", HAND_FACTS), ("", STAKE_FACTS)):
        for first, fact in facts_with_offsets(facts, extensions):
            slices.append(FeatureSlice(fact.name + ending, words * BITS + first, fact.bits, fact.meaning))
        words += 1
    landlord = tuple(one.first for one in slices if one.name.startswith("landlord."))
    return FeatureLayout("-".join((NAME, *extensions)), words, tuple(slices), MASKED_PREFIXES, AUCTION, landlord)
