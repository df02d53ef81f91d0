"""The files in deploy/ use only settings, commands and metrics that exist."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from paiju.cli.argument_parser import parse_arguments
from paiju.cli.commands import COMMANDS
from paiju.server.settings import SETTINGS, read_settings
from tests.integration.in_process_server import serving

DEPLOY = Path(__file__).parents[2] / "deploy"
VARIABLES = {variable for setting in SETTINGS for variable in setting.environment_variables}


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text("utf-8"))


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names that a room tells Prometheus."""

    async def told() -> str:
        async with serving(tmp_path_factory.mktemp("room") / "room.db") as served, served.http() as http:
            await http.get("/nothing")
            return (await http.get("/metrics")).text

    found = set[str]()
    for family in text_string_to_metric_families(asyncio.run(told())):
        found |= {f"{family.name}_total"} if family.type == "counter" else {sample.name for sample in family.samples}
        if family.type == "histogram":
            found |= {f"{family.name}_{what}" for what in ("bucket", "count", "sum")}
    return found


def named_in(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:paiju|process)_\w+", expression))


def test_dashboard_and_alarms_use_existing_metrics(series: set[str]) -> None:
    panels = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))["panels"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    asked += [rule["expr"] for group in read("alarms.yml")["groups"] for rule in group["rules"]]
    named = set().union(*map(named_in, asked))
    assert len(named) > 15
    assert named <= series
    ours = {
        name.removesuffix("_bucket")
        for name in series
        if name.startswith("paiju_") and name.endswith(("_bucket", "_total"))
    }
    assert not [name for name in ours if not any(name in text for text in asked)], "measured, and never shown"


def test_dashboard_panels_do_not_overlap() -> None:
    panels = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))["panels"]
    places = [panel["gridPos"] for panel in panels]
    cells = [
        (x, y) for at in places for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24


def test_compose_file_uses_existing_settings() -> None:
    services = read("compose.yaml")["services"]
    rooms = [name for name, service in services.items() if service["image"] == "paiju"]
    assert rooms == ["room-1", "room-2"]
    for name in rooms:
        environment = {key: value for key, value in services[name]["environment"].items() if key.startswith("PAIJU_")}
        assert environment.keys() <= VARIABLES
        filled = {key: re.sub(r"\$\{(\w+):\?\}", "room.example.org", value) for key, value in environment.items()}
        read_settings(filled)
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    given = {
        line.partition("=")[0] for line in (DEPLOY / "example.env").read_text("utf-8").splitlines() if line[0] != "#"
    }
    assert asked == given


def test_dockerfile_uses_existing_settings_and_files() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    told = dict(re.findall(r"\b(PAIJU_\w+)=(\S+)", text))
    assert told.keys() <= VARIABLES
    assert read_settings(told).host == "0.0.0.0"
    assert re.findall(r"^USER (\d+)$", text, re.MULTILINE) == ["10001"]
    assert "HEALTHCHECK" in text
    for source in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        assert all((DEPLOY.parent / path).exists() for path in source.split())


def test_example_settings_file_is_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DEPLOY / "paiju.toml").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paiju.toml").write_text(text)
    assert str(read_settings({}).name) == "room.example.org"
    (tmp_path / "paiju.toml").write_text(re.sub(r"(?m)^# (?=\w+ = )", "", text))  # what is commented out is right too
    assert read_settings({}).forget == 90


UNITS = sorted(DEPLOY.glob("systemd/*.service"))


def service_in(path: Path) -> dict[str, str]:
    """What a unit says of its service."""
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names of units have capitals
    unit.read(path, "utf-8")
    return dict(unit["Service"])


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_units_start_existing_commands(path: Path) -> None:
    words = shlex.split(service_in(path)["ExecStart"])
    if words[0] == "/bin/sh":
        words = shlex.split(words[2].rpartition("&& ")[2])
    assert words[0] == "/opt/paiju/bin/paiju"
    (command,) = (command for command in COMMANDS if command.name == words[1])
    assert parse_arguments(command, words[2:], "en") is not None


def test_every_systemd_unit_has_the_sandboxing_of_the_room() -> None:
    room, *others = (service_in(DEPLOY / "systemd" / name) for name in ("paiju.service", "paiju-backup.service"))
    assert len(UNITS) == 1 + len(others)
    assert room["UMask"] == "0077"
    about_the_server = {"ExecStart", "Restart", "RestartSec", "TimeoutStopSec", "LimitNOFILE", "RuntimeDirectory"}
    narrow = {name: value for name, value in room.items() if name not in about_the_server}
    assert len(narrow) > 20
    for other in others:
        assert {name: other.get(name) for name in narrow} == narrow


def test_web_server_configurations_forward_the_required_headers() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text("utf-8")
    for header in (
        "Host $http_host",
        "Upgrade $http_upgrade",
        "X-Forwarded-For $remote_addr",
        "X-Forwarded-Proto $scheme",
    ):
        assert f"proxy_set_header {header};" in nginx
    assert "health_uri /readyz" in (DEPLOY / "Caddyfile").read_text("utf-8")
