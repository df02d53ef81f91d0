"""Base classes of events. An event class states how it changes the state, and which seats see each of its fields.

An event is a subclass of ``Event``. The type of each field states who sees it::

    class CardDrawn(Event[State], frozen=True):
        seat: Public[Seat]
        card: Own[Kind | None]

        def apply(self, state: State) -> State: ...

``visibility_of`` rejects an event class that leaves out either, so a field cannot become public by omission. A viewer
gets None for a field that it may not see. ``apply`` also works on views: an unknown value stays unknown.
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
        """Return the state after the event. On a view, with the viewer's redacted event, return the view after it."""
        raise NotImplementedError


class PhaseBegan(Event[S], frozen=True):
    """The next phase of the hand begins, or the hand is over. The subclass of each family has the new phase as a field."""

    def apply(self, state: S) -> S:
        return replace(state, **asdict(self))


class Visibility(ABC):
    """Decides which viewers see a field."""

    @abstractmethod
    def redact(self, value: Any, event: Any, viewer: Viewer) -> Any:
        """Return the value of the field as a viewer sees it."""


@dataclass(frozen=True)
class VisibleToAll(Visibility):
    """Every viewer sees the field."""

    def redact(self, value: Any, event: Any, viewer: Viewer) -> Any:
        return value


@dataclass(frozen=True)
class VisibleToSeats(Visibility):
    """The seats in the fields ``seats`` see the field, or everybody if ``unless`` is true; others see ``otherwise``."""

    seats: tuple[str, ...] = ("seat",)
    unless: str | None = None
    otherwise: Callable[[Any], Any] = lambda _value: None

    def redact(self, value: Any, event: Any, viewer: Viewer) -> Any:
        if self.unless is not None and getattr(event, self.unless):
            return value
        return value if any(getattr(event, seat) == viewer for seat in self.seats) else self.otherwise(value)


@dataclass(frozen=True)
class VisiblePerSeat(Visibility):
    """A tuple with one entry for each seat: each seat sees its own entry, and everybody sees those of the seats in ``open``."""

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
"""The seat in ``seat`` sees the field; everybody does if the field ``open`` is true."""

VisibilityTable = Mapping[type[Any], tuple[tuple[str, Visibility], ...]]
"""Fields with restricted visibility, by event class."""


def visibility_of(kinds: Iterable[type[Event[Any]]]) -> VisibilityTable:
    """Return the visibility of the fields of these event classes.

    Raises TypeError if a class does not declare the visibility of a field, or its effect on the state.
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
