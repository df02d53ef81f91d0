"""Opens the socket on which the room listens, and finds the address under which browsers reach the room."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path
from typing import Final

from paiju.server.errors import CannotServe

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 (they are recognised here; the default is this machine alone)
"""Host names that mean all interfaces of the machine."""

_FAR: Final = ("192.0.2.1", 9)
"""An address that no host has (RFC 5737), for finding the default route."""


def bind_tcp(host: str, port: int) -> socket.socket:
    """Return a listening TCP socket. If ``port`` is 0, the system chooses a free port. Raises CannotServe."""
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


def bind_unix(path: str) -> socket.socket:
    """Return a listening Unix socket that this user and group may use. Raises CannotServe.

    If a server that has ended left its socket file, the file is replaced.
    """
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if _is_stale(path):
            Path(path).unlink()
        mask = os.umask(0o117)
        try:
            listener.bind(path)
        finally:
            os.umask(mask)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        code = "socket_in_use" if error.errno == errno.EADDRINUSE else "bad_socket"
        raise CannotServe(code, path=path, why=error.strerror or str(error)) from error
    return listener


def _is_stale(path: str) -> bool:
    """Whether the path is a socket on which no process listens."""
    if not Path(path).is_socket():
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        return probe.connect_ex(path) == errno.ECONNREFUSED


def display_url(host: str, listener: socket.socket, path: str = "") -> str:
    """Return the URL to open in a browser.

    If the room listens on all interfaces, other machines can use the URL too.
    """
    name = lan_address() if host in EVERYWHERE else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}:{listener.getsockname()[1]}{path}"


def lan_address() -> str:
    """Return this machine's IPv4 address on its default route; "127.0.0.1" if it has no route.

    To find the address, the function connects a datagram socket, which sends no packet.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR)
            name: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return name
