"""The training loop: it collects experience, updates the network, evaluates it against an older version, and writes a log."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from paiju.batch import new_hands
from paiju.batch.net_inference import BatchInference, Weights
from paiju.learn.action_selection import head_for
from paiju.learn.actors import ActorPool, LeagueActors
from paiju.learn.evaluation import EvaluationResult, play_match
from paiju.learn.hyperparameters import Hyperparameters
from paiju.learn.objectives import objective_for
from paiju.learn.ruleset_group import RulesetGroup, make_group
from paiju.learn.torch_net import TrainableNet
from paiju.learn.trajectories import ReplayBuffer
from paiju.nets.net import HEADS, Net, NetMetadata, write_net

FORMAT: Final = 3
"""Version of the saved training state."""
MAX_GRADIENT_NORM: Final = 2.0
"""The largest norm of a gradient. Larger gradients are scaled down to it."""
LAST_STATE: Final = "last.pt"
LOG: Final = "log.jsonl"
NET: Final = "net.npz"


class Trainer:
    """Trains a network for a group of rulesets by self-play."""

    def __init__(  # noqa: PLR0913 - the options of a run
        self,
        rulesets: Sequence[str],
        settings: Hyperparameters = Hyperparameters(),  # noqa: B008 - it is frozen
        begin: Net | None = None,
        players: int = 0,
        rivals: Sequence[Weights] = (),
        device: str = "cpu",
        *,
        history: bool = False,
    ) -> None:
        """Prepare a run.

        ``begin`` is a trained network to start from, if any. ``players`` is the number of actor processes; with 0, self-play
        runs in this process. ``rivals`` are opponents that belong to the league from the start. ``device`` is the PyTorch
        device for training; self-play always runs on CPUs. With ``history``, the network also reads past actions.

        Raises UnknownName if the layouts of the rulesets differ.
        """
        torch.manual_seed(settings.seed)
        self.group = make_group(rulesets, history=history)
        self.settings = settings = settings if begin is None else settings.with_min_widths(begin.widths)
        self.chance = np.random.default_rng(settings.seed)
        head = head_for(self.group, choose=settings.choose)
        self.mix = head.mix
        self.objective = objective_for(self.group, settings, head)
        if begin is not None:
            self.objective.warm_start(begin)
        self.objective.to(device)
        self.net, shape = self.objective.net, self.group.shape
        self.average = TrainableNet(shape.rows, shape.roles, head.heads, settings.widths).to(device)
        self.average.load_state_dict(self.net.state_dict())
        self.actors = make_actor_pool(self.group, settings, players, rivals)
        self.ancestors: list[Weights] = []
        if begin is not None:
            self.add_checkpoint_to_league()
        self.mark = settings.first_mark
        self.memory = ReplayBuffer(settings.samples, head.row)
        self.optimiser = torch.optim.Adam(self.objective.parameter_groups(), lr=settings.rate[0])
        self.decisions = self.updates = self.hands = self._owed = 0
        self.used = 0.0
        self.doubt = settings.doubt[0]
        self.loss = np.zeros(len(HEADS))

    # ---- self-play

    def collect_experience(self, explore: float) -> float:
        """Add the next experience of the actors to the replay buffer.

        Return the processor seconds that the actors used for it.
        """
        played = self.actors.play({**self.objective.inference_weights(), "mix": self.mix}, explore)
        before = self.memory.added
        for rows in played.rows:
            self.memory.add(rows)
        self._owed += self.settings.passes * (self.memory.added - before)
        self.decisions += played.decisions
        self.hands += played.hands
        return played.seconds

    # ---- updates

    def run_due_updates(self) -> None:
        """Update the network as often as the newly added samples require.

        On average, each sample is used ``Hyperparameters.passes`` times.
        """
        batch = self.settings.batch
        while self._owed >= batch and len(self.memory) >= batch:
            self._owed -= batch
            rows = self.memory.rows[self.chance.integers(0, len(self.memory), batch)]
            error, squares = self.objective.loss(rows, self.updates, self.doubt)
            self.loss += 0.01 * (squares - self.loss)
            self.optimiser.zero_grad()
            error.backward()
            for group in self.optimiser.param_groups:
                torch.nn.utils.clip_grad_norm_(group["params"], MAX_GRADIENT_NORM)
            self.optimiser.step()
            self.updates += 1
            self._update_average()

    @torch.no_grad()
    def _update_average(self) -> None:
        """Move the averaged weights towards the current weights (exponential moving average)."""
        rate = max(0.002, 1 / self.updates)
        for mean, now in zip(self.average.parameters(), self.net.parameters(), strict=True):
            mean.lerp_(now, rate)

    def run(self, folder: Path, tell: Callable[[dict[str, Any]], None]) -> None:
        """Train until the time of the run is used up. Save training state, network file and log in ``folder``.

        If the folder contains a training state, the run resumes from it. ``tell`` is called with each entry of the log.
        """
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / LAST_STATE).exists():
            self.load(folder / LAST_STATE)
        saved = self.used
        while self.used < self.settings.seconds:
            self.used += self.collect_experience(self._anneal_schedules(self.used / self.settings.seconds))
            start = time.process_time()
            self.run_due_updates()
            self.used += time.process_time() - start
            match = self._evaluate_and_add_checkpoint() if self.used >= self.mark else None
            if self.used - saved >= self.settings.every or match or self.used >= self.settings.seconds:
                saved = self.used
                self.save(folder)
                tell(self._write_log_line(folder, match))

    def _evaluate_and_add_checkpoint(self) -> EvaluationResult | None:
        """Play a match against the previous checkpoint, and then add a new checkpoint to the league.

        Returns the result of the match; None if there is no previous checkpoint.
        """
        start = time.process_time()
        self.mark *= 2
        match = self.evaluate_against(self.ancestors[-1]) if self.ancestors else None
        self.add_checkpoint_to_league()
        self.used += time.process_time() - start
        return match

    def _anneal_schedules(self, done: float) -> float:
        """Set the learning rate and the entropy coefficient for the current time, and return the exploration rate.

        ``done`` is the fraction of the run's time that is used.
        """
        done = min(done, 1.0)
        rate, explore, self.doubt = (
            first * (last / first) ** done
            for first, last in (self.settings.rate, self.settings.explore, self.settings.doubt)
        )
        for group in self.optimiser.param_groups:
            group["lr"] = group["pace"] * rate
        return float(explore)

    # ---- evaluation and checkpoints

    def add_checkpoint_to_league(self) -> None:
        """Add a copy of the averaged weights to the league of opponents."""
        self._add_opponent({name: value.copy() for name, value in self._averaged_weights().items()})

    def _averaged_weights(self) -> dict[str, NDArray[Any]]:
        """Return the averaged weights in the form of a network file."""
        return {**self.average.arrays(), "mix": self.mix, "worth": self.group.mix}

    def _add_opponent(self, ancestor: Weights) -> None:
        self.ancestors.append(ancestor)
        self.actors.add_opponent(ancestor)

    def evaluate_against(self, other: Weights, deals: int = 1000) -> EvaluationResult:
        """Play a match between the averaged weights and another network in every ruleset. Returns the combined result."""
        shape, seed, history = self.group.shape, self.settings.seed + 9, self.group.history
        mine, theirs = (BatchInference(weights, shape).scores for weights in (self._averaged_weights(), other))
        found = [
            play_match(mine, theirs, new_hands(name, deals, seed, anew=False, history=history), shape, flag)
            for flag, name in enumerate(self.group.rulesets)
        ]
        hands = sum(match.hands for match in found)
        wins, points, due = (
            sum(match.hands * match[place] for match in found) / hands
            for place in range(1, len(EvaluationResult._fields))
        )
        return EvaluationResult(hands, wins, points, due)

    def _write_log_line(self, folder: Path, match: EvaluationResult | None) -> dict[str, Any]:
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
        """Save the training state, from which a run resumes, and the network file, with which bots play."""
        state = {
            "format": FORMAT,
            "rulesets": self.group.rulesets,
            "history": self.group.history,
            "settings": self.settings._asdict(),
            "lesson": self.objective.state_dict(),
            "average": self.average.state_dict(),
            "ancestors": self.ancestors,
            "optimiser": self.optimiser.state_dict(),
            "counts": (self.decisions, self.updates, self.hands, self.used, self.mark),
        }
        _write_atomically(folder / LAST_STATE, lambda path: torch.save(state, path))
        write_checkpoint_net(folder / NET, self.group, self._averaged_weights(), self.decisions)

    def load(self, path: Path) -> None:
        """Load a saved training state.

        Raises ValueError if the state has another format, or other rulesets or layer widths than this trainer. Raises
        it also if the saved network reads past actions and this trainer's network does not, or the reverse.
        """
        state = torch.load(path, weights_only=False, map_location="cpu")
        if state.get("format") != FORMAT:
            raise ValueError(f"{path} is of another version of paiju")
        if tuple(state["rulesets"]) != self.group.rulesets:
            raise ValueError(f"{path} has learned {', '.join(state['rulesets'])}")
        if state.get("history", False) != self.group.history:
            raise ValueError(f"{path} is of a net {'without' if self.group.history else 'with'} history")
        if tuple(state["settings"]["widths"]) != self.settings.widths:
            raise ValueError(f"{path} is of a net with layers of {state['settings']['widths']} cells")
        self.objective.load_state_dict(state["lesson"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.decisions, self.updates, self.hands, self.used, self.mark = state["counts"]
        for ancestor in state["ancestors"]:
            self._add_opponent(ancestor)


def make_actor_pool(
    group: RulesetGroup, settings: Hyperparameters, players: int, rivals: Sequence[Weights]
) -> ActorPool:
    """Return actors that play in ``players`` processes, or in this process if ``players`` is 0.

    Raises ModuleNotFoundError if ``players`` is not 0 and Ray is not installed.
    """
    if players == 0:
        return LeagueActors(group, settings, settings.seed, rivals)
    from paiju.learn.ray_actors import RayActorPool  # noqa: PLC0415 - Ray is an optional dependency

    return RayActorPool(group, settings, players, rivals)


def write_checkpoint_net(path: Path, group: RulesetGroup, weights: Weights, decisions: int) -> None:
    """Write the network file of a group. If the file exists, it is replaced at once (``_write_atomically``)."""
    seen, action = group.layouts
    facts = NetMetadata(group.rulesets, seen.name, action.name, decisions)

    def write_weights(fresh: Path) -> None:
        with fresh.open("wb") as file:
            write_net(file, facts, weights)

    _write_atomically(path, write_weights)


def _write_atomically(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` write a temporary file, then rename this file to ``path``.

    A reader of ``path`` thus never sees a half-written file.
    """
    fresh = path.with_suffix(".new")
    write(fresh)
    fresh.replace(path)
