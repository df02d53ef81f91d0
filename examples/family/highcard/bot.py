"""The steady bot: it takes a trick as cheaply as it can, and wastes as little as it can on one that is lost."""

from collections.abc import Sequence
from random import Random

from highcard.family import HighCard, Play, State
from paiju.core.seats import Seat


def choose(game: HighCard, view: State, seat: Seat, legal: Sequence[Play], random: Random) -> Play:
    """The lowest card that is higher than all that lie there, else the lowest."""
    highest = max(card or 0 for card in view.trick)
    return next((play for play in legal if play.card > highest), legal[0])
