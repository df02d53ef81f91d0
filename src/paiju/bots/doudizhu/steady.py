"""The steady bot: one function a phase."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from paiju.bits.losing import without_losing_pass
from paiju.bots.doudizhu.before import BEFORE
from paiju.bots.doudizhu.brain import Brain
from paiju.bots.doudizhu.knowledge import look
from paiju.bots.doudizhu.playing import choose_play
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Playing, State


def play_steady(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """The steady bot's action. It uses no chance."""
    assert isinstance(game, DouDizhu)
    assert isinstance(view, State)
    legal = without_losing_pass(game, view, seat, legal)
    if len(legal) == 1:
        return legal[0]
    brain = Brain(game.compiled, look(game.compiled, view, seat))
    if isinstance(view.phase, Playing):
        return choose_play(brain, view.phase, legal)
    return BEFORE[type(view.phase)](brain, view, legal)
