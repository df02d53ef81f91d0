"""Neural networks that evaluate legal actions, run with NumPy alone.

``paiju.learn`` trains them and writes their files; this package loads a file, evaluates actions, and offers bots and hand
analysis based on the values. The trained weights in ``paiju.nets.weights`` are part of the distribution.
"""

from paiju.extras import needs_extra

with needs_extra("paiju.nets", "nets"):
    import numpy as np  # noqa: F401 - every module here needs NumPy
