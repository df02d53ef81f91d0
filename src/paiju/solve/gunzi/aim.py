"""The aim of a team in an ending: a number that the team maximises and the four other seats minimise.

With three teams there is no single best line of play. What can be proved is a *guarantee*: what a team gets whatever
the two other teams do, even if they cooperate.
"""

from __future__ import annotations

from typing import NamedTuple

from paiju.games.gunzi.cards import points_in
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import team_of
from paiju.solve.gunzi.position import TrickPosition


class Aim(NamedTuple):
    """The weights that define the value of an ending to a team: a sum over tricks, and a part for the last trick.

    A trick with *p* points counts ``own * p`` if the team takes it, else ``other * p``. The last trick counts ``last_own`` or
    ``last_other`` on top. All values that occur are multiples of ``step``.
    """

    team: int
    own: int
    other: int
    last_own: int
    last_other: int
    step: int

    def trick(self, team: int, points: int) -> int:
        """Return the value of a trick that a team takes."""
        return points * (self.own if team == self.team else self.other)

    def last(self, team: int) -> int:
        """Return the additional value of the last trick if a team takes it."""
        return self.last_own if team == self.team else self.last_other


def points_aim(rules: Rules, position: TrickPosition, team: int) -> Aim:
    """Return the aim of card points, the bottom included (GZ-5.6, 7).

    A team that is not the banker's counts what it takes. The banker's team counts what the two others take, as a loss, since its
    own points do not matter.
    """
    bottom = points_in(position.bottom)
    if team == team_of(position.banker):
        return Aim(team, 0, -1, 0, -bottom * rules.bottom_times, 5)
    return Aim(team, 1, 0, bottom * rules.bottom_times, 0, 5)


def last_trick_aim(team: int) -> Aim:
    """Return the aim of taking the last trick: 1 if the team takes it, else 0."""
    return Aim(team, 0, 0, 1, 0, 1)
