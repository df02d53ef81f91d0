"""Bots in threads of their own, so that the event loop serves everybody else meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random, SystemRandom
from typing import Any

from paiju.core.game import AnyGame
from paiju.core.seats import Seat

Chooser = Callable[[AnyGame, Any, Seat, Sequence[Any], Random], Any]
"""A bot: given a game, a view, its seat, its legal actions and a source of chance, it chooses one of them."""

Adviser = Callable[[AnyGame, Any, Seat], Sequence[Any]]
"""Ranks a few actions, best first."""


class ThreadThinker:
    """``Thinker`` over bots by name; the first of them plays for those who are away."""

    def __init__(self, bots: Mapping[str, Chooser], adviser: Adviser | None = None, threads: int = 1) -> None:
        self._bots = dict(bots)
        self._adviser = adviser
        self._random = SystemRandom()
        self._pool = ThreadPoolExecutor(threads, "think")

    @property
    def bots(self) -> tuple[str, ...]:
        """See ``Thinker.bots``."""
        return tuple(self._bots)

    async def choose(self, bot: str, game: AnyGame, view: Any, seat: Seat) -> Any:
        """See ``Thinker.choose``."""
        return await self._run(self._choose, self._bots[bot], game, view, seat)

    async def advise(self, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        """See ``Thinker.advise``."""
        advice: Sequence[Any] = await self._run(self._advise, game, view, seat)
        return advice

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[..., Any], *arguments: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    def _choose(self, choose: Chooser, game: AnyGame, view: Any, seat: Seat) -> Any:
        return choose(game, view, seat, game.legal(view, seat), self._random)

    def _advise(self, game: AnyGame, view: Any, seat: Seat) -> Sequence[Any]:
        if self._adviser is not None:
            return self._adviser(game, view, seat)
        usual = next(iter(self._bots.values()))
        return (self._choose(usual, game, view, seat),)


def choose_at_random(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """A bot that knows nothing."""
    return legal[random.randrange(len(legal))]
