"""What is told of a value that does not fit its type."""

from __future__ import annotations

import tomllib
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from paiju.core.misfit import Misfit, misfit, place_in


class Inner(Struct, forbid_unknown_fields=True):
    turn: Annotated[int, Meta(ge=0, le=600, extra_json_schema={"title": "turn"})]


class Whole(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=4)] = ""
    key: Annotated[str, Meta(pattern="^[a-z]+$")] = "a"
    pace: Inner | None = None
    claims: Literal["quiet", "quick"] = "quiet"
    some: tuple[int, ...] = ()
    more: float | None = None


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"name": "12345"}, Misfit("wrong_value", "name", '"…" (0–4)')),
        ({"key": "A"}, Misfit("wrong_value", "key", '"…" (^[a-z]+$)')),
        ({"pace": {"turn": 601}}, Misfit("wrong_value", "pace.turn", "0–600")),
        ({"pace": {}}, Misfit("missing_field", "turn")),
        ({"pace": {"turn": 1, "turns": 1}}, Misfit("unknown_field", "turns", "turn")),
        ({"claims": "loud"}, Misfit("wrong_value", "claims", '"quick", "quiet"')),
        ({"some": 3}, Misfit("wrong_value", "some", "[ … ]")),
        ({"more": "x"}, Misfit("wrong_value", "more", "0, 0.5, 1 …, null")),
        ({"colour": 1}, Misfit("unknown_field", "colour", "name, key, pace, claims, some, more")),
        ([], Misfit("wrong_value", "", "{ … }")),
    ],
)
def test_the_field_is_named_and_what_there_may_be(value: Any, told: Misfit) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(value, Whole)
    assert misfit(error.value, Whole) == told


def test_a_field_that_the_type_does_not_know_may_be_anything() -> None:
    assert misfit("Expected `int` - at `$.there.is.none`", Whole) == Misfit("wrong_value", "there.is.none", "…")
    assert misfit("Expected `int`", int).details == {"field": "{ … }", "allowed": "0, 1, 2 …"}


@pytest.mark.parametrize(
    ("text", "place"),
    [("a = 1\nname = house\n", "2:8: name = house"), ("a = ", "1:5: a ="), ("a = [1,\n2", "2:2: 2")],
)
def test_where_a_text_is_no_toml(text: str, place: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        tomllib.loads(text)
    assert place_in(text, error.value) == place
