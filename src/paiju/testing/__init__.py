"""The kit with which a game is put through its paces: ours, and yours.

``check_hand(game, random)`` plays one hand at random and holds the game to the whole contract at every step. Give it a game
of your own and a few thousand seeds.
"""

from paiju.core.hand_runner import PlayedMove
from paiju.testing.conformance import check_hand, check_position, check_step
from paiju.testing.laws import LawBroken
from paiju.testing.ruleset_variations import neighbours, option_values
from paiju.testing.simulation import SimulationTally, play_hand, play_match, random_deal

__all__ = [
    "LawBroken",
    "PlayedMove",
    "SimulationTally",
    "check_hand",
    "check_position",
    "check_step",
    "neighbours",
    "option_values",
    "play_hand",
    "play_match",
    "random_deal",
]
