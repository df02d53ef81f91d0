"""The shapes of stored types do not change without notice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import stored_shapes


def test_stored_types_have_the_recorded_shapes() -> None:
    assert not stored_shapes.difference(), stored_shapes.difference()


def test_changed_shape_is_reported_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    then = stored_shapes.written()
    left, card = then["fact"]["Left"], then["zipai.event"].pop("card_drawn")
    monkeypatch.setattr(stored_shapes, "written", lambda: then)
    then["fact"]["Left"] = "{t: Left}"
    for released, advice in (([], "make shapes"), ([stored_shapes.NAME], "Raise FORMAT")):
        monkeypatch.setattr(stored_shapes, "FORMATS", released)
        told = stored_shapes.difference()
        assert f"was {{t: Left}}\n  is  {left}" in told
        assert f"was None\n  is  {card}" in told
        assert advice in told


@pytest.mark.parametrize(
    ("kind", "shape"),
    [(int, "int"), (str | None, "none | str"), (tuple[int, ...], "[int, …]"), (tuple[int, str], "[int, str]")],
)
def test_shape_of_a_type_follows_its_json(kind: Any, shape: str) -> None:
    assert stored_shapes.shape_of(kind) == shape
