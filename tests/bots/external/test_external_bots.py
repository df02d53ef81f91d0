"""External bots in real processes: what they receive, which answers are valid, and how failing ones are handled."""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

import paiju
from paiju import arena
from paiju.bots.base import SeatedBot, make_bot_asker, play_random
from paiju.bots.external_bots import (
    MOST_LOST_PROCESSES,
    MOST_REPORTED,
    BotFault,
    BotLimits,
    ExternalBot,
    Kind,
    count_faults,
)
from paiju.bots.registry import make_bot
from paiju.bots.subprocess_pipe import MOST_ANSWER_BYTES
from paiju.cli.bot_arguments import FaultReporter
from paiju.core.codec import to_json
from paiju.core.errors import NotationError, UnknownName
from paiju.core.hand_runner import run_hand
from paiju.locale import languages
from tests.bots.external.bot_programs import FIRST, alive, python, shell
from tests.ruleset_selection import one_each

SLOW = BotLimits(limit=20_000)
HASTY = BotLimits(limit=150)


def hand(name: str, ruleset: str = "doudizhu/qq", limits: BotLimits = SLOW, hands: int = 1) -> ExternalBot:
    """Hands in which the bot plays all seats; it comes to an end whatever the bot does."""
    found, game, random = make_bot(name, ruleset, limits), paiju.game(ruleset), Random(1)
    assert isinstance(found, ExternalBot)
    for number in range(hands):
        match = game.new_match()
        state = game.start(match, paiju.draw_deal(game.deal_plan(match), b"%d" % number))
        for move in run_hand(
            game, state, make_bot_asker(game, {seat: SeatedBot(found, random) for seat in range(game.seats)})
        ):
            game.check(move.before, move.seat, move.action)
            state = move.step.state
        assert game.outcome(state) is not None
    return found


def view_of(ruleset: str) -> tuple[Any, Any, int]:
    """A game, and what the first seat that is asked sees."""
    game = paiju.game(ruleset)
    match = game.new_match()
    state = game.run_dealer(game.start(match, paiju.draw_deal(game.deal_plan(match), b"1"))).state
    seat = game.to_act(state)[0]
    return game, game.view(state, seat), seat


@pytest.mark.parametrize("ruleset", one_each("doudizhu/duel", "zipai/guilin-2"))
def test_shell_script_bot_plays_every_family(tmp_path: Path, ruleset: str) -> None:
    found = hand(shell(tmp_path, FIRST), ruleset)
    assert not found.faults


def test_bot_named_by_file_function_or_class_plays_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bot, however it is named, draws the same chance, and plays the same."""
    code = """
from other import pick

def choose(game, view, seat, legal, random):
    print("thinking")  # goes where complaints go
    return pick(legal, random)

class Player:
    def __call__(self, *asked):
        return choose(*asked)
