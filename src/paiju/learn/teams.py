"""The sides of a hand: which seats win or lose together.

In self-play and evaluation, one network plays all seats of a side.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.core.seats import Teams
from paiju.nets.network_inputs import Words

TWO: Final = 2


class TeamAssignment(NamedTuple):
    """Which side each seat of a hand belongs to.

    If the ruleset has roles (``by_role``), side 0 is the seat with role 1, and side 1 is all other seats. Otherwise the
    sides are fixed teams of seats.
    """

    teams: Teams
    by_role: bool

    @property
    def team_count(self) -> int:
        """The number of sides."""
        return TWO if self.by_role else len(self.teams)

    def team_of_decisions(self, rows: Words, turns: NDArray[Any], roles: Words) -> Words:
        """Return the side of the seat that makes each decision; shape (n,).

        ``rows`` are the indices of the hands, ``turns`` the deciding seats and ``roles`` their roles, each of shape
        (n,). Before roles are assigned, even seats belong to one side and odd seats to the other, and the sides are
        swapped in every second hand.
        """
        if self.by_role:
            return np.where(roles == 0, (turns + rows) % TWO, (roles != 1).astype(np.int64))
        team_of = {seat: side for side, team in enumerate(self.teams) for seat in team}
        found: Words = np.array([team_of[seat] for seat in sorted(team_of)], np.int64)[turns]
        return found

    def team_points(self, side: int, points: Words, ones: Words) -> Words:
        """Return the points of a side in each hand, shape (n,).

        ``points`` are the points of all seats, shape (n, seats).

        - With roles, ``ones`` is the seat with role 1 in each hand, shape (n,). Side 0 gets the points of this seat,
          and side 1 gets the negative of these points.
        - With fixed teams, a side gets the points of its team's first seat.
        """
        if self.by_role:
            ones_points: Words = points[np.arange(len(points)), ones]
            return ones_points * (1 if side == 0 else -1)
        found: Words = points[:, self.teams[side][0]]
        return found


def teams_of(hands: batch.Hands) -> TeamAssignment:
    """Return which side each seat of these hands belongs to."""
    return TeamAssignment(hands.game.teams, bool(hands.layout.roles))
