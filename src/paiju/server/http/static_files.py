"""Serves the built web client from memory: a few hundred kilobytes, which do not change while the server runs."""

from __future__ import annotations

import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from paiju.server.http.cached_responses import ASK, COMPRESSED, FOR_EVER, cached_response
from paiju.server.http.errors import problem_without_args
from paiju.server.response_cache import CachedResponse, make_cached_response

HEADERS: Final = {"referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin"}

POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'{sockets}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)

_PLAIN_HOST: Final = re.compile(r"[0-9A-Za-z.:\[\]-]+")

_PRELOADED_PATH: Final = "api/rulesets"
"""Path of the first request that the home page sends. A header of the page lets the browser preload it."""

_PREVIEW: Final = """<meta property="og:type" content="website">
<meta property="og:title" content="来打牌 · Come and play cards">
<meta property="og:description" content="打开链接就能坐下，不用注册。Open the link and sit down; no account needed.">
<meta property="og:image" content="{base}/icon-512.png">
</head>"""
"""HTML tags from which messengers make the preview of a link to a table.

The tags reveal nothing about the table, because anybody may see the link.
"""

_NOTHING: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>paiju 牌局</title>
<p>The card room is open, but its web client has not been built. In the source tree, with Node.js:
<pre>scripts/build-web</pre>
<p>Then start the room again. Programs can play already: <a href="./api/schema/openapi.json">the API</a>.
<p lang="zh">牌室已开，但网页还没有构建。请在源码目录运行上面的命令，再重新启动。
""".encode()
"""The page that is served if the web client has not been built."""


class StaticFile(Struct, frozen=True):
    """A file as a cached response, and its ``Cache-Control`` header."""

    ready: CachedResponse
    cache: str


def read_static_files(folder: Path, below: str = "") -> dict[str, StaticFile]:
    """Return all files in a folder, by path.

    If the folder has no ``index.html``, the result has in its place a page that says how to build the client. In
    ``index.html``, the beginning ``./`` of each link is replaced by the base path ``below`` and a slash.
    """
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    read = {"index.html": _NOTHING, **{name: path.read_bytes() for name, path in files.items()}}
    read["index.html"] = read["index.html"].replace(b'="./', f'="{below}/'.encode())
    return {name: _make_file(name, body) for name, body in read.items()}


def _make_file(name: str, body: bytes) -> StaticFile:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    # The name of each file in assets/ contains a hash of its content.
    return StaticFile(make_cached_response(body, kind, level=9), FOR_EVER if name.startswith("assets/") else ASK)


@lru_cache(maxsize=64)
def _with_preview(page: bytes, base: str) -> StaticFile:
    """Return the client's page with a preview for messengers. The preview's picture needs an absolute URL."""
    return _make_file("index.html", page.replace(b"</head>", _PREVIEW.format(base=base).encode(), 1))


def content_security_policy(host: str | None) -> str:
    """Return the content security policy of a page. The page may connect only to the room.

    ``host`` is the request's ``Host`` header; None if it has none. The policy names the sockets of this host
    explicitly, because in older browsers, such as Safari before 15.4, ``'self'`` does not include them.
    """
    named = host is not None and _PLAIN_HOST.fullmatch(host)
    return POLICY.format(sockets=f" ws://{host} wss://{host}" if named else "")


def make_static_handler(folder: Path, below: str = "") -> HTTPRouteHandler:
    """Return a handler that serves the files of the client, which lie in ``folder``.

    Other paths return ``index.html``, because the client itself shows the page for the path. ``below`` is the path under which
    the room is served, such as ``/paiju``; "" for the root of the host.
    """
    files = read_static_files(folder, below)
    home = {**HEADERS, "link": f"<{below}/{_PRELOADED_PATH}>; rel=preload; as=fetch; crossorigin"}

    @get(
        ["/", "/{path:path}"],
        media_type=MediaType.HTML,
        opt={COMPRESSED: True},
        include_in_schema=False,
        sync_to_thread=False,
    )
    def serve_file(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[Any]:
        name = path.strip("/")
        if name.startswith(("api/", "ws/", "assets/")) and name not in files:
            return Response(problem_without_args("http", "not_found"), status_code=404, media_type=MediaType.JSON)
        file = files.get(name) or files["index.html"]
        host = request.headers.get("host", "")
        if name.startswith("t/") and _PLAIN_HOST.fullmatch(host):
            file = _with_preview(files["index.html"].ready.uncompressed_body, f"{request.url.scheme}://{host}{below}")
        policy = {"content-security-policy": content_security_policy(request.headers.get("host"))}
        return cached_response(request, file.ready, file.cache, (HEADERS if name else home) | policy)

    return serve_file
