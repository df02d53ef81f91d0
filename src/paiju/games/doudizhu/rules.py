"""The parameters of a Dou Dizhu ruleset, and the check for contradictions between them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from paiju.core.errors import RulesetError

Auction = Literal["points_open", "points_once", "rob", "rob_duel", "rotating"]
FirstBidder = Literal["upcard", "rotate", "random"]
Attached = Literal["strict", "loose"]
Escape = Literal["none", "standing", "hand", "played_out"]
EscapeFactors = Literal["letter", "loss"]
EscapeTo = Literal["house", "others"]

NUMBERS = "3456789TJQKA2"
"""The thirteen ranks that are no jokers, low to high (DDZ-1.2)."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a Dou Dizhu ruleset (DDZ-10)."""

    # cards and deal (DDZ-1, 2)
    players: Literal[2, 3, 4] = 3
    decks: Literal[1, 2] = 1
    stripped_ranks: str = ""
    """Ranks that are taken out of the pack (DDZ-1.4, R1)."""
    hand_size: Annotated[int, Meta(ge=9, le=40)] = 17
    bottom_size: Annotated[int, Meta(ge=0, le=12)] = 3
    bottom_shown: bool = True
    """Whether the farmers see the bottom when the landlord takes it (DDZ-2.6)."""
    draw_from_others: bool = False
    """The landlord draws a card from each of the others before play (DDZ-2.5, R2)."""
    first_bidder: FirstBidder = "random"
    """Who speaks first (DDZ-2.7)."""

    # the auction (DDZ-3)
    auction: Auction = "rob"
    forced_bid: bool = False
    """A strong hand must take a hand that everyone passed, at 1 (DDZ-3.5)."""
    kick: bool = False
    """Those who have not spoken may kick a bid of 3 (DDZ-3.6)."""
    kick_factor: Annotated[int, Meta(ge=2, le=4)] = 2
    """What a kick multiplies, and a kick-back (DDZ-3.6, R5)."""
    rob_order: Literal["clockwise", "playing"] = "clockwise"
    """Whether robbing goes against the playing order or along it (DDZ-3.7, R6)."""
    rob_factors: Literal["listed", "doubling"] = "listed"
    """What 1 to 4 robberies multiply: ×2, 4, 5, 6, or ×2, 4, 8, 16 (DDZ-7.5, R15)."""
    nobody_calls: Literal["first", "second", "redeal"] = "first"
    """Who is landlord of two when neither calls, or whether the cards are dealt again (DDZ-3.8, R7)."""

    # combinations (DDZ-4)
    attached: Attached = "loose"
    """What may be attached (DDZ-4.14, R8)."""
    attach_both_jokers: bool = True
    """Whether both jokers may be attached as two singles (DDZ-4.14, R8)."""
    attach_singles: bool = True
    """Whether single cards may be attached to trios (DDZ-4.4, 4.9; not in 4.16)."""
    quad_with_two: bool = True
    """Whether four of a rank may carry two singles or two pairs (DDZ-4.13; not in 4.16)."""
    wild: bool = False
    """A rank is drawn whose cards are wild (DDZ-8)."""
    second_wild: bool = False
    """Two ranks are wild: one is drawn before the auction 天癞, another after the landlord has the bottom 地癞 (DDZ-8.10)."""

    # what a hand is worth (DDZ-7)
    bomb_doubles_from: Annotated[int, Meta(ge=4, le=8)] = 4
    """Bombs of this many cards or more double (DDZ-7.2)."""
    spring: bool = True
    """Spring and reverse spring double (DDZ-7.3, 7.4)."""
    bottom_bonus: bool = False
    """Three bottom cards that fit multiply (DDZ-7.6)."""
    bottom_bonuses: Literal["highest", "multiplied"] = "highest"
    """Whether the highest bonus for the bottom counts, or all together (DDZ-7.6, R9)."""
    open_hand: bool = False
    """Hands may be opened before the deal, during it, and by the landlord (DDZ-7.7)."""
    discard: bool = False
    """Cards may be thrown away before play (DDZ-7.10)."""
    discard_factors: Literal["multiplied", "highest"] = "multiplied"
    """Whether the players' factors multiply with each other, or the highest counts (DDZ-7.10, R11)."""
    double: bool = False
    """Each player may double in secret (DDZ-7.8)."""
    super_double: bool = False
    """A double may also be a super double, by four (DDZ-7.8)."""
    redouble: bool = False
    """The landlord may answer the farmers' doubles with another double (DDZ-7.8)."""

    # the room (DDZ-9)
    escape: Escape = "none"
    """What leaving costs: nothing, and the hand is void; by the standing bid (9.2); by all that was in the hands (9.3); or
    nothing, and the house plays the seat to the end (9.5)."""
    escape_factors: EscapeFactors = "letter"
    """Whether leaving costs what the source says to the letter, or never less than losing (DDZ-9.5, R12)."""
    escape_to: EscapeTo = "house"
    """Who gets what leaving costs: the house, or those who stay (DDZ-9.5, R19)."""
    levels: bool = False
    """Running points give a title (DDZ-9.6)."""

    def __post_init__(self) -> None:
        for broken, code in (
            (self._cards_missing(), "too_few_cards"),
            (not set(self.stripped_ranks) <= set(NUMBERS), "bad_rank"),
            (self.wild and self.decks == 2, "wild_needs_one_deck"),
            (self.second_wild and not self.wild, "second_wild_needs_wild"),
            (self.bottom_bonus and (self.bottom_size != 3 or not self.bottom_shown), "bonus_needs_bottom"),
            (self.auction in ("rob_duel", "rotating") and self.players != 2, "auction_needs_two"),
            (self.auction == "rob" and self.players == 2, "auction_needs_three"),
            (self._needs_points() and not self.auction.startswith("points"), "needs_points_auction"),
            (self.auction == "rotating" and self.first_bidder != "rotate", "rotating_needs_rotate"),
        ):
            if broken:
                raise RulesetError(code)

    def _cards_missing(self) -> bool:
        return self.pack_size < self.players * self.hand_size + self.bottom_size

    def _needs_points(self) -> bool:
        return self.kick or self.forced_bid or self.escape == "standing"

    @property
    def pack_size(self) -> int:
        """Cards in the pack (DDZ-1.1, 1.3, 1.4)."""
        return self.decks * (4 * len(self.numbers) + 2)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The ranks in the pack without the jokers, ascending. A wild rank is one of them (DDZ-8.1)."""
        return tuple(rank for rank, letter in enumerate(NUMBERS) if letter not in self.stripped_ranks)
