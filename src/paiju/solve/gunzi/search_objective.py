"""The aim of a team in an ending: defines a value that the team maximises and that the four other seats minimise.

With three teams there is no single best line of play. The solver therefore proves a *guarantee*: the value that a team
gets at least, even if the two other teams cooperate against it.
"""

from __future__ import annotations

from typing import NamedTuple

from paiju.games.gunzi.cards import points_in
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import team_of
from paiju.solve.gunzi.position import TrickPosition


class Aim(NamedTuple):
    """The weights that define the value of an ending to a team.

    The value is a sum over all tricks. A trick with *p* points counts ``own * p`` if the team takes it, and ``other * p``
    otherwise. The last trick counts ``last_own`` or ``last_other`` in addition. All values are multiples of ``step``.
    """

    team: int
    own: int
    other: int
    last_own: int
    last_other: int
    step: int

    def trick_value(self, team: int, points: int) -> int:
        """Return the value of a trick that has ``points`` and is taken by ``team``.

        The trick is valued for ``self.team``, the team of the aim.
        """
        return points * (self.own if team == self.team else self.other)

    def last_trick_value(self, team: int) -> int:
        """Return what the last trick adds to the value of an ending, besides its points, if ``team`` takes the trick.

        The ending is valued for ``self.team``, the team of the aim.
        """
        return self.last_own if team == self.team else self.last_other


def points_aim(rules: Rules, position: TrickPosition, team: int) -> Aim:
    """Return the aim whose value is a number of card points, including those of the bottom (GZ-5.6, 7).

    If ``team`` is not the banker's team, the value is the number of points that the team takes. If it is the
    banker's team, the value is minus the number of points that the two other teams take, because the banker's own
    points do not matter.
    """
    bottom = points_in(position.bottom)
    if team == team_of(position.banker):
        return Aim(team, 0, -1, 0, -bottom * rules.bottom_times, 5)
    return Aim(team, 1, 0, bottom * rules.bottom_times, 0, 5)


def last_trick_aim(team: int) -> Aim:
    """Return the aim of taking the last trick. Its value is 1 if the team takes the last trick, else 0."""
    return Aim(team, 0, 0, 1, 0, 1)
