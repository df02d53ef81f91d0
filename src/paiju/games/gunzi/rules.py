"""The parameters of Gunzi. Some of them choose between two readings of a rule (R1 to R8 in the rulebook)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paiju.core.errors import RulesetError

Level = Annotated[int, Meta(ge=3, le=14)]
Points = Annotated[int, Meta(ge=1, le=400)]
Few = Annotated[int, Meta(ge=0, le=4)]


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a Gunzi ruleset.

    The pack contains 400 points. Levels are ranks, of which 11 to 14 are J, Q, K and A.
    """

    first_level: Level = 3
    """The level at which every team begins (GZ-2.1)."""
    last_level: Level = 10
    """The last level. A team that gets past it wins the match (GZ-2.1)."""
    must_play: Literal["as_banker", "stop_there"] = "as_banker"
    """How a team leaves the first and the last level (GZ-2.2, R4).

    ``as_banker``: only by winning a hand as banker and keeping the bottom. ``stop_there``: by any gain of levels.
    """
    bank_at: Points = 130
    """The number of points that a team needs to take the bank (GZ-7.1 to 7.5)."""
    win_at: Annotated[int, Meta(ge=200, le=400)] = 400
    """The number of points with which a team other than the banker's wins the match at once (GZ-7.8)."""
    jokers_to_win: Annotated[int, Meta(ge=1, le=4)] = 4
    """The number of big jokers in the bottom that wins the match at once (GZ-7.8)."""
    bottom_times: Annotated[int, Meta(ge=1, le=4)] = 2
    """The points of a bottom that was dug out are multiplied by this factor (GZ-5.6)."""
    big_joker_levels: Few = 2
    """The number of levels that each big joker in the bottom is worth (GZ-7.7)."""
    small_joker_levels: Few = 1
    """The number of levels that each small joker in the bottom is worth (GZ-7.7)."""
    tribute_below: Points = 90
    """A team that plays against the banker pays tribute if it has fewer points than this (GZ-8.2)."""
    tribute_above: Points = 170
    """The old banker's team pays tribute if another team takes the bank with more points than this (GZ-8.3)."""
    tribute_step: Points = 15
    """The number of points that cost one card of tribute (GZ-8.2, 8.3).

    For GZ-8.2, the points that a team lacks to ``tribute_below`` are counted. For GZ-8.3, the points that the new
    banker's team has above ``tribute_above`` are counted.
    """
    big_joker_tribute: Few = 2
    """The number of cards of tribute for each big joker in the bottom (GZ-8.5)."""
    small_joker_tribute: Few = 1
    """The number of cards of tribute for each small joker in the bottom (GZ-8.5)."""
    cut_ace: Literal[1, 11] = 1
    """The value of an ace when the players cut (GZ-3.1, R5)."""
    joker_calls: Literal["above", "by_count"] = "above"
    """Which declarations a declaration with jokers beats (GZ-4.3, R1).

    With ``above``, it is above all declarations with level cards. With ``by_count``, a declaration with more
    cards is always higher.
    """
    turned_order: Literal["trumps_first", "plain"] = "trumps_first"
    """How the cards that are turned up to determine the banker are ordered (GZ-4.2, R5). Jokers are always highest.

    ``trumps_first``: level card, 2, A, K … ``plain``: A, K … 2.
    """
    turned_joker: Literal["next_suit", "no_trumps"] = "next_suit"
    """The trumps if a turned joker decides the bank (GZ-4.2, R5).

    ``next_suit``: the suit of the highest suited card. ``no_trumps``: no suit.
    """
    staying_banker: Literal["same", "partner"] = "same"
    """The next banker if the bank stays with the same team: the same player, or that player's partner (R2)."""
    give_back: Literal["any", "own"] = "any"
    """The cards that the banker may give back: any cards, or only those held before the tribute (GZ-8.7, R3)."""
    break_sets: bool = True
    """Whether a seat must break a larger set to match the shape led (GZ-6.4, R6)."""
    digger_exempt: Literal["always", "bank_stays"] = "always"
    """When a team that dug out the bottom is exempt from the tribute for few points (GZ-8.4, R7).

    ``always``: in every hand. ``bank_stays``: only if the banker's team keeps the bank.
    """
    leavers_gain: bool = True
    """Whether a player who left receives the points that a bot wins in the player's seat afterwards (GZ-9.1, R8)."""

    def __post_init__(self) -> None:
        for broken, code in (
            (self.first_level > self.last_level, "levels_out_of_order"),
            (self.bank_at > self.win_at, "bank_dearer_than_match"),
        ):
            if broken:
                raise RulesetError(code)

    @property
    def compulsory_levels(self) -> tuple[int, int]:
        """The compulsory levels, by default 3 and 10 (GZ-2.2, 7.6).

        A team cannot skip a compulsory level, and gains no half level there.
        """
        return self.first_level, self.last_level
