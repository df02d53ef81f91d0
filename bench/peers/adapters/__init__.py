"""A small module for each of the other programs: `NAME`, `version()` and `answers(hand, beat)`.

A program is asked in paiju's notation. Its answer is converted to the only form that all of them can give: the sets of cards that
may be played, each once, with the cards ascending by rank, sorted, without the pass. If cards have two readings (DDZ-4.15), such
an answer does not say which one is meant.
"""

from __future__ import annotations

from bench.peers.adapters.base import Adapter, CannotAnswer, load

__all__ = ["NAMES", "Adapter", "CannotAnswer", "load"]

NAMES = ("rlcard", "douzero", "openspiel")
