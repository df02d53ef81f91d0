"""Reads what proxies in front of the room say about the client (``X-Forwarded-…``).

No other module reads these headers. Uvicorn's ``ProxyHeadersMiddleware`` lacks what a room needs:

- A peer on a Unix socket has no address, and the middleware trusts such a peer only if it trusts all peers.
  Then a client could forge its address.
- It accepts any text as the client's address, although limits are counted by address.
- It does not accept an ``X-Forwarded-Proto`` with values from several proxies.
- It cannot tell the operator that an unlisted proxy sends these headers.
"""

from __future__ import annotations

from typing import Any, Final

import structlog
from litestar.types import ASGIApp, Receive, Scope, Send

from paiju.server.network_addresses import Networks, parse_ip_address

FOR: Final = b"x-forwarded-for"
PROTO: Final = b"x-forwarded-proto"

log = structlog.get_logger()


class TrustedProxies:
    """The proxies that the room trusts: those with a listed address, and any peer on the room's Unix socket."""

    def __init__(self, networks: Networks, *, socket: bool) -> None:
        self._networks = networks
        self._socket = socket
        self._doubted = False

    def contains(self, address: str | None) -> bool:
        """Whether a peer is a trusted proxy. ``address`` is None for a peer on a Unix socket, which has no address."""
        return self._socket if address is None else self._networks.contains(address)

    def warn_untrusted(self, address: str) -> None:
        """Log, only once, that a peer which is not a trusted proxy sends proxy headers.

        The peer is a proxy that the operator should list, or a client that forges the headers.
        """
        if not self._doubted:
            self._doubted = True
            log.warning("proxy_not_named", address=address)

    def client_of(self, header: str) -> str | None:
        """Return the client's address from a header ``X-Forwarded-For``; None if the header has no address.

        It is the last address that is not a trusted proxy. If all addresses are trusted proxies, it is the first one.
        """
        known = [address for one in header.split(",") if (address := _without_port(one.strip()))]
        strangers = [address for address in known if not self._networks.contains(address)]
        return next(iter(strangers[-1:] or known[:1]), None)


def with_proxy_headers(app: ASGIApp, trusted: TrustedProxies) -> ASGIApp:
    """Wrap an application so that the client's address and the scheme are those that a trusted proxy names."""

    async def wrapped_app(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        if asked["type"] in ("http", "websocket"):
            address = asked["client"][0] if asked["client"] else None
            if trusted.contains(address):
                asked = {**asked, **_forwarded_scope(asked, trusted)}
            elif _read_header(asked, FOR):
                trusted.warn_untrusted(str(address))
        await app(asked, receive, send)

    return wrapped_app


def _forwarded_scope(scope: Any, trusted: TrustedProxies) -> dict[str, Any]:
    forwarded: dict[str, Any] = {}
    if client := trusted.client_of(_read_header(scope, FOR)):
        forwarded["client"] = (client, 0)
    scheme = _read_header(scope, PROTO).rpartition(",")[2].strip()
    if scheme in ("http", "https"):
        forwarded["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
    return forwarded


def _read_header(scope: Any, name: bytes) -> str:
    return ",".join(value.decode("latin-1") for known, value in scope["headers"] if known == name)


def _without_port(text: str) -> str | None:
    """Return an address without the port that some proxies add; None if the text is not an address."""
    host = text.partition("]")[0].removeprefix("[") if text.startswith("[") else text
    host = host.partition(":")[0] if host.count(":") == 1 else host
    return host if parse_ip_address(host) is not None else None
