"""Default review hooks, of a family that states no facts."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.core.review_hooks import ReviewHooks
from paiju.locale import family_catalogue


def test_default_review_hooks_state_nothing() -> None:
    facts, nothing = ReviewHooks(), object()
    game: Any = nothing
    assert facts.part_of_play(nothing) == "play"
    assert not facts.is_judged_by_points(nothing)
    assert not facts.is_endgame(nothing)
    assert not facts.is_solvable(nothing)
    assert facts.choice_key("3") == "3"
    assert facts.deal_key(nothing) is nothing
    assert facts.luck_kind(nothing) == ""
    assert facts.count_deals(game, nothing, 0) is None
    assert facts.is_consistent(game, nothing)
    assert facts.count_winning_cards(nothing, 0, "3") is None
    assert facts.reason(game, nothing, 0, "3", "4") is None


@pytest.mark.parametrize("family", ["doudizhu", "gunzi", "zipai"])
def test_every_reason_has_a_name_for_mistakes_of_its_kind(family: str) -> None:
    for texts in family_catalogue(family).values():
        reasons = {key.removeprefix("why.") for key in texts if key.startswith("why.")}
        assert reasons
        assert reasons == {key.removeprefix("pattern.") for key in texts if key.startswith("pattern.")}
