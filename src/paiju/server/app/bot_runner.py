"""Runs the server's bots. Bots have seats of their own, and one plays for players who are away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from paiju.core.game import AnyGame
from paiju.core.seats import Seat


class BotRunner(Protocol):
    """Chooses actions off the event loop. It is given what a player in that seat would see, and nothing else."""

    @property
    def default_bot(self) -> str:
        """The bot that plays where none is named, and for players who are away."""

    def bots(self, game: AnyGame) -> tuple[str, ...]:
        """The names of the bots that play a game, the usual one first."""

    def levels(self, game: AnyGame) -> Mapping[str, int]:
        """Those of them that are rated, from the weakest, and their ratings."""

    async def choose(self, bot: str, family: str, game: AnyGame, view: Any, seat: Seat) -> Any:
        """The action of a bot of this name for this family, legal in this view."""

    async def choose_unasked(
        self, bots: Mapping[Seat, str], family: str, game: AnyGame, state: Any
    ) -> tuple[Seat, Any] | None:
        """What one of these bots does unasked (``Game.may_act``), or None. Each knows only what its seat sees.

        However long bots think elsewhere, this is answered soon.
        """

    async def advise(self, family: str, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        """A few actions worth taking, best first."""

    async def hints(self, game: AnyGame, view: Any, seat: Seat) -> Any:
        """The game's hints for a seat, which may take some time. No bot keeps them waiting."""

    def close(self) -> None:
        """Think no more."""