"""
    (tmp_path / "mine.py").write_text(code, "utf-8")
    (tmp_path / "other.py").write_text("def pick(legal, random): return legal[random.randrange(len(legal))]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    reports = [
        arena.run_match((arena.Entrant("mine", make_bot(name, "doudizhu/duel", SLOW)), "random"), "doudizhu/duel", 2, 1)
        for name in ("mine.py", f"{tmp_path}/mine.py:choose", "mine:choose", "mine:Player")
    ]
    assert all(report == reports[0] for report in reports)
    assert reports[0].faults == ({}, {})


def test_bot_process_receives_the_history(tmp_path: Path) -> None:
    code = "def choose(game, view, seat, legal, random): return legal[len(view.history)]"
    (tmp_path / "mine.py").write_text(code, "utf-8")
    found = make_bot(f"{tmp_path}/mine.py", "doudizhu", SLOW)
    game = paiju.game("doudizhu/qq")
    match = game.new_match()
    state = game.run_dealer(game.start(match, paiju.draw_deal(game.deal_plan(match), b"1"))).state
    for bid in ("bid 0", "bid 1", "bid 3"):
        seat = game.to_act(state)[0]
        view = game.view(state, seat)
        action = found(game, view, seat, game.legal(view, seat), Random(1))
        assert game.format_action(action) == bid
        state = game.step(state, seat, action).state


def test_bot_process_receives_only_what_its_seat_may_know(tmp_path: Path) -> None:
    script = shell(tmp_path, f'while read -r line; do echo "$line" >> {tmp_path}/heard; echo \'{{"choice":1}}\'; done')
    game, view, seat = view_of("doudizhu/qq")
    found = make_bot(script, "doudizhu", SLOW)
    legal = game.legal(view, seat)
    assert found(game, view, seat, legal, Random(1)) in legal
    (ask,) = map(json.loads, (tmp_path / "heard").read_text("utf-8").splitlines())
    assert (ask["version"], ask["family"]) == (1, "doudizhu")
    assert ask["rules"] == json.loads(to_json(game.rules))
    assert ask["view"] == json.loads(to_json(view))
    assert [bool(cards) for cards in ask["view"]["secret"]["hands"]] == [one == seat for one in range(3)]
    assert ask["view"]["secret"]["deal"] is None
    assert (ask["count"], ask["legal"]) == (len(legal), list(map(game.format_action, legal)))
    assert (ask["must"], ask["limit"], ask["seat"]) == (True, 20_000, seat)


@pytest.mark.parametrize(
    "answer",
    [
        '{"choice": 0}',
        '{"action": said["legal"][0]}',
        '{"action": {"type": "bid", "points": 0}}',
        '{"action": "BID  0"}',
    ],
)
def test_an_answer_is_a_choice_or_an_action(tmp_path: Path, answer: str) -> None:
    game, view, seat = view_of("doudizhu/qq")
    found = make_bot(python(tmp_path, answer), "doudizhu", SLOW)
    assert game.format_action(found(game, view, seat, game.legal(view, seat), Random(1))) == "bid 0"
    assert not count_faults(found)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("0", "unreadable"),
        ('{"choice": 99}', "unreadable"),
        ('{"choice": -1}', "unreadable"),
        ('{"action": None}', "unreadable"),
        ('{"acton": "bid 0"}', "unreadable"),
        ('{"action": "dance"}', "unreadable"),
        ('{"action": {"type": "bid", "points": "many"}}', "unreadable"),
        ('{"action": {"type": "play", "what": "33", "cards": "3s3s"}}', "illegal"),
        ('{"action": "pass"}', "illegal"),
        ('{"action": "bid 9"}', "unreadable"),
        ('{"action": "x" * 100_000}', "unreadable"),
    ],
)
def test_invalid_answers_are_faults_and_use_the_fallback(tmp_path: Path, answer: str, kind: str) -> None:
    told: list[BotFault] = []
    game, view, seat = view_of("doudizhu/qq")
    found = make_bot(python(tmp_path, answer), "doudizhu", SLOW._replace(on_fault=told.append))
    legal = game.legal(view, seat)
    assert found(game, view, seat, legal, Random(1)) == game.fallback(view, seat)
    assert count_faults(found) == {kind: 1}
    assert [(fault.kind, bool(fault.why)) for fault in told] == [(kind, True)]


@pytest.mark.parametrize("line", ["[" * 60_000, "\\377\\376", "", '{"choice":0', "null"])
def test_answers_that_are_no_json_are_unreadable_faults(tmp_path: Path, line: str) -> None:
    (tmp_path / "line").write_bytes(line.encode().replace(b"\\377\\376", b"\xff\xfe") + b"\n")
    game, view, seat = view_of("doudizhu/qq")
    found = make_bot(shell(tmp_path, f"while read -r asked; do cat {tmp_path}/line; done"), "doudizhu", SLOW)
    assert found(game, view, seat, game.legal(view, seat), Random(1)) == game.fallback(view, seat)
    assert count_faults(found) == {"unreadable": 1}


def test_rest_of_an_overlong_answer_does_not_answer_the_next_question(tmp_path: Path) -> None:
    (tmp_path / "long").write_text("x" * MOST_ANSWER_BYTES + '{"choice":1}\n', "utf-8")
    script = f"read -r asked; cat {tmp_path}/long; read -r asked; echo '{{\"choice\":0}}'"
    game, view, seat = view_of("doudizhu/qq")
    found = make_bot(shell(tmp_path, script), "doudizhu", SLOW)
    legal = game.legal(view, seat)
    assert found(game, view, seat, legal, Random(1)) == game.fallback(view, seat)
    assert found(game, view, seat, legal, Random(1)) == legal[0]
    assert count_faults(found) == {"unreadable": 1}


def test_hanging_bot_process_is_killed_and_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.bots.external_bots.EXTRA_FIRST_LIMIT", 0)
    found = hand(shell(tmp_path, "sleep 600 & sleep 600"), limits=HASTY)
    assert found.faults["late"] == 1
    assert found.faults["gone"] > 1
    assert not alive(tmp_path / "bot.sh")


def test_bot_process_that_hangs_sometimes_is_restarted(tmp_path: Path) -> None:
    """Every third answer never comes."""
    script = "read -r line; echo '{\"choice\":0}'\n" * 2 + "sleep 600"
    found = hand(shell(tmp_path, script), limits=HASTY, hands=5)
    assert found.faults["late"] > 1
    assert set(found.faults) == {"late"}


def test_crashing_bot_process_is_restarted_and_finally_given_up(tmp_path: Path) -> None:
    told: list[BotFault] = []
    script = "read -r line; echo '{\"choice\":0}'; read -r line; exit 3"
    found = hand(shell(tmp_path, script), limits=SLOW._replace(on_fault=told.append), hands=15)
    assert found.faults["died"] == MOST_LOST_PROCESSES
    assert found.faults["gone"] > 0
    assert [fault.kind for fault in told] == ["died"] * MOST_REPORTED + ["gone"]


def test_bot_process_that_floods_its_output_is_ended(tmp_path: Path) -> None:
    found = hand(shell(tmp_path, "yes '{}'"), "doudizhu/duel")
    assert set(found.faults) == {"unreadable"}
    found.close()
    assert not alive(tmp_path / "bot.sh")


def test_bot_process_ends_with_its_bot(tmp_path: Path) -> None:
    """Not one that nobody closed, nor what it has started itself, nor one that does not care."""
    script = tmp_path / "bot.sh"
    found = hand(shell(tmp_path, f"trap '' TERM INT HUP\n(sh -c 'sleep 600 # {script}' &)\n{FIRST}"))
    assert alive(script)
    del found
    gc.collect()
    assert not alive(script)


def test_bot_process_may_decline_an_optional_action_with_null(tmp_path: Path) -> None:
    """Where it need not act, null is an answer."""
    found = hand(python(tmp_path, '{"choice": 0} if said["must"] else {"action": None}'), "gunzi/six")
    assert not found.faults


@pytest.mark.parametrize("name", ["exec:", "exec:no-such-program --x", "botzone:no-such-program", "other:no"])
def test_bot_command_that_cannot_start_is_refused_or_counts_as_died(name: str, tmp_path: Path) -> None:
    if name.startswith("other"):
        game, view, seat = view_of("doudizhu/qq")
        found = make_bot(name, "doudizhu", SLOW._replace(quiet=True))
        assert found(game, view, seat, game.legal(view, seat), Random(1)) == game.fallback(view, seat)
        assert count_faults(found) == {"died": 1}
    else:
        with pytest.raises(UnknownName, match="no_program"):
            make_bot(name, "doudizhu")


def test_bot_command_is_split_like_a_shell_command() -> None:
    with pytest.raises(NotationError, match="bad_command"):
        make_bot('exec:sh "', "doudizhu")


def test_faults_of_parallel_processes_are_summed_in_one_report(tmp_path: Path) -> None:
    name = python(tmp_path, '{"choice": said["chance"] % said["count"] if said["seat"] else 99}')
    entrants = (arena.Entrant("mine", make_bot(name, "doudizhu/duel", SLOW)), "random")
    alone, together = (arena.run_match(entrants, "doudizhu/duel", 8, 1, processes=number) for number in (1, 2))
    assert alone == together
    assert alone.faults[0]["unreadable"] > 8
    assert alone.faults[1] == {}


def test_every_game_has_a_fallback_for_a_view() -> None:
    """The fallback of a bot from outside is played by its view."""
    for ruleset in paiju.rulesets():
        game = paiju.game(ruleset)
        match = game.new_match()
        state = game.start(match, paiju.draw_deal(game.deal_plan(match), b"1"))
        for move in run_hand(
            game, state, make_bot_asker(game, {seat: SeatedBot(play_random, Random(1)) for seat in range(game.seats)})
        ):
            for seat in game.to_act(move.before):
                if seat >= 0:
                    fallback = game.fallback(game.view(move.before, seat), seat)
                    assert fallback == game.fallback(move.before, seat)


def test_python_bot_files_run_in_the_interpreter_of_paiju(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        f"import sys\nassert sys.executable == {sys.executable!r}\nchoose = lambda *a: a[3][0]\n"
    )
    assert not hand(str(tmp_path / "mine.py"), "doudizhu/duel").faults


def test_missing_bot_file_is_refused() -> None:
    with pytest.raises(UnknownName, match="no_program"):
        make_bot("nobody.py", "doudizhu/qq")


def test_bot_file_without_the_function_is_refused_with_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text("def play(): ...\n", "utf-8")
    assert hand(str(tmp_path / "mine.py")).faults["died"] == 1
    told = capfd.readouterr().err
    assert 'no function "choose" in' in told
    assert "play" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_fault_kind_has_words(lang: str, kind: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    FaultReporter(lang)(BotFault("mine.py", kind, "5000 ms"))
    told = capsys.readouterr().err
    assert "mine.py" in told
    assert f".{kind}" not in told
