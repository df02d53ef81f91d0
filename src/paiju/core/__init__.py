"""The code that all games share: the game contract, the fair deal, rulesets, score breakdowns and errors.

Nothing here knows a particular game, reads a file or a clock, or draws a random number.
"""
