"""Environments render themselves as pixels, with Pillow."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RenderCollection

from paiju.envs import aec, gymnasium_id
from tests.ruleset_selection import one_each


@pytest.mark.parametrize("ruleset", one_each())
def test_pixels_change_with_the_table_and_show_no_hidden_card(ruleset: str) -> None:
    env = RenderCollection(gymnasium.make(gymnasium_id(ruleset), render_mode="rgb_array"))
    seen, _ = env.reset(seed=2)
    for _ in range(3):
        seen, *_ = env.step(int(seen["action_mask"].argmax()))
    frames: Any = env.render()
    assert len(frames) >= 3
    assert all(frame.dtype == np.uint8 and frame.shape[1:] == frames[0].shape[1:] for frame in frames)
    assert any(one.shape != other.shape or (one != other).any() for one, other in pairwise(frames))
    env.close()


def test_agents_see_their_own_table() -> None:
    env = aec("doudizhu/qq", render_mode="rgb_array")
    env.reset(seed=1)
    before: Any = env.render()
    env.step(0)
    after: Any = env.render()
    assert before.shape == after.shape
    assert (before != after).any()
