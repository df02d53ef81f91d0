"""Voice packs: which ones a room reads, refuses and serves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from litestar.testing import TestClient

from paiju.core.errors import PaijuError
from paiju.server.adapters import voice_packs
from paiju.server.adapters.voice_packs import call_names, read_voice_packs
from paiju.server.main import create_app
from paiju.server.settings import Settings

WAV = b"RIFF\x00\x00\x00\x00WAVE"
HEAD = 'title = { zh = "四川话", en = "Sichuanese" }\nlanguage = "zh"\n'
CLIPS = '[clips]\npassed = "pass.wav"\n"pair.3" = ["pass.wav", "pair.ogg"]\n'


def write_pack(folder: Path, text: str, files: Mapping[str, bytes], name: str = "sichuan") -> Path:
    (folder / name).mkdir()
    (folder / name / "pack.toml").write_text(text, "utf-8")
    for file, body in files.items():
        (folder / name / file).write_bytes(body)
    return folder


def test_every_family_has_names_for_spoken_calls() -> None:
    assert {"bomb", "rocket", "passed", "pong", "quad"} <= call_names()


def test_room_lists_voice_packs_and_serves_their_clips(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, HEAD + CLIPS, {"pass.wav": WAV, "pair.ogg": b"OggS..."})
    settings = Settings(database=str(tmp_path / "room.db"), voices=str(folder))
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        [voice] = client.get("/api/voices").json()
        assert (voice["id"], voice["title"]["en"], set(voice["clips"])) == (
            "sichuan",
            "Sichuanese",
            {"passed", "pair.3"},
        )
        [path] = voice["clips"]["passed"]
        clip = client.get(path)
        assert (clip.status_code, clip.content, clip.headers["content-type"]) == (200, WAV, "audio/wav")
        assert "immutable" in clip.headers["cache-control"]
        assert client.get("/api/voices/sichuan/pack.toml").json()["code"] == "no_clip"
        assert client.get("/api/voices/other/" + path.rsplit("/", 1)[1]).json()["code"] == "no_clip"


def test_room_without_voice_packs_lists_none(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database=str(tmp_path / "room.db"))), base_url="http://127.0.0.1") as client:
        assert client.get("/api/voices").json() == []


@pytest.mark.parametrize(
    ("text", "files", "code"),
    [
        ("title =", {}, "not_toml"),
        (HEAD, {}, "missing_field"),
        (HEAD + "volume = 3\n" + CLIPS, {}, "unknown_field"),
        (HEAD + '[clips]\nhurray = "a.wav"\n', {"a.wav": WAV}, "unknown_call"),
        (HEAD + '[clips]\n"pair.3/4" = "a.wav"\n', {"a.wav": WAV}, "unknown_call"),
        (HEAD + '[clips]\nbomb = "../a.wav"\n', {}, "bad_clip_name"),
        (HEAD + '[clips]\nbomb = "a.exe"\n', {"a.exe": WAV}, "bad_clip_name"),
        (HEAD + '[clips]\nbomb = "a.wav"\n', {}, "no_clip"),
        (HEAD + '[clips]\nbomb = "a.wav"\n', {"a.wav": b"<html>"}, "not_sound"),
        (HEAD + '[clips]\nbomb = "a.wav"\n', {"a.wav": WAV + b" " * voice_packs.MOST_CLIP}, "clip_too_large"),
    ],
)
def test_invalid_voice_pack_is_refused_with_the_file_name(
    tmp_path: Path, text: str, files: Mapping[str, bytes], code: str
) -> None:
    folder = write_pack(tmp_path, text, files)
    with pytest.raises(PaijuError) as refused:
        read_voice_packs(folder)
    assert refused.value.code == "bad_file"
    assert refused.value.details["why"].code == code  # type: ignore[attr-defined]
    assert "pack.toml" in str(refused.value.details["file"])


def test_oversized_voice_pack_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice_packs, "MOST_PACK", 20)
    folder = write_pack(tmp_path, HEAD + CLIPS, {"pass.wav": WAV, "pair.ogg": b"OggS..."})
    with pytest.raises(PaijuError) as refused:
        read_voice_packs(folder)
    assert refused.value.details["why"].code == "voice_too_large"  # type: ignore[attr-defined]


def test_voice_pack_folder_with_an_invalid_name_or_missing_is_refused(tmp_path: Path) -> None:
    write_pack(tmp_path, HEAD + CLIPS, {}, name="My Voice")
    with pytest.raises(PaijuError) as refused:
        read_voice_packs(tmp_path)
    assert refused.value.details["why"].code == "bad_voice_name"  # type: ignore[attr-defined]
    with pytest.raises(PaijuError, match="no_voice_folder"):
        read_voice_packs(tmp_path / "nowhere")


def test_a_text_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, "", {"pack.toml": b"\xff\xfe"})
    with pytest.raises(PaijuError) as refused:
        read_voice_packs(folder)
    assert refused.value.details["why"].code == "not_toml"  # type: ignore[attr-defined]
