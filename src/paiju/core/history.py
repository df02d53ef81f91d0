"""The history of a hand: what the seats have done so far, as everybody saw it.

A family whose states have a history declares it as the last field of its state::

    class State(Struct, frozen=True):
        ...
        history: tuple[PastAction[HistoryAction], ...] = ()

``HistoryAction`` is the union of the actions that can be in it. ``Event.past_actions`` says which actions an event adds, and
``paiju.core.phases.apply_events`` adds them. A history holds only what all seats saw, so it is the same in every view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, TypeVar, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_json
from paiju.core.seats import Seat

A_co = TypeVar("A_co", bound=Struct, covariant=True)
S = TypeVar("S", bound=Struct)


class PastAction(Struct, Generic[A_co], frozen=True, array_like=True, gc=False):
    """What a seat did, as everybody saw it."""

    seat: Seat
    action: A_co


def history_of(state: Any) -> tuple[PastAction[Any], ...]:
    """Return the history of a state or view, the oldest action first; empty if the family has none."""
    history: tuple[PastAction[Any], ...] = getattr(state, "history", ())
    return history


def without_history(state: S) -> S:
    """Return a state or view with an empty history, for messages that leave the history out."""
    return replace(state, history=()) if history_of(state) else state


def with_encoded_history(state: S, history: bytes) -> S:
    """Return a state or view with the history that a JSON text encodes. Raises NotationError.

    If the family has no history, the state is unchanged.
    """
    return (
        replace(state, history=from_json(history, _history_type(type(state)))) if hasattr(state, "history") else state
    )


@lru_cache(maxsize=64)
def _history_type(state_type: type[Any]) -> Any:
    return get_type_hints(state_type)["history"]
