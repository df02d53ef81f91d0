"""Match records: their data model, formats, replay and verification."""

from paiju.records.format import read_json, read_record, to_json
from paiju.records.model import FairProof, Record, RecordedHand, RecordedMove, RecordedPlayer, Rulebook, new_record
from paiju.records.replay import ReplayPoint, iter_hand_points, iter_points, make_recorded_hand, record_hand
from paiju.records.text import to_text
from paiju.records.verify import VerificationCheck, verify

__all__ = [
    "FairProof",
    "Record",
    "RecordedHand",
    "RecordedMove",
    "RecordedPlayer",
    "ReplayPoint",
    "Rulebook",
    "VerificationCheck",
    "iter_hand_points",
    "iter_points",
    "make_recorded_hand",
    "new_record",
    "read_json",
    "read_record",
    "record_hand",
    "to_json",
    "to_text",
    "verify",
]
