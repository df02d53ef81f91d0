"""The steady bot for Gunzi.

The bot compares actions by their expected gain. It does not search.

- ``steady_bot``: the bot, which reads views.
- ``expected_values``: the probabilities and expected gains by which the bot compares actions.
- ``batch_steady``: the same bot, compiled for the rows of the batch engine.
- ``batch_workspace``: the numbers of the compiled bot.
- ``batch_seat_knowledge``: what a seat knows, and its chances to win tricks, for the compiled bot.
- ``batch_play_choice``: what the compiled bot plays; ``batch_choices_before_play``: all its choices before the play.
"""

from paiju.bots.gunzi.steady_bot import choose

__all__ = ["choose"]
