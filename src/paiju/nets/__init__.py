"""Nets that value actions, run by NumPy alone, and the players that choose by them."""

from paiju.extras import needs_extra

with needs_extra("paiju.nets", "nets"):
    import numpy as np  # noqa: F401 - every module here needs it
