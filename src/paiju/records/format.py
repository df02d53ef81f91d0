"""Reading and writing records: JSON, one file, and text."""

from __future__ import annotations

import msgspec

from paiju.core.codec import from_json
from paiju.core.codec import to_json as compact
from paiju.records.model import Record
from paiju.records.text import parse_text


def to_json(record: Record) -> str:
    """The record as JSON, indented."""
    return msgspec.json.format(compact(record), indent=1).decode() + "\n"


def read(text: str) -> Record:
    """Read a record in either form. Raises NotationError, UnknownName, RulesetError, IllegalAction."""
    if text.lstrip().startswith("{"):
        return from_json(text, Record)
    return parse_text(text)
