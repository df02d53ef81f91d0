"""How the environments encode what a seat sees: as an array of bytes."""

from __future__ import annotations

from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.batch.engine import families_with_engine
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat

Bytes = NDArray[np.uint8]


class ObservationEncoder(Protocol):
    """Encodes what a seat sees. The name of ``layout`` changes whenever the contents of the observations change."""

    layout: batch.FeatureLayout
    size: int

    def encode(self, state: Any, seat: Seat) -> Bytes:
        """Encode what a seat sees; shape (size,), uint8. ``state`` is the complete state, including hidden cards."""


def make_observation_encoder(ruleset: Ruleset, game: AnyGame, *, history: bool = False) -> ObservationEncoder:
    """Return the encoder for a ruleset.

    It is a ``PlaneObservation`` if the family has a batch engine, otherwise a ``ZoneObservation``. Raises UnknownName
    if ``history`` is true and the family has no batch engine.
    """
    if history or ruleset.family in families_with_engine():
        return PlaneObservation(ruleset, history=history)
    return ZoneObservation(game)


class PlaneObservation:
    """Encodes the observation of ``paiju.batch``, with a byte (0 or 1) for each bit."""

    def __init__(self, ruleset: Ruleset, *, history: bool = False) -> None:
        self._hands = batch.new_hands(ruleset, 1, history=history)
        self.layout = self._hands.layout
        self.size = self.layout.words * 64

    def encode(self, state: Any, seat: Seat) -> Bytes:
        self._hands.from_state(0, state)
        found: Bytes = self._hands.observe(np.array([seat]), planes=True)[0]
        return found


PILES: Final = "piles-1"


class ZoneObservation:
    """Encodes the visible cards of each seat, in turn order from the viewer on, and then of the middle of the table.

    For each of these places, the encoding contains the visible cards in hand by kind, the other open cards by kind, the
    number of face-down cards, and whether the seat must act.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        cards = dict.fromkeys(map(game.format_card, game.deal_plan(game.new_match()).pack))
        self._kinds = {card: at for at, card in enumerate(cards)}
        kinds, slices = len(cards), []
        for place in range(game.seats + 1):
            whose = f"seat {place}" if place < game.seats else "the middle"
            first = place * (2 * kinds + 2)
            slices += [
                batch.FeatureSlice(f"hand.{place}", first, kinds, f"open cards in the hand of {whose}, by kind"),
                batch.FeatureSlice(f"lies.{place}", first + kinds, kinds, f"other open cards of {whose}, by kind"),
                batch.FeatureSlice(f"hidden.{place}", first + 2 * kinds, 1, f"number of face-down cards of {whose}"),
                batch.FeatureSlice(f"acts.{place}", first + 2 * kinds + 1, 1, f"{whose} must act"),
            ]
        self.size = (game.seats + 1) * (2 * kinds + 2)
        self.layout = batch.FeatureLayout(PILES, -(-self.size // 64), tuple(slices))

    def encode(self, state: Any, seat: Seat) -> Bytes:
        seats, kinds = self._game.seats, len(self._kinds)
        found = np.zeros((seats + 1, 2 * kinds + 2), np.uint8)
        view = self._game.view(state, seat)
        for pile in self._game.zones(view):
            row = found[seats if pile.seat is None else (pile.seat - seat) % seats]
            first = 0 if pile.place == "hand" else kinds
            for card in pile.cards:
                row[first + self._kinds[card]] += 1
            row[2 * kinds] += pile.hidden
        for other in self._game.to_act(view):
            found[(other - seat) % seats, -1] = 1
        return found.reshape(-1)
