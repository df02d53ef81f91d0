"""Neural networks that evaluate legal actions. They run with NumPy alone.

``paiju.learn`` trains the networks and writes their files. This package loads a file, evaluates actions, and contains the
bots that play by these values. The trained weights in ``paiju.nets.weights`` are part of the distribution.
"""

from paiju.extras import needs_extra

with needs_extra("paiju.nets", "nets"):
    import numpy as np  # noqa: F401 - every module here needs NumPy
