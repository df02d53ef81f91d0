"""A trained net: its file, and what it makes of a decision."""

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
from paiju.features.bit_layout import FeatureLayout
from paiju.nets.input_spec import InputSpec, Words, make_input_spec

Floats = NDArray[np.float32]
FORMAT: Final = 1
"""Of the file; one that does not say it is of the first."""
HEADS: Final = ("win", "points")
WIN: Final = HEADS.index("win")
CHOICE: Final = len(HEADS)
"""The place of a third head, of nets that have learned to choose: how willingly an action is chosen."""
HEAT: Final = 0.02
"""Of two actions whose scores differ by so much, a net that chooses takes the better one e times as often while it learns."""
LAYERS: Final = ("second", "third")


class NetMetadata(NamedTuple):
    """What a file says of its net: the rulesets, the names of the layouts that it reads, how much it has learned."""

    rulesets: tuple[str, ...]
    seen: str
    action: str
    decisions: int


class Net:
    """Values of actions: (n, heads) how likely they win, and what points they bring, on a scale of the net's own.

    A net that has learned to choose has a third head: how willingly each is chosen.
    """

    def __init__(self, facts: NetMetadata, weights: Mapping[str, NDArray[Any]]) -> None:
        self.facts = facts
        self.weights: dict[str, Floats] = {name: value.astype(np.float32) for name, value in weights.items()}

    @property
    def widths(self) -> tuple[int, int, int]:
        """Cells of the first layer, and of the two after it."""
        first, second, third = (self.weights[name].shape[-1] for name in ("table", *LAYERS))
        return first, second, third

    def input_spec(self, seen: FeatureLayout, action: FeatureLayout) -> InputSpec:
        """What it reads of these layouts. Raises UnknownName for others than it has learned with."""
        known, asked = (self.facts.seen, self.facts.action), (seen.name, action.name)
        if known != asked:
            raise UnknownName("net_reads_other", name=", ".join(known), known=", ".join(asked))
        return make_input_spec(seen, action, len(self.facts.rulesets))

    def values(self, shape: InputSpec, seen: Words, actions: Words) -> Floats:
        """(n, heads) of the actions of one decision: (words,) as fed, and (n, words)."""
        weights = self.weights
        table = weights["table"]
        state = weights["bias"] + table[_set_columns(seen, shape.seen)].sum(0)
        planes, columns = _planes(actions, shape.action)
        hidden = np.maximum(planes @ table[columns] + state, 0)
        role = int(shape.role_of_decisions(seen[None, :])[0])
        for layer in LAYERS:
            hidden = np.maximum(hidden @ weights[layer][role] + weights[f"{layer}_bias"][role], 0)
        found: Floats = hidden @ weights["head"][role] + weights["head_bias"][role]
        return found

    def scores(self, shape: InputSpec, seen: Words, values: Floats) -> Floats:
        """(n,) by which of actions of these values one is taken: the higher, the better."""
        found: Floats = values @ self.weights["mix"][int(shape.role_of_decisions(seen[None, :])[0])]
        return found

    def expected_worth(self, shape: InputSpec, seen: Words, values: Floats) -> Floats:
        """(n,) what actions of these values are worth to who wants to win, and to win much: scores, unless it chooses."""
        mix = self.weights.get("worth", self.weights["mix"])
        found: Floats = values[:, : len(HEADS)] @ mix[int(shape.role_of_decisions(seen[None, :])[0])]
        return found


def _set_columns(words: Words, columns: NDArray[np.int32]) -> NDArray[np.int32]:
    set_bits = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
    found = columns[set_bits]
    return found[found >= 0]


def _planes(words: Words, columns: NDArray[np.int32]) -> tuple[Floats, NDArray[np.int32]]:
    """(n, used) bits of which the net has a row, and which row."""
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")
    used = np.flatnonzero((columns >= 0) & bits.any(0))
    return bits[:, used].astype(np.float32), columns[used]


def write_net(file: IO[bytes], facts: NetMetadata, weights: Mapping[str, NDArray[Any]]) -> None:
    """Write a net, its numbers of 16 bits."""
    halves: dict[str, Any] = {name: value.astype(np.float16) for name, value in weights.items()}
    told = np.frombuffer(json.dumps({"format": FORMAT, **facts._asdict()}).encode(), np.uint8)
    np.savez_compressed(file, facts=told, **halves)


def load_net(file: str | Path | Traversable) -> Net:
    """The net of a file. Raises UnknownName where there is none, or none that this version plays with."""
    place = Path(file) if isinstance(file, str) else file
    try:
        with place.open("rb") as opened:
            return read_net(opened)
    except OSError as error:
        raise UnknownName("no_net_file", name=str(file), known="") from error
    except (ValueError, KeyError, EOFError, BadZipFile) as error:
        raise UnknownName("not_a_net", name=str(file), known="") from error


def read_net(file: IO[bytes]) -> Net:
    """Read a net. Raises ValueError for what is none, or of another format."""
    with np.load(file, allow_pickle=False) as found:
        facts = json.loads(found["facts"].tobytes())
        weights = {name: found[name] for name in found.files if name != "facts"}
    if facts.pop("format", FORMAT) != FORMAT:
        raise ValueError("the net is of another version of paiju")
    return Net(NetMetadata(tuple(facts.pop("rulesets")), **facts), weights)
