"""The answers of the Gunzi solver."""

from __future__ import annotations

from msgspec import Struct


class Guarantee(Struct, frozen=True):
    """The answer for an ending and one team: what this team can guarantee itself, however the other teams play.

    All values are proved. A value is None, or a list is empty, if the budget was too small to prove it.
    """

    is_proved: bool
    """Whether the answer is complete: ``points`` and ``last_trick`` are known, and both lists contain all plays."""
    team: int
    """The team that the answer is for, 0 to 2: seats ``team`` and ``team + 3``."""
    is_banker: bool
    """Whether ``team`` is the banker's team."""
    points: int | None
    """For a team that is not the banker's: the points that it can still guarantee itself, including the bottom (GZ-5.6).

    For the banker's team: the most points that the two other teams can still get together.
    """
    points_with: tuple[str, ...]
    """The plays of the seat to move with which the team can still guarantee ``points``.

    Empty if another team is to move.
    """
    last_trick: bool | None
    """Whether the team can guarantee that it takes the last trick; None if the budget was too small."""
    last_trick_with: tuple[str, ...]
    """The plays after which the team can still guarantee the last trick.

    Empty if the team cannot guarantee the last trick, or if another team is to move.
    """
    nodes: int
    """Number of positions that the search entered."""
    ms: float
