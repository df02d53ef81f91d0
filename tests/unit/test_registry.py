"""The registry finds the parts that a family declares."""

from __future__ import annotations

from functools import partial
from typing import Literal

import pytest
from msgspec.structs import replace

from paiju.core.errors import UnknownName
from paiju.games import registry
from paiju.games.registry import families, find_family_part
from paiju.puzzles.model import PuzzleError


@pytest.mark.parametrize("part", ["solver", "puzzles"])
def test_the_import_path_of_a_part_comes_from_the_family_of_the_rules(part: Literal["solver", "puzzles"]) -> None:
    found, place = find_family_part("qq", part, partial(PuzzleError, "no_puzzles"))
    assert (found.id, place) == ("doudizhu/qq", getattr(families()["doudizhu"], part))
    assert "doudizhu" in place


def test_a_family_without_the_part_is_refused_and_those_that_have_it_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = {**families(), "zipai": replace(families()["zipai"], puzzles="")}
    monkeypatch.setattr(registry, "families", lambda: bare)
    with pytest.raises(PuzzleError) as refused:
        find_family_part("zipai/guilin-3", "puzzles", partial(PuzzleError, "no_puzzles"))
    assert refused.value.code == "no_puzzles"
    assert refused.value.details == {"rules": "zipai/guilin-3", "known": "doudizhu, gunzi"}
    with pytest.raises(UnknownName):
        find_family_part("nothing", "puzzles", partial(PuzzleError, "no_puzzles"))
