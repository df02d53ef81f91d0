"""Network addresses: which network sent a request, which networks are trusted, and the room's host names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import ClassVar, Final, Self

from msgspec import Struct

_NAME: Final = re.compile(r"[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?")
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(:[0-9]*)?")
_LOCAL_SUFFIXES: Final = (".localhost", ".local", ".home.arpa", ".internal", ".lan")
"""Suffixes of host names that nobody can register in the public DNS."""


def parse_ip_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address; return None if the text is not one. A zone (``%eth0``) is ignored.

    An IPv4-mapped IPv6 address is returned as an IPv4 address.
    """
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def subscriber_network(address: str) -> str:
    """Return the network that a provider gives to one subscriber: the /64 network of an IPv6 address.

    An IPv4 address, or any other text, is returned unchanged.
    """
    known = parse_ip_address(address)
    if known is None:
        return address
    return str(ip_network((known, 64), strict=False) if isinstance(known, IPv6Address) else known)


class Networks(Struct, frozen=True):
    """A list of addresses and networks."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    FORM: ClassVar[str] = "127.0.0.1, 10.0.0.0/8, ::1 …"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a list of addresses and networks, separated by commas. Raises ValueError."""
        return cls(tuple(ip_network(one) for one in _split_list(text)))

    def __str__(self) -> str:
        return ",".join(str(one.network_address) if one.num_addresses == 1 else str(one) for one in self.networks)

    def contains(self, address: str) -> bool:
        """Whether the address is in one of the networks."""
        known = parse_ip_address(address)
        return known is not None and any(known in one for one in self.networks)


class HostNames(Struct, frozen=True):
    """The public host names of the room. IP addresses and local names always count as names of the room.

    The list protects against DNS rebinding. In that attack, a name in the attacker's domain points to this room.
    A page of the attacker in a visitor's browser can then send requests to the room. The attack needs a name in
    the public DNS, so local names need not be listed.
    """

    names: tuple[str, ...] = ()
    FORM: ClassVar[str] = "room.example.org, …"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a list of host names, separated by commas, without scheme or port. Raises ValueError."""
        names = tuple(_split_list(text.lower()))
        if not all(_NAME.fullmatch(name) for name in names):
            raise ValueError(text)
        return cls(names)

    def __str__(self) -> str:
        return ",".join(self.names)

    def contains(self, host: str) -> bool:
        """Whether a ``Host`` header names one of these hosts, a local name or an address.

        The header may have a port.
        """
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").lower().rstrip(".")
        local = "." not in name or name.endswith(_LOCAL_SUFFIXES) or parse_ip_address(name) is not None
        return local or name in self.names


def _split_list(text: str) -> Iterable[str]:
    return (one.strip() for one in text.split(",") if one.strip())
