"""Decodes what a client sends on a table's socket: the login message and requests."""

from __future__ import annotations

from typing import Final, get_args

import msgspec
from msgspec import Struct

from paiju.server.errors import InvalidField, invalid_field, unreadable_text_error
from paiju.server.wire_requests import ClientMessage, Login, Request

_requests = msgspec.json.Decoder(ClientMessage)
_REQUESTS: Final[dict[object, type[Request]]] = {kind.__struct_config__.tag: kind for kind in get_args(ClientMessage)}
"""The classes of requests by their tag, the field ``t``."""


class _Tag(Struct):
    """The field of a request that names its type."""

    t: str = ""


def decode_request(frame: str | bytes) -> ClientMessage:
    """Decode a request from a client. Raises InvalidField."""
    try:
        request: ClientMessage = _requests.decode(frame)
    except msgspec.ValidationError as error:
        raise _invalid_value_error(frame, error) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable_text_error(error) from error
    return request


def decode_login(frame: str | bytes) -> str:
    """Return the token in the first message of a client. Raises InvalidField, whose text does not contain the token."""
    try:
        return msgspec.json.decode(frame, type=Login).token
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidField("wrong_value", field="t", allowed="login") from None


def _invalid_value_error(frame: str | bytes, error: msgspec.ValidationError) -> InvalidField:
    try:
        tag = msgspec.json.decode(frame, type=_Tag).t
    except msgspec.ValidationError:
        tag = ""
    if tag not in _REQUESTS:
        return InvalidField("wrong_value", field="t", allowed=", ".join(sorted(map(str, _REQUESTS))))
    return invalid_field(error, _REQUESTS[tag])
