"""Rules and built-in bots behave as in the stored digests, so that a refactoring cannot change them unnoticed."""

import pytest

from tests.conformance.behaviour_digests import HANDS, digest, stored


@pytest.mark.parametrize("player", HANDS)
@pytest.mark.parametrize("name", stored())
def test_rules_and_bots_match_the_stored_behaviour_digest(name: str, player: str) -> None:
    again = "if rules or bots were meant to change: python -m tests.conformance.behaviour_digests"
    assert digest(name, player) == stored()[name][player], again
