"""What a game need not say: who says nothing has nobody speak unasked, no windows, and every hand counts."""

from __future__ import annotations

from typing import Any, cast

from paiju.core.events import Everybody
from paiju.core.game import Game
from tests.server.toy import Rules, Toy


class Plain(Toy):
    """The toy, without what it says beyond need."""

    may_act = Game.may_act
    window = Game.window
    has_windows = Game.has_windows
    counts = Game.counts


def test_a_game_that_says_no_more() -> None:
    game, state = Plain(Rules()), cast("Any", None)
    assert (game.may_act(state), game.window(state), game.has_windows, game.counts(state)) == ((), 0, False, True)


def test_what_everybody_sees_is_seen_as_it_is() -> None:
    assert [Everybody().seen(5, None, viewer) for viewer in (0, None)] == [5, 5]
