"""Base classes of events. An event class defines how it changes the state, and declares who sees each of its fields.

An event is a subclass of ``Event``. The type of each field states who sees it::

    class CardDrawn(Event[State], frozen=True):
        seat: Public[Seat]
        card: Own[Kind | None]

        def apply(self, state: State) -> State: ...

``make_visibility_table`` rejects an event class without ``apply``, or with a field whose visibility is not declared. So no field
can become public by mistake. A viewer gets None for a field that it may not see. ``apply`` also works on views, in which unknown
values stay unknown.

An event in which a seat does something that all seats see also overrides ``past_actions``. ``paiju.core.phases.apply_events``
adds these actions to the history of the state; ``apply`` leaves the history as it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict, replace

from paiju.core.codec import Tagged
from paiju.core.history import PastAction
from paiju.core.seats import Viewer

S = TypeVar("S", bound=Struct)
T = TypeVar("T")


class Event(Tagged, Generic[S], frozen=True):
    """Base class of a family's events: facts that have happened in a hand."""

    def apply(self, state: S) -> S:
        """Return the state after the event.

        If ``state`` is a viewer's view, and the event is redacted for the same viewer, the result is that viewer's view after
        the event.
        """
        raise NotImplementedError

    def past_actions(self, state: S) -> tuple[PastAction[Any], ...]:
        """Return the actions that the event adds to the history of ``state``, the state before the event.

        They follow from public values alone, so that the redacted event adds the same actions to a view.
        """
        return ()


class PhaseBegan(Event[S], frozen=True):
    """The next phase of the hand begins. Each family has a subclass with the new phase as a field."""

    def apply(self, state: S) -> S:
        return replace(state, **asdict(self))


class Visibility(ABC):
    """Decides which viewers see a field."""

    @abstractmethod
    def redact_value(self, value: Any, event: Any, viewer: Viewer) -> Any:
        """Return the value of the field as a viewer sees it."""


@dataclass(frozen=True)
class VisibleToAll(Visibility):
    """Every viewer sees the field."""

    def redact_value(self, value: Any, event: Any, viewer: Viewer) -> Any:
        return value


@dataclass(frozen=True)
class VisibleToSeats(Visibility):
    """Visibility of a field that only some seats see.

    ``seats`` contains the names of other fields of the event. Each of these fields holds a seat that sees the
    value.

    ``unless`` is the name of one more field of the event, or None. If that field is true, everybody sees the
    value.

    A viewer who does not see the value gets ``otherwise(value)``, by default None.
    """

    seats: tuple[str, ...] = ("seat",)
    unless: str | None = None
    otherwise: Callable[[Any], Any] = lambda _value: None

    def redact_value(self, value: Any, event: Any, viewer: Viewer) -> Any:
        if self.unless is not None and getattr(event, self.unless):
            return value
        return value if any(getattr(event, seat) == viewer for seat in self.seats) else self.otherwise(value)


@dataclass(frozen=True)
class VisiblePerSeat(Visibility):
    """The field is a tuple with one entry for each seat, and each seat sees its own entry.

    ``open`` is the name of another field of the event, which contains seats. Everybody sees the entries of these seats.
    """

    open: str | None = None

    def redact_value(self, value: Any, event: Any, viewer: Viewer) -> Any:
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
"""For each event class, the names of the fields that not everybody sees, each with its visibility."""


def make_visibility_table(kinds: Iterable[type[Event[Any]]]) -> VisibilityTable:
    """Return, for each of the given event classes, the fields that not everybody sees.

    Raises TypeError if a class does not declare the visibility of a field, or does not implement ``apply``.
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
