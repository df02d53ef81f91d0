"""Groups of rulesets that share a network. All rulesets of a group have the same feature layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from paiju.batch.decision_batch import Floats
from paiju.core.errors import UnknownName
from paiju.core.family import load_object
from paiju.features.feature_layout import FeatureLayout
from paiju.games.registry import family_of, game
from paiju.nets.network_inputs import InputSpec, make_input_spec

Layouts = tuple[FeatureLayout, FeatureLayout]
"""A pair of feature layouts: that of observations, and that of actions."""

MIX: Final = (1.0, 0.35)
"""The weights of the win head and of the points head in the score of an action.

They apply once roles are assigned, and in rulesets without roles.
"""
MIX_BEFORE: Final = (0.0, 1.0)
"""The weights of the win head and the points head before roles are assigned (role 0).

Only the points head counts then.
"""


class RulesetGroup(NamedTuple):
    """Rulesets that share a network.

    The group also contains the layouts of the observations and actions, the input specification of the network,
    and the weights of its value heads.
    """

    rulesets: tuple[str, ...]
    layouts: Layouts
    shape: InputSpec
    mix: Floats
    """Weights of the value heads; shape (roles, heads)."""
    seats: int
    history: bool = False
    """Whether the observations contain past actions of the hand."""


def make_group(rulesets: Sequence[str], *, history: bool = False) -> RulesetGroup:
    """Return the group of these rulesets. With ``history``, its observations contain past actions.

    Raises UnknownName if a ruleset does not exist, or if the layouts of the rulesets differ.
    """
    first, *others = [layouts_for(name, history=history) for name in rulesets]
    for name, layouts in zip(rulesets[1:], others, strict=True):
        if layouts != first:
            raise UnknownName("unlike_group", name=name, known=rulesets[0])
    shape = make_input_spec(*first, len(rulesets))
    mix = [MIX_BEFORE, *[MIX] * (shape.roles - 1)] if shape.roles > 1 else [MIX]
    return RulesetGroup(tuple(rulesets), first, shape, np.array(mix, np.float32), game(rulesets[0]).seats, history)


def layouts_for(ruleset: str, *, history: bool = False) -> Layouts:
    """Return the layouts of a ruleset, with or without history. Raises UnknownName if there is no such ruleset."""
    bits: Any = load_object(family_of(ruleset).feature_encoder)(game(ruleset), history=history)
    return bits.layout, bits.action_layout
