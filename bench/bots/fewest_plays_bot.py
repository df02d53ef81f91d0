"""A Dou Dizhu bot of thirty lines: it gets rid of its hand in the fewest turns, low cards first.

    paiju arena strong bench/bots/fewest_plays_bot.py --rules doudizhu/qq --play-only

In the phases before the play, the steady bot decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from paiju.bots.registry import make_bot
from paiju.games.doudizhu.actions import PASS, Play
from paiju.games.doudizhu.cards import count_ranks
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.state import Playing

STEADY = make_bot("steady", "doudizhu")


def choose(game: Any, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
    """Return the play after which the fewest turns are left, or a pass if the play would not help or would beat a partner's play.

    In the phases before the play, return the steady bot's action.
    """
    if not isinstance(view.phase, Playing):
        return STEADY(game, view, seat, legal, random)
    hand, by = count_ranks(view.secret.hands[seat]), view.phase.by
    plays = [action for action in legal if isinstance(action, Play)]
    left = {play: turns(game.compiled, hand - play.what.used) for play in plays}
    best = min(plays, key=lambda play: (left[play] + play.what.bomb, play.what.rank, -play.what.size), default=PASS)
    ours = by is not None and by != view.public.landlord != seat
    if (
        PASS in legal
        and isinstance(best, Play)
        and left[best] > 0
        and (ours or left[best] > turns(game.compiled, hand))
    ):
        return PASS
    return best


@lru_cache(maxsize=1 << 16)
def turns(compiled: CompiledRuleset, hand: int) -> int:
    """Return how many plays get rid of a hand if nobody interferes. One of them contains the lowest card."""
    lowest = 255 << ((hand & -hand).bit_length() - 1) // 8 * 8 if hand else 0
    plays = {play.what.used for play in compiled.find_leading_plays(hand) if play.what.used & lowest}
    return 1 + min(turns(compiled, hand - used) for used in plays) if hand else 0
