"""Thousands of hands at once, in arrays: the same rules, compiled (the extra ``batch``).

::

    import paiju.batch

    hands = paiju.batch.new_hands("doudizhu/qq", 1024, seed=1)
    for _ in range(1000):
        hands.step(hands.sample())

Hands are rows of a NumPy array, legal actions are numbers from 0 to ``count - 1``, and a hand that ends is dealt anew. The
exact rules stay the authority: tests replay both and find the same states, legal actions, views and outcomes.
"""

from paiju.extras import needs_extra

with needs_extra("paiju.batch", "batch"):
    from paiju.batch.compilation import Kernel, Progress, compile_kernels, reporting
    from paiju.batch.hands import Hands, exact_deal, new_hands
    from paiju.features.bit_layout import FeatureLayout, FeatureSlice

__all__ = [
    "FeatureLayout",
    "FeatureSlice",
    "Hands",
    "Kernel",
    "Progress",
    "compile_kernels",
    "exact_deal",
    "new_hands",
    "reporting",
]
