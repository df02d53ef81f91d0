"""The steady bot for Gunzi.

The bot compares actions by their expected gain. It does not search.

- ``steady_bot``: the bot, which reads views.
- ``expected_values``: the probabilities and expected gains by which the bot compares actions.
"""

from paiju.bots.gunzi.steady_bot import choose

__all__ = ["choose"]
