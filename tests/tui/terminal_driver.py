"""Runs the terminal program of ``paiju play`` without delays, and presses its keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from unittest.mock import patch

from textual.pilot import Pilot

from paiju.cli.argument_parser import parse_arguments
from paiju.cli.commands import COMMANDS
from paiju.cli.play import make_app
from paiju.tui.app import PaijuApp
from paiju.tui.game_renderer import GameRenderer
from paiju.tui.session import TerminalSession
from paiju.tui.table_screen import TableScreen

PLAY = next(command for command in COMMANDS if command.name == "play")


class TerminalDriver:
    """A running terminal program, and a test that presses its keys."""

    def __init__(self, app: PaijuApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def session(self) -> TerminalSession:
        assert self.app.session is not None
        return self.app.session

    @property
    def face(self) -> GameRenderer:
        assert self.app.face is not None
        return self.app.face

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        await self.pilot.press(*text)

    async def screen(self) -> str:
        """Return the text on the screen."""
        await self.pilot.pause()
        lines = (strip.text.rstrip() for strip in self.app.screen._compositor.render_strips())
        return "\n".join(lines)

    async def play_on(self, presses: int = 400) -> None:
        """Take the hinted action at each decision, to the end of the hand."""
        for _ in range(presses):
            if self.session.outcome is not None:
                return
            await self.press("h", "enter")
        raise AssertionError("the hand did not end")


def drive_terminal(
    play: Callable[[TerminalDriver], Awaitable[None]], *words: str, lang: str = "en", size: tuple[int, int] = (80, 24)
) -> PaijuApp:
    """Start the program, let ``play`` press its keys, and quit it."""
    given = parse_arguments(PLAY, [*words, "--delay", "0"], lang)
    assert given is not None
    app = make_app(given)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(TerminalDriver(app, pilot))

    with patch("textual.app.wait_for_idle", _hurry), patch("textual.pilot.wait_for_idle", _hurry):
        asyncio.run(run())
    return app


async def _hurry(*_: object) -> None:
    """Replace Textual's wait for an idle processor after every key: on a busy machine, that wait never ends.

    Textual waits for its own messages in any case.
    """
    await asyncio.sleep(0)
