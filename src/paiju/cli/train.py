"""``paiju train``: trains a network for a group of rulesets, by self-play and against rivals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import torch

from paiju.batch.net_inference import Weights
from paiju.bots.registry import NET as NET_FILE
from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import find_ruleset, write_file
from paiju.learn.behaviour_cloning import clone_behaviour
from paiju.learn.demonstrations import collect_demonstrations
from paiju.learn.hyperparameters import Hyperparameters, halving_layer_widths
from paiju.learn.learning_curve_plot import plot_curve
from paiju.learn.ruleset_group import RulesetGroup, make_group
from paiju.learn.trainer import LOG, NET, Trainer, write_checkpoint_net
from paiju.locale import translate
from paiju.nets.net import load_net
from paiju.nets.policy import NetPlayer

CURVE: Final = "curve.svg"
IMITATED_DECISIONS: Final = 100_000
"""Number of decisions of a rival bot from which a network learns to imitate it."""


def run(given: ParsedArguments) -> int:
    """Train a new network, or continue to train one (``--begin``), and print each line of the log.

    Raises UnknownName, IllegalAction, OSError, ValueError.
    """
    torch.set_num_threads(1)  # the layers are small, so threads would mostly wait for each other
    rulesets = [find_ruleset(name.strip()).id for name in given.rulesets.split(",")]
    folder = Path(given.out)
    settings = Hyperparameters(
        seconds=60.0 * given.minutes, hands=given.hands, seed=given.seed, widths=halving_layer_widths(given.cells)
    )
    begin = load_net(given.begin) if given.begin else None
    settings = settings if begin is None else settings.for_continuing()
    settings = settings.for_policy_head() if given.choose else settings
    rivals = [
        _load_or_clone_rival(name, at, make_group(rulesets, history=given.history), given)
        for at, name in enumerate(filter(None, given.rivals.split(",")))
    ]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    learner = Trainer(rulesets, settings, begin, given.players, rivals, device, history=given.history)
    learner.run(folder, lambda line: _print_log_line(given.lang, line, folder))
    print(translate(given.lang, "train.done", file=folder / NET))
    return 0


def _load_or_clone_rival(name: str, at: int, group: RulesetGroup, given: ParsedArguments) -> Weights:
    """Return the weights of a network that plays like the bot ``name``.

    If the bot is a network for the same rulesets, the result is the bot's own weights. Otherwise a network is
    trained to imitate the bot's decisions (behaviour cloning). The trained network is kept as a file in the output
    folder, numbered by ``at``, the index of the rival. If that file already exists, it is loaded instead.
    """
    net = load_net(name) if name.endswith(NET_FILE) else None
    if net is None or net.facts.rulesets != group.rulesets:
        file = Path(given.out) / f"rival-{at}{NET_FILE}"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            _clone_bot_behaviour(name, file, group, given)
        net = load_net(file)
    return net.weights


def _clone_bot_behaviour(name: str, file: Path, group: RulesetGroup, given: ParsedArguments) -> None:
    print(translate(given.lang, "train.watch", name=name, decisions=IMITATED_DECISIONS), flush=True)
    begin = load_net(given.begin) if given.begin else None
    other = NetPlayer(given.begin) if begin is not None and begin.facts.rulesets == group.rulesets else None
    watched = collect_demonstrations(group, name, other, IMITATED_DECISIONS, given.seed)
    weights, accuracy = clone_behaviour(group, watched, begin, given.seed)
    write_checkpoint_net(file, group, weights, 0)
    print(translate(given.lang, "train.alike", name=name, alike=f"{100 * accuracy:.0f}"), flush=True)


def _print_log_line(lang: str, line: Mapping[str, Any], folder: Path) -> None:
    """Print a line of the training log. If the line reports a match, also draw the learning curve again."""
    match = line.get("against_half")
    if match is not None:
        log = map(json.loads, (folder / LOG).read_text("utf-8").splitlines())
        write_file(
            str(folder / CURVE), plot_curve(log, *(translate(lang, f"train.{name}") for name in ("curve", "decisions")))
        )
    figures = {} if match is None else {name: f"{match[name]:.3f}" for name in ("wins", "margin", "due")}
    won = translate(lang, "train.match", **figures) if figures else ""
    minutes = f"{line['seconds'] / 60:.1f}"
    print(
        translate(lang, "train.line", minutes=minutes, decisions=line["decisions"], hands=line["hands"]) + won,
        flush=True,
    )
