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
    """The step between the minimums of points from which the banker chooses (ZP-2.2).

    The banker may choose a minimum from ``minimum_from`` to ``minimum_to``, in these steps.
    """
    banker_stays: bool = True
    """Whether the banker stays banker after a hand that nobody won; otherwise the next player is banker (ZP-2.1, R1)."""
    drawer_eats: bool = True
    """Whether the player who drew a card may eat it, with priority over the next player (ZP-4.1, R8)."""
    deal_points: DealPoints = "fours_threes"
    """The melds that count in a win on the deal by fours and threes (ZP-2.5, R2).

    ``fours_threes``: only the fours and threes. ``all``: all melds with points.
    """
    false_eat: FalseEat = "refused"
    """Whether a player may eat a card but keep further copies that must be laid down (下伙; ZP-4.3, R6).

    ``refused``: such an eat is illegal. ``caught``: it is possible, but another player may catch the one who
    did it. The caught player then pays each other player as many points as the minimum.
    """
    leavers_gain: bool = True
    """Whether a player who left receives the points that a bot then wins in the player's seat (ZP-9.1, R10)."""

    def __post_init__(self) -> None:
        if self.minimum_from > self.minimum_to:
            raise RulesetError("minimum_range", low=self.minimum_from, high=self.minimum_to)
