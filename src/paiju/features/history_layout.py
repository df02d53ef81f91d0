"""The history of a hand as part of an observation: entries for past actions.

The words of these entries follow the words of the layout without history. A family declares groups of
entries, such as the calls before the play and the latest moves. An entry consists of one word with the facts
about the action, and of the words of its cards if the entries of its group have cards.

The layout, the encoder and the compiled code of ``paiju.batch`` take the bit positions of the facts from the
same table.
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

The function takes three parameters: the name of the set of cards, the index of its first word, and its
meaning.
"""


class EntryGroup(NamedTuple):
    """A group of ``number`` history entries of the same form.

    An entry has a slice for each ``HistoryFact`` in ``facts``. The slices are named ``<name>_<fact>.<entry>``.
    """

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
    """Return, by name, the index of the first bit of each value in a history entry.

    The indices do not depend on the extensions of a ruleset.
    """
    places = field_offsets(tuple((fact.name, fact.bits, fact.meaning) for fact in facts))
    return {fact.name: place for fact, place in zip(facts, places, strict=True)}


def add_history(layout: FeatureLayout, groups: Iterable[EntryGroup], extensions: Iterable[str] = ()) -> FeatureLayout:
    """Return a layout that has first the words of ``layout``, and then the history entries of ``groups``.

    Of an entry's facts, the layout contains those that belong to one of ``extensions``, and those that belong to
    no extension.
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
