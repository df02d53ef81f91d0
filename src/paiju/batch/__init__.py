"""The batch engine plays thousands of hands at once in NumPy arrays, with rules compiled by Numba (extra ``batch``).

::

    import paiju.batch

    hands = paiju.batch.new_hands("doudizhu/qq", 1024, seed=1)
    for _ in range(1000):
        hands.step(hands.sample())

Each hand is a row of an array: a record with the complete state of the hand. The legal actions of hand ``i`` are
numbered from 0 to ``hands.counts[i] - 1``, and ``hands.step`` takes one action number for each hand. When a hand ends,
the engine deals a new one in its row. The exact rules (``paiju.games``) are authoritative: tests play the same hands
with both implementations, and compare states, legal actions, views and outcomes. ``paiju.learn`` and ``paiju.envs`` use
this engine.
"""

from paiju.extras import needs_extra

with needs_extra("paiju.batch", "batch"):
    from paiju.batch.compilation import Kernel, Progress, compile_kernels, reporting
    from paiju.batch.hands import Hands, deal_for_row, new_hands
    from paiju.features.feature_layout import FeatureLayout, FeatureSlice

__all__ = [
    "FeatureLayout",
    "FeatureSlice",
    "Hands",
    "Kernel",
    "Progress",
    "compile_kernels",
    "deal_for_row",
    "new_hands",
    "reporting",
]
