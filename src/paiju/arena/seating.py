"""Who sits where: all assignments of two bots to the seats that one deal is played in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiju.core.seats import Seat

Seating = tuple[int, ...]
"""For each seat which of the two bots plays it, 0 or 1."""


def seatings(groups: Sequence[Sequence[Seat]]) -> tuple[Seating, ...]:
    """The first bot in one group of seats and the second in all others, for every group; and the reverse, each once."""
    seats = sorted(seat for group in groups for seat in group)
    alone = [tuple(int(seat not in group) for seat in seats) for group in groups]
    return tuple(dict.fromkeys(alone + [reverse(seating) for seating in alone]))


def reverse(seating: Seating) -> Seating:
    """The bots change places."""
    return tuple(1 - bot for bot in seating)


def seats_of(seating: Seating, bot: int) -> tuple[Seat, ...]:
    """The seats that a bot plays."""
    return tuple(seat for seat, sits in enumerate(seating) if sits == bot)


def whole_side(seating: Seating, seats: Iterable[Seat]) -> int | None:
    """The number of the bot that plays all of these seats, or None."""
    bots = {seating[seat] for seat in seats}
    return bots.pop() if len(bots) == 1 else None
