"""Reads the details of validation errors of msgspec and tomllib, so that paiju can show a translated message.

These libraries report an error as an English sentence. The functions here extract from this sentence the
field and the allowed values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import inspect

from paiju.core.codec import to_json
from paiju.core.errors import RulesetError

_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")


def locate_toml_error(text: str, error: ValueError) -> str:
    """Return the place where a text is not valid TOML, as ``<line>:<column>: <content of the line>``."""
    lines = text.splitlines() or [""]
    found = _PLACE.search(str(error))
    line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
    return f"{line}:{column}: {lines[min(line, len(lines)) - 1].strip()[:60]}"


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table that a TOML text contains. Raises RulesetError with the position of the mistake."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError("not_toml", reason=locate_toml_error(text, error)) from error


class ValidationProblem(NamedTuple):
    """What is wrong with a value: a code for the error, the field, and the allowed values.

    ``field`` is a dotted name (``pace.turn``). It is empty if the whole value is wrong.
    """

    code: Literal["unknown_field", "missing_field", "wrong_value"]
    field: str
    allowed: str = ""

    @property
    def details(self) -> dict[str, str]:
        """The details of a ``PaijuError`` that reports this problem."""
        return {"field": self.field or "{ … }"} | ({"allowed": self.allowed} if self.allowed else {})


_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_FORMS: Final[dict[type[inspect.Type], str]] = {
    inspect.IntType: "0, 1, 2 …",
    inspect.FloatType: "0, 0.5, 1 …",
    inspect.BoolType: "false, true",
    inspect.StrType: '"…"',
    inspect.NoneType: "null",
    inspect.DictType: "{ … }",
    inspect.StructType: "{ … }",
    inspect.VarTupleType: "[ … ]",
    inspect.ListType: "[ … ]",
}


def explain_validation_error(error: msgspec.ValidationError | str, kind: Any) -> ValidationProblem:
    """Return the problem that an error of msgspec reports. ``kind`` is the type that the value should have."""
    reason, _, path = str(error).partition(" - at `$")
    names = _NAME.findall(path)
    known = _type_info(kind)
    for name in names:
        known = _field_type(known, name)
    field = ".".join(names)
    if found := re.search(r"unknown field `(.*)`", reason):
        return ValidationProblem("unknown_field", found[1], ", ".join(struct_field_names(known)))
    if found := re.search(r"required field `(.*)`", reason):
        return ValidationProblem("missing_field", found[1])
    return ValidationProblem("wrong_value", field, describe_allowed(known))


def describe_allowed(kind: inspect.Type) -> str:
    """Return the allowed values of a type in symbols that need no translation.

    Examples are ``2, 3, 4`` and ``1–60``, and ``"…"`` for text.
    """
    if isinstance(kind, inspect.UnionType):
        return ", ".join(dict.fromkeys(map(describe_allowed, kind.types)))
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(to_json(value).decode() for value in kind.values)
    if isinstance(kind, inspect.IntType | inspect.FloatType) and kind.ge is not None:
        return f"{kind.ge}–{kind.le if kind.le is not None else '…'}"
    if isinstance(kind, inspect.StrType) and kind.max_length is not None:
        return f'"…" (0–{kind.max_length})'
    if isinstance(kind, inspect.StrType) and kind.pattern is not None:
        return f'"…" ({kind.pattern})'
    return _FORMS.get(type(kind), "…")


def struct_field_names(kind: inspect.Type) -> Sequence[str]:
    """Return the names of the fields of a Struct type; empty for any other type."""
    return tuple(field.encode_name for struct in _struct_types(kind) for field in struct.fields)


@lru_cache(maxsize=256)
def _type_info(kind: Any) -> inspect.Type:
    return _unwrap_metadata(inspect.type_info(kind))


def _struct_types(kind: inspect.Type) -> Iterable[inspect.StructType]:
    if isinstance(kind, inspect.UnionType):
        return (one for one in kind.types if isinstance(one, inspect.StructType))
    return (kind,) if isinstance(kind, inspect.StructType) else ()


def _field_type(kind: inspect.Type, name: str) -> inspect.Type:
    fields = (field for struct in _struct_types(kind) for field in struct.fields)
    return next((_unwrap_metadata(field.type) for field in fields if field.encode_name == name), inspect.AnyType())


def _unwrap_metadata(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind
