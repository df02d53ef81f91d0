"""``paiju train``: a net learns a group of rulesets by playing with itself, and with rivals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import torch

from paiju.bots.registry import NET as NET_FILE
from paiju.cli.arguments import Given
from paiju.cli.console import find_ruleset, write_file
from paiju.learn.acting import Weights
from paiju.learn.curve import curve
from paiju.learn.group import Group, group_of
from paiju.learn.imitate import imitate
from paiju.learn.settings import Settings, widths_of
from paiju.learn.train import LOG, NET, Learner, kept
from paiju.learn.watch import watch
from paiju.locale import text
from paiju.nets.net import net_of
from paiju.nets.strong import Player

CURVE: Final = "curve.svg"
WATCHED: Final = 100_000
"""Decisions of a rival from which is learned how it decides."""


def run(given: Given) -> int:
    """Learn, or go on; each line of the log is told. Raises UnknownName, IllegalAction, OSError, ValueError."""
    torch.set_num_threads(1)  # the layers are small: threads would wait for each other
    rulesets = [find_ruleset(name.strip()).id for name in given.rulesets.split(",")]
    folder = Path(given.out)
    settings = Settings(seconds=60.0 * given.minutes, hands=given.hands, seed=given.seed, widths=widths_of(given.cells))
    begin = net_of(given.begin) if given.begin else None
    settings = settings if begin is None else settings.later()
    settings = settings.choosing() if given.choose else settings
    rivals = [
        _rival(name, at, group_of(rulesets), given) for at, name in enumerate(filter(None, given.rivals.split(",")))
    ]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    learner = Learner(rulesets, settings, begin, given.players, rivals, device)
    learner.run(folder, lambda line: _tell(given.lang, line, folder))
    print(text(given.lang, "train.done", file=folder / NET))
    return 0


def _rival(name: str, at: int, group: Group, given: Given) -> Weights:
    """A net that decides as a bot does: its own, where it is one of the same rulesets, or one that has watched it."""
    net = net_of(name) if name.endswith(NET_FILE) else None
    if net is None or net.facts.rulesets != group.rulesets:
        file = Path(given.out) / f"rival-{at}{NET_FILE}"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            _imitated(name, file, group, given)
        net = net_of(file)
    return net.weights


def _imitated(name: str, file: Path, group: Group, given: Given) -> None:
    print(text(given.lang, "train.watch", name=name, decisions=WATCHED), flush=True)
    begin = net_of(given.begin) if given.begin else None
    other = Player(given.begin) if begin is not None and begin.facts.rulesets == group.rulesets else None
    watched = watch(group, name, other, WATCHED, given.seed)
    weights, alike = imitate(group, watched, begin, given.seed)
    kept(file, group, weights, 0)
    print(text(given.lang, "train.alike", name=name, alike=f"{100 * alike:.0f}"), flush=True)


def _tell(lang: str, line: Mapping[str, Any], folder: Path) -> None:
    """Print a line of the log; where a match was played, draw the curve anew."""
    match = line.get("against_half")
    if match is not None:
        log = map(json.loads, (folder / LOG).read_text("utf-8").splitlines())
        write_file(str(folder / CURVE), curve(log, *(text(lang, f"train.{name}") for name in ("curve", "decisions"))))
    figures = {} if match is None else {name: f"{match[name]:.3f}" for name in ("wins", "margin", "due")}
    won = text(lang, "train.match", **figures) if figures else ""
    minutes = f"{line['seconds'] / 60:.1f}"
    print(text(lang, "train.line", minutes=minutes, decisions=line["decisions"], hands=line["hands"]) + won, flush=True)
