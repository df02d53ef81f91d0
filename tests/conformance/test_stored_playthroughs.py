"""A hand of each ruleset matches its stored playthrough; `make gen` rewrites them, and the diff shows a changed rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import paiju
from paiju.testing.playthrough_text import MOST_ACTIONS_SHOWN, playthrough_lines

FOLDER = Path(__file__).parents[1] / "playthroughs"


def file_of(ruleset: str) -> Path:
    return FOLDER / f"{ruleset.replace('/', '-')}.txt"


@pytest.mark.parametrize("ruleset", paiju.rulesets())
def test_playthrough_matches_the_stored_file(ruleset: str) -> None:
    _, *kept = file_of(ruleset).read_text("utf-8").split("\n", 2)
    assert kept[1].splitlines() == list(playthrough_lines(paiju.game(ruleset)))


def test_playthrough_files_match_the_rulesets() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(map(file_of, paiju.rulesets()))


def test_a_changed_rule_changes_the_playthrough() -> None:
    qq = paiju.game("qq")
    changed = type(qq)(replace(qq.rules, bottom_shown=not qq.rules.bottom_shown))
    different = [
        one for one, other in zip(playthrough_lines(changed), playthrough_lines(qq), strict=True) if one != other
    ]
    assert different
    assert all(line.startswith("  middle bottom:") for line in different)


@pytest.mark.parametrize("ruleset", ["doudizhu/qq", "gunzi/six"])
def test_a_seat_is_shown_with_its_own_view_and_its_actions(ruleset: str) -> None:
    lines = list(playthrough_lines(paiju.game(ruleset)))
    seats = [line.split()[-1] for line in lines if line[:1].isdigit()]
    may = [line for line in lines if line.startswith("  may (")]
    assert len(seats) == len(may) == sum(line.startswith("  does: ") for line in lines)
    for line in may:
        count = int(line.split("(")[1].split(")")[0])
        assert line.endswith(", …") == (count > MOST_ACTIONS_SHOWN)
    assert lines[-1].startswith(("end", "  "))
