"""The steady bot for Dou Dizhu: it splits its hand into few plays and weighs what each play leaves.

``knowledge`` is what a seat can tell from its view, ``odds`` how likely a combination is to hold, ``plan`` the split of a hand,
``wilds`` the same with wild cards, ``playing`` the choice of a play and ``before`` every choice before play.
"""

from paiju.bots.doudizhu.steady import play_steady

__all__ = ["play_steady"]
