"""The record of a match: what it holds, how it is written, replayed and verified."""

from paiju.records.format import read, read_json, to_json
from paiju.records.model import Fair, Hand, Move, Player, Record, Rulebook, new_record, record_hand
from paiju.records.replay import Moment, moments, moments_of
from paiju.records.text import to_text
from paiju.records.verify import Check, verify

__all__ = [
    "Check",
    "Fair",
    "Hand",
    "Moment",
    "Move",
    "Player",
    "Record",
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
]
