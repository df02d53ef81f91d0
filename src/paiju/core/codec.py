"""JSON encoding of every value of the project, with msgspec; a few types use a text notation.

A type with a notation (cards, a combination) has ``text()`` and a class method ``parse(text)``; its JSON is that text.
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
    """A value with a notation: ``parse(x.text()) == x``."""

    def text(self) -> str: ...

    @classmethod
    def parse(cls, text: str) -> Self: ...


def _encode_notation(value: object) -> str:
    write = getattr(value, "text", None)  # a runtime check of the protocol takes ten times as long
    if write is None:
        raise NotImplementedError(f"{type(value).__name__} has no notation")
    written: str = write()
    return written


def _decode_notation(cls: type[Any], text: object) -> Any:
    if not (isinstance(text, str) and issubclass(cls, HasNotation)):
        raise NotationError("not_text", text=str(text))
    return cls.parse(text)


def schema_of(cls: type[Any]) -> dict[str, Any]:
    """Return the JSON schema of a type with a notation: a string."""
    if issubclass(cls, HasNotation):
        return {"type": "string"}
    raise NotImplementedError(f"{cls.__name__} has no notation")


_encoder = msgspec.json.Encoder(enc_hook=_encode_notation, order="deterministic")


def snake_case(name: str) -> str:
    """Return the tag of a class in messages and stored data: ``cards_dealt`` for ``CardsDealt``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Tagged(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case):
    """Base of tagged unions: the field ``type`` names the class."""


def to_json(value: object) -> bytes:
    """Return compact JSON; equal values give equal bytes."""
    return _encoder.encode(value)


def to_plain(value: object) -> Any:
    """Return lists, dicts, strings and numbers in place of typed values."""
    return msgspec.json.decode(to_json(value))


def from_json(data: bytes | str, cls: type[T] | Any) -> T:
    """Read JSON as ``cls``. Raises NotationError."""
    try:
        value: T = _DECODERS(cls).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotationError("bad_json", reason=str(error)) from error
    return value


_learning: Lock = Lock()
"""Lock for the first use of a type: msgspec caches type information, and crashes if another thread reads it half-built."""


def _decoder(cls: Any) -> msgspec.json.Decoder[Any]:
    with _learning:
        return msgspec.json.Decoder(cls, dec_hook=_decode_notation)


_DECODERS: Callable[[Any], msgspec.json.Decoder[Any]] = lru_cache(maxsize=256)(_decoder)


def from_plain(value: object, cls: type[T] | Any) -> T:
    """Read lists, dicts, strings and numbers as ``cls``. Raises NotationError."""
    _DECODERS(cls)  # what is to be learnt of the type is learnt there
    try:
        read: T = msgspec.convert(value, cls, dec_hook=_decode_notation)
    except msgspec.ValidationError as error:
        raise NotationError("bad_value", reason=str(error)) from error
    return read
