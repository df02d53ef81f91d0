"""Translates the store's statements and parameters to SQLite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from paiju.core.codec import to_json

_REPLACEMENTS: Final = (
    (re.compile(r"= ANY\(\$(\d+)\)"), r"IN (SELECT value FROM json_each(?\1))"),
    (re.compile(r"\$(\d+)"), r"?\1"),
    (re.compile(r"::(double precision|\w+)"), ""),  # SQLite needs no casts: each value has its own type
    (re.compile(r" FOR (UPDATE|SHARE)\b"), ""),  # SQLite has one writing transaction at a time
    (re.compile(r"= false\b"), "= 0"),  # must equal the condition of the partial index
    (re.compile(r"\bstrpos\("), "instr("),
    (re.compile(r"\bposition\((\S+) IN (\w+)\)"), r"instr(\2, \1)"),
    (re.compile(r"\bleast\("), "min("),
)
"""Regular expressions for parts of statements in PostgreSQL's dialect, each with its replacement for SQLite."""


@cache
def to_sqlite(sql: str) -> str:
    """Return a statement in SQLite's dialect."""
    for pattern, replacement in _REPLACEMENTS:
        sql = pattern.sub(replacement, sql)
    return sql


def to_parameters(values: Sequence[object]) -> list[object]:
    """Return a statement's parameters in a form for SQLite: a list becomes a JSON array."""
    return [to_json(value).decode() if isinstance(value, list) else value for value in values]
