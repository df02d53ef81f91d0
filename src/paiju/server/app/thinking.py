"""Who plays for the house: bots in their own seats, and the one that stands in for players who are away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from paiju.core.game import AnyGame
from paiju.core.seats import Seat


class Thinker(Protocol):
    """Chooses actions off the event loop. It is given what a player in that seat would see, and nothing else."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots; the first one is put on a seat when none is named."""

    async def choose(self, bot: str, family: str, game: AnyGame, view: Any, seat: Seat) -> Any:
        """The action of a bot of this name for this family, legal in this view."""

    async def speak(self, bots: Mapping[Seat, str], family: str, game: AnyGame, state: Any) -> tuple[Seat, Any] | None:
        """What one of these bots does unasked (``Game.may_act``), each by what its seat sees; None: they let the dealer go on.

        However long bots think elsewhere, this is answered soon.
        """

    async def advise(self, family: str, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        """A few actions worth taking, best first."""

    async def hints(self, game: AnyGame, view: Any, seat: Seat) -> Any:
        """The game's hints for a seat, which may take some time. No bot keeps them waiting."""

    def close(self) -> None:
        """Think no more."""
