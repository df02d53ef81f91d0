"""What every game shares: the game contract, the fair deal, rulesets, score breakdowns and errors.

Nothing here knows a particular game, reads a file, a clock or a random number.
"""
