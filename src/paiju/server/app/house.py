"""What all tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paiju.server.app.meter import Meter
from paiju.server.app.store import Store
from paiju.server.app.thinking import Thinker
from paiju.server.domain.clock import Tempo
from paiju.server.domain.library import Library


@dataclass(frozen=True, slots=True)
class House:
    """The house: its store, its games, its bots, its pace, its measurements and its clock."""

    store: Store
    library: Library
    thinker: Thinker
    tempo: Tempo
    meter: Meter
    clock: Callable[[], int]
    """Milliseconds since 1970."""
