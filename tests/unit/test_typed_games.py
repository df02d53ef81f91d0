"""``paiju.game`` has the types of the family, so that a type checker finds a misspelt field in a user's script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

import paiju
from paiju.games import registry

SCRIPT = """
import paiju
from paiju.games.doudizhu.game import DouDizhu

game = paiju.game("doudizhu/qq")
state = game.start(game.new_match(), paiju.draw_deal(game.deal_plan(game.new_match()), b"1"))
view = game.view(state, 0)
landlord: int | None = view.public.landlord
points: int | None = paiju.game("guilin-2").new_match().banker
levels: tuple[int, ...] = paiju.game("gunzi/six").new_match().levels


def of_ones_own(name: str) -> int:
    return paiju.game(name).seats


same: DouDizhu = game
"""
WRONG = {
    "view.public.landlrd": 'has no attribute "landlrd"',
    'paiju.game("gunzi/six").new_match().bankr': 'has no attribute "bankr"',
    "game.rules.wildd": 'has no attribute "wildd"',
    'paiju.game("zipai/guilin-2").act(state, 0, 1)': "incompatible type",
}


def test_type_checker_checks_a_user_script(tmp_path: Path) -> None:
    """One run of the checker: what is right passes, and each line that is wrong is told."""
    wrong = "".join(f"{line}\n" for line in WRONG)
    (tmp_path / "script.py").write_text(SCRIPT + wrong, "utf-8")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\n", "utf-8")
    cache = tmp_path / "cache"
    words = ["--strict", "--config-file", str(config), "--cache-dir", str(cache), str(tmp_path / "script.py")]
    told, failed, _ = api.run(words)
    assert failed == ""
    lines = {int(found[1]): found[2] for found in re.finditer(r"script\.py:(\d+): error: (.*)", told)}
    first = SCRIPT.count("\n") + 1
    assert sorted(lines) == list(range(first, first + len(WRONG))), told
    for at, expected in enumerate(WRONG.values(), first):
        assert expected in lines[at]


@pytest.mark.parametrize("name", paiju.rulesets())
def test_paiju_game_returns_the_game_of_the_registry(name: str) -> None:
    assert paiju.game(name) is registry.game(name)
