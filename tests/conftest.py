"""Selects tests for the second run of ``make test``."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-sims-of",
        action="append",
        default=[],
        type=Path,
        metavar="FOLDER",
        help="run only the tests of this folder that are marked sim: its other tests ran before, with coverage",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    folders = [folder.resolve() for folder in config.getoption("--only-sims-of")]
    ran = {
        item
        for item in items
        if item.get_closest_marker("sim") is None and any(item.path.is_relative_to(folder) for folder in folders)
    }
    if ran:
        config.hook.pytest_deselected(items=list(ran))
        items[:] = [item for item in items if item not in ran]
