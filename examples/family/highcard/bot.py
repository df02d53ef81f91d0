"""The steady bot of High Card: it takes a trick with the lowest card that is enough, and otherwise plays its lowest card."""

from collections.abc import Sequence
from random import Random

from highcard.family import HighCard, Play, State
from paiju.core.seats import Seat


def choose(game: HighCard, view: State, seat: Seat, legal: Sequence[Play], random: Random) -> Play:
    """Return the lowest card that is higher than all cards in the trick; if there is none, the lowest card."""
    highest = max(card or 0 for card in view.trick)
    return next((play for play in legal if play.card > highest), legal[0])
