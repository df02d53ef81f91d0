"""The shapes of stored types do not change without notice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import shapes


def test_stored_types_have_the_recorded_shapes() -> None:
    assert not shapes.difference(), shapes.difference()


def test_changed_shape_is_reported_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    then = shapes.written()
    left, card = then["fact"]["Left"], then["zipai.event"].pop("card_drawn")
    monkeypatch.setattr(shapes, "written", lambda: then)
    then["fact"]["Left"] = "{t: Left}"
    for released, advice in (([], "make shapes"), ([shapes.NAME], "Raise FORMAT")):
        monkeypatch.setattr(shapes, "FORMATS", released)
        told = shapes.difference()
        assert f"was {{t: Left}}\n  is  {left}" in told
        assert f"was None\n  is  {card}" in told
        assert advice in told


@pytest.mark.parametrize(
    ("kind", "shape"),
    [(int, "int"), (str | None, "none | str"), (tuple[int, ...], "[int, …]"), (tuple[int, str], "[int, str]")],
)
def test_shape_of_a_type_follows_its_json(kind: Any, shape: str) -> None:
    assert shapes.shape_of(kind) == shape
