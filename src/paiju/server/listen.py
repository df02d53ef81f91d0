"""Where the card room is: what was asked for, the socket, and the address to tell people."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from paiju.server.errors import CannotServe

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 (they are recognised here; the default is this machine alone)

_FAR: Final = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737)."""


class Place(Struct, frozen=True, kw_only=True):
    """The address to listen on, the database, the folder with rulesets of the host's own, if there is one, and how many serve.

    After ``forget`` days without use tables are forgotten, and guests who have left nothing.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "paiju.db"
    rulesets: str = ""
    forget: int = 0
    workers: int = 1


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


def _workers(wanted: int | str) -> int:
    text = str(wanted)
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) > 0):
        raise CannotServe("bad_workers", text=text)
    return int(text)


_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "host": str, "port": _port, "database": str, "rulesets": str, "forget": _days, "workers": _workers,
}  # fmt: skip


def place(environ: Mapping[str, str], *typed: str | int | None, **named: str | int | None) -> Place:
    """What was typed, in the order of the fields or by their names, else what the environment says (HOST …), else the usual.

    Raises CannotServe.
    """
    said = {**dict(zip(_READ, typed, strict=False)), **named}
    wanted = {name: environ.get(name.upper()) or None if said.get(name) is None else said[name] for name in _READ}
    return Place(**{name: _READ[name](text) for name, text in wanted.items() if text is not None})


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
