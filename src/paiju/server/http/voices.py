"""The HTTP API of the room's voice packs: their list, and their clips."""

from __future__ import annotations

from litestar import Response
from litestar.params import FromPath
from msgspec import Struct

from paiju.core.ruleset import Title
from paiju.server.app.voice_packs import VoicePack
from paiju.server.errors import Refusal
from paiju.server.http.cached_responses import FOR_EVER
from paiju.server.http.documented_routes import ANYBODY, get
from paiju.server.services import AnyRequest, get_services


class VoiceInfo(Struct, frozen=True):
    """A voice that speaks calls.

    ``clips`` maps the name of a call to the paths of one or more clips; the client plays one of them.
    """

    id: str
    title: Title
    language: str
    speaker: str
    licence: str
    clips: dict[str, tuple[str, ...]]


def _to_voice_info(pack: VoicePack) -> VoiceInfo:
    clips = {
        call: tuple(f"/api/voices/{pack.id}/{clip.address}" for clip in several) for call, several in pack.clips.items()
    }
    return VoiceInfo(pack.id, pack.title, pack.language, pack.speaker, pack.licence, clips)


@get("/api/voices", tags=["room"], sync_to_thread=False, security=ANYBODY)
def voices(request: AnyRequest) -> list[VoiceInfo]:
    """List the room's voices. At the table, they can speak calls in place of the voice of the player's device."""
    return [_to_voice_info(pack) for pack in get_services(request).voices]


@get("/api/voices/{pack:str}/{clip:str}", tags=["room"], sync_to_thread=False, security=ANYBODY)
def voice_clip(request: AnyRequest, pack: FromPath[str], clip: FromPath[str]) -> Response[bytes]:
    """Return a clip of a voice. The clip's path changes with its content, so clients may cache it forever.

    Errors: ``no_clip``.
    """
    wanted = (one for one in get_services(request).voices if one.id == pack)
    found = (sound for one in wanted for several in one.clips.values() for sound in several if sound.address == clip)
    sound = next(found, None)
    if sound is None:
        raise Refusal("no_clip")
    return Response(sound.body, media_type=sound.media_type, headers={"cache-control": FOR_EVER})


HANDLERS = [voices, voice_clip]
