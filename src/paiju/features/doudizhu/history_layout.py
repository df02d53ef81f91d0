"""The history in an encoded Dou Dizhu observation: the first calls of the hand, then its latest plays and passes.

Calls are bids and answers to yes-or-no questions, in order. Moves are plays and passes, the newest first.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.features.doudizhu.bit_encoding import BID, SEATS
from paiju.features.feature_layout import BITS, FeatureSlice
from paiju.features.history_layout import EntryGroup, HistoryFact, fact_offsets
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.yes_no_questions import DOUBLES, PHASE_QUESTIONS, QUESTIONS

CALLS_KEPT: Final = 16
"""The number of calls that an observation keeps: the first ones of the hand.

No hand of a built-in ruleset has more calls.
"""
MOVES_KEPT: Final = 32
"""The number of plays and passes that an observation keeps: the latest ones of the hand.

The number is a power of two, because a row of the batch engine stores these moves in a ring buffer. Half of
the hands between strong players have fewer moves (ADR 40).
"""

QUESTION_NUMBERS: Final = {what: number for number, what in enumerate(QUESTIONS)}
"""The number of each yes-or-no question, by its code."""
_EXTENSIONS: Final = {
    **{double.what: "doubles" for double in DOUBLES[1:]},
    **{question.what: question.what for question in PHASE_QUESTIONS},
}

_ACTION: Final = (
    HistoryFact("there", 1, "the entry exists"),
    HistoryFact("by", SEATS, "the seat that acted, counted from the viewer"),
    HistoryFact("kind", BID + 1, "the kind of the action (``bit_encoding``)"),
    HistoryFact("length", 12, "units of its body, in unary"),
    HistoryFact("rank", 15, "the highest rank of its body; the points of a bid; 1 for yes"),
)
_QUESTIONS: Final = tuple(
    HistoryFact(f"answers_{what}", 1, f"it answers “{question.notation}”", _EXTENSIONS.get(what, ""))
    for what, question in QUESTIONS.items()
)
CALL_FACTS: Final = (*_ACTION, *_QUESTIONS)
_, BY, KIND, LENGTH, RANK, ANSWERS = [*fact_offsets(CALL_FACTS).values()][:6]


def history_groups(rules: Rules) -> tuple[EntryGroup, ...]:
    """Return the groups of history entries in observations under these rules."""

    def card_slices(name: str, first: int, meaning: str) -> list[FeatureSlice]:
        return [FeatureSlice(name, first * BITS, BITS * rules.decks, meaning)]

    return (
        EntryGroup("call", CALLS_KEPT, "call {} of the hand", CALL_FACTS),
        EntryGroup("past", MOVES_KEPT, "the last move but {}", _ACTION, rules.decks, card_slices),
    )


def history_word(step: Any, kind: Any, length: Any, rank: Any, question: Any) -> Any:
    """Return the word that encodes the facts of a history entry. ``paiju.batch`` compiles this function.

    ``step`` is the seat that acted, counted from the viewer. ``rank`` is -1 for a pass. ``question`` is the
    question that the entry answers; -1 if it answers none.
    """
    return (
        1
        | 1 << BY + step
        | 1 << KIND + kind
        | (1 << length) - 1 << LENGTH
        | (1 << rank + 1 >> 1) << RANK
        | (1 << question + 1 >> 1) << ANSWERS
    )
