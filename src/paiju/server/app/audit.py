"""All coins worked out anew: what each hand moved by its record, and from it and the other causes what every purse must hold."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final, NamedTuple

from paiju.core.coins import settle
from paiju.records import Record
from paiju.server.app.bank import account_of, booking_of
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.record import info_of, record_of
from paiju.server.app.store import Act, Booking, Store
from paiju.server.domain.library import Library

_GIVEN: Final = {"start": "mint", "daily": "mint", "relief": "relief", "gone": "mint"}
"""The account on the other side of a player's, by what a cause begins with."""


class Difference(NamedTuple):
    """Something that is not as it must be. ``code`` says what, ``subject`` of which hand, cause or player."""

    code: str
    subject: str
    expected: object = None
    found: object = None


class Audited(NamedTuple):
    """What was looked at, what every account comes to, and what is wrong."""

    hands: int
    bookings: int
    balances: dict[str, int]
    differences: tuple[Difference, ...]


async def audit(store: Store, library: Library) -> Audited:
    """Look at everything. People may play meanwhile: each comparison is of one moment."""
    known: set[str] = set()
    """Causes for which it is known what they moved."""
    found: list[Difference] = []
    async for hands in _hands(store):
        expected = dict(_expected(library, hands, found))
        booked = {booking.cause: booking for booking in await store.bookings_for(expected)}
        found += _compared(expected, booked, "hand")
        known |= expected.keys()
    given = {f"act:{act.number}": _given_by(act) for act in await store.acts() if act.act == "coins"}
    found += _compared(given, {booking.cause: booking for booking in await store.bookings_for(given)}, "act")
    played, count = len(known), 0
    known |= given.keys()
    async for bookings in _bookings(store):
        count += len(bookings)
        found += [wrong for booking in bookings for wrong in _looked_at(booking)]
        found += [
            wrong for booking in bookings if booking.cause not in known and (wrong := await _unfounded(store, booking))
        ]
    found += [Difference("purse", player, *both) for player, both in (await store.wrong_purses()).items()]
    found += [Difference("stake", stake.player, None, stake.hand) for stake in await store.loose_stakes()]
    return Audited(played, count, await store.balances(), tuple(found))


async def _hands(store: Store) -> AsyncIterator[list[FinishedHand]]:
    after = ""
    while hands := await store.all_hands(after):
        yield hands
        after = hands[-1].id


async def _bookings(store: Store) -> AsyncIterator[list[Booking]]:
    after = ""
    while bookings := await store.bookings(after):
        yield bookings
        after = bookings[-1].cause


def _expected(
    library: Library, hands: Iterable[FinishedHand], found: list[Difference]
) -> Iterator[tuple[str, Booking]]:  # fmt: skip
    """What hands for coins moved, by their records, by cause. What is wrong with a record is ``found``."""
    for hand in hands:
        try:
            record = record_of(library, hand) if info_of(hand).coins else None
        except Exception:  # noqa: BLE001 (whatever it is, it is named)
            found.append(Difference("unreadable", hand.id))
            continue
        if record and (booking := _booking(record, hand, found)):
            yield booking.cause, booking


def _booking(record: Record, hand: FinishedHand, found: list[Difference]) -> Booking | None:
    (played,) = record.hands
    if played.coins is None or played.outcome is None:
        found.append(Difference("no_settlement", hand.id))
        return None
    coins = played.coins
    transfer = settle(coins.stakes, played.outcome, coins.purses)
    if transfer != coins.transfer:
        found.append(Difference("settlement", hand.id, transfer, coins.transfer))
    players = [player.id for player in record.players]
    return booking_of(hand.id, players, played.outcome, coins, hand.ended)


async def _unfounded(store: Store, booking: Booking) -> Difference | None:
    """There is no such hand, or no such act of a host."""
    what, _, rest = booking.cause.partition(":")
    if what == "hand" and await store.hand(rest) is None:
        return Difference("no_such_hand", booking.cause)
    if what == "act":
        acts = await store.acts(int(rest) - 1) if rest.isdecimal() else []  # it may have been done just now
        if not acts or acts[0].act != "coins" or acts[0].number != int(rest):
            return Difference("no_such_act", booking.cause)
    return None


def _given_by(act: Act) -> Booking:
    coins = int(act.detail)
    return Booking(f"act:{act.number}", act.at, {account_of(act.subject): coins, "mint": -coins})


def _compared(expected: dict[str, Booking], booked: dict[str, Booking], code: str) -> Iterator[Difference]:
    for cause, booking in expected.items():
        amounts = booked[cause].amounts if cause in booked else {}
        if amounts != booking.amounts:
            yield Difference(code, cause, booking.amounts, amounts)


def _looked_at(booking: Booking) -> Iterator[Difference]:
    """What is wrong with a booking by itself."""
    if sum(booking.amounts.values()):
        yield Difference("balance", booking.cause, 0, sum(booking.amounts.values()))
    what, _, rest = booking.cause.partition(":")
    if what in _GIVEN:
        accounts = {_GIVEN[what], f"player:{rest.partition(':')[0]}"}
        if booking.amounts.keys() != accounts:
            yield Difference("accounts", booking.cause, sorted(accounts), sorted(booking.amounts))
