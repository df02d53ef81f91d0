"""Reads and writes records as JSON and as text."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from paiju.core.codec import from_json
from paiju.core.codec import to_json as compact
from paiju.records.model import VERSION, Record
from paiju.records.replay import without_events
from paiju.records.text_format import parse_text


def to_json(record: Record) -> str:
    """Return the record as indented JSON."""
    return msgspec.json.format(compact(record), indent=1).decode() + "\n"


def read_record(text: str) -> Record:
    """Return the record that a text contains, in JSON or in the text format.

    Raises NotationError, UnknownName, RulesetError, IllegalAction.
    """
    if text.lstrip().startswith("{"):
        return read_json(text)
    return parse_text(text)


def read_json(text: bytes | str) -> Record:
    """Return the record that a JSON text of any version contains. Raises NotationError."""
    record: Record = from_json(text, Record)
    return _upgrade_from_1(record) if record.paiju == 1 else record


def _upgrade_from_1(record: Record) -> Record:
    """Return a record of version 1 in the current version.

    Version 2 changed the events. The events are therefore dropped, and replay computes them again from the actions.
    """
    return replace(record, paiju=VERSION, hands=tuple(map(without_events, record.hands)))
