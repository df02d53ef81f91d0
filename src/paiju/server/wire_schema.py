"""The JSON schema of the wire protocol (``python -m paiju.server.wire_schema``), from which clients make their types.

It has the messages in both directions and, for each family, its state, actions, events and rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from paiju.core.codec import make_notation_schema, to_json, to_plain
from paiju.core.family import Family
from paiju.games.registry import families
from paiju.server import wire, wire_requests

generator: Any = import_module("msgspec._json_schema")

ROOTS = {
    "ClientMessage": wire_requests.ClientMessage,
    "ServerMessage": wire.ServerMessage,
    "Login": wire_requests.Login,
}
"""The root types of the schema of the messages, by name.

The schema contains these types and all types that they use.
"""


def schema_for(types: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with these types, and the types that they use, under ``$defs``."""
    with _adjust_schema_generator():
        refs, components = msgspec.json.schema_components(
            list(types.values()), schema_hook=make_notation_schema, ref_template="#/$defs/{name}"
        )
    named = dict(zip(types, refs, strict=True))
    return {"$defs": {**components, **{name: ref for name, ref in named.items() if name not in components}}}


def _class_name(kind: Any) -> str:
    """Return the name of a class, or of the class of a generic type without its arguments."""
    name: str = getattr(kind, "__origin__", kind).__name__
    return name


@contextmanager
def _adjust_schema_generator() -> Iterator[None]:
    """Context manager that changes how msgspec's schema generator encodes default values and names types.

    Default values are encoded by ``to_plain``, and generic types get short names. msgspec has no hooks for this, so two
    of its functions are replaced.
    """
    plain, name_of = generator.to_builtins, generator._get_class_name  # noqa: SLF001 (there is no public one)
    generator.to_builtins = lambda value, **_: to_plain(value)
    generator._get_class_name = _class_name  # noqa: SLF001
    try:
        yield
    finally:
        generator.to_builtins, generator._get_class_name = plain, name_of  # noqa: SLF001


def family_schema(family: Family) -> dict[str, Any]:
    """Return the schema of a family's own types.

    Each family has a schema of its own, because two families may have types of the same name.
    """
    game = family.game
    types = {
        "State": game.state_type,
        "Action": game.action_type,
        "Event": game.event_type,
        "Rules": game.rules_type,
        "Hints": game.hints_type,
    }
    return schema_for({name: kind for name, kind in types.items() if kind is not None})


@cache
def schema_bytes() -> bytes:
    """Return the schema document as indented JSON."""
    return msgspec.json.format(to_json(schema_document()), indent=1) + b"\n"


def schema_document() -> dict[str, Any]:
    """Return the schema of the messages, and one schema for each family."""
    return {"wire": schema_for(ROOTS), "families": {name: family_schema(each) for name, each in families().items()}}


if __name__ == "__main__":
    sys.stdout.buffer.write(schema_bytes())
