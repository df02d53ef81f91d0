"""Nothing that is stored changes its shape unnoticed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import shapes


def test_what_is_stored_has_the_shapes_that_are_written_down() -> None:
    assert not shapes.difference(), shapes.difference()


def test_a_field_more_is_noticed_and_what_to_do_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_shapes_are_those_of_the_json(kind: Any, shape: str) -> None:
    assert shapes.shape_of(kind) == shape
