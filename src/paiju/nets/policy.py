"""Bots that play by a network.

``NetPlayer`` takes the best action by the network's scores, and prefers a forced win to an uncertain one. ``play_softened``
samples an action at a temperature. The bot levels of ``paiju.bots`` and the hand analysis of this package use the module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from paiju.core.errors import UnknownName
from paiju.core.family import load_part
from paiju.core.game import AnyGame, subsample_evenly
from paiju.core.seats import DEALER, Seat
from paiju.features.family_encoder import FamilyEncoder
from paiju.games.losing_actions import exclude_losing_actions
from paiju.games.registry import family_of, nearest_ruleset, rulesets
from paiju.nets.input_spec import InputSpec
from paiju.nets.net import WIN, Floats, Net, load_net

Bot = Callable[[AnyGame, Any, Seat, Sequence[Any], Random], Any]
SUFFIX: Final = ".npz"
AS_GOOD_AS_WON: Final = 0.97
"""An action with at least this estimated probability of winning may be preferred to a forced win, for the sake of points."""
NEXT_DEAL: Final = 0.0
"""Expected worth of a new deal to a seat before roles are assigned."""
CLOSE: Final = 0.02
"""Tolerance in the comparison of a bid with a new deal; differences below it are within the network's error."""
TIE: Final = 1e-5
"""Scores that differ by less count as equal, and the first action is taken. Sums of another machine differ by a tenth of it."""
MOST: Final = 512
"""The most actions that are evaluated per decision; of more, an evenly spread sample is taken."""


class RulesetNet(NamedTuple):
    """A network with the encoder and input specification of one game; ``flag`` is the ruleset's index in the network's group."""

    net: Net
    shape: InputSpec
    bits: FamilyEncoder
    flag: int


@cache
def _load_nets(path: str) -> Mapping[str, Net]:
    """Return networks by ruleset id: those of a file, or those of the package if ``path`` is empty. Raises UnknownName."""
    found: dict[str, Net] = {}
    for file in [Path(path)] if path else _packaged_weights():
        net = load_net(file)
        found.update(dict.fromkeys(net.facts.rulesets, net))
    return found


def _packaged_weights() -> list[Traversable]:
    return [file for file in files("paiju.nets.weights").iterdir() if file.name.endswith(SUFFIX)]


@cache
def net_for_rules(path: str, rules: Any) -> RulesetNet:
    """Return the network for the known ruleset that is most similar to ``rules``.

    A network loaded from a file refuses built-in rulesets that it was not trained on. Raises UnknownName if no network fits.
    """
    nets = _load_nets(path)
    name = nearest_ruleset(rules, rulesets() if path else nets)
    net = nets.get(name or "")
    if name is None or net is None:
        raise UnknownName("no_net", name=name or type(rules).__module__, known=", ".join(sorted(nets)))
    family = family_of(name)
    bits: FamilyEncoder = load_part(family.bits)(family.game(rules))
    return RulesetNet(net, net.input_spec(bits.layout, bits.action_layout), bits, net.facts.rulesets.index(name))


def has_net(rules: Any) -> bool:
    """Whether a network of the package was trained on these rules or on sufficiently similar ones."""
    return nearest_ruleset(rules, _load_nets("")) is not None


