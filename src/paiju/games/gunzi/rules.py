"""The parameters of Gunzi. They include the readings R1 to R7: rules of the rulebook that players interpret in two ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paiju.core.errors import RulesetError

Level = Annotated[int, Meta(ge=3, le=14)]
Points = Annotated[int, Meta(ge=1, le=400)]
Few = Annotated[int, Meta(ge=0, le=4)]


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a Gunzi ruleset. Points are out of the 400 in the pack; levels are ranks (11 to 14: J Q K A)."""

    first_level: Level = 3
    """Where every team begins (GZ-2.1)."""
    last_level: Level = 10
    """The level to get past (GZ-2.1)."""
    must_play: Literal["as_banker", "stop_there"] = "as_banker"
    """The first and the last level are left only by winning a hand as banker, or by any gain but half levels (GZ-2.2, R4)."""
    bank_at: Points = 130
    """The points with which a team takes the bank (GZ-7.1 to 7.5)."""
    win_at: Annotated[int, Meta(ge=200, le=400)] = 400
    """The points with which a team that is not banker wins the match at once (GZ-7.8)."""
    jokers_to_win: Annotated[int, Meta(ge=1, le=4)] = 4
    """Big jokers in the bottom that win the match at once (GZ-7.8)."""
    bottom_times: Annotated[int, Meta(ge=1, le=4)] = 2
    """What the points of a bottom dug out count (GZ-5.6)."""
    big_joker_levels: Few = 2
    """Levels for a big joker in the bottom (GZ-7.7)."""
    small_joker_levels: Few = 1
    """Levels for a small joker in the bottom (GZ-7.7)."""
    tribute_below: Points = 90
    """A team with fewer points gives tribute (GZ-8.2)."""
    tribute_above: Points = 170
    """A new banker's team with more points is given tribute (GZ-8.3)."""
    tribute_step: Points = 15
    """Points for one card of tribute (GZ-8.2, 8.3)."""
    big_joker_tribute: Few = 2
    """Cards of tribute for a big joker in the bottom (GZ-8.5)."""
    small_joker_tribute: Few = 1
    """Cards of tribute for a small joker in the bottom (GZ-8.5)."""
    cut_ace: Literal[1, 11] = 1
    """What an ace counts when the players cut (GZ-3.1, R5)."""
    joker_calls: Literal["above", "by_count"] = "above"
    """Where calls with jokers stand: above all level cards and big above small, or more cards always higher (GZ-4.3, R1)."""
    turned_order: Literal["trumps_first", "plain"] = "trumps_first"
    """The order of cards turned for the bank below the jokers: level, 2, A, K … or A, K … 2 (GZ-4.2, R5)."""
    turned_joker: Literal["next_suit", "no_trumps"] = "next_suit"
    """Trumps when a joker turned wins the bank: the suit of the highest suited card, or none (GZ-4.2, R5)."""
    staying_banker: Literal["same", "partner"] = "same"
    """Who is banker when the bank stays with the team (R2)."""
    give_back: Literal["any", "own"] = "any"
    """What the banker gives back: any cards, or only what the banker held before the tribute (GZ-8.7, R3)."""
    break_sets: bool = True
    """Whether larger sets must be broken to match the shape led (GZ-6.4, R6)."""
    digger_exempt: Literal["always", "bank_stays"] = "always"
    """When a team that dug out gives no tribute for few points (GZ-8.4, R7)."""
    leavers_gain: bool = True
    """Whether a player who left keeps what the seat gains when a bot plays it to the end (GZ-9.1, R8)."""

    def __post_init__(self) -> None:
        for broken, code in (
            (self.first_level > self.last_level, "levels_out_of_order"),
            (self.bank_at > self.win_at, "bank_dearer_than_match"),
        ):
            if broken:
                raise RulesetError(code)

    @property
    def must_levels(self) -> tuple[int, int]:
        """The compulsory levels, 3 and 10. No gain lifts a team past them, and no half levels are given there (GZ-2.2, 7.6)."""
        return self.first_level, self.last_level
