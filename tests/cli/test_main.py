"""What every command has in common: names, languages, help and error messages."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from paiju.cli.commands import COMMANDS
from paiju.locale import languages, lookup
from tests.cli.command_runner import Runner


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fly",), 'unknown command "fly"; the commands are play, '),
        (("rules", "doudizhu/nix"), 'there is no ruleset "doudizhu/nix"; there are doudizhu/'),
        (("rules", "mahjong/x"), 'there is no game "mahjong"; there are doudizhu, '),
        (("rules", "qq", "happy"), 'unexpected argument "happy"'),
        (("rules", "--fly"), "rules has no option --fly; its options are --json, "),
        (("rules", "--json=3"), "--json takes no value"),
        (("simulate", "qq", "--hands"), "--hands needs a value"),
        (("simulate", "qq", "--hands", "many"), '--hands must be a whole number, not "many"'),
        (("simulate", "qq", "--hands", "0"), "--hands must be at least 1, not 0"),
        (
            ("simulate", "qq", "--bots", "random,random"),
            "--bots takes one name, or one for each of 3 seats, not 2",
        ),
        (("simulate", "qq", "--bots", "deep"), 'there is no bot "deep"; there are random, '),
        (("simulate",), "simulate needs RULESET"),
        (("batch",), "batch needs compile"),
        (("batch", "play"), 'compile cannot be "play"; it can be compile'),
        (("rules", "--lang", "xx"), f'--lang cannot be "xx"; it can be {", ".join(languages())}'),
        (("verify", "/no/such"), "there is no file /no/such"),
        (("replay", "/"), "/ is a folder, not a file"),
    ],
)
def test_bad_input_is_exit_code_2_and_one_line(run: Runner, words: tuple[str, ...], says: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"paiju: {says}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("words", [("--lang", "zh", "fly"), ("fly", "--lang", "zh"), ("fly", "--lang=zh")])
def test_lang_option_works_in_any_position(run: Runner, words: tuple[str, ...]) -> None:
    assert run(*words).err.startswith("paiju: 没有命令“fly”")


@pytest.mark.parametrize(
    ("names", "lang"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "C"}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "zh_TW"}, "zh"),
        ({"LANG": "zh_CN", "LC_MESSAGES": "de_DE"}, "en"),
    ],
)
def test_language_comes_from_the_environment(
    run: Runner, monkeypatch: pytest.MonkeyPatch, names: dict[str, str], lang: str
) -> None:
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert ("没有" in run("fly").err) == (lang == "zh")


@pytest.mark.parametrize("lang", languages())
def test_every_command_and_option_is_explained(run: Runner, lang: str) -> None:
    for command in COMMANDS:
        ran = run(command.name, "--help", "--lang", lang)
        assert ran.code == 0
        assert lookup(lang, f"command.{command.name}") in ran.out.splitlines()
        for option in command.all_options:
            words = lookup(lang, option.help_key)
            assert words is not None
            assert words in ran.out


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("simulat",), "simulate"),
        (("simulate", "qq", "--hand", "3"), "--hands"),
        (("simulate", "doudizhu/hapy"), "doudizhu/happy"),
        (("simulate", "qq", "--bots", "stedy"), "steady"),
    ],
)
def test_errors_suggest_a_similar_name(run: Runner, words: tuple[str, ...], near: str) -> None:
    assert run(*words, "--lang", "en").err.endswith(f"; did you mean {near}?\n")


def test_help_shows_defaults_and_choices(run: Runner) -> None:
    ran = run("simulate", "--help", "--lang", "en")
    assert "(100 if not given)" in ran.out
    assert f"({', '.join(languages())})" in ran.out


def test_shell_completion_covers_commands_options_and_rulesets() -> None:
    def completed(*words: str) -> list[str]:
        asked = {"_PAIJU_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
        return [line.partition(",")[2] for line in paiju(**asked).stdout.decode().splitlines()]

    assert completed("paiju", "sim") == ["simulate"]
    assert "--hands" in completed("paiju", "simulate", "--h")
    assert completed("paiju", "play", "hap") == ["happy"]
    assert completed("paiju", "play", "--bots", "ch") == ["child"]
    assert completed("paiju", "play", "--bots", "child,be") == ["child,beginner"]


def test_help_names_every_command(run: Runner) -> None:
    ran = run("--help")
    assert ran.code == 0
    assert all(f"paiju {command.name}" in ran.out for command in COMMANDS)
    assert run().code == 2


def test_version_option_prints_the_version(run: Runner) -> None:
    assert run("--version").out.strip() == version("paiju")


def paiju(*words: str, **names: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LC_ALL": "", "LANG": "C", **names}
    program = Path(sys.executable).with_name("paiju")
    return subprocess.run([program, *words], capture_output=True, check=False, env=environment)


def test_the_installed_command_answers() -> None:
    ran = paiju("legal", "--rules", "doudizhu/qq", "--hand", "BR", "--json")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b'["B","R","BR"]\n', b"")


def test_the_installed_command_writes_errors_in_utf_8() -> None:
    ran = paiju("legal", "--rules", "doudizhu/qq", "--hand", "x", "--lang", "zh")
    assert ran.returncode == 2
    assert ran.stderr.decode().startswith("paiju: “x”第 1 个字“x”不是点数")


def test_a_terminal_without_chinese_characters_does_not_crash_the_command() -> None:
    ran = paiju("rules", "--lang", "zh", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_closed_output_pipe_is_no_error() -> None:
    program = Path(sys.executable).with_name("paiju")
    ran = subprocess.run(
        f"{program} legal --rules happy --hand 3344556677889TJQKA2B | head -n 1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        check=False,
    )
    assert ran.stderr == b""
    assert ran.stdout.splitlines()[-1] == b"0"


def test_playing_needs_a_terminal(run: Runner) -> None:
    assert run("play", "qq").err == "paiju: play needs a terminal\n"


def test_slow_modules_are_imported_only_by_commands_that_need_them() -> None:
    code = "import sys, paiju.cli.main as m; m.main(['rules']); print('textual' in sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert ran.stderr.strip() == b"False"


def test_numpy_uses_one_thread_unless_configured() -> None:
    told = "print(os.environ['OPENBLAS_NUM_THREADS'], 'numpy' in sys.modules)"
    code = f"import os, sys, paiju.cli.main as m; m.main(['rules']); {told}"
    for given, due in (({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")):
        environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"} | given
        ran = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env=environment,
        )
        assert ran.stdout.split()[-2:] == [due.encode(), b"False"]  # it is settled before NumPy is loaded
