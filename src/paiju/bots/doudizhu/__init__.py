"""The steady bot for Dou Dizhu: it divides its hand into few plays, and rates each play by the hand that remains.

- ``seat_knowledge``: what a seat can infer from its view.
- ``trick_odds``: the probability that a combination wins the trick.
- ``decomposition`` and ``wild_decomposition``: the division of a hand into plays, without and with wild cards.
- ``play_choice``: which play to make; ``choices_before_play``: all choices before the play.
- ``consistent_deals``, ``solved_endings``, ``losing_actions``: calculations for the network-based bots and for hints.
- ``botzone``: the protocol of Botzone's Dou Dizhu bots.
"""

from paiju.bots.doudizhu.steady_bot import play_steady

__all__ = ["play_steady"]
