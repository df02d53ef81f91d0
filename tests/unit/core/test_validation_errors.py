"""Error messages for values that do not fit their type."""

from __future__ import annotations

import tomllib
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from paiju.core.validation_errors import ValidationProblem, explain_validation_error, locate_toml_error


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
        ({"name": "12345"}, ValidationProblem("wrong_value", "name", '"…" (0–4)')),
        ({"key": "A"}, ValidationProblem("wrong_value", "key", '"…" (^[a-z]+$)')),
        ({"pace": {"turn": 601}}, ValidationProblem("wrong_value", "pace.turn", "0–600")),
        ({"pace": {}}, ValidationProblem("missing_field", "turn")),
        ({"pace": {"turn": 1, "turns": 1}}, ValidationProblem("unknown_field", "turns", "turn")),
        ({"claims": "loud"}, ValidationProblem("wrong_value", "claims", '"quick", "quiet"')),
        ({"some": 3}, ValidationProblem("wrong_value", "some", "[ … ]")),
        ({"more": "x"}, ValidationProblem("wrong_value", "more", "0, 0.5, 1 …, null")),
        ({"colour": 1}, ValidationProblem("unknown_field", "colour", "name, key, pace, claims, some, more")),
        ([], ValidationProblem("wrong_value", "", "{ … }")),
    ],
)
def test_errors_name_the_field_and_its_allowed_values(value: Any, told: ValidationProblem) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(value, Whole)
    assert explain_validation_error(error.value, Whole) == told


def test_unknown_fields_may_have_any_value() -> None:
    assert explain_validation_error("Expected `int` - at `$.there.is.none`", Whole) == ValidationProblem(
        "wrong_value", "there.is.none", "…"
    )
    assert explain_validation_error("Expected `int`", int).details == {"field": "{ … }", "allowed": "0, 1, 2 …"}


@pytest.mark.parametrize(
    ("text", "place"),
    [("a = 1\nname = house\n", "2:8: name = house"), ("a = ", "1:5: a ="), ("a = [1,\n2", "2:2: 2")],
)
def test_errors_name_the_place_of_invalid_toml(text: str, place: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        tomllib.loads(text)
    assert locate_toml_error(text, error.value) == place
