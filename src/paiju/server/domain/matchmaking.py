"""Who of those who look for a seat sit down together: who has waited longest chooses first, like with like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

CLASS: Final = 4_000
"""Milliseconds of waiting for which somebody is taken who is one class further apart."""

NEAR_CLASSES: Final = 0.25
"""Classes that nobody minds from the beginning."""


class Ticket(Struct, frozen=True, kw_only=True):
    """A player who looks for a seat. Tickets with equal ``wish`` want to play the same. Times in milliseconds."""

    player: str
    wish: str
    since: int
    """When it began."""
    level: float = 0.0
    """How strong, in classes: two who are one apart have a hand that the stronger one mostly wins."""
    leaves: float = 0.0
    """Of the hands that one played, the part that one left."""
    later: int = 0
    """Not before: who let others wait is not matched again at once."""
    table: str | None = None
    """What was found."""


LEAVING: Final = 10.0
"""Classes by which who always leaves is apart from who never does."""


def _distance(one: Ticket, other: Ticket) -> float:
    """How unlike two are, in classes."""
    return abs(one.level - other.level) + LEAVING * abs(one.leaves - other.leaves)


Compatible = Callable[[str, str], bool]
"""Whether these two players may sit at one table."""


def form_parties(
    tickets: Iterable[Ticket], seats: int, now: int, patience: int | None, fit: Compatible = lambda one, other: True
) -> list[tuple[Ticket, ...]]:
    """Who begins now. A party is short of ``seats`` if its first has waited for ``patience`` milliseconds (None: never)."""
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
