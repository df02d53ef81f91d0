"""The steady bot for Da Zi Pai.

The bot divides its hand into blocks, keeps the valuable blocks, and discards other cards.

- ``steady_bot``: the bot, which reads views.
- ``batch_steady``: the same bot, compiled for the rows of the batch engine.
- ``batch_workspace``: the numbers of the compiled bot.
- ``batch_hand_value``: the value of a hand, for the compiled bot.
- ``batch_waits``: the cards that complete a hand, for the compiled bot.
"""

from paiju.bots.zipai.steady_bot import play_steady

__all__ = ["play_steady"]
