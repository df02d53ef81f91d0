"""The steady bot for Da Zi Pai: it divides its hand into blocks, keeps the valuable blocks, and discards other cards.

- ``steady_bot``: the bot, which reads views.
- ``batch_steady``: the same bot, compiled for the rows of the batch engine. ``batch_workspace`` has its numbers,
  ``batch_hand_value`` the value of a hand, and ``batch_waits`` the cards that complete it.
"""

from paiju.bots.zipai.steady_bot import play_steady

__all__ = ["play_steady"]
