"""A net plays rules with facts unknown to it, by reading the observation layout it was trained on."""

from __future__ import annotations

import numpy as np
import pytest

from paiju.features.doudizhu.encoder import DouDizhuEncoder
from paiju.features.doudizhu.observation_layout import observation_layout
from paiju.features.feature_layout import find_layout_by_name, mark_layout_extension
from paiju.games.doudizhu.actions import Choose
from paiju.games.doudizhu.yes_no_questions import DOUBLES
from paiju.nets.policy import evaluate_actions, net_for_rules
from tests.rules.doudizhu.table import dealt, rules_of

PLAIN = rules_of("happy")
SUPER = rules_of("happy", super_double=True)


def test_a_layout_with_higher_doubles_extends_the_one_without() -> None:
    known, longer = observation_layout(PLAIN), observation_layout(SUPER)
    assert find_layout_by_name(longer, known.name) == known
    assert find_layout_by_name(known, longer.name) is None
    more = {one.name for one in set(longer.slices) - set(known.slices)}
    assert more == {f"{name}.{seat}" for name in ("chose_higher", "higher_double") for seat in range(3)}
    with pytest.raises(ValueError, match="does not extend"):
        mark_layout_extension(longer, known)


def test_each_extension_adds_its_bits_at_the_same_place() -> None:
    alone, both = (observation_layout(rules_of("happy", redouble=True, super_double=more)) for more in (False, True))
    doubles = observation_layout(SUPER)
    assert (alone.name, both.name) == ("doudizhu-1-redouble", "doudizhu-1-doubles-redouble")
    assert [one.name for one in both.extends] == [doubles.name, observation_layout(PLAIN).name]
    assert set(both.slices) == set(alone.slices) | set(doubles.slices)


def test_a_net_takes_a_super_double_for_a_double() -> None:
    table = dealt(SUPER, first=0).stay_closed()
    table.do("0 call", "2 no-rob", "1 no-rob", "0 no-open")
    view = table.game.view(table.state, 1)
    scores = evaluate_actions("", table.game, view, 1, table.game.legal(view, 1)).scores
    assert scores[0] == scores[1] != scores[2]
    assert net_for_rules("", SUPER).net is net_for_rules("", PLAIN).net


def test_an_encoder_tells_the_doubles_apart() -> None:
    table = dealt(SUPER, first=0).stay_closed()
    table.do("0 call", "2 no-rob", "1 no-rob", "0 no-open", "1 super-double")
    encoder, view = DouDizhuEncoder(table.game), table.game.view(table.state, 1)
    double, higher = (np.unpackbits(row.view(np.uint8), bitorder="little") for row in _yes_words(encoder, view))
    (bit,) = np.flatnonzero(double != higher)
    assert encoder.action_layout.slice_of("higher").start == bit
    seen = np.unpackbits(encoder.encode_observation(view, 1).view(np.uint8), bitorder="little")
    assert seen[encoder.layout.slice_of("chose.0")].tolist() == [0, 1]
    assert seen[encoder.layout.slice_of("chose_higher.0")].tolist() == [1]


def _yes_words(encoder: DouDizhuEncoder, view: object) -> np.ndarray:
    return encoder.encode_actions(view, 1, [Choose(double.what, True) for double in DOUBLES])  # type: ignore[arg-type]
