"""Layout of an encoded Dou Dizhu observation (DDZ-2, 6).

Seats are numbered from the viewer in playing order, so seat 0 is the viewer. Cards are in unary code: a word has four lanes
of sixteen bits, and bit *r* of lane *k* means "more than *k* cards of rank *r*". Rank 0 is the 3, and rank 14 is the big
joker. With two packs, a second word for the fifth to eighth card of each rank follows each word of cards. The facts are
declared in ``observation_facts``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from paiju.features.doudizhu.bit_encoding import BIDDING, MOVES, ROBBING
from paiju.features.doudizhu.observation_facts import (
    CARD_FACTS,
    HAND_FACTS,
    SEAT_FACTS,
    STAKE_FACTS,
    Fact,
    always,
    fields,
    offers_higher_doubles,
)
from paiju.features.feature_layout import (
    BITS,
    ConditionalSlices,
    FeatureLayout,
    FeatureSlice,
    extend_layout,
    field_offsets,
    word_slices,
)
from paiju.games.doudizhu.rules import Rules

NAME: Final = "doudizhu-1"
WITH_DOUBLES: Final = "doudizhu-1-doubles"
"""The name of the layout for rulesets that offer several doubles (DDZ-7.8)."""
LEFT_OUT: Final = ("move.",)
"""Prefixes of the slices that no network reads: past moves, which a state of the exact rules does not keep."""
AUCTION: Final = ConditionalSlices(("said.",), (BIDDING, ROBBING))
"""Networks read the slices of the bids only during the auction."""

SEAT_AT, HAND_AT, STAKE_AT = (
    dict(zip([fact.name for fact in facts], field_offsets(fields(facts)), strict=True))
    for facts in (SEAT_FACTS, HAND_FACTS, STAKE_FACTS)
)
"""The first bit of each fact by name: in the word of a seat, in that of the hand, and in that of the stake."""


def observation_layout(rules: Rules) -> FeatureLayout:
    """Return the layout of a ruleset's observations."""
    known = _layout(NAME, rules, lambda fact: fact.applies is always)
    if not offers_higher_doubles(rules):
        return known
    return extend_layout(known, _layout(WITH_DOUBLES, rules, lambda fact: fact.applies(rules)))


def _layout(layout: str, rules: Rules, applies: Callable[[Fact], bool]) -> FeatureLayout:
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
        slices += word_slices(words, fields(filter(applies, facts)), ending)
        words += 1
    landlord = tuple(one.first for one in slices if one.name.startswith("landlord."))
    return FeatureLayout(layout, words, tuple(slices), LEFT_OUT, AUCTION, landlord)
