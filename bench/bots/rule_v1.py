"""RLCard's rule agent ``doudizhu-rule-v1`` as one of our bots, in the environment of ``bench`` alone.

    PYTHONPATH=. .venv-bench/bin/python -m bench.nets.judge strong bench/bots/rule_v1.py 200 doudizhu/qq

``bench.arena_rlcard`` meets it on RLCard's own deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bench.peers.rlcard_agent import PASS as PASSES
from bench.peers.rlcard_agent import PlayState, RLCardRuleAgent, reading
from paiju.bots.registry import make_bot
from paiju.games.doudizhu.actions import PASS, Play
from paiju.games.doudizhu.cards import ranks_of, ranks_text
from paiju.games.doudizhu.state import Playing

AGENT = RLCardRuleAgent(1)
STEADY = make_bot("steady", "doudizhu")


def choose(game: Any, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
    """What the agent does; what comes before the play, of which it knows nothing, is left to steady."""
    if not isinstance(view.phase, Playing):
        return STEADY(game, view, seat, legal, random)
    return answer(AGENT, game, view, seat, legal, moves(view.phase, seat, view.seats))


def answer(
    agent: RLCardRuleAgent, game: Any, view: Any, seat: int, legal: Sequence[Any], before: Sequence[tuple[int, str]]
) -> Any:
    """The agent's action in play, after these moves."""
    hand = ranks_text(ranks_of(view.secret.hands[seat]))
    cards = agent.move(PlayState(seat, view.public.landlord, hand, before))
    if cards == PASSES:
        return PASS
    plays = [action.what.text() for action in legal if isinstance(action, Play)]
    return game.parse_action(f"play {reading(cards, plays)}")


def moves(phase: Playing, seat: int, seats: int) -> list[tuple[int, str]]:
    """The last moves, as far as the agent looks at them: the play to beat and the passes on it, or that everybody passed."""
    by = seat if phase.by is None else phase.by
    what = "3" if phase.standing is None else phase.standing.text()
    passes = seats - 1 if phase.standing is None else phase.passes
    return [(by, what), *(((by + step) % seats, PASSES) for step in range(1, passes + 1))]
