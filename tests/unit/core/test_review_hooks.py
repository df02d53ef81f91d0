"""A family that states no facts for reviews."""

from __future__ import annotations

from typing import Any

from paiju.core.review_hooks import ReviewHooks


def test_a_family_may_state_nothing() -> None:
    facts, nothing = ReviewHooks(), object()
    game: Any = nothing
    assert facts.part(nothing) == "play"
    assert not facts.is_judged_by_points(nothing)
    assert not facts.is_endgame(nothing)
    assert not facts.is_solvable(nothing)
    assert facts.choice_key("3") == "3"
    assert facts.deal_key(nothing) is nothing
    assert facts.luck(nothing) == ""
    assert facts.count_deals(game, nothing, 0) is None
    assert facts.reason(game, nothing, 0, "3", "4") is None