class ActionValues(NamedTuple):
    """A network's evaluation of the actions of one decision."""

    actions: Sequence[Any]
    """The evaluated actions; an evenly spread sample if there are very many."""
    values: Floats
    """Head values, shape (n, heads): probability of winning, points on the network's own scale, and a policy head's logit."""
    expected_worth: Floats
    """Winning and points combined into one number; shape (n,)."""
    scores: Floats
    """The scores by which an action is selected, shape (n,): the expected worth, or the scaled logits of the policy head."""
    forced_wins: NDArray[np.bool_]
    """Actions that win whatever the other seats hold, shape (n,); their probability of winning is set to 1."""
    declines: NDArray[np.bool_]
    """Actions that decline a bid, shape (n,); if all seats decline, the cards are dealt again."""

    def win_chance(self, at: int) -> float:
        """Return the probability of winning with an action, from 0 to 1; the head of a network may exceed that range."""
        return min(1.0, max(0.0, float(self.values[at, WIN])))

    @property
    def best(self) -> int:
        """Index of the best action: the one of highest score, with two exceptions.

        If some action is a forced win and the best one might not win, the best forced win is taken. A bid that is worth at
        least as much as a new deal is never declined, because networks are trained with redeals that cost nothing.
        """
        best = _first_best(self.scores)
        if self.declines[best] and not self.declines.all():
            bid = _first_best(np.where(self.declines, -np.inf, self.expected_worth))
            return bid if self.expected_worth[bid] >= NEXT_DEAL - CLOSE else best
        if not self.forced_wins.any() or self.values[best, WIN] >= AS_GOOD_AS_WON:
            return best
        return _first_best(np.where(self.forced_wins, self.scores, -np.inf))


def _first_best(scores: Floats) -> int:
    """Return the index of the first score within ``TIE`` of the highest."""
    return int(np.argmax(scores >= scores.max() - TIE))


def evaluate_actions(path: str, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> ActionValues:
    """Evaluate a seat's legal actions with the network of a file, or of the package if ``path`` is empty.

    A pass that is certain to lose is excluded if there is another action. Raises UnknownName if the file does not exist, is
    not a network or reads other layouts, or if the network was not trained on such rules.
    """
    one = net_for_rules(path, game.rules)
    among = subsample_evenly(exclude_losing_actions(game, view, seat, legal), MOST)
    seen = one.shape.network_input(one.bits.encode_observation(view, seat)[None, :], one.flag)[0]
    values = one.net.values(one.shape, seen, one.bits.encode_actions(view, seat, among))
    sure = one.bits.forced_wins(view, seat, among)
    values[sure, WIN] = 1
    worths, scores = (made(one.shape, seen, values) for made in (one.net.expected_worth, one.net.scores))
    return ActionValues(among, values, worths, scores, sure, one.bits.declines(view, seat, among))


class NetPlayer(Struct, frozen=True):
    """A bot that plays by the network of a file, or by those of the package if ``path`` is empty; it uses no randomness.

    The first decision raises whatever ``evaluate_actions`` raises.
    """

    path: str

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the best action (``ActionValues.best``)."""
        if len(legal) == 1:
            return legal[0]
        weighed = evaluate_actions(self.path, game, view, seat, legal)
        return weighed.actions[weighed.best]

    def act_unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """Return an optional action that is worth more than letting the deal continue, or None."""
        weighed = evaluate_actions(self.path, game, view, seat, (*game.legal(view, DEALER), *legal))
        return weighed.actions[weighed.best] if weighed.best else None


def softened_odds(weighed: ActionValues, temperature: float) -> Floats:
    """Return the odds with which each evaluated action is sampled at a temperature, 1 for the best; shape (n,).

    It is a softmax over the scores, so a score difference of ``temperature`` means odds of 1 : e.
    """
    odds: Floats = np.exp((weighed.scores - weighed.scores.max()) / temperature)
    return odds


def play_softened(
    temperature: float, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random
) -> Any:
    """Sample an action at a temperature: the higher ``temperature``, the more often an inferior action is taken.

    Actions are drawn by ``softened_odds`` of the scores of the package's network. Raises whatever ``evaluate_actions`` raises.
    """
    if len(legal) == 1:
        return legal[0]
    weighed = evaluate_actions("", game, view, seat, legal)
    odds = softened_odds(weighed, temperature).cumsum()
    return weighed.actions[min(int(np.searchsorted(odds, random.random() * odds[-1])), len(odds) - 1)]


play_strong = NetPlayer("")
"""The bot that plays by the networks of the package."""
