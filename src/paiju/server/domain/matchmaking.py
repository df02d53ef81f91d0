"""Forms parties, the groups of players for one table, from matchmaking tickets.

The longest-waiting player comes first, and is grouped with players of similar strength.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from paiju.core.seats import Seat, Teams

MS_PER_CLASS: Final = 4_000
"""Milliseconds of waiting after which a search accepts players who are one more rating class away.

The accepted difference in strength grows steadily, from ``NEAR_CLASSES`` at the beginning of the search.
"""

NEAR_CLASSES: Final = 0.25
"""Difference in strength, in rating classes, that a search accepts at its beginning."""


class Ticket(Struct, frozen=True, kw_only=True):
    """A player's search for a table (quick match). ``wish`` encodes its criteria. Times are in Unix milliseconds."""

    player: str
    wish: str
    since: int
    """The time at which the search began."""
    level: float = 0.0
    """Strength in rating classes. If two players are one class apart, the stronger one wins most of their hands."""
    leaves: float = 0.0
    """Share of hands that the player left before the end, 0 to 1."""
    later: int = 0
    """The time before which the player is not matched, in Unix milliseconds.

    It is set if the player has kept others waiting. 0 means that the player may be matched at once.
    """
    table: str | None = None
    """Id of the table to which the player is assigned; None while the search goes on."""
    network: str = ""
    """A keyed hash of the player's network, equal for all players of the network on one day; "" if it is not compared."""


LEAVING_DISTANCE: Final = 10.0
"""How many rating classes apart two equally strong players count if one leaves every hand and the other none."""


Unit = tuple[Ticket, ...]
"""One ticket, or the tickets of two friends who look for a table together."""


def _unit_distance(one: Unit, other: Unit) -> float:
    """Return the distance of two units in rating classes. A unit is one player or a pair of friends.

    It is the largest distance between a player of one unit and a player of the other. The distance of two players
    is their difference in strength, plus ``LEAVING_DISTANCE`` times their difference in ``leaves``.
    """
    return max(abs(a.level - b.level) + LEAVING_DISTANCE * abs(a.leaves - b.leaves) for a in one for b in other)


def _search_start(unit: Unit) -> int:
    """Return the time at which a unit's search began (Unix milliseconds).

    If the unit is a pair of friends, this is the time at which the second of them began.
    """
    return max(one.since for one in unit)


Compatible = Callable[[str, str], bool]
"""A function that returns whether two players, given by id, may sit at one table."""


def form_units(tickets: Iterable[Ticket], partners: Mapping[str, str]) -> list[Unit]:
    """Return the units that may be matched, those that have waited longest first.

    A unit is a single player, or a pair of friends who named each other. ``partners`` maps a player to the friend
    whom the player named. A player who named a friend is in no unit, and continues to wait, while the friend has no
    ticket in ``tickets`` or has not named the player in return.
    """
    there = {one.player: one for one in tickets}
    units: list[Unit] = []
    for player, one in there.items():
        friend = there.get(partners.get(player, ""))
        if player not in partners:
            units.append((one,))
        elif friend is not None and partners.get(friend.player) == player and player < friend.player:
            units.append((one, friend))
    return sorted(units, key=_search_start)


def form_parties(
    units: Iterable[Unit], seats: int, now: int, patience: int | None, fit: Compatible = lambda one, other: True
) -> list[tuple[Unit, ...]]:
    """Return the parties that can be seated at the time ``now``, each as a tuple of units.

    A unit is one player or a pair of friends. A unit with a player who may not be matched yet (``Ticket.later``) is
    left out. A party normally has ``seats`` players of similar strength.

    If the longest-waiting unit of a party has waited for ``patience`` milliseconds, the party may have fewer
    players, and they may differ in strength. If ``patience`` is None, this never happens.

    ``fit(one, other)`` returns whether two players may sit at one table.
    """
    left = sorted((unit for unit in units if all(one.later <= now for one in unit)), key=_search_start)
    found = []
    while left:
        first, *others = left
        due = patience is not None and now - _search_start(first) >= patience
        classes = None if due else NEAR_CLASSES + (now - _search_start(first)) / MS_PER_CLASS
        party = (first, *_find_companions(first, others, seats - len(first), classes, fit))
        if due or sum(map(len, party)) == seats:
            found.append(party)
        else:
            party = (first,)  # this unit goes on waiting
        left = [unit for unit in left if unit not in party]
    return found


def _find_companions(
    first: Unit, others: Sequence[Unit], seats: int, classes: float | None, fit: Compatible
) -> list[Unit]:
    """Return the units to seat together with the unit ``first``, the closest in strength first.

    A unit is one player or a pair of friends. The returned units have at most ``seats`` players in all. Each of
    them is compatible with ``first`` and with all other returned units.

    A unit that is more than ``classes`` rating classes away from ``first`` is left out; None means no such limit.
    ``fit(one, other)`` returns whether two players may sit at one table.
    """
    chosen: list[Unit] = []
    for unit in sorted(others, key=lambda unit: _unit_distance(unit, first)):
        near = classes is None or _unit_distance(unit, first) <= classes
        room = seats - sum(map(len, chosen))
        if near and len(unit) <= room and _are_compatible(unit, (first, *chosen), fit):
            chosen.append(unit)
    return chosen


def _are_compatible(unit: Unit, party: Sequence[Unit], fit: Compatible) -> bool:
    return all(fit(one.player, other.player) for one in unit for there in party for other in there)


def assign_seats(units: Sequence[Unit], free: Sequence[Seat], teams: Teams) -> dict[str, Seat] | None:
    """Return a seat of ``free`` for each player; None if the units do not fit on these seats.

    Pairs are seated first. If the game has fixed teams, a pair gets two seats of one team; otherwise a pair may
    get any two seats.
    """
    left, seated = list(free), dict[str, Seat]()
    is_fixed = any(len(team) > 1 for team in teams)
    for unit in sorted(units, key=len, reverse=True):
        seats = tuple(left)
        if is_fixed and len(unit) > 1:
            seats = next((team for team in teams if len(unit) <= len(team) and set(team) <= set(left)), ())
        if len(seats) < len(unit):
            return None
        for one, seat in zip(unit, seats, strict=False):
            seated[one.player] = seat
            left.remove(seat)
    return seated
