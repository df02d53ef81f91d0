"""Forms parties from matchmaking tickets. The player who has waited longest comes first, and parties are of similar strength."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

CLASS: Final = 4_000
"""Milliseconds of waiting that widen the search by one class."""

NEAR_CLASSES: Final = 0.25
"""Difference in classes that is acceptable at once."""


class Ticket(Struct, frozen=True, kw_only=True):
    """A matchmaking ticket. Tickets with equal ``wish`` have the same criteria. Times in milliseconds."""

    player: str
    wish: str
    since: int
    """When the search began."""
    level: float = 0.0
    """Strength in classes; with a difference of one class the stronger player wins most hands."""
    leaves: float = 0.0
    """Share of hands that the player left."""
    later: int = 0
    """Earliest time of a match; players who let others wait must pause."""
    table: str | None = None
    """The assigned table."""
    network: str = ""
    """A keyed hash of the player's network, equal for players of one network today; "" if it does not matter."""


LEAVING: Final = 10.0
"""Distance in classes between a player who always leaves and one who never does."""


def _distance(one: Ticket, other: Ticket) -> float:
    """Return the distance of two tickets in classes."""
    return abs(one.level - other.level) + LEAVING * abs(one.leaves - other.leaves)


Compatible = Callable[[str, str], bool]
"""Whether two players may sit at one table."""


def form_parties(
    tickets: Iterable[Ticket], seats: int, now: int, patience: int | None, fit: Compatible = lambda one, other: True
) -> list[tuple[Ticket, ...]]:
    """Return the parties that may start now.

    A party may have fewer than ``seats`` tickets once its first ticket has waited for ``patience`` milliseconds (None:
    never).
    """
    left = sorted((one for one in tickets if one.later <= now), key=lambda one: one.since)
    found = []
    while left:
        first, *others = left
        due = patience is not None and now - first.since >= patience
        party = (
            first,
            *_companions(first, others, seats - 1, None if due else NEAR_CLASSES + (now - first.since) / CLASS, fit),
        )
        if due or len(party) == seats:
            found.append(party)
        else:
            party = (first,)  # goes on waiting
        taken = {one.player for one in party}
        left = [one for one in left if one.player not in taken]
    return found


def _companions(
    first: Ticket, others: Sequence[Ticket], seats: int, classes: float | None, fit: Compatible
) -> list[Ticket]:
    """The tickets to seat with ``first``: the closest in class, at most ``classes`` apart (None: any), all compatible."""
    chosen: list[Ticket] = []
    for one in sorted(others, key=lambda one: _distance(one, first)):
        near = classes is None or _distance(one, first) <= classes
        if near and len(chosen) < seats and all(fit(one.player, there.player) for there in (first, *chosen)):
            chosen.append(one)
    return chosen
