"""The answers of the Gunzi solver."""

from __future__ import annotations

from msgspec import Struct


class Guarantee(Struct, frozen=True):
    """The answer to an ending for one team.

    Every value in it is proved; values that the budget was too small to prove are None or missing.
    """

    is_proved: bool
    """Whether nothing is open: both values are known, and both lists of plays are complete."""
    team: int
    """The team that is asked about, 0 to 2: seats ``team`` and ``team + 3``."""
    is_banker: bool
    """Whether it is the banker's team."""
    points: int | None
    """For a team that is not the banker's: the points that it gets for sure from here on, the bottom included (GZ-5.6).

    For the banker's team: the most that the two others get together.
    """
    points_with: tuple[str, ...]
    """The plays of the seat to move that keep this number; empty if it is another team's turn."""
    last_trick: bool | None
    """Whether the team takes the last trick for sure."""
    last_trick_with: tuple[str, ...]
    """The plays with which it still does; empty if it does not, or if it is another team's turn."""
    nodes: int
    """Positions that the search made."""
    ms: float
