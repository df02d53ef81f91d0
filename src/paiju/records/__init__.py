"""Match records: their data model, formats, replay and verification."""

from paiju.records.format import read_json, read_record, to_json
from paiju.records.model import FairProof, Record, RecordedHand, RecordedMove, RecordedPlayer, Rulebook, new_record
from paiju.records.replay import ReplayPoint, make_recorded_hand, record_hand, replay_hand, replay_record
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
    "make_recorded_hand",
    "new_record",
    "read_json",
    "read_record",
    "record_hand",
    "replay_hand",
    "replay_record",
    "to_json",
    "to_text",
    "verify",
]
