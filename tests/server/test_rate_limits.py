"""Token buckets, rate limits, origins, and the cleaning of names."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from structlog.testing import capture_logs

from paiju.server import wire, wire_requests
from paiju.server.app.cluster.coordination import SingleProcessCoordinator
from paiju.server.app.players.player_name_rules import clean_name
from paiju.server.app.rate_limit_reports import LimitReport, LimitReports
from paiju.server.app.rate_limits import RateLimiter
from paiju.server.app.store import StoredPlayer
from paiju.server.app.token_buckets import KeyedTokenBuckets, Rate, RateSettings, TokenBucket
from paiju.server.errors import RateLimited, Refusal
from paiju.server.settings import SETTINGS


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_token_bucket_grants_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(second=2, burst=3), clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_name_has_its_own_bucket_and_the_oldest_is_forgotten() -> None:
    buckets = KeyedTokenBuckets(Rate(0.001, 1), names=2, clock=Clock())
    assert [buckets.take(name) for name in ("a", "b", "a")] == [True, True, False]
    assert buckets.take("c")
    assert buckets.take("b")


@pytest.mark.parametrize(
    ("limits", "request_", "code"),
    [
        (RateSettings(hands=Rate(0.01, 2)), wire_requests.Ready(id="a"), "too_many_hands"),
        (RateSettings(hands_from=Rate(0.01, 2)), wire_requests.Start(id="a"), "too_many_hands"),
        (RateSettings(hands=Rate(0.01, 2)), wire_requests.Rematch(id="a"), "too_many_hands"),
        (RateSettings(reactions=Rate(0.01, 2)), wire_requests.Say(id="a", phrase="hello"), "too_many_requests"),
        (RateSettings(reactions=Rate(0.01, 2)), wire_requests.React(id="a", reaction="egg"), "too_many_requests"),
        (RateSettings(changes=Rate(0.01, 2)), wire_requests.Sit(id="a"), "too_many_requests"),
        (RateSettings(changes=Rate(0.01, 2)), wire_requests.Ready(id="a", on=False), "too_many_requests"),
        (RateSettings(changes=Rate(0.01, 2)), wire_requests.Auto(id="a", on=True), "too_many_requests"),
        (RateSettings(thinking=Rate(0.01, 2)), wire_requests.Advise(id="a"), "too_many_requests"),
    ],
)
def test_messages_are_rate_limited_by_kind(
    limits: RateSettings, request_: wire_requests.ClientMessage, code: str
) -> None:  # fmt: skip
    async def main() -> None:
        gate, ann = RateLimiter(limits, SingleProcessCoordinator()), StoredPlayer("ann", "Ann", 0)
        for _ in range(2):
            await gate.admit_message(ann, "1.2.3.4", request_)
        with pytest.raises(RateLimited, match=code):
            await gate.admit_message(ann, "1.2.3.4", request_)
        for _ in range(20):  # who plays is not hindered by it
            await gate.admit_message(ann, "1.2.3.4", wire_requests.Act(id="b", decision=1, action=wire.encode_raw({})))
            await gate.admit_message(ann, "1.2.3.4", wire_requests.Ping(id="c"))
        await gate.admit_message(StoredPlayer("bob", "Bob", 0), "5.6.7.8", request_)

    asyncio.run(main())


def test_only_open_sockets_count_towards_the_limit() -> None:
    gate = RateLimiter(RateSettings(sockets_each=1), SingleProcessCoordinator())
    ann = StoredPlayer("ann", "Ann", 0)
    with gate.count_socket("1.2.3.4", ann):
        with pytest.raises(RateLimited), gate.count_socket("5.6.7.8", ann):
            pass
        with gate.count_socket("1.2.3.4", StoredPlayer("bob", "Bob", 0)):
            pass
    with gate.count_socket("1.2.3.4", ann):
        pass
    assert not gate._sockets


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "room.example", True),
        ("https://room.example", "room.example", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("https://app.example", "room.example", True),
        ("https://evil.example", "room.example", False),
        ("null", "room.example", False),
        ("https://room.example.evil.example", "room.example", False),
        ("https://room.example:444", "room.example", False),
    ],
)
def test_foreign_origins_are_refused(origin: str | None, host: str, allowed: bool) -> None:
    gate = RateLimiter(RateSettings(), SingleProcessCoordinator(), frozenset({"https://app.example"}))
    if allowed:
        gate.check_origin(origin, host)
    else:
        with pytest.raises(Refusal, match="wrong_origin"):
            gate.check_origin(origin, host)


def test_names_are_cleaned_for_display() -> None:
    assert clean_name(" a\t\n b\x00c\u202e ") == "a b c"
    assert clean_name("x" * 99) == "x" * 20
    assert clean_name("\u200b \n") == ""
    assert clean_name("\u3164\u2800\u115f") == ""  # letters that show nothing
    assert clean_name("\u0301\u0302") == ""  # accents on nothing
    assert clean_name("A\u0301nn") == "A\u0301nn"
    assert clean_name("../a?b#c%d\\e") == ".. a b c d e"  # it stands in an address
    assert clean_name("..") == ""


def test_account_holders_behind_one_address_are_limited_separately() -> None:
    """Three tables of three: with accounts each counts alone, as guests all together."""

    async def hands(*, accounts: bool) -> int:
        async def has_account(player: str) -> bool:
            return accounts

        gate, club = (
            RateLimiter(RateSettings(), SingleProcessCoordinator(), has_account=has_account),
            [StoredPlayer(f"p{n}", "", 0) for n in range(9)],
        )
        played = 0
        with suppress(RateLimited):
            while True:
                for player in club[played % 3 * 3 :][:3]:
                    await gate.admit_message(player, "192.0.2.1", wire_requests.Ready(id="a"))
                played += 1
        return played

    assert asyncio.run(hands(accounts=False)) == 66
    assert asyncio.run(hands(accounts=True)) == 180


def test_account_holders_behind_one_address_can_each_open_tables() -> None:
    async def main() -> None:
        async def has_account(player: str) -> bool:
            return player.startswith("account")

        gate = RateLimiter(RateSettings(tables_from=Rate(0.01, 1)), SingleProcessCoordinator(), has_account=has_account)
        for number in range(3):
            await gate.admit_table(StoredPlayer(f"account{number}", "", 0), "192.0.2.1", 0)
        await gate.admit_table(StoredPlayer("guest", "", 0), "192.0.2.1", 0)
        with pytest.raises(RateLimited):
            await gate.admit_table(StoredPlayer("other", "", 0), "192.0.2.1", 0)

    asyncio.run(main())


def test_reached_limit_is_logged_once_with_its_setting() -> None:
    clock = Clock()
    reached = LimitReports(clock)
    with capture_logs() as logged:
        for limit, who in (("hands_from", "192.0.2.1"), ("hands_from", "192.0.2.2"), ("passwords", "ann")):
            reached.record(limit, who)
        clock.now = 3600
        reached.record("hands_from", "192.0.2.3")
    assert [(line["setting"], line.get("who")) for line in logged] == [
        ("--limits-hands-from", "192.0.2.1"),
        ("--limits-passwords", None),
        ("--limits-hands-from", "192.0.2.3"),
    ]
    assert reached.limits == {"hands_from": LimitReport(3, 3600), "passwords": LimitReport(1, 0)}


def test_every_reported_limit_names_an_existing_setting() -> None:
    options = {setting.option_name for setting in SETTINGS}
    with capture_logs() as logged:
        for limit in RateSettings.__struct_fields__:
            LimitReports().record(limit, "")
    assert {line["setting"].removeprefix("--") for line in logged} <= options
