"""Counts of card distributions, compared with enumeration."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from paiju.core.distribution_count import count_distributions


@pytest.mark.parametrize("seed", range(20))
def test_the_count_of_distributions_matches_enumeration(seed: int) -> None:
    random = Random(seed)
    cards = [random.randrange(3) for _ in range(6)]
    rooms = random.choice([(6,), (2, 4), (1, 2, 3), (3, 0, 1, 2)])
    allowed = {kind: [random.random() < 0.8 for _ in rooms] for kind in set(cards)}
    places = [place for place, room in enumerate(rooms) for _ in range(room)]
    listed = {
        tuple(sorted(zip(places, dealt, strict=True)))
        for dealt in set(permutations(cards))
        if all(allowed[kind][place] for place, kind in zip(places, dealt, strict=True))
    }
    assert count_distributions([(cards.count(kind), allowed[kind]) for kind in sorted(allowed)], rooms) == len(listed)


def test_a_distribution_fills_every_place() -> None:
    assert count_distributions([(1, (True,))], (2,)) == 0
    assert count_distributions([(3, (True,))], (2,)) == 0
    assert count_distributions([], ()) == 1
