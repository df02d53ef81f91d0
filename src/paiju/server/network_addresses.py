"""Addresses and names: whose a request is, who may speak for others, and by which names the room goes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import ClassVar, Final, Self

from msgspec import Struct

_NAME: Final = re.compile(r"[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?")
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(:[0-9]*)?")
_OUR_OWN: Final = (".localhost", ".local", ".home.arpa", ".internal", ".lan")
"""No stranger can have a name that ends so."""


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, an IPv4 one as such even where it came over an IPv6 socket; None if it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def subscriber_network(address: str) -> str:
    """An IPv4 address as it is, the /64 of an IPv6 address; what is none, as it is."""
    known = parse_address(address)
    if known is None:
        return address
    return str(ip_network((known, 64), strict=False) if isinstance(known, IPv6Address) else known)


class Networks(Struct, frozen=True):
    """Addresses and networks."""

    these: tuple[IPv4Network | IPv6Network, ...] = ()
    FORM: ClassVar[str] = "127.0.0.1, 10.0.0.0/8, ::1 …"

    @classmethod
    def parse(cls, text: str) -> Self:
        """As a person writes them, with commas between. Raises ValueError."""
        return cls(tuple(ip_network(one) for one in _split_list(text)))

    def __str__(self) -> str:
        return ",".join(str(one.network_address) if one.num_addresses == 1 else str(one) for one in self.these)

    def contains(self, address: str) -> bool:
        """Whether the address is one of them, or in one of them."""
        known = parse_address(address)
        return known is not None and any(known in one for one in self.these)


class HostNames(Struct, frozen=True):
    """Names of the room, beside those that nobody else can have: addresses, and names of the house.

    A stranger can make a name lead here and open it in a visitor's browser, which takes the room for the stranger's own
    page then (DNS rebinding). It takes a name in the public DNS; others need not be named.
    """

    these: tuple[str, ...] = ()
    FORM: ClassVar[str] = "room.example.org, …"

    @classmethod
    def parse(cls, text: str) -> Self:
        """As a person writes them, with commas between, without scheme or port. Raises ValueError."""
        names = tuple(_split_list(text.lower()))
        if not all(_NAME.fullmatch(name) for name in names):
            raise ValueError(text)
        return cls(names)

    def __str__(self) -> str:
        return ",".join(self.these)

    def contains(self, host: str) -> bool:
        """Whether this is one of them, or one of the house (``host``: with or without a port, as browsers send it)."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").lower().rstrip(".")
        own = "." not in name or name.endswith(_OUR_OWN) or parse_address(name) is not None
        return own or name in self.these


def _split_list(text: str) -> Iterable[str]:
    return (one.strip() for one in text.split(",") if one.strip())
