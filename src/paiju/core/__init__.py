"""What every game shares: the game contract, the fair deal, rulesets, accounts, errors.

Nothing here knows a game, reads a file, looks at a clock or draws a random number.
"""
