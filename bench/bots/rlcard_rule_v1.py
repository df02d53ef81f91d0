"""RLCard's rule agent ``doudizhu-rule-v1`` as a bot of paiju. It runs only in the environment of ``bench``.

    PYTHONPATH=. .venv-bench/bin/python -m bench.nets.compare_bots strong bench/bots/rlcard_rule_v1.py 200 doudizhu/qq

``bench.arena_rlcard`` plays against it on RLCard's own deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bench.peers.rlcard_agent_player import PASS as PASSES
from bench.peers.rlcard_agent_player import PlayState, RLCardRuleAgent, reading
from paiju.bots.registry import make_bot
from paiju.games.doudizhu.actions import PASS, Play
from paiju.games.doudizhu.cards import count_ranks, ranks_text
from paiju.games.doudizhu.state import Playing

AGENT = RLCardRuleAgent(1)
STEADY = make_bot("steady", "doudizhu")


def choose(game: Any, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
    """Return the action of the agent. In the phases before the play, which it does not know, return the steady bot's action."""
    if not isinstance(view.phase, Playing):
        return STEADY(game, view, seat, legal, random)
    return answer(AGENT, game, view, seat, legal, last_play_and_passes(view.phase, seat, view.seats))


def answer(
    agent: RLCardRuleAgent, game: Any, view: Any, seat: int, legal: Sequence[Any], before: Sequence[tuple[int, str]]
) -> Any:
    """Return the action that the agent takes after these moves."""
    hand = ranks_text(count_ranks(view.secret.hands[seat]))
    cards = agent.move(PlayState(seat, view.public.landlord, hand, before))
    if cards == PASSES:
        return PASS
    plays = [action.what.text() for action in legal if isinstance(action, Play)]
    return game.parse_action(f"play {reading(cards, plays)}")


def last_play_and_passes(phase: Playing, seat: int, seats: int) -> list[tuple[int, str]]:
    """Return the last moves, as far as the agent reads them: the play to beat and the passes on it.

    If there is no play to beat, return a play of this seat on which everybody else passed.
    """
    by = seat if phase.by is None else phase.by
    what = "3" if phase.standing is None else phase.standing.text()
    passes = seats - 1 if phase.standing is None else phase.passes
    return [(by, what), *(((by + step) % seats, PASSES) for step in range(1, passes + 1))]
