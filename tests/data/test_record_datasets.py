"""Record files: written and read again, turned into rows and columns, and summarised as statistics."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pyarrow.parquet
import pytest

import paiju
from paiju import arena, data
from paiju.cli.main import main
from paiju.core.errors import NotationError
from paiju.core.family import load_object
from paiju.data.summary_plot import histogram, plot_summary
from paiju.games.registry import family_of
from paiju.records import Record, RecordedHand, new_record, record_hand, replay_record, verify
from paiju.records.replay import make_recorded_hand, without_events
from tests.ruleset_selection import one_each


def simulated(path: Path, ruleset: str, hands: int = 4) -> list[Record]:
    words = ["simulate", ruleset, "--hands", str(hands), "--bots", "random", "--record", str(path), "--json"]
    assert main(words) == 0
    return list(data.read_records(path))


@pytest.mark.parametrize("ruleset", one_each())
@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.zst"])
def test_every_simulated_hand_is_recorded_and_verified(tmp_path: Path, ruleset: str, name: str) -> None:
    records = simulated(tmp_path / name, ruleset, 2)
    assert len(records) >= 2
    for record in records:
        assert all(check.holds for check in verify(record))
        assert list(replay_record(record))[-1].outcome == record.hands[0].outcome
    points = [sum(row.points[seat] for row in data.hand_rows(records)) for seat in range(len(records[0].players))]
    assert points == list(_told(tmp_path, ruleset))


def _told(tmp_path: Path, ruleset: str) -> Sequence[int]:
    """What the same hands came to, by the command's own count."""
    out = StringIO()
    with redirect_stdout(out):
        assert main(["simulate", ruleset, "--hands", "2", "--bots", "random", "--json"]) == 0
    totals: Sequence[int] = json.loads(out.getvalue())["totals"]
    return totals


def test_the_arena_records_the_hands_it_played(tmp_path: Path) -> None:
    for processes in ("1", "2"):
        path = tmp_path / f"{processes}.jsonl"
        words = ["arena", "steady", "random", "--rules", "doudizhu/duel", "--deals", "6", "--record", str(path)]
        assert main([*words, "--json", "--processes", processes]) == 0
    records = list(data.read_records(tmp_path / "1.jsonl"))
    assert list(data.read_records(tmp_path / "2.jsonl")) == records
    assert len(records) == 12
    assert {tuple(player.bot for player in record.players) for record in records} == {
        ("steady", "random"), ("random", "steady"),
    }  # fmt: skip
    assert all(check.holds for record in records for check in verify(record))
    same: list[Any] = []
    report = arena.run_match(
        ("steady", "random"), "doudizhu/duel", 6, 0, record=lambda names, hand: same.append((names, hand))
    )
    assert [hand for _, hand in same] == [record.hands[0] for record in records]
    won = data.summarize_hands(data.hand_rows(records)).bots["steady"]
    assert won.points == pytest.approx(report.overall.points.mean)


def test_an_opening_is_part_of_the_record(tmp_path: Path) -> None:
    kept: list[RecordedHand] = []
    arena.run_match(("steady", "random"), "doudizhu/qq", 1, 1, play_only=True, record=lambda _, hand: kept.append(hand))
    ruleset = paiju.ruleset("doudizhu/qq")
    assert all(check.holds for hand in kept for check in verify(new_record(ruleset, (), (hand,))))


def test_hand_record_equals_the_session_record_without_events() -> None:
    game = paiju.game("zipai/guilin-2")
    match = game.new_match()
    deal = paiju.draw_deal(game.deal_plan(match), b"1")
    state, moves = game.start(match, deal), []
    while seats := game.to_act(state):
        action = game.legal(state, seats[0])[0]
        moves.append((seats[0], action))
        state = game.step(state, seats[0], action).state
    again = record_hand(game, match, deal, tuple(moves))
    assert make_recorded_hand(game, match, deal, moves, game.outcome(state)) == without_events(again)


def test_columns_have_one_type_each_and_lose_nothing(tmp_path: Path) -> None:
    records = simulated(tmp_path / "a.jsonl", "doudizhu/qq")
    found = list(data.hand_rows(records))
    table = data.to_arrow(found)
    assert table.num_rows == len(found)
    assert table.column("points").to_pylist() == [list(row.points) for row in found]
    assert [str(kind) for kind in table.schema.types[:4]] == ["string", "int32", "int32", "list<item: string>"]
    assert data.to_parquet(iter(found), tmp_path / "a.parquet") == len(found)
    assert pyarrow.parquet.read_table(tmp_path / "a.parquet").equals(table)


@pytest.mark.parametrize("ruleset", one_each())
def test_every_decision_is_a_row(tmp_path: Path, ruleset: str) -> None:
    records = simulated(tmp_path / "a.jsonl", ruleset, 2)
    found = list(data.decision_rows(records))
    moves = [move for record in records for hand in record.hands for move in hand.moves if move.seat != paiju.DEALER]
    assert [(row.seat, row.action) for row in found] == [(move.seat, move.action) for move in moves]
    game, encoder = paiju.game(ruleset), load_object(family_of(ruleset).feature_encoder)(paiju.game(ruleset))
    assert {len(row.action_bits) for row in found} == {encoder.action_layout.words}
    assert {len(row.observation) for row in found} <= {0, encoder.layout.words}
    assert all(row.legal >= 1 and row.bot == "random" for row in found)
    by_hand = {(row.match, row.hand, row.seat): row for row in found}
    for whole in data.hand_rows(records):
        for seat in range(game.seats):
            row = by_hand.get((whole.match, whole.hand, seat))
            if row is not None:
                assert (row.points, row.won) == (whole.points[seat], whole.won[seat])


