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

from paiju.bits.bits import Bits
from paiju.bits.losing import without_losing_pass
from paiju.core.errors import UnknownName
from paiju.core.family import part
from paiju.core.game import AnyGame, spread
from paiju.core.seats import DEALER, Seat
from paiju.games.registry import family_of, likest, rulesets
from paiju.nets.net import WIN, Floats, Net, net_of
from paiju.nets.shape import Shape

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


class Trained(NamedTuple):
    """A net put to one game."""

    net: Net
    shape: Shape
    bits: Bits
    flag: int


@cache
def _nets(path: str) -> Mapping[str, Net]:
    """By ruleset, the net of a file; or, where none is named, those of the package. Raises UnknownName for no net."""
    found: dict[str, Net] = {}
    for file in [Path(path)] if path else _of_the_house():
        net = net_of(file)
        found.update(dict.fromkeys(net.facts.rulesets, net))
    return found


def _of_the_house() -> list[Traversable]:
    return [file for file in files("paiju.nets.weights").iterdir() if file.name.endswith(SUFFIX)]


@cache
def trained(path: str, rules: Any) -> Trained:
    """The net of the ruleset that is most like these rules. A file's plays no ruleset that is known and that it has not learned.

    Raises UnknownName where none plays it.
    """
    nets = _nets(path)
    name = likest(rules, rulesets() if path else nets)
    net = nets.get(name or "")
    if name is None or net is None:
        raise UnknownName("no_net", name=name or type(rules).__module__, known=", ".join(sorted(nets)))
    family = family_of(name)
    bits: Bits = part(family.bits)(family.game(rules))
    return Trained(net, net.shape(bits.layout, bits.described), bits, net.facts.rulesets.index(name))


def plays(rules: Any) -> bool:
    """Whether a net of the package plays by these rules: it has learned them, or others much like them."""
    return likest(rules, _nets("")) is not None


class Weighed(NamedTuple):
    """What a net thinks of the actions of a decision."""

    actions: Sequence[Any]
    """Of very many so many that are spread over all."""
    values: Floats
    """(n, heads) the chance to win, and points on a scale of the net's own."""
    worths: Floats
    """(n,) both in one number."""
    scores: Floats
    """(n,) by which actions are chosen: the same number, or how willingly it is chosen."""
    sure: NDArray[np.bool_]
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
            bid = int(np.argmax(np.where(self.declines, -np.inf, self.worths)))
            return bid if self.worths[bid] >= NEXT_DEAL - CLOSE else best
        if not self.sure.any() or self.values[best, WIN] >= AS_GOOD_AS_WON:
            return best
        return int(np.argmax(np.where(self.sure, self.scores, -np.inf)))


def weigh(path: str, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> Weighed:
    """What the net of a file, or where none is named that of the package, thinks of a seat's legal actions.

    A pass that surely loses is not among them, where there is anything else to do.
    Raises UnknownName where there is no such file, where it is no net or reads other layouts, and where it has not learned such
    rules.
    """
    one = trained(path, game.rules)
    among = spread(without_losing_pass(game, view, seat, legal), MOST)
    seen = one.shape.fed(one.bits.see(view, seat)[None, :], one.flag)[0]
    values = one.net.values(one.shape, seen, one.bits.describe(view, seat, among))
    sure = one.bits.sure(view, seat, among)
    values[sure, WIN] = 1
    worths, scores = (made(one.shape, seen, values) for made in (one.net.worths, one.net.scores))
    return Weighed(among, values, worths, scores, sure, one.bits.declines(view, seat, among))


class Player(Struct, frozen=True):
    """Who plays by the net of a file, or where none is named by those of the package. It draws no chance.

    Raises what ``weigh`` raises, when it is asked first.
    """

    path: str

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """The best action (``Weighed.best``)."""
        if len(legal) == 1:
            return legal[0]
        weighed = weigh(self.path, game, view, seat, legal)
        return weighed.actions[weighed.best]

    def unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """What is worth more than to let the dealer go on; None for nothing."""
        weighed = weigh(self.path, game, view, seat, (*game.legal(view, DEALER), *legal))
        return weighed.actions[weighed.best] if weighed.best else None


def play_warm(heat: float, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """An action drawn by what the package's net thinks of it: the more ``heat``, the more often not the best.

    Actions whose scores differ by ``heat`` are drawn in the ratio 1 : e. Raises what ``weigh`` raises.
    """
    if len(legal) == 1:
        return legal[0]
    weighed = weigh("", game, view, seat, legal)
    odds = np.exp((weighed.scores - weighed.scores.max()) / heat).cumsum()
    return weighed.actions[min(int(np.searchsorted(odds, random.random() * odds[-1])), len(odds) - 1)]


play_strong = Player("")
"""Who plays by the nets of the package."""
