"""Seatings: assignments of two bots to the seats of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiju.core.seats import Seat

Seating = tuple[int, ...]
"""The bot in each seat: 0 for the first bot, 1 for the second."""


def seatings(groups: Sequence[Sequence[Seat]]) -> tuple[Seating, ...]:
    """Return all seatings in which one bot has exactly the seats of one group, and the other bot all other seats.

    Each seating occurs once.
    """
    seats = sorted(seat for group in groups for seat in group)
    alone = [tuple(int(seat not in group) for seat in seats) for group in groups]
    return tuple(dict.fromkeys(alone + [swap_bots(seating) for seating in alone]))


def swap_bots(seating: Seating) -> Seating:
    """Return the seating with the two bots exchanged."""
    return tuple(1 - bot for bot in seating)


def seats_of(seating: Seating, bot: int) -> tuple[Seat, ...]:
    """Return the seats of a bot."""
    return tuple(seat for seat, sits in enumerate(seating) if sits == bot)


def find_common_bot(seating: Seating, seats: Iterable[Seat]) -> int | None:
    """Return the bot that plays all of the given seats; None if both bots play some of them."""
    bots = {seating[seat] for seat in seats}
    return bots.pop() if len(bots) == 1 else None
