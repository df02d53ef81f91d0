"""Sides of a hand, as far as roles or seats determine them; self-play and evaluation assign networks to sides."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.core.seats import Teams
from paiju.nets.input_spec import Words

TWO: Final = 2


class TeamAssignment(NamedTuple):
    """The sides of a hand: role 1 against all other roles, or fixed teams of seats if the ruleset has no roles."""

    teams: Teams
    by_role: bool

    @property
    def number(self) -> int:
        """The number of sides."""
        return TWO if self.by_role else len(self.teams)

    def team_of_decisions(self, rows: Words, turns: NDArray[Any], roles: Words) -> Words:
        """Return the side of each decision; shape (n,). Before roles are assigned, seats alternate between the sides."""
        if self.by_role:
            return np.where(roles == 0, (turns + rows) % TWO, (roles != 1).astype(np.int64))
        team_of = {seat: side for side, team in enumerate(self.teams) for seat in team}
        found: Words = np.array([team_of[seat] for seat in sorted(team_of)], np.int64)[turns]
        return found

    def team_points(self, side: int, points: Words, ones: Words) -> Words:
        """Return a side's points from points (n, seats); shape (n,). ``ones`` (n,) is the seat with role 1."""
        if self.by_role:
            ones_points: Words = points[np.arange(len(points)), ones]
            return ones_points * (1 if side == 0 else -1)
        found: Words = points[:, self.teams[side][0]]
        return found


def teams_of(hands: batch.Hands) -> TeamAssignment:
    """Return the sides of these hands."""
    return TeamAssignment(hands.game.teams, bool(hands.layout.roles))
