"""Audits all coins: recomputes the transfer of each hand from its record, and each wallet from its bookings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final, NamedTuple

from paiju.core.coins import compute_transfer
from paiju.records import Record
from paiju.server.app.economy.bank import account_name, hand_booking
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.store import Booking, ModerationAction, Store
from paiju.server.app.tables.hand_replay import decode_record, to_summary
from paiju.server.domain.ruleset_registry import RulesetRegistry

_GIFT_CAUSES: Final = {"start": "mint", "daily": "mint", "relief": "relief", "gone": "mint"}
"""The account of the room for each kind of gift. The keys are the first parts of the bookings' causes.

This account pays the gift. ``gone`` is an exception: there the account receives the coins of a player who has
left the room.
"""


class Difference(NamedTuple):
    """A difference between stored and recomputed coins. ``code`` is its kind, ``subject`` the hand, booking or player."""

    code: str
    subject: str
    expected: object = None
    found: object = None


class AuditReport(NamedTuple):
    """The result of an audit: how many hands and bookings it checked, the balance of each account, and the differences."""

    hands: int
    bookings: int
    balances: dict[str, int]
    differences: tuple[Difference, ...]


async def audit_coins(store: Store, library: RulesetRegistry) -> AuditReport:
    """Audit all coins. The server may go on running, because each comparison reads one consistent state."""
    known: set[str] = set()
    """The causes of the expected bookings: those of hands, and those of admins' gifts."""
    found: list[Difference] = []
    async for hands in _iter_hands(store):
        expected = dict(_expected_bookings(library, hands, found))
        booked = {booking.cause: booking for booking in await store.bookings_with_causes(expected)}
        found += _booking_differences(expected, booked, "hand")
        known |= expected.keys()
    given = {f"act:{act.number}": _gift_booking(act) for act in await store.actions_after() if act.act == "coins"}
    found += _booking_differences(
        given, {booking.cause: booking for booking in await store.bookings_with_causes(given)}, "act"
    )
    played, count = len(known), 0
    known |= given.keys()
    async for bookings in _iter_bookings(store):
        count += len(bookings)
        found += [wrong for booking in bookings for wrong in _faults_of_booking(booking)]
        found += [
            wrong
            for booking in bookings
            if booking.cause not in known and (wrong := await _find_missing_cause(store, booking))
        ]
    found += [Difference("purse", player, *both) for player, both in (await store.wrong_wallets()).items()]
    found += [Difference("stake", stake.player, None, stake.hand) for stake in await store.wrong_stakes()]
    return AuditReport(played, count, await store.balances_by_account(), tuple(found))


async def _iter_hands(store: Store) -> AsyncIterator[list[FinishedHand]]:
    after = ""
    while hands := await store.list_finished_hands(after):
        yield hands
        after = hands[-1].id


async def _iter_bookings(store: Store) -> AsyncIterator[list[Booking]]:
    after = ""
    while bookings := await store.list_bookings(after):
        yield bookings
        after = bookings[-1].cause


def _expected_bookings(
    library: RulesetRegistry, hands: Iterable[FinishedHand], found: list[Difference]
) -> Iterator[tuple[str, Booking]]:  # fmt: skip
    """Yield the expected booking of each hand that was played for coins, as pairs (cause of the booking, booking).

    For each hand that cannot be read, adds a difference to ``found``.
    """
    for hand in hands:
        try:
            record = decode_record(library, hand) if to_summary(hand).coins else None
        except Exception:  # noqa: BLE001 (any error becomes a difference)
            found.append(Difference("unreadable", hand.id))
            continue
        if record and (booking := _recomputed_booking(record, hand, found)):
            yield booking.cause, booking


def _recomputed_booking(record: Record, hand: FinishedHand, found: list[Difference]) -> Booking | None:
    """Return the booking that follows from a hand's record; None if the record has no settlement.

    If the settlement is missing or wrong, adds a difference to ``found``.
    """
    (played,) = record.hands
    if played.coins is None or played.outcome is None:
        found.append(Difference("no_settlement", hand.id))
        return None
    coins = played.coins
    transfer = compute_transfer(coins.stakes, played.outcome, coins.purses, coins.limits)
    if transfer != coins.transfer:
        found.append(Difference("settlement", hand.id, transfer, coins.transfer))
    players = [player.id for player in record.players]
    return hand_booking(hand.id, players, played.outcome, coins, hand.ended)


async def _find_missing_cause(store: Store, booking: Booking) -> Difference | None:
    """Return a difference if a booking names a hand or an admin's gift that does not exist; otherwise None.

    Bookings with other causes, such as the daily gift, are not checked here.
    """
    what, _, rest = booking.cause.partition(":")
    if what == "hand" and await store.hand(rest) is None:
        return Difference("no_such_hand", booking.cause)
    if what == "act":
        acts = await store.actions_after(int(rest) - 1) if rest.isdecimal() else []  # the action may be new
        if not acts or acts[0].act != "coins" or acts[0].number != int(rest):
            return Difference("no_such_act", booking.cause)
    return None


def _gift_booking(act: ModerationAction) -> Booking:
    coins = int(act.detail)
    return Booking(f"act:{act.number}", act.at, {account_name(act.subject): coins, "mint": -coins})


def _booking_differences(expected: dict[str, Booking], booked: dict[str, Booking], code: str) -> Iterator[Difference]:
    """Yield a difference for each expected booking that is not stored with exactly the expected amounts.

    ``code`` is the kind of these differences. ``expected`` and ``booked`` contain bookings by their cause.
    """
    for cause, booking in expected.items():
        amounts = booked[cause].amounts if cause in booked else {}
        if amounts != booking.amounts:
            yield Difference(code, cause, booking.amounts, amounts)


def _faults_of_booking(booking: Booking) -> Iterator[Difference]:
    """Yield a difference if a booking's amounts do not sum to zero, or if a gift is booked on the wrong accounts."""
    if sum(booking.amounts.values()):
        yield Difference("balance", booking.cause, 0, sum(booking.amounts.values()))
    what, _, rest = booking.cause.partition(":")
    if what in _GIFT_CAUSES:
        accounts = {_GIFT_CAUSES[what], f"player:{rest.partition(':')[0]}"}
        if booking.amounts.keys() != accounts:
            yield Difference("accounts", booking.cause, sorted(accounts), sorted(booking.amounts))
