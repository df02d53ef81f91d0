"""The history of a hand in an observation: entries for past actions, after the words of the layout without history.

A family declares groups of entries, such as the calls before the play and the latest moves. An entry has the words of
its cards, if the group has cards, and one word of facts. The layout, the encoder and the compiled code of
``paiju.batch`` take the bit positions of the facts from the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from paiju.features.feature_layout import BITS, FeatureLayout, FeatureSlice, field_offsets

HISTORY: Final = "-history"
"""The suffix of the name of a layout with history."""


class HistoryFact(NamedTuple):
    """A fact about a past action. It takes ``bits`` bits in the entry's word of facts."""

    name: str
    bits: int
    meaning: str
    extension: str = ""
    """The extension of the layout to which the fact belongs; "" if all layouts have the fact."""


CardSlices = Callable[[str, int, str], list[FeatureSlice]]
"""The type of a function that returns the slices of a set of cards.

Its parameters are the name of the set, the index of the first of its words, and its meaning.
"""


class EntryGroup(NamedTuple):
    """A group of ``number`` history entries of the same form. Their slices are named ``<name>_<fact>.<entry>``."""

    name: str
    number: int
    meaning: str
    facts: tuple[HistoryFact, ...]
    card_words: int = 0
    """The number of words for the cards of an entry. They precede its word of facts."""
    card_slices: CardSlices | None = None

    @property
    def words(self) -> int:
        """The number of words of all entries of the group."""
        return self.number * (self.card_words + 1)


def fact_offsets(facts: tuple[HistoryFact, ...]) -> dict[str, int]:
    """Return the index of the first bit of each fact, by name. It does not depend on the extensions of a ruleset."""
    places = field_offsets(tuple((fact.name, fact.bits, fact.meaning) for fact in facts))
    return {fact.name: place for fact, place in zip(facts, places, strict=True)}


def add_history(layout: FeatureLayout, groups: Iterable[EntryGroup], extensions: Iterable[str] = ()) -> FeatureLayout:
    """Return a layout that has the words of ``layout`` first, and then the entries of these groups.

    The entries have the facts that belong to one of ``extensions`` or to none.
    """
    kept, slices, words = ("", *extensions), list(layout.slices), layout.words
    for group in groups:
        for entry in range(group.number):
            meaning = f"{group.meaning.format(entry)}: "
            if group.card_slices is not None:
                slices += group.card_slices(f"{group.name}_cards.{entry}", words, f"{meaning}its cards")
            words += group.card_words
            slices += [
                FeatureSlice(
                    f"{group.name}_{fact.name}.{entry}", words * BITS + first, fact.bits, meaning + fact.meaning
                )
                for fact, first in zip(group.facts, fact_offsets(group.facts).values(), strict=True)
                if fact.extension in kept
            ]
            words += 1
    return layout._replace(name=layout.name + HISTORY, words=words, slices=tuple(slices))
