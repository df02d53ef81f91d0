"""Encodes all values of the project as JSON, and decodes them, with msgspec.

A few types, such as cards and combinations, have a text notation: a method ``text()`` and a class method ``parse(text)``.
The JSON of such a value is its text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import msgspec

from paiju.core.errors import NotationError

T = TypeVar("T")


@runtime_checkable
class HasNotation(Protocol):
    """A value with a text notation. For every such value, ``parse(value.text()) == value``."""

    def text(self) -> str: ...

    @classmethod
    def parse(cls, text: str) -> Self: ...


def _encode_notation(value: object) -> str:
    write = getattr(value, "text", None)  # isinstance(value, HasNotation) takes ten times as long
    if write is None:
        raise NotImplementedError(f"{type(value).__name__} has no notation")
    written: str = write()
    return written


def _decode_notation(cls: type[Any], text: object) -> Any:
    if not (isinstance(text, str) and issubclass(cls, HasNotation)):
        raise NotationError("not_text", text=str(text))
    return cls.parse(text)


def make_notation_schema(cls: type[Any]) -> dict[str, Any]:
    """Return the JSON schema of a type with a text notation, which is the schema of a string.

    Raises NotImplementedError if the type has no text notation.
    """
    if issubclass(cls, HasNotation):
        return {"type": "string"}
    raise NotImplementedError(f"{cls.__name__} has no notation")


_encoder = msgspec.json.Encoder(enc_hook=_encode_notation, order="deterministic")


def snake_case(name: str) -> str:
    """Return a class name in snake case, such as ``cards_dealt`` for ``CardsDealt``.

    In JSON, the result is the tag of the class.
    """
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Tagged(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case, gc=False):
    """Base class of the members of tagged unions. In JSON, the field ``type`` names the class (``snake_case``).

    ``gc=False`` excludes the values from garbage collection. This is safe because immutable values form no cycles, and
    it saves time because a decision creates about twenty values. The classes of states also have ``gc=False``.
    """


def to_json(value: object) -> bytes:
    """Return a value as compact JSON. Equal values give equal bytes."""
    return _encoder.encode(value)


def to_plain(value: object) -> Any:
    """Return a typed value as plain JSON data: lists, dicts, strings and numbers."""
    return msgspec.json.decode(to_json(value))


def from_json(data: bytes | str, cls: type[T] | Any) -> T:
    """Return the value of type ``cls`` that a JSON text encodes. Raises NotationError."""
    try:
        value: T = _DECODERS(cls).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotationError("bad_json", reason=str(error)) from error
    return value


_type_info_lock: Lock = Lock()
"""Lock that a thread holds when it uses a type for the first time.

At this first use, msgspec caches information about the type. If two threads do this at once, msgspec crashes.
"""


def _make_decoder(cls: Any) -> msgspec.json.Decoder[Any]:
    with _type_info_lock:
        return msgspec.json.Decoder(cls, dec_hook=_decode_notation)


_DECODERS: Callable[[Any], msgspec.json.Decoder[Any]] = lru_cache(maxsize=256)(_make_decoder)


def from_plain(value: object, cls: type[T] | Any) -> T:
    """Return the value of type ``cls`` that plain JSON data encodes (the inverse of ``to_plain``). Raises NotationError."""
    _DECODERS(cls)  # msgspec collects the information about the type here, under the lock
    try:
        read: T = msgspec.convert(value, cls, dec_hook=_decode_notation)
    except msgspec.ValidationError as error:
        raise NotationError("bad_value", reason=str(error)) from error
    return read
