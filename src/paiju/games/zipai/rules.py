"""The parameters of a Da Zi Pai ruleset, and the check for contradictions between them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paiju.core.errors import RulesetError

DealPoints = Literal["fours_threes", "all"]
FalseEat = Literal["refused", "caught"]
Points = Annotated[int, Meta(ge=1, le=60)]


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a Da Zi Pai ruleset."""

    players: Literal[2, 3] = 3
    minimum_from: Points = 15
    minimum_to: Points = 30
    minimum_step: Points = 5
    """The fewest points that a hand must be worth are chosen by the banker, from here to there in such steps (ZP-2.2)."""
    banker_stays: bool = True
    """A hand that nobody won leaves the banker in place; otherwise the next player is banker (ZP-2.1, R1)."""
    drawer_eats: bool = True
    """A drawn card may be eaten by its drawer, before the next player (ZP-4.1, R8)."""
    deal_points: DealPoints = "fours_threes"
    """What a win on the deal by fours and threes counts: these alone, or every meld that is worth points (ZP-2.5, R2)."""
    false_eat: FalseEat = "refused"
    """Whether eating without 下伙 is refused; or possible, and caught at it one pays the others the minimum (ZP-4.3, R6)."""
    leavers_gain: bool = True
    """Whether a player who left keeps what the seat gains when a bot plays it to the end (ZP-9.1, R10)."""

    def __post_init__(self) -> None:
        if self.minimum_from > self.minimum_to:
            raise RulesetError("minimum_range", low=self.minimum_from, high=self.minimum_to)
