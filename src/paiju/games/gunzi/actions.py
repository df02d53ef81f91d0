"""The actions of Gunzi."""

from __future__ import annotations

from paiju.core.codec import Tagged
from paiju.games.gunzi.cards import Cards
from paiju.games.gunzi.trumps import Call


class Deal(Tagged, frozen=True):
    """DEALER's only action. Depending on the phase, it cuts cards, deals the next card, or turns up a bottom card."""


class Declare(Tagged, frozen=True, tag="show", omit_defaults=True):
    """Declare trumps by showing cards (亮主, GZ-4).

    ``call`` depends on the cards:

    - Level cards: None. The suit of the cards becomes trumps.
    - Jokers: the trump suit that the player chooses, or "none" for no trump suit.
    - Big jokers in the first hand of a match: None. A card that is dealt or turned up later determines the trump
      suit.
    """

    cards: Cards
    call: Call | None = None


class Pass(Tagged, frozen=True):
    """Make no further declaration (盖, GZ-4.4), or bury no jokers (GZ-5.4)."""


class Pay(Tagged, frozen=True):
    """Give tribute (进贡, GZ-8.1)."""

    cards: Cards


class GiveBack(Tagged, frozen=True):
    """Give cards back for tribute, as the banker; once for each payer (GZ-8.7)."""

    cards: Cards


class Bury(Tagged, frozen=True):
    """Bury six cards as the banker (扣底, GZ-5.2), or jokers as another player (GZ-5.4)."""

    cards: Cards


class TakeBack(Tagged, frozen=True):
    """Take the lowest cards of the bottom in exchange for the jokers just buried (GZ-5.4)."""

    cards: Cards


class Play(Tagged, frozen=True):
    """Lead or follow (GZ-6)."""

    cards: Cards


HistoryAction = Declare | Pass | Pay | GiveBack | Bury | TakeBack | Play
"""The actions that the history of a hand can contain (``State.history``)."""

Action = Deal | Declare | Pass | Pay | GiveBack | Bury | TakeBack | Play
