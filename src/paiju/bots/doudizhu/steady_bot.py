"""The steady bot, which has one function for each phase."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from paiju.bots.doudizhu.choices_before_play import BEFORE
from paiju.bots.doudizhu.decision_context import DecisionContext
from paiju.bots.doudizhu.play_choice import choose_play
from paiju.bots.doudizhu.seat_knowledge import infer_from_view
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Playing, State
from paiju.games.losing_actions import exclude_losing_actions


def play_steady(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """Return the steady bot's action. It depends only on the view; ``random`` is not used."""
    assert isinstance(game, DouDizhu)
    assert isinstance(view, State)
    legal = exclude_losing_actions(game, view, seat, legal)
    if len(legal) == 1:
        return legal[0]
    context = DecisionContext(game.compiled, infer_from_view(game.compiled, view, seat))
    if isinstance(view.phase, Playing):
        return choose_play(context, view.phase, legal)
    return BEFORE[type(view.phase)](context, view, legal)
