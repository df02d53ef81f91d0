"""Voice packs: recorded calls that the operator has added to the room."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from msgspec import Struct

from paiju.core.ruleset import Title


class Clip(Struct, frozen=True):
    """A sound file, and its ending with the dot."""

    body: bytes
    media_type: str
    suffix: str

    @property
    def address(self) -> str:
        """A name that changes with the content, so that browsers may keep the file for ever."""
        return sha256(self.body).hexdigest()[:24] + self.suffix


class VoicePack(Struct, frozen=True):
    """A voice that says calls. ``clips``: by the name of a call, its sounds; one of several is played."""

    id: str
    title: Title
    language: str
    speaker: str
    licence: str
    clips: Mapping[str, tuple[Clip, ...]]
