"""The code that all games share: the game contract, the fair deal, rulesets, score breakdowns and errors.

This code depends on no particular game. It does not read the clock, and it generates no random numbers of its own.
"""
