"""Nets that value actions, run by NumPy alone, and the players that choose by them."""
