"""One small module a peer: `NAME`, `version()` and `answers(hand, beat)`.

A peer is asked in our notation and its answer is put into the only thing all of them can say: which cards
may be played together, each set of cards once, ascending by rank, sorted, pass left out. Where some cards
have two readings (DDZ-4.15) a peer's answer does not tell which is meant.
"""

from __future__ import annotations

from bench.peers.adapters.base import Adapter, CannotAnswer, load

__all__ = ["NAMES", "Adapter", "CannotAnswer", "load"]

NAMES = ("rlcard", "douzero", "openspiel")
