"""A mapping of limited size that drops what was not used for the longest time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """Keeps at most ``size`` values that are not None. Threads may share it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """Return a value, which is now the last one to be dropped; None if it is not kept."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def put(self, key: Key, value: Value) -> None:
        """Keep a value, and drop the oldest one if there are too many."""
        self._kept.pop(key, None)
        self._kept[key] = value
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)
