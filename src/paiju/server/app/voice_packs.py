"""Voice packs: recordings of spoken calls that the operator has added to the room."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Self

from msgspec import Struct

from paiju.core.ruleset import Title


class Clip(Struct, frozen=True):
    """A sound file."""

    body: bytes
    media_type: str
    address: str
    """The clip's file name in URLs.

    The name changes with the content of the clip, so browsers may cache the clip forever.
    """

    @classmethod
    def from_content(cls, body: bytes, media_type: str, suffix: str) -> Self:
        """Return the clip with this content. ``suffix`` is the file name's extension with the dot."""
        return cls(body, media_type, sha256(body).hexdigest()[:24] + suffix)


class VoicePack(Struct, frozen=True):
    """A voice that speaks calls at the table. ``clips`` maps a call to one or more recordings; the client plays one of them."""

    id: str
    title: Title
    language: str
    speaker: str
    licence: str
    clips: Mapping[str, tuple[Clip, ...]]
