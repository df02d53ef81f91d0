"""Bots in threads of their own, so that the event loop serves everybody else meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random, SystemRandom
from typing import Any

from paiju.core.game import AnyGame
from paiju.core.seats import Seat

Chooser = Callable[[AnyGame, Any, Seat, Sequence[Any], Random], Any]
"""A bot: given a game, a view, its seat, its legal actions and a source of chance, it chooses one of them."""

ADVICE = 20
"""So many actions are advised at most."""


class ThreadThinker:
    """``Thinker`` over bots by name and family; the first name plays for those who are away."""

    def __init__(self, bots: Sequence[str], find: Callable[[str, str], Chooser], threads: int = 1) -> None:
        self._bots = tuple(bots)
        self._find = find
        self._random = SystemRandom()
        self._pool = ThreadPoolExecutor(threads, "think")
        self._hinting = ThreadPoolExecutor(1, "hints")

    @property
    def bots(self) -> tuple[str, ...]:
        """See ``Thinker.bots``."""
        return self._bots

    async def choose(self, bot: str, family: str, game: AnyGame, view: Any, seat: Seat) -> Any:
        """See ``Thinker.choose``."""
        return await _run(self._pool, self._choose, self._find(bot, family), game, view, seat)

    async def advise(self, family: str, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        """See ``Thinker.advise``."""
        advice: Sequence[Any] = await _run(
            self._pool, self._advise, self._find(self._bots[0], family), game, view, seat
        )
        return advice

    async def hints(self, game: AnyGame, view: Any, seat: Seat) -> Any:
        """See ``Thinker.hints``."""
        return await _run(self._hinting, game.hints, view, seat)

    def close(self) -> None:
        """Think no more."""
        for pool in (self._pool, self._hinting):
            pool.shutdown(wait=False, cancel_futures=True)

    def _choose(self, choose: Chooser, game: AnyGame, view: Any, seat: Seat) -> Any:
        return choose(game, view, seat, game.legal(view, seat), self._random)

    def _advise(self, choose: Chooser, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        """The bot's choice, then what else may be done, as the game lists it."""
        best = self._choose(choose, game, view, seat)
        others = (action for action in game.legal(view, seat) if action != best)
        return (best, *islice(others, ADVICE - 1))


async def _run(pool: ThreadPoolExecutor, work: Callable[..., Any], *arguments: object) -> Any:
    return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
