"""The interface of the adapters, and what they share."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

RANKS = "3456789TJQKA2BR"
_ORDER = {rank: place for place, rank in enumerate(RANKS)}


class CannotAnswer(Exception):
    """The program cannot answer a question. The text of the error is stored in place of an answer."""


class Adapter(Protocol):
    """The move generator of another program. Each adapter is a module."""

    NAME: str

    def version(self) -> str: ...

    def answers(self, hand: str, beat: str) -> list[str]:
        """Return the plays that beat `beat`, or those with which the hand can lead if `beat` is empty. Raises CannotAnswer."""
        ...


def in_order(cards: str) -> str:
    """Return the same cards, ascending by rank."""
    return "".join(sorted(cards, key=_ORDER.__getitem__))


def load(name: str) -> Adapter:
    """Import the adapter with this name, and with it the program, and return it."""
    return cast(Adapter, import_module(f"bench.peers.adapters.{name}"))
