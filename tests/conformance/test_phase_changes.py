"""In every family the phase of a hand changes only by an event."""

from random import Random

import pytest

from paiju.core.phases import PhaseGame
from paiju.games.registry import game, rulesets
from paiju.testing.hand_simulation import play_hand, random_deal, random_policy


@pytest.mark.parametrize("name", [name for name in rulesets() if isinstance(game(name), PhaseGame)])
def test_only_phase_began_changes_the_kind_of_phase(name: str) -> None:
    rules, random = game(name), Random(name)
    match = rules.new_match()
    state = rules.start(match, random_deal(rules, match, random))
    for move in play_hand(rules, state, random_policy(random), random):
        state = move.before
        for event in move.step.events:
            after = rules.evolve(state, event)
            assert (type(after.phase) is type(state.phase)) or type(event).__name__ == "PhaseBegan", event
            state = after
