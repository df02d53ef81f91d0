"""Envelopes of messages between the processes of a room: numbered by each sender, and signed with the room's key.

An envelope is a JSON array ``[sender, stream, number, payload, signature]``. A sender has one stream for each channel,
because messages on different channels may overtake each other. Within a stream, each number is one higher than the last. The
signature is the HMAC-SHA256 of the first four elements.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Collection
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from paiju.server.app.cluster.coordination import InvalidMessage

REMEMBERED: Final = 600.0
"""Seconds for which the message numbers of a dead sender are remembered, so that its messages cannot be replayed."""


class Envelope(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A message on the bus, with its sender and a signature. ``payload`` is the message.

    ``number`` is the number of the message in the stream ``stream`` of its sender. ``signature`` signs all other
    fields.
    """

    sender: str
    stream: str
    number: int
    payload: Raw
    signature: str


_envelopes: Final = msgspec.json.Decoder(Envelope)
_unsigned: Final = msgspec.json.Decoder(tuple[str, Raw])
"""Decodes messages of older versions of paiju, which have no signature."""

_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def derive_room_key(secret: bytes, room: str) -> bytes:
    """Return the key of a room, derived from a secret that several rooms may share."""
    return hmac.digest(secret, f"paiju bus {room}".encode(), "sha256")


def _sign(key: bytes, sender: str, stream: str, number: int, payload: Raw) -> str:
    signed = msgspec.json.encode((sender, stream, number)) + bytes(payload)
    return hmac.digest(key, signed, "sha256").hex()


class EnvelopeSealer:
    """Numbers and signs the messages of one stream."""

    def __init__(self, key: bytes, sender: str, stream: str = "") -> None:
        self._key = key
        self._sender = sender
        self._stream = stream
        self._number = 0

    def seal(self, message: Any) -> str:
        """Return the next message of the stream in an envelope, as text."""
        self._number += 1
        payload = Raw(msgspec.json.encode(message))
        signature = _sign(self._key, self._sender, self._stream, self._number, payload)
        return msgspec.json.encode(
            Envelope(self._sender, self._stream, self._number, payload, signature)
        ).decode()  # fmt: skip

    def reuse_numbers(self, count: int) -> None:
        """Use the last ``count`` numbers again, because their messages were certainly not sent."""
        self._number -= count


class EnvelopeInbox:
    """Opens envelopes from the bus, and notices lost messages."""

    def __init__(self, key: bytes, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = key
        self._clock = clock
        self._last: dict[str, dict[str, int]] = {}
        """The last number received, by sender and stream."""
        self._heard: dict[str, float] = {}
        """The time of the monotonic clock at which each sender's last message arrived."""
        self.has_gap = False
        """Whether a message was lost. The code that handles the loss sets this to False."""

    def open(self, text: str | bytes) -> Envelope:
        """Return the envelope that ``text`` encodes, and remember its number.

        Raises InvalidMessage if the text is not an envelope, if its signature is wrong, or if its number is not higher
        than the last number of the same stream.
        """
        envelope = _decode_envelope(text)
        signature = _sign(self._key, envelope.sender, envelope.stream, envelope.number, envelope.payload)
        if not hmac.compare_digest(signature.encode(), envelope.signature.encode()):
            raise InvalidMessage("forged")
        streams = self._last.setdefault(envelope.sender, {})
        last = streams.get(envelope.stream, 0)
        if envelope.number <= last:
            raise InvalidMessage("replayed")
        self.has_gap |= envelope.number > last + 1
        streams[envelope.stream] = envelope.number
        self._heard[envelope.sender] = self._clock()
        return envelope

    def has_recent_message_from(self, sender: str, within: float) -> bool:
        """Whether a message of this sender arrived in the last ``within`` seconds."""
        return self._clock() - self._heard.get(sender, float("-inf")) <= within

    def discard_dead_senders(self, living: Collection[str]) -> None:
        """Forget the message numbers of senders not in ``living`` that were silent for ``REMEMBERED`` seconds."""
        for sender in [
            one for one in self._heard if one not in living and not self.has_recent_message_from(one, REMEMBERED)
        ]:
            del self._heard[sender], self._last[sender]


def _decode_envelope(text: str | bytes) -> Envelope:
    """Decode an envelope without checking its signature. Raises InvalidMessage."""
    try:
        return _envelopes.decode(text)
    except _UNREADABLE as error:
        raise InvalidMessage("unsigned" if _is_unsigned(text) else "malformed") from error


def _is_unsigned(text: str | bytes) -> bool:
    try:
        _unsigned.decode(text)
    except _UNREADABLE:
        return False
    return True
