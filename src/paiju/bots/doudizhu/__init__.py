"""The steady bot for Dou Dizhu: it decomposes its hand into few plays and rates each play by the hand that remains.

``beliefs`` holds what a seat can infer from its view, ``trick_odds`` the chance of a combination to hold the trick,
``decomposition`` the division of a hand, ``wild_decomposition`` the same with wild cards, ``play_choice`` the choice of a
play, and ``bidding`` all choices before the play.
"""

from paiju.bots.doudizhu.steady_bot import play_steady

__all__ = ["play_steady"]
