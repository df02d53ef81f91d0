"""Counts the sequences of actions from a position by depth (perft), and reads the counts stored in ``*.toml`` beside this file.

A row names a ruleset (with other options, if it has any), a seed for the deal, and the actions that lead to the position.
``nodes[d - 1]`` is the number of different sequences of *d* actions from there. If several seats must act, the first of them
acts. Actions of the dealer are not counted. A finished hand has no sequences.

``python -m tests.perft.perft`` counts all rows again and prints the differences. ``python -m tests.perft.perft FAMILY/NAME``
prints a first row for a ruleset that has none.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, with_options
from paiju.games.registry import game_of, ruleset

FOLDER = Path(__file__).parent


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: str
    seed: str
    nodes: list[int]
    moves: list[str] = []
    options: dict[str, Any] = {}

    @property
    def name(self) -> str:
        return f"{self.rules} {self.seed} {' '.join([*self.options, *self.moves])}".strip()

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset, with the options of the row."""
        return with_options(ruleset(self.rules), **self.options) if self.options else ruleset(self.rules)

    @property
    def game(self) -> AnyGame:
        return game_of(self.ruleset)


def stored() -> list[Row]:
    """Return the rows of all files."""
    files = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
    return [row for file in files for row in msgspec.convert(file["position"], list[Row])]


def position(row: Row) -> Any:
    """Return the position of a row."""
    g = row.game
    match = g.new_match()
    state = g.run_dealer(g.start(match, draw_deal(g.deal_plan(match), row.seed.encode()))).state
    for move in row.moves:
        state = after(g, state, g.parse_action(move))
    return state


def after(g: AnyGame, state: Any, action: Any) -> Any:
    """Return the state after an action of the first seat that must act, and after the dealer's actions that follow."""
    return g.run_dealer(g.act(state, g.to_act(state)[0], action).state).state


def legal(g: AnyGame, state: Any) -> Any:
    seats = g.to_act(state)
    return g.legal(state, seats[0]) if seats else ()


def perft(g: AnyGame, state: Any, depth: int) -> int:
    """Return the number of sequences of ``depth`` actions."""
    actions = legal(g, state)
    if depth == 1:
        return len(actions)
    return sum(perft(g, after(g, state, action), depth - 1) for action in actions)


def split(g: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """Return the number of sequences for each first action. If two engines differ, it shows after which action they do."""
    return {
        g.format_action(action): 1 if depth == 1 else perft(g, after(g, state, action), depth - 1)
        for action in legal(g, state)
    }


def first_row(name: str) -> str:
    """Return a row for a ruleset, to the first depth with at least 1000 sequences, but at most depth 6."""
    row = Row(name, "deal 1", [])
    g, state = row.game, position(row)
    while not row.nodes or (row.nodes[-1] < 1000 and len(row.nodes) < 6):
        row.nodes.append(perft(g, state, len(row.nodes) + 1))
    return f'[[position]]\nrules = "{row.rules}"\nseed = "{row.seed}"\nnodes = {row.nodes}\n'


def main(names: list[str]) -> None:
    if names:
        sys.stdout.write("\n".join(map(first_row, names)))
        return
    for row in stored():
        g, state = row.game, position(row)
        found = [perft(g, state, depth) for depth in range(1, len(row.nodes) + 1)]
        sys.stdout.write(f"{row.name}: {found}{'' if found == row.nodes else f', not {row.nodes}'}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
