"""The strong player: of all legal actions the one that its net values most, and a sure win rather than a doubtful one."""

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
from paiju.features.losing_passes import without_losing_pass
from paiju.games.registry import family_of, likest, rulesets
from paiju.nets.input_spec import InputSpec
from paiju.nets.net import WIN, Floats, Net, load_net

Bot = Callable[[AnyGame, Any, Seat, Sequence[Any], Random], Any]
SUFFIX: Final = ".npz"
AS_GOOD_AS_WON: Final = 0.97
"""Where the net thinks this of an action, it may play for more than a sure win."""
NEXT_DEAL: Final = 0.0
"""What the next deal is worth to a seat in the mean, before there are roles."""
CLOSE: Final = 0.02
"""A bid that is worth so much less than the next deal is made all the same: it is less than a net errs by."""
MOST: Final = 512
"""Of more actions than these so many are weighed, spread over all."""


class RulesetNet(NamedTuple):
    """A net put to one game."""

    net: Net
    shape: InputSpec
    bits: FamilyEncoder
    flag: int


@cache
def _load_nets(path: str) -> Mapping[str, Net]:
    """By ruleset, the net of a file; or, where none is named, those of the package. Raises UnknownName for no net."""
    found: dict[str, Net] = {}
    for file in [Path(path)] if path else _packaged_weights():
        net = load_net(file)
        found.update(dict.fromkeys(net.facts.rulesets, net))
    return found


def _packaged_weights() -> list[Traversable]:
    return [file for file in files("paiju.nets.weights").iterdir() if file.name.endswith(SUFFIX)]


@cache
def net_for_rules(path: str, rules: Any) -> RulesetNet:
    """The net of the ruleset that is most like these rules. A file's plays no ruleset that is known and that it has not learned.

    Raises UnknownName where none plays it.
    """
    nets = _load_nets(path)
    name = likest(rules, rulesets() if path else nets)
    net = nets.get(name or "")
    if name is None or net is None:
        raise UnknownName("no_net", name=name or type(rules).__module__, known=", ".join(sorted(nets)))
    family = family_of(name)
    bits: FamilyEncoder = load_part(family.bits)(family.game(rules))
    return RulesetNet(net, net.input_spec(bits.layout, bits.described), bits, net.facts.rulesets.index(name))


def has_net(rules: Any) -> bool:
    """Whether a net of the package plays by these rules: it has learned them, or others much like them."""
    return likest(rules, _load_nets("")) is not None


class ActionValues(NamedTuple):
    """What a net thinks of the actions of a decision."""

    actions: Sequence[Any]
    """Of very many so many that are spread over all."""
    values: Floats
    """(n, heads) the chance to win, and points on a scale of the net's own."""
    expected_worth: Floats
    """(n,) both in one number."""
    scores: Floats
    """(n,) by which actions are chosen: the same number, or how willingly it is chosen."""
    forced_wins: NDArray[np.bool_]
    """(n,) which of them win whatever the others hold: of these the chance is 1."""
    declines: NDArray[np.bool_]
    """(n,) which of them decline a bid, so that the cards are dealt again if all seats do."""

    @property
    def best(self) -> int:
        """Where the best action is: that of the highest score, or where it might not win and others surely do, of these.

        No bid is declined that is worth as much as the next deal: nets have learned with a redeal that cost nothing.
        """
        best = int(np.argmax(self.scores))
        if self.declines[best] and not self.declines.all():
            bid = int(np.argmax(np.where(self.declines, -np.inf, self.expected_worth)))
            return bid if self.expected_worth[bid] >= NEXT_DEAL - CLOSE else best
        if not self.forced_wins.any() or self.values[best, WIN] >= AS_GOOD_AS_WON:
            return best
        return int(np.argmax(np.where(self.forced_wins, self.scores, -np.inf)))


def evaluate_actions(path: str, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> ActionValues:
    """What the net of a file, or where none is named that of the package, thinks of a seat's legal actions.

    A pass that surely loses is not among them, where there is anything else to do.
    Raises UnknownName where there is no such file, where it is no net or reads other layouts, and where it has not learned such
    rules.
    """
    one = net_for_rules(path, game.rules)
    among = subsample_evenly(without_losing_pass(game, view, seat, legal), MOST)
    seen = one.shape.network_input(one.bits.encode_observation(view, seat)[None, :], one.flag)[0]
    values = one.net.values(one.shape, seen, one.bits.encode_actions(view, seat, among))
    sure = one.bits.forced_wins(view, seat, among)
    values[sure, WIN] = 1
    worths, scores = (made(one.shape, seen, values) for made in (one.net.expected_worth, one.net.scores))
    return ActionValues(among, values, worths, scores, sure, one.bits.declines(view, seat, among))


class NetPlayer(Struct, frozen=True):
    """Who plays by the net of a file, or where none is named by those of the package. It draws no chance.

    Raises what ``evaluate_actions`` raises, when it is asked first.
    """

    path: str

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """The best action (``ActionValues.best``)."""
        if len(legal) == 1:
            return legal[0]
        weighed = evaluate_actions(self.path, game, view, seat, legal)
        return weighed.actions[weighed.best]

    def unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """What is worth more than to let the dealer go on; None for nothing."""
        weighed = evaluate_actions(self.path, game, view, seat, (*game.legal(view, DEALER), *legal))
        return weighed.actions[weighed.best] if weighed.best else None


def play_softened(heat: float, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """An action drawn by what the package's net thinks of it: the more ``heat``, the more often not the best.

    Actions whose scores differ by ``heat`` are drawn in the ratio 1 : e. Raises what ``evaluate_actions`` raises.
    """
    if len(legal) == 1:
        return legal[0]
    weighed = evaluate_actions("", game, view, seat, legal)
    odds = np.exp((weighed.scores - weighed.scores.max()) / heat).cumsum()
    return weighed.actions[min(int(np.searchsorted(odds, random.random() * odds[-1])), len(odds) - 1)]


play_strong = NetPlayer("")
"""Who plays by the nets of the package."""
