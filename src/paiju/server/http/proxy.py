"""Who stands in front. This is the only place that believes what a proxy says of the client (``X-Forwarded-…``)."""

from __future__ import annotations

from typing import Any, Final

import structlog
from litestar.types import ASGIApp, Receive, Scope, Send

from paiju.server.addresses import Networks, address_in

FOR: Final = b"x-forwarded-for"
PROTO: Final = b"x-forwarded-proto"

log = structlog.get_logger()


class Trusted:
    """The proxies that are believed: by their address, and whoever comes over a Unix socket."""

    def __init__(self, networks: Networks, *, socket: bool) -> None:
        self._networks = networks
        self._socket = socket
        self._doubted = False

    def has(self, address: str | None) -> bool:
        """Whether it is one of them. Only who comes over a Unix socket has no address."""
        return self._socket if address is None else self._networks.has(address)

    def doubt(self, address: str) -> None:
        """One speaks for others that was not named. It is told once: either it should have been named, or it lies."""
        if not self._doubted:
            self._doubted = True
            log.warning("proxy_not_named", address=address)

    def client_of(self, told: str) -> str | None:
        """Of the addresses that proxies have noted, one after another, the last that is not a proxy's own."""
        known = [address for one in told.split(",") if (address := _bare(one.strip()))]
        strangers = [address for address in known if not self._networks.has(address)]
        return next(iter(strangers[-1:] or known[:1]), None)


def behind(app: ASGIApp, trusted: Trusted) -> ASGIApp:
    """The application, to which a request comes from where a trusted proxy says, and over http or https as that says."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        if asked["type"] in ("http", "websocket"):
            address = asked["client"][0] if asked["client"] else None
            if trusted.has(address):
                asked = {**asked, **_told(asked, trusted)}
            elif _header(asked, FOR):
                trusted.doubt(str(address))
        await app(asked, receive, send)

    return answer


def _told(scope: Any, trusted: Trusted) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if client := trusted.client_of(_header(scope, FOR)):
        said["client"] = (client, 0)
    scheme = _header(scope, PROTO).rpartition(",")[2].strip()
    if scheme in ("http", "https"):
        said["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
    return said


def _header(scope: Any, name: bytes) -> str:
    return ",".join(value.decode("latin-1") for known, value in scope["headers"] if known == name)


def _bare(text: str) -> str | None:
    """An address without the port that some proxies add; None where it is none."""
    host = text.partition("]")[0].removeprefix("[") if text.startswith("[") else text
    host = host.partition(":")[0] if host.count(":") == 1 else host
    return host if address_in(host) is not None else None
