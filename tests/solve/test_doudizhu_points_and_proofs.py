"""Values in points against plain minimax, and proofs that are accepted only unchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from paiju.games.doudizhu.actions import Play
from paiju.games.doudizhu.cards import parse_ranks
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.scoring import bombs_that_double
from paiju.solve import Budget
from paiju.solve.doudizhu import Position
from paiju.solve.doudizhu.compiled_solver import CompiledSolver
from paiju.solve.doudizhu.proof import Proof, WrongProof, check_proof, make_proof
from tests.solve.random_endings import RULESETS, game_named, random_ending

# ---- points


class Minimax:
    """The value of a hand to the landlord for a stake of 1, by looking at every play to the end."""

    def __init__(self, game: DouDizhu) -> None:
        self._game = game
        self._known: dict[Any, int] = {}

    def value(self, position: Position, doublings: int = 0) -> int:
        if position.winner is not None:
            return self._value_of_end(position, position.winner, doublings)
        own = position.plays[position.landlord]
        springs = (min(own, 2), sum(position.plays) > own)
        key = (position.hands, position.turn, position.by, position.to_beat, doublings, springs)
        if key not in self._known:
            values = [
                self.value(position.after(action), doublings + self._doubles(action))
                for action in position.legal(self._game.compiled)
            ]
            self._known[key] = max(values) if position.turn == position.landlord else min(values)
        return self._known[key]

    def _doubles(self, action: Any) -> int:
        bombs = (action.what,) if isinstance(action, Play) and action.what.bomb else ()
        return len(bombs_that_double(self._game.rules, bombs))

    def _value_of_end(self, position: Position, winner: int, doublings: int) -> int:
        own, landlord_won = position.plays[position.landlord], winner == position.landlord
        if self._game.rules.spring and landlord_won:
            doublings += sum(position.plays) == own
        elif self._game.rules.spring:
            doublings += own == 1 and not position.hands[winner]
        return 1 << doublings if landlord_won else -(1 << doublings)


def check_points(name: str, number: int, most: int) -> None:
    game, random = game_named(name), Random(name)
    solver = CompiledSolver(game)
    for _ in range(number):
        position = random_ending(game, random, most)
        farmers = len(position.hands) - 1
        value = Minimax(game).value(position)
        found = solver.find_points(position)
        assert found is not None
        assert found[position.landlord] == value * farmers, position
        assert sum(found) == 0


@pytest.mark.clause("DDZ-7.1", "DDZ-7.2", "DDZ-7.3", "DDZ-7.4")
@pytest.mark.parametrize("name", RULESETS)
def test_points_match_plain_minimax(name: str) -> None:
    check_points(name, 60, 9)


@pytest.mark.deep
@pytest.mark.parametrize("name", RULESETS)
def test_points_match_plain_minimax_in_many_endings(name: str) -> None:
    check_points(name, 1000, 10)


def lead(*hands: str, **others: Any) -> Position:
    return Position(landlord=0, hands=tuple(map(parse_ranks, hands)), turn=0, **others)


@pytest.mark.clause("DDZ-7.2", "DDZ-7.3", "DDZ-7.4")
def test_bombs_and_springs_double_the_stake() -> None:
    solver = CompiledSolver(game_named("doudizhu/qq"))
    assert solver.find_points(lead("3A", "55", "6")) == (2, -1, -1)
    assert solver.find_points(lead("3A", "55", "6", multiplier=3)) == (6, -3, -3)
    assert solver.find_points(lead("3333A", "55", "6", multiplier=3)) == (12, -6, -6)
    assert solver.find_points(lead("3A", "55", "6", plays=(1, 0, 0))) == (4, -2, -2)
    assert solver.find_points(lead("34", "5", "6", plays=(0, 0, 0))) == (-4, 2, 2)
    assert solver.find_points(lead("34", "5", "6", plays=(1, 0, 0))) == (-2, 1, 1)


def test_points_are_none_when_the_budget_is_exhausted() -> None:
    solver = CompiledSolver(game_named("doudizhu/qq"))
    assert solver.find_points(lead("3456788TJJQKA2", "33455679TTQKB", "4667899JJQKA2"), Budget(nodes=100)) is None


# ---- proofs


def proved(name: str, number: int, most: int) -> Iterator[tuple[DouDizhu, Position, bool, Proof]]:
    game, random = game_named(name), Random(name)
    solver = CompiledSolver(game)
    for _ in range(number):
        position = random_ending(game, random, most)
        made = make_proof(game, solver, position, Budget())
        assert made is not None
        yield game, position, made[0], json.loads(json.dumps(made[1]))


@pytest.mark.parametrize("name", RULESETS)
def test_proofs_are_accepted_only_for_the_proved_side(name: str) -> None:
    for game, position, landlord_wins, proof in proved(name, 20, 12):
        check_proof(game, position, landlord_wins, proof)
        with pytest.raises(WrongProof):
            check_proof(game, position, not landlord_wins, proof)


def planted(proof: Proof, random: Random) -> Proof:
    """The proof with one change that makes it wrong: an action left out or added, another next node, another end."""
    changed = deepcopy(proof)
    number = random.randrange(len(changed))
    node = changed[number]
    kind = random.randrange(4)
    if isinstance(node, dict):
        play = random.choice(sorted(node))
        if kind == 0:
            del node[play]
        elif kind == 1:
            node["33334444"] = node[play]
        else:
            node[play] = random.choice([one for one in range(-1, len(proof) + 1) if one != node[play]])
    elif kind == 0:
        changed[number] = {node[0]: node[1]}
    elif kind == 1:
        node[0] = "34567890"
    else:
        node[1] = random.choice([one for one in range(-1, len(proof) + 1) if one != node[1]])
    return changed


@pytest.mark.parametrize("name", RULESETS)
def test_a_changed_proof_is_refused(name: str) -> None:
    random = Random(name)
    for game, position, landlord_wins, proof in proved(name, 15, 10):
        for _ in range(5):
            with pytest.raises(WrongProof):
                check_proof(game, position, landlord_wins, planted(proof, random))


@pytest.mark.parametrize(
    "proof", [[], [None], [[]], [["A"]], [["A", "x"]], [["A", 1, 2]], [[["A"], 1]], [["A", None]], [{}]]
)
def test_data_that_is_no_proof_is_refused(proof: Proof) -> None:
    position = lead("3A", "55", "6")
    with pytest.raises(WrongProof):
        check_proof(game_named("doudizhu/qq"), position, True, proof)


def test_a_proof_that_is_too_large_is_not_made() -> None:
    game = game_named("doudizhu/qq")
    position = random_ending(game, Random(1), 14)
    made = make_proof(game, CompiledSolver(game), position, Budget())
    assert made is not None
    assert make_proof(game, CompiledSolver(game), position, Budget(), largest=len(made[1]) - 1) is None
    assert make_proof(game, CompiledSolver(game), position, Budget(nodes=1)) is None
