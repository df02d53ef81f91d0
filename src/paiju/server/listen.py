"""Where the card room is: what was asked for, the socket, and the address to tell people."""

from __future__ import annotations

import errno
import socket
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from paiju.server.errors import CannotServe

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 (they are recognised here; the default is this machine alone)

_FAR: Final = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737)."""


class Place(Struct, frozen=True, kw_only=True):
    """The address to listen on, the database, and the folder with rulesets of the host's own, if there is one.

    After ``forget`` days without use tables are forgotten, and guests who have left nothing.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "paiju.db"
    rulesets: str = ""
    forget: int = 0


def place(
    environ: Mapping[str, str],
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    rulesets: str | None = None,
    forget: int | None = None,
) -> Place:
    """What was asked for, else what HOST, PORT, DATABASE, RULESETS and FORGET say, else the usual. Raises CannotServe."""
    usual = Place()
    return Place(
        host=host if host is not None else environ.get("HOST") or usual.host,
        port=_port(port if port is not None else environ.get("PORT") or usual.port),
        database=database if database is not None else environ.get("DATABASE") or usual.database,
        rulesets=rulesets if rulesets is not None else environ.get("RULESETS") or usual.rulesets,
        forget=_days(forget if forget is not None else environ.get("FORGET") or usual.forget),
    )


def _port(wanted: int | str) -> int:
    text = str(wanted)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) < 1 << 16):
        raise CannotServe("bad_port", text=text)
    return int(text)


def _days(wanted: int | str) -> int:
    text = str(wanted)
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise CannotServe("bad_days", text=text)
    return int(text)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0: one that is free. Raises CannotServe."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CannotServe("cannot_listen", host=host, port=port, why=error.strerror or str(error)) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and host in EVERYWHERE:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        code = "port_in_use" if error.errno == errno.EADDRINUSE else "cannot_listen"
        raise CannotServe(code, host=host, port=port, why=error.strerror or str(error)) from error
    return listener


def address_of(host: str, listener: socket.socket) -> str:
    """What to type into a browser. A room that listens everywhere has an address that other machines can reach."""
    name = lan_address() if host in EVERYWHERE else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}:{listener.getsockname()[1]}"


def lan_address() -> str:
    """This machine's own address on the way out. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR)
            name: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return name
