"""Warm start: initialises a network with the weights of a trained one.

The trained network may have been trained on other rulesets, and may have narrower layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import torch
from numpy.typing import NDArray

from paiju.features.feature_layout import BITS
from paiju.learn.ruleset_group import Layouts, RulesetGroup, layouts_for
from paiju.learn.torch_net import TrainableNet
from paiju.nets.net import HEADS, LAYERS, POLICY_HEAD, POLICY_TEMPERATURE, Net
from paiju.nets.network_inputs import make_input_spec

_OF_ROLES: Final = tuple(name + ending for name in LAYERS for ending in ("", "_bias"))
_HEADS: Final = ("head", "head_bias")


@torch.no_grad()
def warm_start(heir: TrainableNet, group: RulesetGroup, old: Net) -> None:
    """Copy the weights of ``old`` to ``heir`` for all features and roles that both networks have.

    Each feature has its own rows in the embedding table, and each role has its own layers. A ruleset on which
    ``old`` was not trained gets the mean embedding of the rulesets on which ``old`` was trained. If the layers of
    ``heir`` are wider, the weights from new units to old units and heads are zero, so that ``heir`` computes the
    same outputs as ``old``.

    Raises ValueError if ``old`` has wider layers.
    """
    known = {name: torch.from_numpy(weights) for name, weights in old.weights.items()}
    own = dict(heir.named_parameters())
    if any(known[name].shape[-1] > own[name].shape[-1] for name in ("table", *LAYERS)):
        raise ValueError("the net to begin with has wider layers")
    own["bias"][: len(known["bias"])] = known["bias"]
    for name in _HEADS:
        known[name] = _arrange_heads(known[name], known["mix"], own[name].shape[2])
    for name in (*_OF_ROLES, *_HEADS):
        roles = min(len(own[name]), len(known[name]))
        _, before, cells = known[name].shape
        own[name][:roles, before:, :cells] = 0
        own[name][:roles, :before, :cells] = known[name][:roles]
    layouts = layouts_for(old.facts.rulesets[0], history=old.reads_history)
    old_rows = _embedding_rows(layouts, old.facts.rulesets)
    mean = known["table"][[int(old_rows["ruleset", name][0]) for name in old.facts.rulesets]].mean(0)
    own["table"][:, : len(mean)] = 0
    for key, rows in _embedding_rows(group.layouts, group.rulesets).items():
        before = old_rows.get(key)
        if before is not None and len(before) == len(rows):
            own["table"][rows, : len(mean)] = known["table"][before]
        elif key[0] == "ruleset":
            own["table"][rows, : len(mean)] = mean


def _arrange_heads(known: torch.Tensor, mix: torch.Tensor, number: int) -> torch.Tensor:
    """Return head weights for ``number`` heads, made from those of the old network; shape (roles, width, number).

    The heads depend on ``number``:

    - 1: the policy head
    - 2: the value heads
    - 3: the value heads, followed by the policy head

    ``known`` are the head weights of the old network, and ``mix`` are the weights with which it combines its heads
    into a score. The policy head is made from this score.
    """
    choice = torch.einsum("rch,rh->rc", known, mix)[:, :, None] / POLICY_TEMPERATURE
    values = known[:, :, : len(HEADS)]
    return {1: choice, POLICY_HEAD: values, POLICY_HEAD + 1: torch.cat([values, choice], 2)}[number]


def _embedding_rows(layouts: Layouts, rulesets: Sequence[str]) -> dict[tuple[str, str], NDArray[Any]]:
    """Return, for each network input, the indices of its rows in the embedding table.

    An input is a slice of the layouts or a ruleset. The key of a slice is ("seen" or "action", name of the
    slice). The key of a ruleset is ("ruleset", name).
    """
    seen, action = layouts
    shape = make_input_spec(seen, action, len(rulesets))
    slices = [
        *((("seen", one.name), shape.observation_rows[one.first : one.first + one.size]) for one in seen.slices),
        *((("action", one.name), shape.action_rows[one.first : one.first + one.size]) for one in action.slices),
        *(
            (("ruleset", name), shape.observation_rows[seen.words * BITS + at :][:1])
            for at, name in enumerate(rulesets)
        ),
    ]
    return {key: rows for key, rows in slices if (rows >= 0).all()}
