"""``paiju train``: a net learns a group of rulesets by playing with itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from paiju.cli.arguments import Given
from paiju.cli.console import find_ruleset
from paiju.learn.settings import Settings
from paiju.learn.train import NET, Learner
from paiju.locale import text
from paiju.nets.net import net_of


def run(given: Given) -> int:
    """Learn, or go on; each line of the log is told. Raises UnknownName, OSError, ValueError."""
    torch.set_num_threads(1)  # the layers are small: threads would wait for each other
    rulesets = [find_ruleset(name.strip()).id for name in given.rulesets.split(",")]
    folder = Path(given.out)
    settings = Settings(seconds=60.0 * given.minutes, hands=given.hands, seed=given.seed)
    begin = net_of(given.begin) if given.begin else None
    learner = Learner(rulesets, settings if begin is None else settings.later(), begin, given.players)
    learner.run(folder, lambda line: _tell(given.lang, line))
    print(text(given.lang, "train.done", file=folder / NET))
    return 0


def _tell(lang: str, line: Mapping[str, Any]) -> None:
    match = line.get("against_half")
    figures = {} if match is None else {name: f"{match[name]:.3f}" for name in ("wins", "margin", "due")}
    won = text(lang, "train.match", **figures) if figures else ""
    minutes = f"{line['seconds'] / 60:.1f}"
    print(text(lang, "train.line", minutes=minutes, decisions=line["decisions"], hands=line["hands"]) + won, flush=True)
