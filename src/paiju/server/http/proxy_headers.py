"""Who stands in front. This is the only place that believes what a proxy says of the client (``X-Forwarded-…``)."""

from __future__ import annotations

from typing import Any, Final

import structlog
from litestar.types import ASGIApp, Receive, Scope, Send

from paiju.server.network_addresses import Networks, parse_address

FOR: Final = b"x-forwarded-for"
PROTO: Final = b"x-forwarded-proto"

log = structlog.get_logger()


class TrustedProxies:
    """The proxies that are believed: by their address, and whoever comes over a Unix socket."""

    def __init__(self, networks: Networks, *, socket: bool) -> None:
        self._networks = networks
        self._socket = socket
        self._doubted = False

    def contains(self, address: str | None) -> bool:
        """Whether it is one of them. Only who comes over a Unix socket has no address."""
        return self._socket if address is None else self._networks.contains(address)

    def warn_untrusted(self, address: str) -> None:
        """Log once that an unlisted proxy sends forwarding headers: it should be listed, or it forges them."""
        if not self._doubted:
            self._doubted = True
            log.warning("proxy_not_named", address=address)

    def client_of(self, told: str) -> str | None:
        """Of the addresses that proxies have noted, one after another, the last that is not a proxy's own."""
        known = [address for one in told.split(",") if (address := _without_port(one.strip()))]
        strangers = [address for address in known if not self._networks.contains(address)]
        return next(iter(strangers[-1:] or known[:1]), None)


def behind_proxy(app: ASGIApp, trusted: TrustedProxies) -> ASGIApp:
    """The application, to which a request comes from where a trusted proxy says, and over http or https as that says."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        if asked["type"] in ("http", "websocket"):
            address = asked["client"][0] if asked["client"] else None
            if trusted.contains(address):
                asked = {**asked, **_forwarded_scope(asked, trusted)}
            elif _header(asked, FOR):
                trusted.warn_untrusted(str(address))
        await app(asked, receive, send)

    return answer


def _forwarded_scope(scope: Any, trusted: TrustedProxies) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if client := trusted.client_of(_header(scope, FOR)):
        said["client"] = (client, 0)
    scheme = _header(scope, PROTO).rpartition(",")[2].strip()
    if scheme in ("http", "https"):
        said["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
    return said


def _header(scope: Any, name: bytes) -> str:
    return ",".join(value.decode("latin-1") for known, value in scope["headers"] if known == name)


def _without_port(text: str) -> str | None:
    """An address without the port that some proxies add; None where it is none."""
    host = text.partition("]")[0].removeprefix("[") if text.startswith("[") else text
    host = host.partition(":")[0] if host.count(":") == 1 else host
    return host if parse_address(host) is not None else None
