"""Bots that choose actions by a network.

``NetPlayer`` takes the action with the best score, but prefers a forced win to an action that may not win.
``play_at_temperature`` samples an action at a temperature. The bot levels of ``paiju.bots`` and the hand analysis of
``paiju.review`` use this module.
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
from paiju.core.family import load_object
from paiju.core.game import AnyGame, subsample_evenly
from paiju.core.seats import DEALER, Seat
from paiju.features.family_encoder import FamilyEncoder
from paiju.games.losing_actions import exclude_losing_actions
from paiju.games.registry import family_of, most_similar_ruleset, rulesets
from paiju.nets.net import WIN, Floats, Net, load_net
from paiju.nets.network_inputs import InputSpec

Bot = Callable[[AnyGame, Any, Seat, Sequence[Any], Random], Any]
SUFFIX: Final = ".npz"
AS_GOOD_AS_WON: Final = 0.97
"""The estimated win probability from which the best-scored action is preferred to a forced win."""
NEW_DEAL_WORTH: Final = 0.0
"""The expected worth of a new deal to a seat, before anyone has a role."""
BID_TOLERANCE: Final = 0.02
"""A seat bids even if its best bid is worth less than a new deal, but by at most this much.

Smaller differences are within the network's error.
"""
TIE: Final = 1e-5
"""Scores that differ by at most this much count as equal. Of equal actions, the first is taken.

Rounding differs between machines, which changes a score by about a tenth of this.
"""
MOST_EVALUATED: Final = 512
"""The most actions of a decision that are evaluated. If more are legal, an evenly spread sample is evaluated."""


class RulesetNet(NamedTuple):
    """A network with the encoder and the input specification of one ruleset.

    ``flag`` is the index of the ruleset among those on which the network was trained.
    """

    net: Net
    shape: InputSpec
    bits: FamilyEncoder
    flag: int


@cache
def _load_nets(path: str) -> Mapping[str, Net]:
    """Return the networks by ruleset id.

    They come from the file ``path``, which contains one network. If ``path`` is empty, they are the packaged
    networks. Raises UnknownName if the file cannot be read or is not a network.
    """
    found: dict[str, Net] = {}
    for file in [Path(path)] if path else _packaged_weights():
        net = load_net(file)
        found.update(dict.fromkeys(net.facts.rulesets, net))
    return found


def _packaged_weights() -> list[Traversable]:
    return [file for file in files("paiju.nets.weights").iterdir() if file.name.endswith(SUFFIX)]


@cache
def net_for_rules(path: str, rules: Any) -> RulesetNet:
    """Return the network that plays ``rules``: the one that was trained on the most similar ruleset.

    The network is read from the file ``path``. If ``path`` is empty, it is a packaged network. The network of a
    file plays a built-in ruleset only if it was trained on that ruleset. Raises UnknownName if no network plays
    the rules.
    """
    nets = _load_nets(path)
    name = most_similar_ruleset(rules, rulesets() if path else nets)
    net = nets.get(name or "")
    if name is None or net is None:
        raise UnknownName("no_net", name=name or type(rules).__module__, known=", ".join(sorted(nets)))
    family = family_of(name)
    bits: FamilyEncoder = load_object(family.feature_encoder)(family.game(rules), history=net.reads_history)
    return RulesetNet(net, net.input_spec(bits.layout, bits.action_layout), bits, net.facts.rulesets.index(name))


def has_net(rules: Any) -> bool:
    """Whether a packaged network was trained on these rules, or on rules that are similar enough."""
    return most_similar_ruleset(rules, _load_nets("")) is not None


class ActionValues(NamedTuple):
    """A network's evaluation of the actions of one decision."""

    actions: Sequence[Any]
    """The evaluated actions. If there are more than ``MOST_EVALUATED``, they are an evenly spread sample of the legal ones."""
    values: Floats
    """The head outputs; shape (n, heads).

    For each action they are the probability of winning, the points on the network's own scale and, if there is
    a policy head, the logit of the policy.
    """
    expected_worth: Floats
    """One number for each action, which combines the action's probability of winning and its points; shape (n,)."""
    scores: Floats
    """The score of each action, by which one action is chosen; shape (n,).

    With a policy head, a score is the scaled logit of the action. Without one, it is the expected worth.
    """
    forced_wins: NDArray[np.bool_]
    """Whether a short search proves that an action wins whatever the other seats hold; shape (n,).

    The probability of winning with such an action is set to 1.
    """
    declines: NDArray[np.bool_]
    """Whether each action declines to bid; shape (n,). If all seats decline, the cards are dealt again."""

    def win_chance(self, at: int) -> float:
        """Return the probability of winning with action ``at``. A head output outside 0 to 1 is clipped."""
        return min(1.0, max(0.0, float(self.values[at, WIN])))

    @property
    def best(self) -> int:
        """Index of the best action: the one with the highest score, with two exceptions.

        First, if there is a forced win, and the action with the highest score is less likely to win than
        ``AS_GOOD_AS_WON``, the best forced win is taken. Second, a seat does not decline to bid if its best bid is
        worth at least as much as a new deal (``BID_TOLERANCE``). The scores alone do not ensure the second point,
        because new deals cost nothing during training.
        """
        best = _index_of_highest(self.scores)
        if self.declines[best] and not self.declines.all():
            bid = _index_of_highest(np.where(self.declines, -np.inf, self.expected_worth))
            return bid if self.expected_worth[bid] >= NEW_DEAL_WORTH - BID_TOLERANCE else best
        if not self.forced_wins.any() or self.values[best, WIN] >= AS_GOOD_AS_WON:
            return best
        return _index_of_highest(np.where(self.forced_wins, self.scores, -np.inf))


