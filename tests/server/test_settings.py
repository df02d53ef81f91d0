"""Settings are read from the command line, the environment and a file, by one declaration."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from paiju.locale import error_sentence, languages, lookup
from paiju.server.app.token_buckets import Rate, RateSettings
from paiju.server.errors import CannotServe
from paiju.server.settings import CONFIG, SETTINGS, Setting, Settings, read_settings

NAMED = {setting.name: setting for setting in SETTINGS}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no paiju.toml is but the test's own."""
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "paiju.toml") -> None:
    Path(name).write_text(text, "utf-8")


def refused(environ: dict[str, str]) -> str:
    with pytest.raises(CannotServe) as caught:
        read_settings(environ)
    assert error_sentence("zh", caught.value) != error_sentence("en", caught.value)
    return error_sentence("en", caught.value)


def test_default_settings_are_read_from_nothing() -> None:
    assert read_settings({}) == Settings()


@pytest.mark.parametrize("setting", [CONFIG, *SETTINGS], ids=lambda setting: setting.name)
def test_every_setting_has_a_description_in_every_language(setting: Setting) -> None:
    for lang in languages():
        assert lookup(lang, f"settings.{setting.name}")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_displayed_default_can_be_parsed(setting: Setting) -> None:
    assert setting._replace(default=setting.parse(setting.default_text, "")).default_text == setting.default_text


def test_command_line_overrides_environment_and_environment_overrides_file() -> None:
    write('host = "f"\nport = 1\nforget = 1\nworkers = 7\n[limits]\nsockets = 3\nguests = "5+6/h"\n')
    environ = {"HOST": "e", "PAIJU_PORT": "2", "PORT": "3", "FORGET": "", "PAIJU_LIMITS_SOCKETS": "4"}
    read = read_settings(environ, {"host": "t", "port": None})
    limits = RateSettings(sockets=4, guests=Rate(6 / 3600, 5))
    assert read == Settings(host="t", port=2, forget=1, workers=7, limits=limits)


def test_path_of_the_settings_file_is_configurable() -> None:
    write("port = 1", "mine.toml")
    assert read_settings({"PAIJU_CONFIG": "mine.toml"}).port == 1
    assert read_settings({}, {"config": "mine.toml"}).port == 1


def test_multiple_values_are_comma_separated_or_a_list() -> None:
    write('origins = ["https://a", "https://b"]')
    assert read_settings({}).origins == ("https://a", "https://b")
    assert read_settings({"PAIJU_ORIGINS": "https://c, https://d"}).origins == ("https://c", "https://d")


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"PORT": "http"}, 'PORT cannot be "http"; it can be 0–65535'),
        ({"PAIJU_PORT": "65536"}, 'PAIJU_PORT cannot be "65536"; it can be 0–65535'),
        ({"PORT": "٣"}, 'PORT cannot be "٣"; it can be 0–65535'),
        ({"PORT": "-1"}, 'PORT cannot be "-1"; it can be 0–65535'),
        ({"FORGET": "1.5"}, 'FORGET cannot be "1.5"; it can be 0–36500'),
        ({"WORKERS": "0"}, 'WORKERS cannot be "0"; it can be 1–999'),
        ({"PAIJU_LIMITS_PATIENCE": "nan"}, 'PAIJU_LIMITS_PATIENCE cannot be "nan"; it can be 0.1–3600'),
        ({"PAIJU_LIMITS_GUESTS": "20"}, 'PAIJU_LIMITS_GUESTS cannot be "20"; it can be N+N/s, N+N/min, N+N/h'),
        ({"PAIJU_LIMITS_GUESTS": "0+1/s"}, 'PAIJU_LIMITS_GUESTS cannot be "0+1/s"; it can be N+N/s, N+N/min, N+N/h'),
        ({"PAIJU_LIMITS_GUESTS": "1+0/s"}, 'PAIJU_LIMITS_GUESTS cannot be "1+0/s"; it can be N+N/s, N+N/min, N+N/h'),
        ({"PAIJU_CONFIG": "nix.toml"}, "cannot read the settings file nix.toml: No such file or directory"),
    ],
)
def test_invalid_value_is_refused_with_the_valid_ones(environ: dict[str, str], said: str) -> None:
    assert refused(environ) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "paiju.toml: there is no setting prot"),
        ("guests = 1", "paiju.toml: there is no setting guests"),
        ("tempo.deal = 1", "paiju.toml: there is no setting tempo.deal"),
        ("[limits]\nsockets = -1", 'paiju.toml: limits.sockets cannot be "-1"; it can be 1–1000000'),
        ("origins = [1]", 'paiju.toml: origins cannot be "[1]"; it can be …,…'),
        ("port = true", 'paiju.toml: port cannot be "True"; it can be 0–65535'),
        ("database = 3", 'paiju.toml: database cannot be "3"; it can be "…"'),
        ("port", "cannot read the settings file paiju.toml: "),
    ],
)
def test_settings_file_with_an_invalid_value_is_refused(text: str, said: str) -> None:
    write(text)
    assert refused({}).startswith(said)


@pytest.mark.parametrize("text", ["20+12/min", "100+20/s", "20+1/min", "5+6/h", "3+0.5/s"])
def test_rate_survives_formatting_and_parsing(text: str) -> None:
    again = Rate.parse(str(Rate.parse(text)))
    assert again.burst == Rate.parse(text).burst
    assert again.second == pytest.approx(Rate.parse(text).second)


def test_every_limit_is_a_setting() -> None:
    assert {f"limits.{field.name}" for field in msgspec.structs.fields(RateSettings)} <= NAMED.keys()
