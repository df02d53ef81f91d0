"""Runs bots in threads, so that the event loop stays free for other players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import islice
from random import Random, SystemRandom
from typing import Any

from paiju.bots.base import Bot, SeatedBot, make_bot_asker
from paiju.bots.external_bots import ExternalBot
from paiju.bots.levels import levels
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.hand_runner import next_action
from paiju.core.seats import DEALER, Seat

ADVICE = 20
"""Maximum number of actions that ``advise`` returns."""


class ThreadedBotRunner:
    """Runs the room's bots in threads (``BotRunner``).

    ``bots`` are the names of bots that are available in every game; the first is the default bot. In addition, each
    game has bots of several strengths (``bots.levels``). ``find(name, family)`` returns a bot by name.

    Each external bot has its own thread, so that it delays no other bot. External bots are never asked for optional
    actions.
    """

    def __init__(self, bots: Sequence[str], find: Callable[[str, str], Bot], threads: int = 1) -> None:
        self._bots = tuple(bots)
        self._find = find
        self._random = SystemRandom()
        self._pool = ThreadPoolExecutor(threads, "think")
        self._own: dict[ExternalBot, ThreadPoolExecutor] = {}
        self._speaking = ThreadPoolExecutor(1, "speak")
        self._hinting = ThreadPoolExecutor(1, "hints")

    @property
    def default_bot_name(self) -> str:
        return self._bots[0]

    def bot_names(self, game: AnyGame) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._bots, *levels(game))))

    def level_ratings(self, game: AnyGame) -> Mapping[str, int]:
        return {name: one.rating for name, one in levels(game).items()}

    async def choose(
        self, bot: str, family: str, game: AnyGame, view: Any, seat: Seat, random: Random | None = None
    ) -> Any:
        found = self._find(bot, family)
        return await _run_in_pool(self._pool_for(found), self._choose, found, game, view, seat, random)

    async def choose_optional_action(
        self, bots: Mapping[Seat, str], family: str, game: AnyGame, state: Any, randoms: Mapping[Seat, Random] = {}
    ) -> tuple[Seat, Any] | None:
        found = {
            seat: SeatedBot(self._find(bot, family), randoms.get(seat, self._random)) for seat, bot in bots.items()
        }
        found = {
            seat: one
            for seat, one in found.items()
            if hasattr(one.bot, "act_unasked") and not isinstance(one.bot, ExternalBot)
        }
        if not found:
            return None
        word: tuple[Seat, Any] = await _run_in_pool(
            self._speaking, next_action, game, state, make_bot_asker(game, found)
        )
        return word if word[0] != DEALER else None

    async def advise(self, family: str, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        best = self._find([*levels(game)][-1], family)
        advice: Sequence[Any] = await _run_in_pool(self._pool, self._advise, best, game, view, seat)
        return advice

    async def is_sure_win(self, game: AnyGame, view: Any, seat: Seat, action: Any) -> bool:
        is_sure: bool = await _run_in_pool(self._pool, _is_sure_win, game, view, seat, action)
        return is_sure

    async def hand_hints(self, game: AnyGame, view: Any, seat: Seat) -> Any:
        return await _run_in_pool(self._hinting, game.hand_hints, view, seat)

    def close(self) -> None:
        """Close the external bots, and stop the threads. Afterwards, no bot can be asked any more."""
        for one in self._own:
            one.close()
        for pool in (self._pool, self._speaking, self._hinting, *self._own.values()):
            pool.shutdown(wait=False, cancel_futures=True)

    def _pool_for(self, found: Bot) -> ThreadPoolExecutor:
        if not isinstance(found, ExternalBot):
            return self._pool
        return self._own.setdefault(found, ThreadPoolExecutor(1, "outside"))

    def _choose(self, choose: Bot, game: AnyGame, view: Any, seat: Seat, random: Random | None = None) -> Any:
        return choose(game, view, seat, game.legal(view, seat), random or self._random)

    def _advise(self, choose: Bot, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        """Return the action that the bot ``choose`` chooses, followed by other legal actions in the game's order.

        The result has at most ``ADVICE`` actions.
        """
        best = self._choose(choose, game, view, seat)
        others = (action for action in game.legal(view, seat) if action != best)
        return (best, *islice(others, ADVICE - 1))


def _is_sure_win(game: AnyGame, view: Any, seat: Seat, action: Any) -> bool:
    """Return what ``paiju.bots.strong_bot.is_sure_win`` returns; False if NumPy, which it needs, is not installed.

    It says whether the action wins whatever the other seats hold.
    """
    if find_spec("numpy") is None:
        return False
    is_sure: bool = load_object("paiju.bots.strong_bot:is_sure_win")(game, view, seat, action)
    return is_sure


async def _run_in_pool(pool: ThreadPoolExecutor, work: Callable[..., Any], *arguments: object) -> Any:
    return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