def test_a_decision_row_contains_only_the_view_of_the_seat(tmp_path: Path) -> None:
    (record, *_) = simulated(tmp_path / "a.jsonl", "doudizhu/qq", 1)
    game, encoder = paiju.game("qq"), load_object(family_of("doudizhu/qq").feature_encoder)(paiju.game("qq"))
    points, random = list(replay_record(record, 0)), Random(1)
    for row in data.decision_rows([record]):
        if row.hand == int(record.hands[0].match.get("hand", 0)):
            state = game.determinize(points[row.move - 1].state, row.seat, random)
            assert row.observation == tuple(encoder.encode_observation(game.view(state, row.seat), row.seat).tolist())
            assert row.legal == len(game.legal(state, row.seat))


def test_decisions_are_streamed_to_columns(tmp_path: Path) -> None:
    records = simulated(tmp_path / "a.jsonl", "doudizhu/duel")
    found = list(data.decision_rows(records))
    path = tmp_path / "a.parquet"
    assert data.to_parquet(data.decision_rows(data.read_records(tmp_path / "a.jsonl")), path, data.DecisionRow) == len(
        found
    )
    table = pyarrow.parquet.read_table(path)
    assert table.column("observation").to_pylist() == [list(row.observation) for row in found]
    assert table.equals(data.to_arrow(found, data.DecisionRow))
    assert data.to_arrow([], data.DecisionRow).num_rows == 0


def test_statistics_count_hands_roles_and_points(tmp_path: Path) -> None:
    records = simulated(tmp_path / "a.jsonl", "doudizhu/qq", 12)
    found = data.summarize_hands(data.hand_rows(records))
    played = [record.hands[0].outcome for record in records]
    assert found.hands == len(records)
    assert found.void == sum(outcome is not None and not outcome.winners for outcome in played)
    assert found.roles["landlord"].hands == 12
    assert found.roles["landlord"].wins + found.roles["farmer"].wins == pytest.approx(1)
    assert found.roles["landlord"].points + 2 * found.roles["farmer"].points == pytest.approx(0)
    assert sum(share.hands for name, share in found.bids.items() if name.startswith("landlord")) == 12
    assert sum(found.lengths.values()) == sum(found.times.values()) == 12
    assert found.bots["random"].hands == 36


def test_stats_command_prints_statistics_and_draws_a_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    simulated(tmp_path / "a.jsonl", "doudizhu/qq")
    capsys.readouterr()
    picture = tmp_path / "a.svg"
    assert main(["stats", str(tmp_path / "a.jsonl"), "--lang", "zh", "--plot", str(picture)]) == 0
    told = capsys.readouterr().out
    assert "各角色的胜率" in told
    assert "农民出完了牌，农民胜" in told
    assert not re.search("[a-z]{2}", told.replace("random", ""))  # no codes
    drawn = ET.parse(picture).getroot()
    assert "地主" in {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    bars = [float(bar.attrib["width"]) for bar in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert 0 <= min(bars) <= max(bars) <= 420
    intervals = [
        re.findall(r"[MH]([-\d.]+)", line.attrib["d"]) for line in drawn.iter("{http://www.w3.org/2000/svg}path")
    ]
    assert all(190 <= float(least) <= float(most) <= 190 + 420 for least, most in intervals)
    assert intervals
    assert main(["stats", str(tmp_path / "a.jsonl"), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert counted["hands"] >= 4
    assert counted["rulesets"] == {"doudizhu/qq": counted["hands"]}
    assert "landlord" in counted["roles"]


def test_record_files_of_any_format_are_read(tmp_path: Path) -> None:
    (record, *_) = records = simulated(tmp_path / "a.jsonl", "doudizhu/duel", 2)
    (tmp_path / "one.json").write_text(paiju.to_json(record), "utf-8")
    (tmp_path / "one.txt").write_text(paiju.to_text(record), "utf-8")
    assert list(data.read_records(tmp_path / "one.json")) == [record]
    assert [without_events(hand) for hand in next(data.read_records(tmp_path / "one.txt")).hands] == list(record.hands)
    for part in ("x.jsonl.zst", "y.jsonl.zst"):
        with data.RecordWriter(tmp_path / part) as writer:
            for one in records:
                writer.write(one)
    (tmp_path / "both.jsonl.zst").write_bytes(
        (tmp_path / "x.jsonl.zst").read_bytes() + (tmp_path / "y.jsonl.zst").read_bytes()
    )
    assert list(data.read_records(tmp_path / "both.jsonl.zst")) == records * 2


def test_a_bad_line_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    simulated(path, "doudizhu/duel", 2)
    path.write_bytes(path.read_bytes() + b"\n" + path.read_bytes()[:300] + b"}\n")
    with pytest.raises(NotationError) as wrong:
        list(data.read_records(path))
    assert int(str(wrong.value.details["line"])) >= 4


@pytest.mark.parametrize("name", ["missing.jsonl", "folder"])
def test_a_file_that_cannot_be_opened_gives_a_one_line_error(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    assert main(["stats", str(tmp_path / name)]) == 2
    assert main(["simulate", "qq", "--record", str(tmp_path / "none" / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_statistics_of_an_empty_file_are_empty(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"")
    assert histogram({}) == []
    nothing = data.summarize_hands(data.hand_rows(data.read_records(tmp_path / "a.jsonl")))
    assert nothing.hands == 0
    ET.fromstring(plot_summary(nothing, dict.fromkeys(("roles", "bids", "times", "lengths"), "")))
