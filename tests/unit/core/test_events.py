"""Events declare who sees each field, or their class does not load."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Struct

from paiju.core.codec import from_json, to_json
from paiju.core.events import Event, Own, Public, VisiblePerSeat, VisibleToSeats, make_visibility_table
from paiju.core.phases import apply_events


class Sum(Struct, frozen=True):
    of: int


class CardDrawn(Event[Sum], frozen=True):
    seat: Public[int]
    card: Own[int | None]

    def apply(self, state: Sum) -> Sum:
        return Sum(state.of + (self.card or 0))


class HandsDealt(Event[Sum], frozen=True):
    hands: Annotated[tuple[int | None, ...], VisiblePerSeat(open="open")]
    open: Public[tuple[int, ...]] = ()

    def apply(self, state: Sum) -> Sum:
        return state


class CardGiven(Event[Sum], frozen=True):
    giver: Public[int]
    taker: Public[int]
    card: Annotated[str, VisibleToSeats(("giver", "taker"), unless="shown", otherwise=lambda card: "?" * len(card))]
    shown: Public[bool] = False

    def apply(self, state: Sum) -> Sum:
        return state


def _seen(event: Event[Sum], viewer: int | None) -> dict[str, object]:
    ((_, hidden),) = make_visibility_table([type(event)]).items()
    return {name: sight.redact_value(getattr(event, name), event, viewer) for name, sight in hidden}


def test_the_tag_of_an_event_is_its_class_name() -> None:
    written = to_json(CardDrawn(1, 5))
    assert written == b'{"type":"card_drawn","seat":1,"card":5}'
    assert from_json(written, CardDrawn | HandsDealt) == CardDrawn(1, 5)


def test_events_are_folded_in_order() -> None:
    assert apply_events(Sum(1), [CardDrawn(0, 2), CardDrawn(1, None), CardDrawn(1, 4)]) == Sum(7)


def test_a_field_may_be_seen_by_its_seat_alone() -> None:
    assert [_seen(CardDrawn(1, 5), viewer) for viewer in (0, 1, None)] == [{"card": None}, {"card": 5}, {"card": None}]


def test_a_field_may_be_seen_by_several_seats_or_in_another_form() -> None:
    hidden = CardGiven(0, 2, "10")
    assert [_seen(hidden, viewer)["card"] for viewer in (0, 1, 2, None)] == ["10", "??", "10", "??"]
    assert _seen(CardGiven(0, 2, "10", shown=True), None) == {"card": "10"}


def test_in_a_field_per_seat_each_seat_sees_its_own_and_the_open_entries() -> None:
    assert _seen(HandsDealt((1, 2, 3)), 1) == {"hands": (None, 2, None)}
    assert _seen(HandsDealt((1, 2, 3), open=(0,)), 1) == {"hands": (1, 2, None)}
    assert _seen(HandsDealt((1, 2, 3)), None) == {"hands": (None, None, None)}


def test_an_event_field_without_visibility_does_not_load() -> None:
    class Leaky(Event[Sum], frozen=True):
        seat: Public[int]
        hand: int

        def apply(self, state: Sum) -> Sum:
            return state

    with pytest.raises(TypeError, match=r"Leaky\.hand does not say who sees it"):
        make_visibility_table([Leaky])


def test_an_event_without_apply_does_not_load() -> None:
    class Idle(Event[Sum], frozen=True):
        seat: Public[int]

    with pytest.raises(TypeError, match="Idle does not say how the state changes"):
        make_visibility_table([Idle])
    with pytest.raises(NotImplementedError):
        Idle(1).apply(Sum(0))
