"""The play table of a Dou Dizhu puzzle suffices to play it: it allows what the rules allow, and the same actions win."""

from __future__ import annotations

import gzip
from collections import Counter
from functools import cache
from random import Random

import pytest

from paiju.core.codec import to_json
from paiju.puzzles import PlayData, Puzzle, puzzles_of, shipped_puzzles
from paiju.puzzles.play_data import make_play_data
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.puzzles.puzzle_display import PuzzleDisplay
from paiju.solve.doudizhu import Position, question_from_json
from paiju.solve.doudizhu.solution import action_text
from tests.puzzles.example_puzzles import game_of, sample

PASS = "pass"


class Table:
    """A player of a table that knows no rule of the game."""

    def __init__(self, table: PlayData) -> None:
        self.table = table
        self.rows = {row.text: row for row in table.plays}
        self.hands = tuple(table.hands)
        self.turn, self.by = table.turn, table.by
        self.to_beat = None if table.to_beat is None else table.plays[table.to_beat]

    def legal(self) -> set[str]:
        held = Counter(self.hands[self.turn])
        found = {row.text for row in self.table.plays if Counter(row.cards) <= held and self._may(row.text)}
        return found if self.to_beat is None else {PASS, *found}

    def _may(self, text: str) -> bool:
        return self.to_beat is None or self.table.beats(self.rows[text], self.to_beat)

    def play(self, text: str) -> None:
        if text != PASS:
            left = Counter(self.hands[self.turn]) - Counter(self.rows[text].cards)
            hands = list(self.hands)
            hands[self.turn] = "".join(sorted(left.elements()))
            self.hands, self.to_beat, self.by = tuple(hands), self.rows[text], self.turn
        self.turn = (self.turn + 1) % len(self.hands)
        if self.turn == self.by:
            self.to_beat = None

    @property
    def winner(self) -> int | None:
        """The side that has won."""
        out = (at for at, hand in enumerate(self.hands) if len(hand) <= self.table.out_at[at])
        return next((self.table.sides[at] for at in out), None)

    def after(self, text: str) -> Table:
        other = Table(self.table)
        other.hands, other.turn, other.by, other.to_beat = self.hands, self.turn, self.by, self.to_beat
        other.play(text)
        return other


def table_of(puzzle: Puzzle) -> PlayData:
    found = puzzles_of(puzzle.rules).play_data(puzzle)
    assert isinstance(found, PlayData)
    return found


def play_at_random(puzzle: Puzzle) -> None:
    """Play to the end at random by the table and by the rules."""
    compiled, random = game_of(puzzle).compiled, Random(puzzle.id)
    position, table = question_from_json(compiled, puzzle.position), Table(table_of(puzzle))
    while position.winner is None:
        assert table.winner is None
        assert table.turn == position.turn
        legal = {action_text(action): action for action in position.legal(compiled)}
        assert table.legal() == set(legal), (puzzle.id, table.hands)
        text = random.choice(sorted(legal))
        position = position.after(legal[text])
        table.play(text)
    assert table.winner == int(position.winner != position.landlord)


def test_the_play_table_allows_what_the_rules_allow() -> None:
    for puzzle in sample("doudizhu", 120):
        play_at_random(puzzle)


@pytest.mark.deep
def test_the_play_table_of_every_puzzle_allows_what_the_rules_allow() -> None:
    for puzzle in shipped_puzzles("doudizhu"):
        play_at_random(puzzle)


def find_winning(table: Table) -> set[str]:
    """The actions with which the side to move wins, by a plain search of the table."""

    @cache
    def wins(hands: tuple[str, ...], turn: int, by: int | None, beaten: str) -> bool:
        here = Table(table.table)
        here.hands, here.turn, here.by = hands, turn, by
        here.to_beat = here.rows[beaten] if beaten else None
        return bool(any(won(here, text) for text in here.legal()))

    def won(here: Table, text: str) -> bool:
        side, after = here.table.sides[here.turn], here.after(text)
        if after.winner is not None:
            return after.winner == side
        beaten = "" if after.to_beat is None else after.to_beat.text
        return wins(after.hands, after.turn, after.by, beaten) == (after.table.sides[after.turn] == side)

    return {text for text in table.legal() if won(table, text)}


def test_a_search_that_knows_no_rules_finds_the_same_actions() -> None:
    puzzles = sorted(shipped_puzzles("doudizhu"), key=lambda one: (len("".join(one.position["hands"])), one.id))
    for puzzle in puzzles[:12]:
        assert find_winning(Table(table_of(puzzle))) == set(puzzle.turns[0].right), puzzle.id


def test_play_tables_handle_an_unheld_play_to_beat_and_the_handicap() -> None:
    compiled = game_of(next(one for one in shipped_puzzles("doudizhu") if one.rules == "doudizhu/duel")).compiled
    question = {"rules": "doudizhu/duel", "landlord": 0, "hands": ("8899", "TTJ"), "turn": 1, "to_beat": "KK", "by": 0}
    position = question_from_json(compiled, question | {"handicap": 1})
    table = make_play_data(compiled, position)
    assert isinstance(position, Position)
    assert table.to_beat is not None
    assert (table.plays[table.to_beat].text, table.plays[table.to_beat].seats) == ("KK", 0)
    assert Table(table).legal() == {PASS}
    assert table.out_at == (0, 1)
    assert Table(table).after(PASS).winner is None
    lead = Table(
        make_play_data(compiled, question_from_json(compiled, question | {"to_beat": None, "by": None, "handicap": 1}))
    )
    assert lead.after("TT").winner == 1


def test_bombs_beat_everything_but_stronger_bombs() -> None:
    hands = ("3333BR", "4444", "5567")
    puzzle = next(one for one in shipped_puzzles("doudizhu") if one.rules == "doudizhu/qq")
    compiled = game_of(puzzle).compiled
    question = {"rules": "doudizhu/qq", "landlord": 0, "hands": hands, "turn": 1, "to_beat": "88", "by": 2}
    table = make_play_data(compiled, question_from_json(compiled, question))
    assert Table(table).legal() == {PASS, "4444"}
    assert Table(table).after("4444").after(PASS).legal() == {PASS, "BR"}


def test_play_tables_are_small() -> None:
    """Compressed, as the room sends them."""
    sizes = [len(gzip.compress(to_json(table_of(puzzle)))) for puzzle in sample("doudizhu", 40)]
    assert max(sizes) < 4_000


def test_the_rows_name_the_plays_as_the_table_does() -> None:
    """Each label is the one that the voice of the game gives the same play."""
    for puzzle in sample("doudizhu", 10):
        display = PuzzleDisplay(StandardRegistry(), puzzle)
        labels = {row.text: row.label for row in display.play_data.plays} | {"pass": display.play_data.pass_label}
        for action in display.to_position(display.first).legal:
            assert labels[action.text] == action.label
