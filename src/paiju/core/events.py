"""What happened, as classes that say in one place how the state changes and who sees what of it.

An event is a subclass of ``Event``. Each of its fields names who sees it, in its type::

    class CardDrawn(Event[State], frozen=True):
        seat: Public[Seat]
        card: Own[Kind | None]

        def apply(self, state: State) -> State: ...

``visibility_of`` refuses an event that leaves out either, so that nothing is public by forgetting. What a viewer does not see is
None, and ``apply`` works on views as well: a hole stays a hole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict, replace

from paiju.core.codec import Tagged
from paiju.core.seats import Viewer

S = TypeVar("S", bound=Struct)
T = TypeVar("T")


class Event(Tagged, Generic[S], frozen=True):
    """A past fact of a hand."""

    def apply(self, state: S) -> S:
        """The state after it; on a view, with the viewer's redacted event, the view after it."""
        raise NotImplementedError


class PhaseBegan(Event[S], frozen=True):
    """The hand goes on with another phase, or is over. A family's own says which: its fields are fields of the state."""

    def apply(self, state: S) -> S:
        return replace(state, **asdict(self))


class Visibility(ABC):
    """Who sees a field."""

    @abstractmethod
    def redact(self, value: Any, event: Any, viewer: Viewer) -> Any:
        """The field of an event as a viewer sees it."""


@dataclass(frozen=True)
class VisibleToAll(Visibility):
    """All see it."""

    def redact(self, value: Any, event: Any, viewer: Viewer) -> Any:
        return value


@dataclass(frozen=True)
class VisibleToSeats(Visibility):
    """The seats that these fields name see it, and all do where the field ``unless`` is true; the others see ``otherwise``."""

    seats: tuple[str, ...] = ("seat",)
    unless: str | None = None
    otherwise: Callable[[Any], Any] = lambda _value: None

    def redact(self, value: Any, event: Any, viewer: Viewer) -> Any:
        if self.unless is not None and getattr(event, self.unless):
            return value
        return value if any(getattr(event, seat) == viewer for seat in self.seats) else self.otherwise(value)


@dataclass(frozen=True)
class VisiblePerSeat(Visibility):
    """A tuple with one entry a seat: each sees its own, and all see those of the seats in the field ``open``."""

    open: str | None = None

    def redact(self, value: Any, event: Any, viewer: Viewer) -> Any:
        shown = () if self.open is None else getattr(event, self.open)
        return tuple(entry if seat == viewer or seat in shown else None for seat, entry in enumerate(value))


VISIBLE_TO_ALL: Final = VisibleToAll()

Public = Annotated[T, VISIBLE_TO_ALL]
"""Everybody sees the field."""

Own = Annotated[T, VisibleToSeats()]
"""The seat in the field ``seat`` sees the field."""

OwnOrOpen = Annotated[T, VisibleToSeats(unless="open")]
"""The same, and everybody where the field ``open`` is true."""

VisibilityTable = Mapping[type[Any], tuple[tuple[str, Visibility], ...]]
"""By class of event, the fields that not everybody sees."""


def visibility_of(kinds: Iterable[type[Event[Any]]]) -> VisibilityTable:
    """Who may see which fields of these events.

    Raises TypeError if the visibility of a field, or its effect on the state, is not declared.
    """
    return {kind: tuple(_hidden_fields(kind)) for kind in kinds}


def _hidden_fields(kind: type[Event[Any]]) -> Iterable[tuple[str, Visibility]]:
    if kind.apply is Event.apply:
        raise TypeError(f"{kind.__name__} does not say how the state changes: it has no apply")
    hints = get_type_hints(kind, include_extras=True)
    for name in kind.__struct_fields__:
        sights = [extra for extra in get_args(hints[name]) if isinstance(extra, Visibility)]
        if len(sights) != 1:
            raise TypeError(f"{kind.__name__}.{name} does not say who sees it: Public, Own, …")
        if sights[0] != VISIBLE_TO_ALL:
            yield name, sights[0]
