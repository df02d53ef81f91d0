"""The loop: play, learn from what came of it, and now and then measure."""

from __future__ import annotations

import argparse
import copy
import json
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from paiju.learn.net import Acting, Net
from paiju.learn.play import Memory, Offer, Shape, Table, offer, shape_of
from paiju.learn import kernels

MIX: Final = np.array([1.0, 0.35], np.float32)
BEFORE: Final = np.array([0.0, 1.0], np.float32)


def mixes(roles: int) -> Any:
    return np.array([BEFORE, *[MIX] * (roles - 1)], np.float32) if roles > 1 else MIX[None]


class Learner:
    def __init__(self, rulesets: list[str], n: int, seed: int, settings: dict[str, Any]) -> None:
        torch.manual_seed(seed)
        self.rulesets = rulesets
        self.chance = np.random.default_rng(seed)
        self.tables = [Table(name, n // len(rulesets), seed * 100 + at, at) for at, name in enumerate(rulesets)]
        first = self.tables[0].hands
        self.shape = shape_of(first, len(rulesets))
        self.net = Net(self.shape.rows, self.shape.roles)
        self.mix = mixes(self.shape.roles)
        self.average = copy.deepcopy(self.net)
        self.acting = Acting(self.net)
        self.ancestors: list[Acting] = []
        self.memory = Memory(1 << 17, first.layout.words + 1 + first.described.words, 2)
        self.columns = np.concatenate([self.shape.seen, self.shape.action])
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        self.decisions = self.updates = 0
        self.owed = 0
        self.settings = settings
        self.loss = np.zeros(2)

    def score(self, acting: Acting, at: Offer) -> Any:
        values = acting.values(at.seen, self.shape.seen, at.actions, self.shape.action, at.owner, at.roles)
        return values, (values * self.mix[at.roles[at.owner]]).sum(1)

    def decide(self, table: Table, epsilon: float) -> None:
        at = offer(table.hands, self.shape, table.flag, self.chance)
        values, scores = self.score(self.acting, at)
        n = len(at.live)
        old = table.old[at.live, table.hands.turns[at.live]]
        if self.ancestors and old.any():
            self._as_ancestors(at, np.flatnonzero(old), values, scores)
        best = np.empty(n, np.int64)
        kernels.choose(at.starts, scores, best)
        chosen = best.copy()
        wild = np.flatnonzero(self.chance.random(n) < epsilon)
        spread = self.chance.random(len(wild)) * (at.starts[wild + 1] - at.starts[wild])
        chosen[wild] = at.starts[wild] + spread.astype(np.int64)
        table.remember(at, chosen, values[best])
        actions = np.zeros(len(table.hands), np.int64)
        actions[at.live] = at.numbers[chosen]
        table.hands.step(actions)
        self.decisions += n
        share = self.settings["share"] if self.ancestors else 0
        self.owed += table.settle(self.memory, self.settings["keep"], share, self.chance)

    def _as_ancestors(self, at: Offer, which: Any, values: Any, scores: Any) -> None:
        places = np.flatnonzero(np.isin(at.owner, which))
        again = np.searchsorted(which, at.owner[places])
        acting = self.ancestors[self.updates // 50 % len(self.ancestors)]
        found = acting.values(
            at.seen[which], self.shape.seen, at.actions[places], self.shape.action, again, at.roles[which]
        )
        values[places] = found
        scores[places] = (found * self.mix[at.roles[at.owner[places]]]).sum(1)

    def learn(self, batch: int = 4096) -> None:
        """Each sample is met twice, on average."""
        while self.owed * 2 >= batch and self.memory.filled >= 4 * batch:
            self.owed -= batch // 2
            picked = self.chance.integers(0, self.memory.filled, batch)
            roles = self.memory.roles[picked]
            loss = torch.zeros(())
            for role in np.unique(roles):
                mine = picked[roles == role]
                found = self.net(self.memory.words[mine], self.columns, int(role))
                error = (found - torch.from_numpy(self.memory.targets[mine])) ** 2
                part = error.sum(0) / batch
                self.loss = self.loss + 0.01 * len(mine) / batch * (error.mean(0).detach().numpy() - self.loss)
                loss = loss + part[0] + 0.25 * part[1]
            self.optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
            self.optimiser.step()
            self.updates += 1
            with torch.no_grad():
                rate = min(0.002, 1 / self.updates)
                for mean, now in zip(self.average.parameters(), self.net.parameters(), strict=True):
                    mean.lerp_(now, rate)

    def anneal(self, done: float) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = 1e-3 * (5e-5 / 1e-3) ** done
        return float(0.03 * (0.003 / 0.03) ** done)

    def save(self, path: Path) -> None:
        torch.save(
            {
                "net": self.net.state_dict(), "average": self.average.state_dict(), "optimiser": self.optimiser.state_dict(),
                "decisions": self.decisions, "updates": self.updates, "rulesets": self.rulesets, "mix": self.mix,
                "scale": [table.scale for table in self.tables],
            },
            path.with_suffix(".new"),
        )
        path.with_suffix(".new").rename(path)

    def load(self, path: Path) -> None:
        found = torch.load(path, weights_only=False)
        self.net.load_state_dict(found["net"])
        self.average.load_state_dict(found["average"])
        self.optimiser.load_state_dict(found["optimiser"])
        self.decisions, self.updates = found["decisions"], found["updates"]

    def match(self, other: Acting, deals: int, seed: int = 9) -> tuple[float, float]:
        """The average net against another in all rulesets of the group: landlord's side and farmers' in turn, same deals."""
        wins, points, number = 0.0, 0.0, 0
        mine = Acting(self.average)
        for table in self.tables:
            for side in (0, 1):
                hands = type(table.hands)(table.hands.ruleset, deals, seed, False, False, 1)
                while (hands.turns >= 0).any():
                    at = offer(hands, self.shape, table.flag, np.random.default_rng(1))
                    _, scores = self.score(mine, at)
                    _, others = self.score(other, at)
                    us = (at.roles == 1) == (side == 0)
                    us = np.where(at.roles == 0, (at.live + hands.turns[at.live]) % 2 == side, us)
                    scores = np.where(us[at.owner], scores, others)
                    best = np.zeros(len(at.live), np.int64)
                    kernels.choose(at.starts, scores, best)
                    chosen = np.zeros(len(hands), np.int64)
                    chosen[at.live] = at.numbers[best]
                    hands.step(chosen)
                landlord = hands.rows["landlord"]
                played = np.flatnonzero((hands.ended == 1) | (landlord >= 0))
                landlord_points = hands.points[played, landlord[played]].astype(float)
                sign = 1 if side == 0 else -1
                wins += float((sign * landlord_points > 0).sum())
                points += float((sign * landlord_points / table.scale).clip(-20, 20).sum())
                number += len(played)
        return wins / max(number, 1), points / max(number, 1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--hands", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=float, default=0.9)
    parser.add_argument("--share", type=float, default=0.15)
    parser.add_argument("--resume", type=float, default=0.0)
    given = parser.parse_args()
    torch.set_num_threads(1)
    learner = Learner(given.rulesets, given.hands, given.seed, {"keep": given.keep, "share": given.share})
    given.out.mkdir(parents=True, exist_ok=True)
    if (given.out / "last.pt").exists():
        learner.load(given.out / "last.pt")
    began = time.process_time()
    saved = -1e9
    budget = given.hours * 3600
    marks = [60 * 2**k for k in range(10)]
    while (used := time.process_time() - began) < budget:
        epsilon = learner.anneal(max(given.resume, min(1.0, used / budget)))
        for _ in range(8):
            for table in learner.tables:
                learner.decide(table, epsilon)
        learner.learn()
        if marks and used > marks[0]:
            marks.pop(0)
            if learner.ancestors:
                log(given.out, used, learner, learner.match(learner.ancestors[-1], 1000))
            learner.ancestors.append(Acting(copy.deepcopy(learner.average)))
        if used - saved > 60:
            saved = used
            learner.save(given.out / "last.pt")
            log(given.out, used, learner, None)
    learner.save(given.out / "last.pt")


def log(out: Path, used: float, learner: Learner, match: Any) -> None:
    line = {"cpu": round(used), "decisions": learner.decisions, "updates": learner.updates, "hands": sum(t.hands_ended for t in learner.tables), "loss": learner.loss.round(4).tolist(), "match": match, "clock": time.strftime("%H:%M:%S")}
    with (out / "log.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
    print(line, flush=True)


if __name__ == "__main__":
    main()
