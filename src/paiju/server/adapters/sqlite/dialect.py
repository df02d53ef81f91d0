"""The store's statements as SQLite understands them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from paiju.core.codec import to_json

_WORDS: Final = (
    (re.compile(r"= ANY\(\$(\d+)\)"), r"IN (SELECT value FROM json_each(?\1))"),
    (re.compile(r"\$(\d+)"), r"?\1"),
    (re.compile(r"::\w+"), ""),  # a value has its own type here
    (re.compile(r" FOR (UPDATE|SHARE)\b"), ""),  # one transaction writes at a time
    (re.compile(r"= false\b"), "= 0"),  # as the partial index says it
    (re.compile(r"\bstrpos\("), "instr("),
    (re.compile(r"\bposition\((\S+) IN (\w+)\)"), r"instr(\2, \1)"),
    (re.compile(r"\bleast\("), "min("),
)


@cache
def to_sqlite(sql: str) -> str:
    """The same statement in SQLite's words."""
    for pattern, words in _WORDS:
        sql = pattern.sub(words, sql)
    return sql


def to_value(value: object) -> object:
    """A parameter as SQLite takes it: a collection is JSON."""
    return to_json(value).decode() if isinstance(value, list) else value
