"""Runs ``paiju`` commands in this process."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from paiju.cli.main import main


class CommandResult(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, ""), self
        return json.loads(self.out)


class Runner:
    """Runs a command with the given words: ``run("legal", "--hand", …)``. Returns its exit code and its output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> CommandResult:
        code = main(words)
        return CommandResult(code, *self._capsys.readouterr())
