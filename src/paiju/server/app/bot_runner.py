"""The interface to the server's bots, which play seats of their own and stand in for absent players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from paiju.core.game import AnyGame
from paiju.core.seats import Seat


class BotRunner(Protocol):
    """Lets the room's bots choose actions outside the event loop. A bot receives only the view of its own seat."""

    @property
    def default_bot_name(self) -> str:
        """Return the name of the default bot, which also stands in for absent players."""

    def bot_names(self, game: AnyGame) -> tuple[str, ...]:
        """Return the names of the bots that play a game, the default first."""

    def level_ratings(self, game: AnyGame) -> Mapping[str, int]:
        """Return the displayed ratings of the bots that a game offers as levels of play, the weakest bot first.

        The keys are the names of the bots.
        """

    async def choose(
        self, bot: str, family: str, game: AnyGame, view: Any, seat: Seat, random: Random | None = None
    ) -> Any:
        """Return a legal action of the named bot for this view. With ``random``, the choice is reproducible."""

    async def choose_optional_action(
        self, bots: Mapping[Seat, str], family: str, game: AnyGame, state: Any, randoms: Mapping[Seat, Random] = {}
    ) -> tuple[Seat, Any] | None:
        """Return an optional action (``Game.may_act``) and the seat of the bot that chose it; None if no bot acts.

        ``bots`` has the names of the bots by seat. Each bot receives only the view of its own seat. ``randoms`` has
        random generators by seat. They make the choices reproducible. The method returns quickly, even while other
        bots think for long.
        """

    async def advise(self, family: str, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        """Return legal actions to suggest to a seat: the strongest bot's choice, then others in the game's order."""

    async def is_sure_win(self, game: AnyGame, view: Any, seat: Seat, action: Any) -> bool:
        """Return whether an action wins whatever the other seats hold; False if that cannot be proved."""

    async def hand_hints(self, game: AnyGame, view: Any, seat: Seat) -> Any:
        """Return the game's hints for a seat (``Game.hand_hints``). This may take time, but never waits for a bot's choice."""

    def close(self) -> None:
        """Stop all bots."""
