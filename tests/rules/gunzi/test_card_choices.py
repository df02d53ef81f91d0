"""``Choices`` is a sequence: the choice at an index, and the index of a choice."""

from __future__ import annotations

from random import Random

import pytest

from paiju.games.gunzi.actions import Bury, Pass
from paiju.games.gunzi.card_choices import Choices, shapes_of_size
from paiju.games.gunzi.cards import PACK, Cards

FIXED = Cards.parse("Rj Rj")


@pytest.mark.parametrize("number", [0, 1, 3, 6])
def test_index_of_a_choice_is_its_position(number: int) -> None:
    random = Random(number)
    hand = Cards.of(random.sample(PACK[:208], 30))
    choices = Choices(Bury, hand, shapes_of_size(number), FIXED)
    for place in {0, len(choices) - 1, *(random.randrange(len(choices)) for _ in range(200))}:
        assert choices.index(choices[place]) == place


def test_index_accepts_start_and_stop() -> None:
    choices = Choices(Bury, Cards.parse("3s 3s 4s 5h"), shapes_of_size(2))
    last = choices[-1]
    assert choices.index(last, 1, len(choices)) == len(choices) - 1
    for start, stop in ((0, len(choices) - 1), (len(choices), None)):
        with pytest.raises(ValueError, match="Bury"):
            choices.index(last, start, stop)
    with pytest.raises(ValueError, match="Pass"):
        choices.index(Pass())
