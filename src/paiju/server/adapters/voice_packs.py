"""Reads voice packs: recordings of spoken calls, in folders that the operator adds.

Each folder has a ``pack.toml`` and sound files. ``docs/how-to/add-a-voice.md`` describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from paiju.core.errors import RulesetError
from paiju.core.ruleset import Title
from paiju.core.validation_errors import parse_toml
from paiju.games import registry
from paiju.locale import BASE, catalogue
from paiju.server.adapters.operator_files import read_operator_file, with_file_in_errors
from paiju.server.app.voice_packs import Clip, VoicePack
from paiju.server.errors import CannotServe, invalid_field

MANIFEST: Final = "pack.toml"
"""Name of the file that describes a voice pack."""
MOST_CLIP: Final = 200_000
"""Maximum size of a clip, in bytes."""
MOST_PACK: Final = 8_000_000
"""Maximum size of all clips of a pack together, in bytes. Players load packs over mobile networks."""

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_DETAIL: Final = r"[^./\s]{1,40}"
"""Pattern for the end of a clip's name, which follows the name of the call.

This part names the cards or the number that the call contains.
"""


class Format(Struct, frozen=True):
    """A sound format that browsers play.

    Every file of the format has one of the byte strings ``magic`` at ``offset``.
    """

    media_type: str
    offset: int
    magic: tuple[bytes, ...]


FORMATS: Final[Mapping[str, Format]] = {
    ".mp3": Format("audio/mpeg", 0, (b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2")),
    ".ogg": Format("audio/ogg", 0, (b"OggS",)),
    ".opus": Format("audio/ogg", 0, (b"OggS",)),
    ".m4a": Format("audio/mp4", 4, (b"ftyp",)),
    ".wav": Format("audio/wav", 0, (b"RIFF",)),
}
"""Sound formats by the file name's extension."""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The contents of ``pack.toml``.

    ``clips`` maps the name of a call to one or more sound files; each time, the client plays one of them.
    """

    title: Title
    language: Annotated[str, Meta(pattern=r"^[a-z]{2,3}(-[0-9A-Za-z]{2,8})*$")]
    speaker: Annotated[str, Meta(max_length=80)] = ""
    licence: Annotated[str, Meta(max_length=80)] = ""
    clips: dict[str, str | Annotated[tuple[str, ...], Meta(min_length=1, max_length=8)]]


def call_names() -> frozenset[str]:
    """Return the names of the plays and events that a voice can speak at a table.

    The names, such as ``bomb`` or ``passed``, are those of all families.
    """
    found = (key for family in registry.families() for key in catalogue(BASE, family))
    return frozenset(key.removeprefix("aloud.") for key in found if key.startswith("aloud."))


def read_voice_packs(folder: Path) -> tuple[VoicePack, ...]:
    """Return the voice packs in ``folder``, each of which is a subfolder.

    Raises CannotServe, and RulesetError with the file and the mistake.
    """
    if not folder.is_dir():
        raise CannotServe("no_voice_folder", path=folder)
    return tuple(_read_pack(path.parent) for path in sorted(folder.glob(f"*/{MANIFEST}")))


def _read_pack(folder: Path) -> VoicePack:
    path = folder / MANIFEST
    with with_file_in_errors(path):
        if not _ID.fullmatch(folder.name):
            raise RulesetError("bad_voice_name", name=folder.name)
        manifest = _read_manifest(path)
        clips = dict(_read_clips(folder, manifest))
    return VoicePack(folder.name, manifest.title, manifest.language, manifest.speaker, manifest.licence, clips)


def _read_manifest(path: Path) -> Manifest:
    try:
        return msgspec.convert(parse_toml(read_operator_file(path)), Manifest)
    except msgspec.ValidationError as error:
        raise invalid_field(error, Manifest) from error


def _read_clips(folder: Path, manifest: Manifest) -> Iterator[tuple[str, tuple[Clip, ...]]]:
    known, total = call_names(), 0
    for name, given in manifest.clips.items():
        call, dot, detail = name.partition(".")
        if call not in known or (dot and not re.fullmatch(_DETAIL, detail)):
            raise RulesetError("unknown_call", name=name, known=", ".join(sorted(known)))
        clips = tuple(_read_clip(folder, file) for file in ((given,) if isinstance(given, str) else given))
        total += sum(len(clip.body) for clip in clips)
        if total > MOST_PACK:
            raise RulesetError("voice_too_large", most=MOST_PACK)
        yield name, clips


def _read_clip(folder: Path, name: str) -> Clip:
    path = folder / name
    form = FORMATS.get(path.suffix.lower())
    if form is None or Path(name).name != name:
        raise RulesetError("bad_clip_name", name=name, formats=", ".join(FORMATS))
    if not path.is_file() or path.is_symlink():
        raise RulesetError("no_clip", name=name)
    if path.stat().st_size > MOST_CLIP:
        raise RulesetError("clip_too_large", name=name, most=MOST_CLIP)
    body = path.read_bytes()
    if not body.startswith(form.magic, form.offset):
        raise RulesetError("not_sound", name=name)
    return Clip.from_content(body, form.media_type, path.suffix.lower())
