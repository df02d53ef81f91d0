"""The history in an encoded Gunzi observation: the first actions before the tricks, then the latest plays.

The actions before the tricks are in order. The plays are newest first. Cards are in the trump order of the
hand, as everywhere in an observation.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.features.gunzi.bit_encoding import NO_SUIT, TAKE_BACK
from paiju.features.history_layout import CardSlices, EntryGroup, HistoryFact, fact_offsets
from paiju.games.gunzi.cards import COPIES
from paiju.games.gunzi.state import SEATS

CALLS_KEPT: Final = 16
"""The number of actions before the first trick that an observation keeps: the earliest of the hand.

Hardly any hand has more such actions (ADR 40).
"""
PLAYS_KEPT: Final = 4 * SEATS
"""The number of plays in an observation: those of the last four tricks."""

_PLAY: Final = (
    HistoryFact("there", 1, "the entry exists"),
    HistoryFact("by", SEATS, "the seat that acted, counted from the viewer"),
    HistoryFact("leads", 1, "it led the trick"),
)
_CALL: Final = (
    *_PLAY,
    HistoryFact("kind", TAKE_BACK + 1, "the kind of the action (``bit_encoding``)"),
    HistoryFact("trumps", NO_SUIT + 1, "the suit that declared jokers call, or no trumps"),
)
_, BY, LEADS, KIND, TRUMPS = fact_offsets(_CALL).values()


def history_groups(card_slices: CardSlices) -> tuple[EntryGroup, ...]:
    """Return the groups of history entries in observations.

    ``card_slices`` is a function that returns the slices of a set of cards.
    """
    return (
        EntryGroup("call", CALLS_KEPT, "action {} before the play", _CALL, COPIES, card_slices),
        EntryGroup("past", PLAYS_KEPT, "the last play but {}", _PLAY, COPIES, card_slices),
    )


def history_word(step: Any, leads: Any, kind: Any, trumps: Any) -> Any:
    """Return the word that encodes a history entry apart from its cards. ``paiju.batch`` compiles this function.

    ``step`` is the seat that acted, counted from the viewer. ``kind`` is -1 for a play of cards. ``trumps`` is -1
    unless the seat calls trumps with jokers.
    """
    return 1 | 1 << BY + step | leads << LEADS | (1 << kind + 1 >> 1) << KIND | (1 << trumps + 1 >> 1) << TRUMPS
