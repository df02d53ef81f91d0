"""Who plays together, as far as a net is told."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.core.seats import Teams
from paiju.nets.input_spec import Words

TWO: Final = 2


class TeamAssignment(NamedTuple):
    """Who plays together: told by roles (role 1 is one side, all others the other), or where there are none, teams of seats."""

    teams: Teams
    by_role: bool

    @property
    def number(self) -> int:
        """How many sides there are."""
        return TWO if self.by_role else len(self.teams)

    def team_of_decisions(self, rows: Words, turns: NDArray[Any], roles: Words) -> Words:
        """(n,) the side of decisions in these hands. Before there are roles, seats go by turns."""
        if self.by_role:
            return np.where(roles == 0, (turns + rows) % TWO, (roles != 1).astype(np.int64))
        team_of = {seat: side for side, team in enumerate(self.teams) for seat in team}
        found: Words = np.array([team_of[seat] for seat in sorted(team_of)], np.int64)[turns]
        return found

    def team_points(self, side: int, points: Words, ones: Words) -> Words:
        """(n,) what a side came to, of (n, seats) points; ``ones`` (n,) is who was role 1."""
        if self.by_role:
            ones_points: Words = points[np.arange(len(points)), ones]
            return ones_points * (1 if side == 0 else -1)
        found: Words = points[:, self.teams[side][0]]
        return found


def teams_of(hands: batch.Hands) -> TeamAssignment:
    """Who plays together in these hands."""
    return TeamAssignment(hands.game.teams, bool(hands.layout.roles))
