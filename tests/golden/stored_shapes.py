"""The shapes of all stored types, one on each line. ``make shapes`` writes them to a file, and a test compares with the file.

A shape describes only the JSON of a type. It does not contain the names of classes, docstrings and limits.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

from paiju.core.codec import to_json
from paiju.games.registry import built_in_families
from paiju.records import Record
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.tables.hand_replay import HandSummary
from paiju.server.app.tables.lobby_summary import LobbyTable
from paiju.server.app.upcasting import FORMAT
from paiju.server.domain.table_events import AnyTableEvent
from tests.golden.golden_databases import FOLDER, FORMATS

NAME: Final = f"format-{FORMAT}"
PATH: Final = FOLDER / f"{NAME}.toml"

Shapes = dict[str, dict[str, str]]

ADVICE: Final = f"""
What is stored has another shape than {PATH.name} says. If that is wanted:
"""
OPEN: Final = """
  make shapes    writes the shapes of this format anew: it is not released yet.
Something older that is stored in such a shape must still be read: `pytest tests/server/test_golden.py`.
"""
RELEASED: Final = """
  1. Raise FORMAT in src/paiju/server/app/upcasting.py.
  2. There, write the step from the format before; none where all that is stored can be read as it is.
  3. make shapes    writes the shapes of the new format.
  4. make golden    makes its database, when it is to be released.
See docs/adr/0009-formats-of-stored-data.md.
"""


def shapes() -> Shapes:
    """Return the shapes of all stored types, by the kind of data that they belong to."""
    found = {
        "fact": dict(_members(AnyTableEvent)),
        "room": {
            "lobby": shape_of(LobbyTable),
            "hand": shape_of(HandSummary),
            "record": shape_of(Record),
            "verdict": shape_of(HandResult),
        },
    }
    for family in built_in_families():
        game = family.game
        found[f"{family.name}.action"] = dict(_members(game.action_type))
        found[f"{family.name}.event"] = dict(_members(game.event_type))
        found[family.name] = {"match": shape_of(game.match_type), "rules": shape_of(game.rules_type)}
    return found


def _members(union: Any) -> Iterator[tuple[str, str]]:
    info = inspect.type_info(union)
    assert isinstance(info, inspect.UnionType)
    for member in info.types:
        assert isinstance(member, inspect.StructType)
        yield str(member.tag), _shape(member)


def shape_of(kind: Any) -> str:
    """Return the shape of the JSON of a type."""
    return _shape(inspect.type_info(kind))


def _shape(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata():
            return _shape(info.type)
        case inspect.StructType():
            return _struct(info)
        case inspect.UnionType():
            return " | ".join(sorted(map(_shape, info.types)))
        case inspect.LiteralType():
            return " | ".join(sorted(to_json(value).decode() for value in info.values))
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            return f"[{_shape(info.item_type)}, …]"
        case inspect.TupleType():
            return f"[{', '.join(map(_shape, info.item_types))}]"
        case inspect.DictType():
            return f"{{*: {_shape(info.value_type)}}}"
        case inspect.EnumType():
            return " | ".join(sorted(to_json(member).decode() for member in info.cls))
        case inspect.CustomType():
            return info.cls.__name__
    return type(info).__name__.removesuffix("Type").lower()


def _struct(info: inspect.StructType) -> str:
    tag = [f"{info.tag_field}: {info.tag}"] if info.tag is not None else []
    fields = [_field(field) for field in info.fields]
    return f"{{{', '.join((*tag, *fields))}}}"


def _field(field: inspect.Field) -> str:
    """Return the name and the shape of a field, and its default unless it is required."""
    default = "" if field.required else f" = {_default(field)}"
    return f"{field.encode_name}: {_shape(field.type)}{default}"


def _default(field: inspect.Field) -> str:
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return to_json(value).decode()


def written() -> Shapes:
    """Return the shapes in the file."""
    lines: Shapes = tomllib.loads(PATH.read_text("utf-8")) if PATH.exists() else {}
    return lines


def difference() -> str:
    """Return what has changed and what to do about it; "" if nothing has."""
    now, then = _flat(shapes()), _flat(written())
    changed = [name for name in sorted(now | then) if now.get(name) != then.get(name)]
    if not changed:
        return ""
    told = "\n".join(f"{name}\n  was {then.get(name)}\n  is  {now.get(name)}" for name in changed)
    return told + ADVICE + (RELEASED if NAME in FORMATS else OPEN)


def _flat(found: Shapes) -> dict[str, str]:
    return {f"{section}: {name}": shape for section, lines in found.items() for name, shape in lines.items()}


def text() -> str:
    """Return all shapes as TOML."""
    parts = [f"# What is stored in format {FORMAT}; `make shapes` writes it.\n"]
    for section, lines in shapes().items():
        parts.append(f'\n["{section}"]\n')
        parts += (f"{to_json(name).decode()} = '{shape}'\n" for name, shape in lines.items())
    return "".join(parts)


if __name__ == "__main__":
    if NAME in FORMATS and difference():
        sys.exit(difference())
    PATH.write_text(text(), "utf-8")
