"""A test kit that checks whether a game keeps the contract of ``paiju.core.game``.

``check_hand(game, random)`` plays one random hand and checks the whole contract at every step. To test your own game, call it
with a few thousand seeds.
"""

from paiju.core.hand_runner import PlayedMove
from paiju.testing.conformance import check_hand, check_position, check_step
from paiju.testing.hand_simulation import SimulationTally, play_hand, play_match, random_deal
from paiju.testing.law_names import LawBroken
from paiju.testing.ruleset_variations import alternative_option_values, neighbouring_rulesets

__all__ = [
    "LawBroken",
    "PlayedMove",
    "SimulationTally",
    "alternative_option_values",
    "check_hand",
    "check_position",
    "check_step",
    "neighbouring_rulesets",
    "play_hand",
    "play_match",
    "random_deal",
]
