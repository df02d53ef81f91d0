"""The loop: play, learn from what came of it, measure against one's older self, and write it all down."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from paiju.batch import new
from paiju.bits.layout import BITS
from paiju.learn.acting import Acting, Weights
from paiju.learn.group import Group, group_of
from paiju.learn.inherit import inherit
from paiju.learn.net import Learning
from paiju.learn.play import Memory
from paiju.learn.players import Crew, Players
from paiju.learn.settings import Settings
from paiju.learn.versus import Match, versus
from paiju.nets.net import HEADS, Facts, Net, write

FORMAT: Final = 1
"""Of what is gone on from; one that does not say it is of the first."""
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
    ) -> None:
        """``begin`` is a net to begin with, instead of nothing; ``players`` is over how many processes they are spread, 0: none.

        Raises ValueError for a net of another build, UnknownName where the hands of the rulesets do not look alike.
        """
        torch.manual_seed(settings.seed)
        self.group, self.settings = group_of(rulesets), settings
        self.chance = np.random.default_rng(settings.seed)
        shape = self.group.shape
        self.columns = np.concatenate([shape.seen, shape.action])
        self.net = Learning(shape.rows, shape.roles)
        if begin is not None:
            inherit(self.net, self.group, begin)
        self.average = Learning(shape.rows, shape.roles)
        self.average.load_state_dict(self.net.state_dict())
        self.crew = crew_of(self.group, settings, players)
        self.ancestors: list[Weights] = []
        if begin is not None:
            self.put_by()
        self.mark = settings.first_mark
        self.memory = Memory(settings.samples, len(self.columns) // BITS)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=settings.rate[0])
        self.decisions = self.updates = self.hands = self._owed = 0
        self.used = 0.0
        self.loss = np.zeros(len(HEADS))

    # ---- playing

    def play(self, explore: float) -> float:
        """Take what the players have played next. The seconds it took them."""
        played = self.crew.play(self.net.arrays(), explore)
        before = self.memory.added
        for samples in played.samples:
            self.memory.add(samples)
        self._owed += self.settings.passes * (self.memory.added - before)
        self.decisions += played.decisions
        self.hands += played.hands
        return played.seconds

    # ---- learning

    def learn(self) -> None:
        """As many steps as there are new samples for."""
        batch = self.settings.batch
        while self._owed >= batch and len(self.memory) >= batch:
            self._owed -= batch
            picked = self.chance.integers(0, len(self.memory), batch)
            roles = self.memory.roles[picked]
            errors = [self._error(picked[roles == role], int(role)) for role in np.unique(roles)]
            error = torch.stack(errors).sum(0) / batch
            self.loss += 0.01 * (error.detach().numpy() - self.loss)
            self.optimiser.zero_grad()
            (error[0] + self.settings.points * error[1]).backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
            self.optimiser.step()
            self.updates += 1
            self._follow()

    def _error(self, picked: Any, role: int) -> torch.Tensor:
        found = self.net(self.memory.words[picked], self.columns, role)
        return ((found - torch.from_numpy(self.memory.targets[picked])) ** 2).sum(0)

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
            match = None
            if self.used >= self.mark:
                self.mark *= 2
                match = self.measure(self.ancestors[-1]) if self.ancestors else None
                self.put_by()
            self.used += time.process_time() - start
            if self.used - saved >= self.settings.every or match or self.used >= self.settings.seconds:
                saved = self.used
                self.save(folder)
                tell(self._line(folder, match))

    def _anneal(self, done: float) -> float:
        """Learn more slowly and explore less, the longer it has gone on. The share to be explored."""
        done = min(done, 1.0)
        (rate, last_rate), (explore, last_explore) = self.settings.rate, self.settings.explore
        for group in self.optimiser.param_groups:
            group["lr"] = rate * (last_rate / rate) ** done
        return float(explore * (last_explore / explore) ** done)

    # ---- measuring and keeping

    def put_by(self) -> None:
        """Keep the average as it is now, among the strangers too."""
        self._meet({name: value.copy() for name, value in self.average.arrays().items()})

    def _meet(self, ancestor: Weights) -> None:
        self.ancestors.append(ancestor)
        self.crew.meet(ancestor)

    def measure(self, other: Weights, deals: int = 1000) -> Match:
        """The average net against another in all rulesets of the group."""
        shape, mix = self.group.shape, self.group.mix
        mine, theirs = (Acting(weights, shape, mix).scores for weights in (self.average.arrays(), other))
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
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "ancestors": self.ancestors,
            "optimiser": self.optimiser.state_dict(),
            "counts": (self.decisions, self.updates, self.hands, self.used, self.mark),
        }
        _in_place(folder / LAST, lambda path: torch.save(state, path))
        seen, action = self.group.layouts
        facts = Facts(self.group.rulesets, seen.name, action.name, self.decisions)
        weights = {**self.average.arrays(), "mix": self.group.mix}

        def put(path: Path) -> None:
            with path.open("wb") as file:
                write(file, facts, weights)

        _in_place(folder / NET, put)

    def load(self, path: Path) -> None:
        """Go on from a saved state. Raises ValueError for that of other rulesets, or of another format."""
        state = torch.load(path, weights_only=False)
        if state.get("format", FORMAT) != FORMAT:
            raise ValueError(f"{path} is of another version of paiju")
        if tuple(state["rulesets"]) != self.group.rulesets:
            raise ValueError(f"{path} has learned {', '.join(state['rulesets'])}")
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.decisions, self.updates, self.hands, self.used, self.mark = state["counts"]
        for ancestor in state["ancestors"]:
            self._meet(ancestor)


def crew_of(group: Group, settings: Settings, players: int) -> Crew:
    """Players in so many processes, or in this one. Raises ModuleNotFoundError where there is no Ray to spread them."""
    if players == 0:
        return Players(group, settings, settings.seed)
    from paiju.learn.spread import Spread  # noqa: PLC0415 - Ray is wanted by few

    return Spread(group, settings, players)


def _in_place(path: Path, put: Callable[[Path], object]) -> None:
    """Write a file so that there is a whole one at any moment."""
    fresh = path.with_suffix(".new")
    put(fresh)
    fresh.replace(path)
