"""Parameters of Gunzi: contradictory ones are refused, and the ruleset file agrees with the rulebook."""

from importlib.resources import files

import pytest

from paiju.core.errors import RulesetError
from paiju.core.ruleset import make_rules, parse_ruleset_entry
from paiju.games.gunzi.rules import Rules
from tests.rules.gunzi.table import SIX


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"first_level": 9, "last_level": 8}, "levels_out_of_order"),
        ({"bank_at": 300, "win_at": 250}, "bank_dearer_than_match"),
        ({"first_level": 2}, "wrong_value"),
        ({"colour": "red"}, "unknown_field"),
    ],
)
def test_contradictory_parameters_are_refused(options: dict[str, object], code: str) -> None:
    with pytest.raises(RulesetError, match=code):
        make_rules(Rules, options)


def test_the_ruleset_file_says_what_the_rulebook_says() -> None:
    text = files("paiju.games.gunzi").joinpath("rulesets/six.toml").read_text("utf-8")
    ruleset = parse_ruleset_entry(text, Rules, lambda name: name).ruleset
    assert ruleset.id == "gunzi/six"
    assert ruleset.rules == SIX
