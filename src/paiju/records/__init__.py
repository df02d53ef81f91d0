"""The record of a match: what it holds, how it is written, replayed and verified."""

from paiju.records.format import read, read_json, to_json
from paiju.records.model import Fair, Player, Record, RecordedHand, RecordedMove, Rulebook, new_record
from paiju.records.replay import Moment, moments, moments_of, record_hand, written_hand
from paiju.records.text import to_text
from paiju.records.verify import Check, verify

__all__ = [
    "Check",
    "Fair",
    "Moment",
    "Player",
    "Record",
    "RecordedHand",
    "RecordedMove",
    "Rulebook",
    "moments",
    "moments_of",
    "new_record",
    "read",
    "read_json",
    "record_hand",
    "to_json",
    "to_text",
    "verify",
    "written_hand",
]
