"""Voice packs: recorded calls that the operator has added to the room."""

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
    """A name that changes with the content, so that browsers may keep the file for ever."""

    @classmethod
    def of(cls, body: bytes, media_type: str, suffix: str) -> Self:
        """Return the clip of a file; ``suffix`` is the ending of its name, with the dot."""
        return cls(body, media_type, sha256(body).hexdigest()[:24] + suffix)


class VoicePack(Struct, frozen=True):
    """A voice that says calls. ``clips`` maps the name of a call to its sounds, of which the client plays one."""

    id: str
    title: Title
    language: str
    speaker: str
    licence: str
    clips: Mapping[str, tuple[Clip, ...]]
