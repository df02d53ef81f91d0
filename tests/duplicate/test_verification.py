"""``paiju verify`` accepts the true record of a day, and finds one changed card, move or rank."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.cli.main import main
from paiju.core.codec import to_json
from paiju.core.errors import NotationError
from paiju.duplicate import verification
from paiju.duplicate.daily_set import house_versions, versions_text
from paiju.duplicate.day_record import DayRecord, PublishedSet, is_day_record, read_day_record, to_csv
from paiju.duplicate.verification import verify_day
from paiju.games.registry import game
from paiju.records import replay_hand
from tests.duplicate.sample_day_record import few_field_players, published_day

RULESETS = ("zipai/guilin-3", pytest.param("doudizhu/happy", marks=pytest.mark.deep))


@pytest.fixture(autouse=True)
def small_field(monkeypatch: pytest.MonkeyPatch) -> None:
    few_field_players(monkeypatch)


@pytest.fixture(scope="module", params=RULESETS)
def day(request: pytest.FixtureRequest) -> DayRecord:
    with pytest.MonkeyPatch.context() as patch:
        few_field_players(patch)
        return published_day(request.param)


def failed(day: DayRecord) -> set[str]:
    return {check.code for check in verify_day(day) if not check.holds}


def with_set(day: DayRecord, **changes: Any) -> DayRecord:
    return replace(day, sets=(replace(day.sets[0], **changes),))


def with_hand(day: DayRecord, place: int, **changes: Any) -> DayRecord:
    results = list(day.sets[0].results)
    record = results[place].record
    results[place] = replace(results[place], record=replace(record, hands=(replace(record.hands[0], **changes),)))
    return with_set(day, results=tuple(results))


def test_an_unchanged_day_is_verified(day: DayRecord) -> None:
    assert failed(read_day_record(to_json(day))) == set()


def test_a_changed_card_is_found(day: DayRecord) -> None:
    deck = day.sets[0].results[-1].record.hands[0].deck
    other = next(place for place, card in enumerate(deck) if card != deck[0])
    swapped = (deck[other], *deck[1:other], deck[0], *deck[other + 1 :])
    assert failed(with_hand(day, -1, deck=swapped)) == {"result"}


def test_a_changed_move_of_the_house_is_found_though_it_is_legal(day: DayRecord) -> None:
    """The rest of the hand is played on as before, as far as it can be: what differs is the move alone."""
    (hand,) = day.sets[0].results[0].record.hands
    found = game(f"{day.sets[0].daily.family}/{day.sets[0].daily.ruleset.name}")
    points = list(replay_hand(found, hand))
    for place, move in enumerate(hand.moves):
        if move.seat < 0:
            continue
        legal = [found.format_action(action) for action in found.legal(points[place].state, move.seat)]
        others = [text for text in legal if text != move.action]
        if others and not found.is_window_optional(points[place].state):
            changed = (*hand.moves[:place], replace(move, action=others[0]), *hand.moves[place + 1 :])
            assert failed(with_hand(day, 0, moves=changed)) == {"result"}
            return
    raise AssertionError("no move has a choice")


def test_a_changed_rank_is_found(day: DayRecord) -> None:
    first, *others = day.sets[0].ranking
    assert failed(with_set(day, ranking=(replace(first, rank=2), *others))) == {"ranking"}
    assert failed(with_set(day, ranking=day.sets[0].ranking[::-1])) == {"ranking"}


def test_changed_results_are_found(day: DayRecord) -> None:
    *others, mine = day.sets[0].results
    better = replace(mine, points=mine.points + 1)
    assert failed(with_set(day, results=(*others, better))) >= {"result"}
    assert failed(with_set(day, results=(*others, replace(mine, won=not mine.won)))) >= {"result"}
    assert failed(with_set(day, results=(*others, replace(mine, player="other")))) >= {"result"}
    assert "results_once" in failed(with_set(day, results=(*others, mine, mine)))
    assert failed(with_set(day, results=(*others[1:], mine))) >= {"field", "ranking"}


def test_a_changed_set_is_found(day: DayRecord) -> None:
    one = day.sets[0].daily
    deal = one.deals[0]
    secret = bytes(32).hex()
    assert "set_commitment" in failed(with_set(day, daily=replace(one, cap=one.cap + 1)))
    assert "commitment" in failed(with_set(day, daily=replace(one, deals=(replace(deal, secret=secret),))))
    moved = replace(deal, seat=(deal.seat + 1) % len(deal.bots))
    assert "set_commitment" in failed(with_set(day, daily=replace(one, deals=(moved,))))


def test_a_version_mismatch_fails_only_the_version_check(day: DayRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "house_versions", lambda: {"paiju": "9.9", "nets": "other"})
    assert failed(day) == {"versions"}


def test_on_a_day_with_an_upgrade_only_hands_of_this_version_are_replayed(
    day: DayRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are named with their versions, and checked in all but the moves of the house."""
    one = day.sets[0]
    here = versions_text(house_versions())
    later, both, *rest = one.results
    upgraded = with_set(
        day,
        results=(
            replace(later, played_by="paiju 9.9 nets x"),
            replace(both, played_by=f"{here}; paiju 9.9 nets x"),
            *rest,
        ),
    )
    told = [(check.holds, check.why) for check in verify_day(upgraded) if check.code == "versions"]
    assert told == [(True, ""), (False, f"{here}; paiju 9.9 nets x: 1/4"), (False, "paiju 9.9 nets x: 1/4")]
    monkeypatch.setattr(verification, "find_first_house_deviation", lambda play, hand: 1)
    blamed = [check.about for check in verify_day(upgraded) if check.code == "result" and not check.holds]
    assert len(blamed) == len(rest)
    assert failed(
        with_set(upgraded, results=(replace(later, played_by="x", points=later.points + 1), both, *rest))
    ) >= {"result"}


def test_the_command_says_what_it_needs_and_what_differs(
    day: DayRecord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "day.json"
    file.write_bytes(to_json(day))
    assert main(["verify", str(file), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert day.sets[0].daily.versions["nets"] in told
    assert "All checks passed (results: 4)" in told
    first, *others = day.sets[0].ranking
    file.write_bytes(to_json(with_set(day, ranking=(replace(first, rank=2), *others))))
    assert main(["verify", str(file), "--lang", "en"]) == 1
    assert "ranking follows from the results" in capsys.readouterr().out
    assert main(["verify", str(file), "--json"]) == 1
    assert '"holds": false' in capsys.readouterr().out.replace('":f', '": f')


def test_a_later_format_is_refused() -> None:
    assert not is_day_record(b'{"paiju":2}')
    assert is_day_record(b'\n{ "paiju_day": 1,')
    with pytest.raises(NotationError, match="day_version"):
        read_day_record(b'{"paiju_day":2,"day":"","sets":[]}')


def test_cells_that_begin_like_a_formula_are_escaped(day: DayRecord) -> None:
    *others, mine = day.sets[0].results
    for name in ("=1+1", "+1", "-1", "@x", "\t=1"):
        found: PublishedSet = replace(day.sets[0], results=(*others, replace(mine, name=name)))
        rows = list(csv.DictReader(io.StringIO(to_csv(replace(day, sets=(found,))))))
        assert len(rows) == 4
        assert rows[-1]["name"] == f"'{name}"
        assert int(rows[-1]["points"]) == mine.points
