"""The rules and the house's bots do what they did, whatever is rebuilt under them."""

import pytest

from tests.conformance.behaviour_digests import HANDS, digest, stored


@pytest.mark.parametrize("player", HANDS)
@pytest.mark.parametrize("name", stored())
def test_a_ruleset_behaves_as_written_down(name: str, player: str) -> None:
    again = "if rules or bots were meant to change: python -m tests.conformance.behaviour_digests"
    assert digest(name, player) == stored()[name][player], again
