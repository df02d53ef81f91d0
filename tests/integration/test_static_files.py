"""How the server serves the built client to browsers."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
from litestar import Litestar

from paiju.server.http.static_files import make_static_handler
from paiju.server.main import COMPRESSION

SCRIPT = "console.log('x');" * 500


async def got(folder: Path, path: str, encoding: str) -> tuple[httpx.Response, bytes]:
    """The answer, and its bytes as they came."""
    app = Litestar([make_static_handler(folder)], compression_config=COMPRESSION, openapi_config=None)
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]  # Litestar's scope is more exactly typed
    async with (
        httpx.AsyncClient(transport=transport, base_url="http://room") as http,
        http.stream("GET", path, headers={"accept-encoding": encoding}) as answer,
    ):
        return answer, b"".join([part async for part in answer.aiter_raw()])


def test_hashed_assets_are_compressed_and_cached_for_ever(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/app-1a2b.js").write_text(SCRIPT)
    answer, body = asyncio.run(got(tmp_path, "/assets/app-1a2b.js", "gzip"))
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    assert gzip.decompress(body).decode() == SCRIPT
    plain, body = asyncio.run(got(tmp_path, "/assets/app-1a2b.js", "identity"))
    assert "content-encoding" not in plain.headers
    assert body.decode() == SCRIPT


def test_page_says_that_the_client_has_not_been_built(tmp_path: Path) -> None:
    answer, body = asyncio.run(got(tmp_path, "/t/anything", "identity"))
    assert answer.status_code == 200
    assert b"has not been built" in body


def test_nothing_outside_the_folder_is_served(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret.txt").write_text("no")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "//secret.txt"):
        _, body = asyncio.run(got(tmp_path / "static", path, "identity"))
        assert body != b"no"


def test_only_the_home_page_preloads_the_rulesets(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    home, _ = asyncio.run(got(tmp_path, "/", "identity"))
    assert home.headers["link"] == "</api/rulesets>; rel=preload; as=fetch; crossorigin"
    for path in ("/settings", "/t/anything", "/index.html"):
        page, body = asyncio.run(got(tmp_path, path, "identity"))
        assert "link" not in page.headers
        assert b"preload" not in body


def test_link_preview_of_a_table_names_no_player(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><head><title>x</title></head>")
    (tmp_path / "icon-512.png").write_bytes(b"png")
    table, body = asyncio.run(got(tmp_path, "/t/2251acf02b711c837e8b", "identity"))
    assert table.status_code == 200
    assert b'<meta property="og:image" content="http://room/icon-512.png">' in body
    assert b"og:title" in body
    assert b"og:description" in body
    other, same = asyncio.run(got(tmp_path, "/t/another", "identity"))
    assert same == body
    assert other.headers["etag"] == table.headers["etag"]
    _, elsewhere = asyncio.run(got(tmp_path, "/settings", "identity"))
    assert b"og:" not in elsewhere
