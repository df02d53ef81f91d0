"""Which host names a room accepts, and which forwarded client addresses it trusts."""

from __future__ import annotations

import pytest

from paiju.server.http.proxy_headers import TrustedProxies
from paiju.server.network_addresses import HostNames, Networks

ROOM = HostNames.parse("room.example.org, Cards.Example.ORG")


@pytest.mark.parametrize(
    "host",
    [
        "room.example.org",
        "ROOM.example.org.:8000",
        "cards.example.org:443",
        "localhost:8000",
        "127.0.0.1",
        "192.168.1.7:8000",
        "[::1]:8000",
        "[fe80::1]",
        "raspberrypi:8000",
        "raspberrypi.local",
        "box.home.arpa:1",
    ],
)
def test_room_accepts_its_host_names_and_local_addresses(host: str) -> None:
    assert ROOM.contains(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "room.example.org.evil.example", "xroom.example.org", "127.0.0.1.evil.example", "evil.example:8000",
     "evil.locals", "", ":8000", "[::1", "[::1].evil.example", "a:b:c", "room.example.org@evil.example", "1.2.3.4.5"],
)  # fmt: skip
def test_room_refuses_other_host_names(host: str) -> None:
    assert not ROOM.contains(host)


@pytest.mark.parametrize("text", ["https://room.example.org", "room.example.org:8000", "*.example.org", "-a", "a b"])
def test_invalid_host_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        HostNames.parse(text)


@pytest.mark.parametrize(
    ("address", "inside"),
    [("10.1.2.3", True), ("::ffff:10.1.2.3", True), ("::1", True), ("11.1.2.3", False), ("::2", False), ("x", False)],
)
def test_network_contains_its_addresses(address: str, inside: bool) -> None:
    assert Networks.parse("10.0.0.0/8, ::1").contains(address) == inside


@pytest.mark.parametrize("text", ["10.0.0.1/8", "300.0.0.0/8", "room.example.org", "*"])
def test_invalid_network_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Networks.parse(text)


@pytest.mark.parametrize(
    ("told", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("1.1.1.1, 203.0.113.7", "203.0.113.7"),
        ("1.1.1.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("[2001:db8::7]:4711,10.0.0.2", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("nonsense", None),
        ("1.1.1.1, nonsense", "1.1.1.1"),
        ("", None),
    ],
)
def test_client_address_is_the_last_untrusted_one(told: str, client: str | None) -> None:
    assert TrustedProxies(Networks.parse("10.0.0.0/8"), socket=False).client_of(told) == client


def test_client_without_an_address_is_trusted_only_on_a_unix_socket() -> None:
    assert TrustedProxies(Networks(), socket=True).contains(None)
    assert not TrustedProxies(Networks.parse("0.0.0.0/0,::/0"), socket=False).contains(None)
