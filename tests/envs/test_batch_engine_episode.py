"""An episode of the batch engine equals that of the exact rules, turn by turn."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import paiju
from paiju.envs import BatchEngineEpisode, EpisodeStep, HandEpisode
from paiju.envs.action_space import MOST_OFFERED
from tests.ruleset_selection import one_each

RULESETS = paiju.rulesets()


def told_by_states(table: HandEpisode) -> Any:
    """Where in an observation a state tells all that a row does: not of earlier moves, nor of an auction that is over."""
    found = np.ones(table.size, bool)
    for part in table.layout.slices:
        found[part.first : part.first + part.size] = not part.name.startswith(("move.", "said."))
    return found


def same_number(rows: HandEpisode, turn: EpisodeStep, number: int, said: str) -> int:
    """The number by which a row's turn says this. Places are those of its own list; of too many the lists agree."""
    if rows.numbering.max_tokens or len(turn.choice.numbers) == MOST_OFFERED:
        return number
    return next(other for other in turn.choice.numbers if rows.action_text(turn, other) == said)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("numbers", ["places", "letters"])
def test_a_hand_is_the_same_in_both_engines(ruleset: str, numbers: str) -> None:
    exact, rows, random = HandEpisode(ruleset, numbers), BatchEngineEpisode(ruleset, numbers), Random(ruleset)
    told = told_by_states(exact)
    one, other = exact.reset(b"rows"), rows.reset(b"rows")
    while one.seat is not None:
        assert other.seat == one.seat
        assert len(other.choice.numbers) == len(one.choice.numbers)
        for seat in range(exact.seats):
            assert (exact.observe(one, seat) == rows.observe(other, seat))[told].all()
        number = random.choice(one.choice.numbers)
        said = exact.action_text(one, number)
        one, other = exact.step(one, number), rows.step(other, same_number(rows, other, number, said))
        assert rows.render_text(other) == exact.render_text(one)
    assert other.seat is None
    assert rows.rewards(other) == exact.rewards(one)


@pytest.mark.parametrize("ruleset", one_each("doudizhu/four", "zipai/guilin-2"))
def test_the_opener_reaches_the_same_position_in_both_engines(ruleset: str) -> None:
    exact, rows = HandEpisode(ruleset, opener="steady"), BatchEngineEpisode(ruleset, opener="steady")
    one, other = exact.reset(b"opened"), rows.reset(b"opened")
    texts = [
        sorted(map(exact.game.format_action, table.actions(turn))) for table, turn in ((exact, one), (rows, other))
    ]
    assert texts[0] == texts[1]
