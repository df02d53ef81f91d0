"""A mapping of limited size that drops the least recently used value."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """Keeps the ``size`` most recently used values, none of which may be None. Threads may share it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, and mark the value as the most recently used; None if there is no value."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def put(self, key: Key, value: Value) -> None:
        """Store a value as the most recently used one. If the cache is full, drop the least recently used value."""
        self._kept.pop(key, None)
        self._kept[key] = value
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)
