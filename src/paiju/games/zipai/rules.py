"""The parameters of a ruleset."""

from __future__ import annotations

from msgspec import Struct


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ruleset of Da Zi Pai, all parameters resolved.

    ``players``: 2 or 3. ``minimum_choices``: the fewest points from which the banker chooses (ZP-2.2), ascending.
    ``drawer_eats``: a drawn card may first be eaten by its drawer (ZP-4.1, R8). ``banker_stays``: a hand that nobody won
    leaves the banker in place (R1); otherwise the next player is banker. ``discard_times``: how many times the points a
    player pays whose card from the hand was won with (ZP-8.4).
    """

    players: int
    minimum_choices: tuple[int, ...] = (15, 20, 25, 30)
    drawer_eats: bool = True
    banker_stays: bool = True
    discard_times: int = 2

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if self.players not in (2, 3):
            raise ValueError("players must be 2 or 3")
        if not self.minimum_choices or list(self.minimum_choices) != sorted(set(self.minimum_choices)):
            raise ValueError("minimum_choices must ascend")
        if self.minimum_choices[0] < 0 or self.discard_times < 1:
            raise ValueError("minimum_choices and discard_times must be positive")