def _index_of_highest(scores: Floats) -> int:
    """Return the index of the first score within ``TIE`` of the highest."""
    return int(np.argmax(scores >= scores.max() - TIE))


def evaluate_actions(path: str, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> ActionValues:
    """Return a network's evaluation of a seat's legal actions.

    The network is that of the file ``path``, or a packaged one if ``path`` is empty. Actions that are certain to
    lose are left out, unless no other action is legal.

    Raises UnknownName if the file does not exist, is not a network or was trained on other layouts. Also raises
    UnknownName if no network plays these rules.
    """
    one = net_for_rules(path, game.rules)
    among = subsample_evenly(exclude_losing_actions(game, view, seat, legal), MOST_EVALUATED)
    seen = one.shape.make_network_inputs(one.bits.encode_observation(view, seat)[None, :], one.flag)[0]
    values = one.net.values(one.shape, seen, one.bits.encode_actions(view, seat, among))
    sure = one.bits.forced_wins(view, seat, among)
    values[sure, WIN] = 1
    worths, scores = (made(one.shape, seen, values) for made in (one.net.expected_worth, one.net.scores))
    return ActionValues(among, values, worths, scores, sure, one.bits.declines(view, seat, among))


class NetPlayer(Struct, frozen=True):
    """A bot that plays by the network of the file ``path``, or by a packaged network if ``path`` is empty.

    The bot uses no randomness. It loads the network when it first evaluates actions. Only then does it raise
    UnknownName if there is no suitable network (``evaluate_actions``).
    """

    path: str

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the network's best action (``ActionValues.best``)."""
        if len(legal) == 1:
            return legal[0]
        weighed = evaluate_actions(self.path, game, view, seat, legal)
        return weighed.actions[weighed.best]

    def act_unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """Return the best action of a seat that may act but need not.

        Returns None if the network gives a higher score to letting the dealer continue.
        """
        weighed = evaluate_actions(self.path, game, view, seat, (*game.legal(view, DEALER), *legal))
        return weighed.actions[weighed.best] if weighed.best else None


def sampling_odds(weighed: ActionValues, temperature: float) -> Floats:
    """Return the odds with which each action is sampled at a temperature, relative to the best action; shape (n,).

    The odds are a softmax of the scores without normalisation. An action is e times less likely than another whose
    score is higher by ``temperature``.
    """
    odds: Floats = np.exp((weighed.scores - weighed.scores.max()) / temperature)
    return odds


def play_at_temperature(
    temperature: float, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random
) -> Any:
    """Return an action sampled by the scores of a packaged network (``sampling_odds``).

    The higher ``temperature``, the more often an inferior action is taken. Raises UnknownName if no network plays these
    rules.
    """
    if len(legal) == 1:
        return legal[0]
    weighed = evaluate_actions("", game, view, seat, legal)
    odds = sampling_odds(weighed, temperature).cumsum()
    return weighed.actions[min(int(np.searchsorted(odds, random.random() * odds[-1])), len(odds) - 1)]


play_strong = NetPlayer("")
"""The bot that plays by the packaged networks, without solved endings (``paiju.bots.strong_bot`` adds them)."""
