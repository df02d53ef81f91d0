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
"""The thirteen ranks without the jokers, from low to high (DDZ-1.2)."""


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
    """Whether the landlord draws a card from each other seat before the play (DDZ-2.5, R2)."""
    first_bidder: FirstBidder = "random"
    """How the seat that speaks first in the auction is determined (DDZ-2.7).

    ``upcard``: the seat that is dealt the card turned up. ``rotate``: the seat after the first bidder of the previous
    hand. ``random``: a random seat.
    """

    # the auction (DDZ-3)
    auction: Auction = "rob"
    forced_bid: bool = False
    """Whether a seat with a strong hand must be landlord for a bid of 1 if all seats pass (DDZ-3.5)."""
    kick: bool = False
    """Whether seats that have neither bid nor passed may kick a bid of 3 (DDZ-3.6)."""
    kick_factor: Annotated[int, Meta(ge=2, le=4)] = 2
    """The factor of a kick, and of a kick-back (DDZ-3.6, R5)."""
    rob_order: Literal["clockwise", "playing"] = "clockwise"
    """The order in which seats are asked to rob (DDZ-3.7, R6).

    ``clockwise``: against the playing order. ``playing``: in playing order.
    """
    rob_factors: Literal["listed", "doubling"] = "listed"
    """The factors for one, two, three and four robberies in a hand (DDZ-7.5, R15).

    ``listed``: 2, 4, 5 and 6. ``doubling``: 2, 4, 8 and 16.
    """
    nobody_calls: Literal["first", "second", "redeal"] = "first"
    """What happens if neither of two players calls (DDZ-3.8, R7).

    ``first``: the seat that was asked first is landlord. ``second``: the seat that was asked second is
    landlord. ``redeal``: the cards are dealt again.
    """

    # combinations (DDZ-4)
    attached: Attached = "loose"
    """Whether the attached singles of a combination must have different ranks (DDZ-4.14, R8).

    ``strict``: they must have different ranks. ``loose``: they may have equal ranks.
    """
    attach_both_jokers: bool = True
    """Whether both jokers may be attached as two singles (DDZ-4.14, R8)."""
    attach_singles: bool = True
    """Whether single cards may be attached to trios (DDZ-4.4, 4.9); false in the game of four players (DDZ-4.16)."""
    quad_with_two: bool = True
    """Whether two singles or two pairs may be attached to four equal cards (DDZ-4.13).

    In the game of four players this is false (DDZ-4.16).
    """
    wild: bool = False
    """Whether the cards of a randomly drawn rank are wild (DDZ-8)."""
    second_wild: bool = False
    """Whether two ranks are wild (DDZ-8.10).

    One is drawn before the auction (天癞), the other when the landlord has taken the bottom (地癞).
    """

    # factors (DDZ-7)
    bomb_doubles_from: Annotated[int, Meta(ge=4, le=8)] = 4
    """The smallest size of a bomb that doubles the stake, in cards (DDZ-7.2)."""
    spring: bool = True
    """Whether spring and reverse spring double the stake (DDZ-7.3, 7.4)."""
    bottom_bonus: bool = False
    """Whether certain forms of the three bottom cards have a factor (DDZ-7.6)."""
    bottom_bonuses: Literal["highest", "multiplied"] = "highest"
    """How the factors of the bottom cards count: only the highest of them, or the product of all (DDZ-7.6, R9)."""
    open_hand: bool = False
    """Whether hands may be opened: before and during the deal, and by the landlord before the play (DDZ-7.7)."""
    discard: bool = False
    """Whether cards may be thrown away before the play (DDZ-7.10)."""
    discard_factors: Literal["multiplied", "highest"] = "multiplied"
    """How the players' factors for thrown cards count (DDZ-7.10, R11).

    Either the product of all players' factors counts, or only the highest factor.
    """
    double: bool = False
    """Whether each player may double in secret (DDZ-7.8)."""
    super_double: bool = False
    """Whether a player may also choose a super double, with the factor 4 (DDZ-7.8)."""
    redouble: bool = False
    """Whether the landlord may answer the farmers' doubles with another double (DDZ-7.8)."""

    # the room (DDZ-9)
    escape: Escape = "none"
    """What it costs a player to leave a hand.

    - ``none``: the player pays nothing; the hand is void
    - ``standing``: an amount that depends on the standing bid (DDZ-9.2)
    - ``hand``: an amount that depends on all bombs that the hands have held (DDZ-9.3)
    - ``played_out``: the player pays nothing; a bot plays the seat to the end of the hand (DDZ-9.5)
    """
    escape_factors: EscapeFactors = "letter"
    """How the cost of leaving is computed (DDZ-9.5, R12).

    ``letter``: exactly as the source of the rules says. ``loss``: at least what the seat would lose if its opponents
    went out now.
    """
    escape_to: EscapeTo = "house"
    """Who receives the cost of leaving: the card room's own account, or the other seats (DDZ-9.5, R19)."""
    levels: bool = False
    """Whether a player's points give a title (DDZ-9.6)."""

    def __post_init__(self) -> None:
        for broken, code in (
            (self._has_too_few_cards(), "too_few_cards"),
            (not set(self.stripped_ranks) <= set(NUMBERS), "bad_rank"),
            (self.wild and self.decks == 2, "wild_needs_one_deck"),
            (self.second_wild and not self.wild, "second_wild_needs_wild"),
            (self.bottom_bonus and (self.bottom_size != 3 or not self.bottom_shown), "bonus_needs_bottom"),
            (self.auction in ("rob_duel", "rotating") and self.players != 2, "auction_needs_two"),
            (self.auction == "rob" and self.players == 2, "auction_needs_three"),
            (self._needs_points_auction() and not self.auction.startswith("points"), "needs_points_auction"),
            (self.auction == "rotating" and self.first_bidder != "rotate", "rotating_needs_rotate"),
        ):
            if broken:
                raise RulesetError(code)

    def _has_too_few_cards(self) -> bool:
        return self.pack_size < self.players * self.hand_size + self.bottom_size

    def _needs_points_auction(self) -> bool:
        return self.kick or self.forced_bid or self.escape == "standing"

    @property
    def pack_size(self) -> int:
        """The number of cards in the pack (DDZ-1.1, 1.3, 1.4)."""
        return self.decks * (4 * len(self.non_joker_ranks) + 2)

    @property
    def non_joker_ranks(self) -> tuple[int, ...]:
        """The ranks in the pack without the jokers, in ascending order. A wild rank is one of them (DDZ-8.1)."""
        return tuple(rank for rank, letter in enumerate(NUMBERS) if letter not in self.stripped_ranks)
