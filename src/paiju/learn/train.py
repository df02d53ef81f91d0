"""The loop: play, learn from what came of it, measure against one's older self, and write it all down."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from paiju.batch import new
from paiju.learn.acting import Acting, Weights
from paiju.learn.deciding import way_of
from paiju.learn.group import Group, group_of
from paiju.learn.lessons import lesson_of
from paiju.learn.net import Learning
from paiju.learn.play import Memory
from paiju.learn.players import Crew, Players
from paiju.learn.settings import Settings
from paiju.learn.versus import Match, versus
from paiju.nets.net import HEADS, Facts, Net, write

FORMAT: Final = 3
"""Of what is gone on from."""
STEEPEST: Final = 2.0
"""A step goes no faster than down a slope of this."""
LAST: Final = "last.pt"
LOG: Final = "log.jsonl"
NET: Final = "net.npz"


class Learner:
    """A net for a group of rulesets whose hands look alike, and the hands that it plays with itself."""

    def __init__(
        self,
        rulesets: Sequence[str],
        settings: Settings = Settings(),  # noqa: B008 - it is frozen
        begin: Net | None = None,
        players: int = 0,
        rivals: Sequence[Weights] = (),
        device: str = "cpu",
    ) -> None:
        """``begin`` is a net to begin with, instead of nothing; ``players`` is over how many processes they are spread, 0: none.

        ``rivals`` sit at the tables as strangers from the beginning on. ``device`` is where it learns, as PyTorch calls it; hands
        are played by processors.
        Raises UnknownName where the hands of the rulesets do not look alike.
        """
        torch.manual_seed(settings.seed)
        self.group = group_of(rulesets)
        self.settings = settings = settings if begin is None else settings.at_least(begin.widths)
        self.chance = np.random.default_rng(settings.seed)
        way = way_of(self.group, choose=settings.choose)
        self.mix = way.mix
        self.lesson = lesson_of(self.group, settings, way)
        if begin is not None:
            self.lesson.begin(begin)
        self.lesson.to(device)
        self.net, shape = self.lesson.net, self.group.shape
        self.average = Learning(shape.rows, shape.roles, way.heads, settings.widths).to(device)
        self.average.load_state_dict(self.net.state_dict())
        self.crew = crew_of(self.group, settings, players, rivals)
        self.ancestors: list[Weights] = []
        if begin is not None:
            self.put_by()
        self.mark = settings.first_mark
        self.memory = Memory(settings.samples, way.row)
        self.optimiser = torch.optim.Adam(self.lesson.paces(), lr=settings.rate[0])
        self.decisions = self.updates = self.hands = self._owed = 0
        self.used = 0.0
        self.doubt = settings.doubt[0]
        self.loss = np.zeros(len(HEADS))

    # ---- playing

    def play(self, explore: float) -> float:
        """Take what the players have played next. The seconds it took them."""
        played = self.crew.play({**self.lesson.playing(), "mix": self.mix}, explore)
        before = self.memory.added
        for rows in played.rows:
            self.memory.add(rows)
        self._owed += self.settings.passes * (self.memory.added - before)
        self.decisions += played.decisions
        self.hands += played.hands
        return played.seconds

    # ---- learning

    def learn(self) -> None:
        """As many steps as there are new decisions for."""
        batch = self.settings.batch
        while self._owed >= batch and len(self.memory) >= batch:
            self._owed -= batch
            rows = self.memory.rows[self.chance.integers(0, len(self.memory), batch)]
            error, squares = self.lesson.error(rows, self.updates, self.doubt)
            self.loss += 0.01 * (squares - self.loss)
            self.optimiser.zero_grad()
            error.backward()
            for group in self.optimiser.param_groups:
                torch.nn.utils.clip_grad_norm_(group["params"], STEEPEST)
            self.optimiser.step()
            self.updates += 1
            self._follow()

    @torch.no_grad()
    def _follow(self) -> None:
        """The average goes a little way after the net."""
        rate = max(0.002, 1 / self.updates)
        for mean, now in zip(self.average.parameters(), self.net.parameters(), strict=True):
            mean.lerp_(now, rate)

    def run(self, folder: Path, tell: Callable[[dict[str, Any]], None]) -> None:
        """Learn until the time is used, from where the folder's last state is; ``tell`` is given each line of the log."""
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / LAST).exists():
            self.load(folder / LAST)
        saved = self.used
        while self.used < self.settings.seconds:
            self.used += self.play(self._anneal(self.used / self.settings.seconds))
            start = time.process_time()
            self.learn()
            self.used += time.process_time() - start
            match = self._marked() if self.used >= self.mark else None
            if self.used - saved >= self.settings.every or match or self.used >= self.settings.seconds:
                saved = self.used
                self.save(folder)
                tell(self._line(folder, match))

    def _marked(self) -> Match | None:
        """Put an ancestor by, after a match against the one before where there is one."""
        start = time.process_time()
        self.mark *= 2
        match = self.measure(self.ancestors[-1]) if self.ancestors else None
        self.put_by()
        self.used += time.process_time() - start
        return match

    def _anneal(self, done: float) -> float:
        """Learn more slowly and explore less, the longer it has gone on. The share to be explored."""
        done = min(done, 1.0)
        rate, explore, self.doubt = (
            first * (last / first) ** done
            for first, last in (self.settings.rate, self.settings.explore, self.settings.doubt)
        )
        for group in self.optimiser.param_groups:
            group["lr"] = group["pace"] * rate
        return float(explore)

    # ---- measuring and keeping

    def put_by(self) -> None:
        """Keep the average as it is now, among the strangers too."""
        self._meet({name: value.copy() for name, value in self._kept().items()})

    def _kept(self) -> dict[str, NDArray[Any]]:
        """The average, as it is played with."""
        return {**self.average.arrays(), "mix": self.mix, "worth": self.group.mix}

    def _meet(self, ancestor: Weights) -> None:
        self.ancestors.append(ancestor)
        self.crew.meet(ancestor)

    def measure(self, other: Weights, deals: int = 1000) -> Match:
        """The average net against another in all rulesets of the group."""
        shape = self.group.shape
        mine, theirs = (Acting(weights, shape).scores for weights in (self._kept(), other))
        found = [
            versus(mine, theirs, new(name, deals, self.settings.seed + 9, anew=False), shape, flag)
            for flag, name in enumerate(self.group.rulesets)
        ]
        hands = sum(match.hands for match in found)
        wins, points, due = (
            sum(match.hands * match[place] for match in found) / hands for place in range(1, len(Match._fields))
        )
        return Match(hands, wins, points, due)

    def _line(self, folder: Path, match: Match | None) -> dict[str, Any]:
        line: dict[str, Any] = {
            "seconds": round(self.used),
            "decisions": self.decisions,
            "updates": self.updates,
            "hands": self.hands,
            "loss": self.loss.round(4).tolist(),
        }
        if match is not None:
            line["against_half"] = {**match._asdict(), "margin": match.margin}
        with (folder / LOG).open("a") as file:
            file.write(json.dumps(line) + "\n")
        return line

    def save(self, folder: Path) -> None:
        """The state to go on from, and the net as it is played with."""
        state = {
            "format": FORMAT,
            "rulesets": self.group.rulesets,
            "settings": self.settings._asdict(),
            "lesson": self.lesson.state_dict(),
            "average": self.average.state_dict(),
            "ancestors": self.ancestors,
            "optimiser": self.optimiser.state_dict(),
            "counts": (self.decisions, self.updates, self.hands, self.used, self.mark),
        }
        _in_place(folder / LAST, lambda path: torch.save(state, path))
        kept(folder / NET, self.group, self._kept(), self.decisions)

    def load(self, path: Path) -> None:
        """Go on from a saved state. Raises ValueError for that of other rulesets, of other layers, or of another format."""
        state = torch.load(path, weights_only=False, map_location="cpu")
        if state.get("format") != FORMAT:
            raise ValueError(f"{path} is of another version of paiju")
        if tuple(state["rulesets"]) != self.group.rulesets:
            raise ValueError(f"{path} has learned {', '.join(state['rulesets'])}")
        if tuple(state["settings"]["widths"]) != self.settings.widths:
            raise ValueError(f"{path} is of a net with layers of {state['settings']['widths']} cells")
        self.lesson.load_state_dict(state["lesson"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.decisions, self.updates, self.hands, self.used, self.mark = state["counts"]
        for ancestor in state["ancestors"]:
            self._meet(ancestor)


def crew_of(group: Group, settings: Settings, players: int, rivals: Sequence[Weights]) -> Crew:
    """Players in so many processes, or in this one. Raises ModuleNotFoundError where there is no Ray to spread them."""
    if players == 0:
        return Players(group, settings, settings.seed, rivals)
    from paiju.learn.spread import Spread  # noqa: PLC0415 - Ray is wanted by few

    return Spread(group, settings, players, rivals)


def kept(path: Path, group: Group, weights: Weights, decisions: int) -> None:
    """Write the file of a net of a group."""
    seen, action = group.layouts
    facts = Facts(group.rulesets, seen.name, action.name, decisions)

    def put(fresh: Path) -> None:
        with fresh.open("wb") as file:
            write(file, facts, weights)

    _in_place(path, put)


def _in_place(path: Path, put: Callable[[Path], object]) -> None:
    """Write a file so that there is a whole one at any moment."""
    fresh = path.with_suffix(".new")
    put(fresh)
    fresh.replace(path)
