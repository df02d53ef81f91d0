"""The loop: play, learn from what came of it, measure against one's older self, and write it all down."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch

from paiju.batch import new
from paiju.core.errors import UnknownName
from paiju.learn.acting import Acting
from paiju.learn.inherit import inherit
from paiju.learn.net import Learning
from paiju.learn.play import Floats, Memory, Offer, Table, offer
from paiju.learn.versus import Match, versus
from paiju.nets.net import Facts, Net, write
from paiju.nets.shape import shape_of

LAST: Final = "last.pt"
LOG: Final = "log.jsonl"
NET: Final = "net.npz"


class Settings(NamedTuple):
    """How it is learned. Times are of the processor, in seconds."""

    seconds: float = 3600
    hands: int = 1024
    seed: int = 1
    keep: float = 0.9
    """λ: how much of a decision's worth is what came in the end, and not what was thought at one's next decision."""
    explore: tuple[float, float] = (0.03, 0.003)
    """The share of decisions taken at random, at the beginning and at the end."""
    rate: tuple[float, float] = (1e-3, 5e-5)
    strangers: float = 0.15
    """The share of hands in which half of the seats are played by older nets."""
    batch: int = 4096
    passes: int = 2
    """How often each sample is met, in the mean."""
    samples: int = 1 << 17
    points: float = 0.25
    """What an error in points weighs beside one in winning."""
    first_mark: float = 60
    """When an ancestor is put by for the first time; then each time in twice as long."""
    every: float = 60
    """How often it is saved."""

    def later(self) -> Settings:
        """For who begins with a net that knows something: it goes on in smaller steps."""
        return self._replace(rate=(3e-4, self.rate[1]), explore=(0.01, self.explore[1]))


MIX: Final = (1.0, 0.35)
MIX_BEFORE: Final = (0.0, 1.0)
"""How winning and points are weighed: by role, and in the first, before it is settled who plays what, points alone."""


class Learner:
    """A net for a group of rulesets whose hands look alike, and the hands that it plays with itself."""

    def __init__(
        self,
        rulesets: Sequence[str],
        settings: Settings = Settings(),  # noqa: B008 - it is frozen
        begin: Net | None = None,
    ) -> None:
        """``begin`` is a net to begin with, instead of nothing.

        Raises ValueError for one of another build, UnknownName where the hands of the rulesets do not look alike.
        """
        torch.manual_seed(settings.seed)
        self.rulesets, self.settings = tuple(rulesets), settings
        self.chance = np.random.default_rng(settings.seed)
        each = max(settings.hands // len(rulesets), 1)
        self.tables = [Table(name, each, settings.seed * 100 + at, at) for at, name in enumerate(rulesets)]
        first = self.tables[0].hands
        for table in self.tables:
            if (table.hands.layout, table.hands.described) != (first.layout, first.described):
                raise UnknownName("unlike_group", name=table.hands.ruleset, known=rulesets[0])
        self.layouts = first.layout, first.described
        self.shape = shape_of(*self.layouts, len(rulesets))
        self.columns = np.concatenate([self.shape.seen, self.shape.action])
        self.net = Learning(self.shape.rows, self.shape.roles)
        if begin is not None:
            inherit(self.net, self.layouts, self.rulesets, begin)
        self.average = Learning(self.shape.rows, self.shape.roles)
        self.average.load_state_dict(self.net.state_dict())
        roles = [MIX_BEFORE, *[MIX] * (self.shape.roles - 1)] if self.shape.roles > 1 else [MIX]
        self.mix = np.array(roles, np.float32)
        self.acting = self._acting(self.net)
        self.ancestors: list[Acting] = [] if begin is None else [self.aside()]
        self.mark = settings.first_mark
        self.memory = Memory(settings.samples, len(self.columns) // 64)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=settings.rate[0])
        self.decisions = self.updates = self._owed = 0
        self.used = 0.0
        self.loss = np.zeros(len(MIX))

    def _acting(self, net: Learning) -> Acting:
        return Acting(net.arrays(), self.shape, self.mix)

    # ---- playing

    def decide(self, table: Table, explore: float) -> None:
        """One action in every hand of a table."""
        at = offer(table.hands, self.shape, table.flag, self.chance)
        values = self.acting.values(at)
        self._let_strangers(table, at, values)
        best = at.best(self.acting.weigh(at, values))
        chosen = best.copy()
        wild = np.flatnonzero(self.chance.random(len(best)) < explore)
        spread = self.chance.random(len(wild)) * (at.starts[wild + 1] - at.starts[wild])
        chosen[wild] = at.starts[wild] + spread.astype(np.int64)
        table.remember(at, chosen, values[best])
        at.step(table.hands, chosen)
        self.decisions += len(best)
        before = self.memory.added
        over = table.settle(self.memory, self.settings.keep)
        self._owed += self.settings.passes * (self.memory.added - before)
        if self.ancestors:
            mixed = self.chance.random((len(over), 1)) < self.settings.strangers
            table.strangers[over] = mixed & (self.chance.random((len(over), table.seats)) < 0.5)

    def _let_strangers(self, table: Table, at: Offer, values: Floats) -> None:
        """Where a stranger decides, its values stand for the net's own."""
        theirs = np.flatnonzero(table.strangers[at.live, table.hands.turns[at.live]])
        if theirs.size:
            places = np.flatnonzero(np.isin(at.owner, theirs))
            part = at._replace(
                seen=at.seen[theirs],
                roles=at.roles[theirs],
                owner=np.searchsorted(theirs, at.owner[places]),
                actions=at.actions[places],
            )
            values[places] = self.ancestors[self.updates // 50 % len(self.ancestors)].values(part)

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
        start, before = time.process_time(), self.used
        saved = self.used
        while self.used < self.settings.seconds:
            explore = self._anneal(self.used / self.settings.seconds)
            for _ in range(8):
                for table in self.tables:
                    self.decide(table, explore)
            self.learn()
            self.used = before + time.process_time() - start
            match = None
            if self.used >= self.mark:
                self.mark *= 2
                match = self.measure(self.ancestors[-1]) if self.ancestors else None
                self.ancestors.append(self.aside())
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

    def aside(self) -> Acting:
        """The average as it is now, to be kept."""
        weights = {name: value.copy() for name, value in self.average.arrays().items()}
        return Acting(weights, self.shape, self.mix)

    def measure(self, other: Acting, deals: int = 1000) -> Match:
        """The average net against another in all rulesets of the group."""
        mine = self._acting(self.average)
        found = [
            versus(
                mine.scores, other.scores, new(name, deals, self.settings.seed + 9, anew=False), self.shape, table.flag
            )
            for name, table in zip(self.rulesets, self.tables, strict=True)
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
            "hands": sum(table.ended for table in self.tables),
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
            "rulesets": self.rulesets,
            "settings": self.settings._asdict(),
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "ancestors": [one.weights for one in self.ancestors],
            "optimiser": self.optimiser.state_dict(),
            "counts": (self.decisions, self.updates, self.used, self.mark),
        }
        _in_place(folder / LAST, lambda path: torch.save(state, path))
        facts = Facts(self.rulesets, self.layouts[0].name, self.layouts[1].name, self.decisions)
        weights = {**self.average.arrays(), "mix": self.mix}

        def put(path: Path) -> None:
            with path.open("wb") as file:
                write(file, facts, weights)

        _in_place(folder / NET, put)

    def load(self, path: Path) -> None:
        """Go on from a saved state. Raises ValueError for that of other rulesets."""
        state = torch.load(path, weights_only=False)
        if tuple(state["rulesets"]) != self.rulesets:
            raise ValueError(f"{path} has learned {', '.join(state['rulesets'])}")
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.ancestors = [Acting(weights, self.shape, self.mix) for weights in state["ancestors"]]
        self.decisions, self.updates, self.used, self.mark = state["counts"]


def _in_place(path: Path, put: Callable[[Path], object]) -> None:
    """Write a file so that there is a whole one at any moment."""
    fresh = path.with_suffix(".new")
    put(fresh)
    fresh.replace(path)
