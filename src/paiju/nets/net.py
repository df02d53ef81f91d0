"""A trained network: its file format and its forward pass in NumPy.

The first layer adds up the embedding rows of all input bits that are set. Two small layers and the output
heads follow. Each role has its own weights in these small layers and heads.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO, Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from paiju.core.errors import UnknownName
from paiju.features.feature_layout import FeatureLayout, find_layout_by_name
from paiju.features.history_layout import HISTORY
from paiju.nets.network_inputs import InputSpec, Words, make_input_spec

Floats = NDArray[np.float32]
FORMAT: Final = 1
"""Version of the file format; a file without a version has format 1."""
HEADS: Final = ("win", "points")
WIN: Final = HEADS.index("win")
POLICY_HEAD: Final = len(HEADS)
"""The index of the optional third head, the policy head. Its output is the logit of the action."""
POLICY_TEMPERATURE: Final = 0.02
"""The temperature of the policy in training.

If the scores of two actions differ by this much, the one with the higher score is e times as likely as the
other.
"""
LAYERS: Final = ("second", "third")


class NetMetadata(NamedTuple):
    """Metadata of a network file.

    It names the rulesets, and the layouts of the observations (``seen``) and of the actions (``action``) that the
    network reads. ``decisions`` is the number of decisions on which the network was trained.
    """

    rulesets: tuple[str, ...]
    seen: str
    action: str
    decisions: int


class Net:
    """A network that evaluates the actions of a decision.

    It has two value heads: the probability of winning, and the points on the network's own scale. A network trained
    with a policy head has a third output, the logit of the action.
    """

    def __init__(self, facts: NetMetadata, weights: Mapping[str, NDArray[Any]]) -> None:
        self.facts = facts
        self.weights: dict[str, Floats] = {name: value.astype(np.float32) for name, value in weights.items()}

    @property
    def reads_history(self) -> bool:
        """Whether the network was trained on observations with the history of the hand."""
        return self.facts.seen.endswith(HISTORY)

    @property
    def widths(self) -> tuple[int, int, int]:
        """The widths of the first layer and of the two layers after it."""
        first, second, third = (self.weights[name].shape[-1] for name in ("table", *LAYERS))
        return first, second, third

    def input_spec(self, seen: FeatureLayout, action: FeatureLayout) -> InputSpec:
        """Return the input specification with which this network reads encodings in the given layouts.

        Raises UnknownName unless the network was trained on these layouts, or on layouts that these layouts extend.
        """
        known = find_layout_by_name(seen, self.facts.seen), find_layout_by_name(action, self.facts.action)
        if known[0] is None or known[1] is None:
            trained = f"{self.facts.seen}, {self.facts.action}"
            raise UnknownName("net_reads_other", name=trained, known=f"{seen.name}, {action.name}")
        return make_input_spec(known[0], known[1], len(self.facts.rulesets))

    def values(self, shape: InputSpec, seen: Words, actions: Words) -> Floats:
        """Return the head outputs for the n actions of one decision; shape (n, heads), float32.

        ``seen`` is the network input of the observation, shape (words,), and ``actions`` are the encoded actions, shape
        (n, words).
        """
        weights = self.weights
        table = weights["table"]
        state = weights["bias"] + table[_rows_of_set_bits(seen, shape.observation_rows)].sum(0)
        planes, columns = _bit_matrix(actions, shape.action_rows)
        hidden = np.maximum(planes @ table[columns] + state, 0)
        role = int(shape.role_of_decisions(seen[None, :])[0])
        for layer in LAYERS:
            hidden = np.maximum(hidden @ weights[layer][role] + weights[f"{layer}_bias"][role], 0)
        found: Floats = hidden @ weights["head"][role] + weights["head_bias"][role]
        return found

    def scores(self, shape: InputSpec, seen: Words, values: Floats) -> Floats:
        """Return the score of each action, combined from the head outputs ``values``; shape (n,).

        The action with the highest score is the network's choice.
        """
        found: Floats = values @ self.weights["mix"][int(shape.role_of_decisions(seen[None, :])[0])]
        return found

    def expected_worth(self, shape: InputSpec, seen: Words, values: Floats) -> Floats:
        """Return the expected worth of each action, combined from the outputs ``values`` of the value heads; shape (n,).

        The expected worth equals the score of the action unless the network has a policy head.
        """
        mix = self.weights.get("worth", self.weights["mix"])
        found: Floats = values[:, : len(HEADS)] @ mix[int(shape.role_of_decisions(seen[None, :])[0])]
        return found


def _rows_of_set_bits(words: Words, columns: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the embedding row of each bit that is set in the words and is an input."""
    set_bits = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
    found = columns[set_bits]
    return found[found >= 0]


def _bit_matrix(words: Words, columns: NDArray[np.int32]) -> tuple[Floats, NDArray[np.int32]]:
    """Return a matrix of the input bits that are set in at least one action, and the embedding row of each such bit.

    The matrix has one row for each action and one column for each of these bits: shape (n, used), float32. The
    embedding rows have the shape (used,).
    """
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")
    used = np.flatnonzero((columns >= 0) & bits.any(0))
    return bits[:, used].astype(np.float32), columns[used]


def write_net(file: IO[bytes], facts: NetMetadata, weights: Mapping[str, NDArray[Any]]) -> None:
    """Write a network file, with the weights in half precision."""
    halves: dict[str, Any] = {name: value.astype(np.float16) for name, value in weights.items()}
    header = np.frombuffer(json.dumps({"format": FORMAT, **facts._asdict()}).encode(), np.uint8)
    np.savez_compressed(file, facts=header, **halves)


def load_net(file: str | Path | Traversable) -> Net:
    """Return the network in a file.

    Raises UnknownName if the file cannot be read, or if it is not a network of this format.
    """
    place = Path(file) if isinstance(file, str) else file
    try:
        with place.open("rb") as opened:
            return read_net(opened)
    except OSError as error:
        raise UnknownName("no_net_file", name=str(file), known="") from error
    except (ValueError, KeyError, EOFError, BadZipFile) as error:
        raise UnknownName("not_a_net", name=str(file), known="") from error


def read_net(file: IO[bytes]) -> Net:
    """Return the network in an open file. Raises ValueError if the file has another format.

    If the file is not a network, raises ValueError, KeyError, EOFError or BadZipFile.
    """
    with np.load(file, allow_pickle=False) as found:
        facts = json.loads(found["facts"].tobytes())
        weights = {name: found[name] for name in found.files if name != "facts"}
    if facts.pop("format", FORMAT) != FORMAT:
        raise ValueError("the net is of another version of paiju")
    return Net(NetMetadata(tuple(facts.pop("rulesets")), **facts), weights)
