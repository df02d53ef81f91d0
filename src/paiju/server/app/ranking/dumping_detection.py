"""Finds signs of dumping: that a player loses to another on purpose, to raise the other's title, rank or coins.

There are two signs of an account made for dumping. It plays nearly all of its hands with the player whom it
helps, and it loses nearly all points that move between the two. Both signs must hold over so many hands that
chance does not explain them. Relatives who play together every evening win and lose in turn; their only sign
is the network that they share. Signs are not proof: an admin looks at the hands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import sqrt
from typing import Final, Literal

from msgspec import Struct

from paiju.server.app.ranking_store import PlayedSeat

Sign = Literal["wins", "points", "coins", "leaving", "network"]
"""A sign of dumping between two players: the payer, who loses, and the gainer.

- ``wins``, ``points``, ``coins``: nearly all wins, points or coins go to the gainer
- ``leaving``: the payer leaves many hands
- ``network``: both came from the same network
"""

Grade = Literal["mild", "strong"]
"""How strong the signs of dumping in a group of players are.

- ``strong``: nearly all wins, points or coins of one player go to another
- ``mild``: there are only other signs: a player leaves many hands, or two players share a network
"""

ONE_WAY_SIGNS: Final[frozenset[Sign]] = frozenset({"wins", "points", "coins"})


class Thresholds(Struct, frozen=True, kw_only=True):
    """The minimum evidence that counts as a sign of dumping."""

    hands: int = 10
    """Minimum number of hands that two players have played together.

    If one of them wins all of ten hands, the net number of wins just exceeds three standard deviations.
    """
    closed: float = 0.8
    """Minimum share of the payer's hands in which the gainer played too. Pairs below this share are not examined.

    Without dumping, a pair stays below this share even in a small room. There, quick match seats the payer with
    other players in more than a fifth of the hands.
    """
    one_way: float = 0.6
    """Minimum share that must have gone one way, of all amounts that moved between two players.

    The share is the net amount that one player lost to the other, divided by the sum of all amounts that moved
    between them. A share of 0.6 means that one player wins four hands of five. Matchmaking brings players of the
    same class together, and there a much stronger player wins about three hands of four.
    """
    deviations: float = 3.0
    """Minimum net amount that one player lost to the other, in standard deviations of this amount.

    By chance alone, one pair of players in 700 reaches 3 deviations.
    """
    left: float = 0.3
    """The payer must have left at least this share of the hands that the two played together.

    Bad connections and impatience end fewer than one hand in three.
    """
    network_days: int = 1
    """Minimum number of days on which both players came from the same network."""


THRESHOLDS: Final = Thresholds()


class Flow(Struct, frozen=True, kw_only=True):
    """What one player, the payer, lost to another player, the gainer, in all hands that both played."""

    payer: str
    gainer: str
    hands: int
    closed: float
    """Share of the payer's hands in which the gainer played too, 0 to 1."""
    won: int
    """Number of hands that the gainer won against the payer."""
    lost: int
    """Number of hands that the gainer lost to the payer."""
    points: int
    """Balance of the points, in favour of the gainer."""
    coins: int
    """Balance of the coins, in favour of the gainer."""
    left: int
    """Number of hands that the payer left before the end."""
    network_days: int
    """Days on which both players came from the same network."""
    signs: tuple[Sign, ...]


class SuspectGroup(Struct, frozen=True, kw_only=True):
    """Players who are connected by flows with signs of dumping.

    Any two players have two flows, because either of them can be the payer. ``flows`` has only one of the two:
    the one with more signs.
    """

    players: tuple[str, ...]
    flows: tuple[Flow, ...]
    grade: Grade


@dataclass(slots=True)
class _Balance:
    """Sums of the amounts that one player lost to another.

    There is one amount for each hand; a gain is a negative amount. ``net`` is the sum of the amounts, ``gross``
    the sum of their absolute values, and ``squares`` the sum of their squares.
    """

    net: float = 0
    gross: float = 0
    squares: float = 0

    def add(self, amount: float) -> None:
        self.net += amount
        self.gross += abs(amount)
        self.squares += amount * amount

    def is_one_way(self, limits: Thresholds) -> bool:
        """Whether nearly all that moved between the two players went to the gainer, and more than chance explains.

        ``limits`` sets the bounds for both conditions.
        """
        return self.net > 0 and self.net >= max(limits.one_way * self.gross, limits.deviations * sqrt(self.squares))


@dataclass(slots=True)
class _Pair:
    """Counts the hands of two players, and what one of them, the payer, lost to the other, the gainer.

    There are two such objects for any two players: each player is the payer in one of them.
    """

    hands: int = 0
    left: int = 0
    won: int = 0
    lost: int = 0
    wins: _Balance = field(default_factory=_Balance)
    points: _Balance = field(default_factory=_Balance)
    coins: _Balance = field(default_factory=_Balance)

    def add(self, hand: Sequence[PlayedSeat], payer: PlayedSeat, gainer: PlayedSeat) -> None:
        """Add a hand that both played. ``hand`` has the results of all players of the hand."""
        self.hands += 1
        self.left += payer.left
        if payer.won * gainer.won < 0:
            self.won += gainer.won > 0
            self.lost += payer.won > 0
            self.wins.add(gainer.won)
            self.points.add(_amount_moved([seat.points for seat in hand], payer.points, gainer.points))
            self.coins.add(_amount_moved([seat.coins for seat in hand], payer.coins, gainer.coins))


def _amount_moved(amounts: Sequence[int], payer: int, gainer: int) -> float:
    """Return what the payer lost to the gainer in a hand; negative if the payer gained from the gainer.

    ``amounts`` has the gains and losses of all seats. The function assumes that each loser pays the winners in
    proportion to their gains.
    """
    if payer * gainer >= 0:
        return 0
    return (1 if gainer > 0 else -1) * abs(payer * gainer) / sum(amount for amount in amounts if amount > 0)


def find_suspect_groups(
    seats: Iterable[PlayedSeat],
    networks: Mapping[tuple[str, str], int],
    limits: Thresholds = THRESHOLDS,
) -> list[SuspectGroup]:
    """Return the groups of players with signs of dumping. Groups with strong signs come first.

    ``seats`` are the results of hands that count, and of hands that only the daily limit excludes
    (``PlayedSeat``). ``networks`` maps a pair of players, in the order of their ids, to the number of days on
    which both came from the same network.
    """
    flows = [flow for flow in iter_pair_flows(seats, networks, limits) if flow.signs]
    groups = [_to_group(players, flows) for players in _connected_players(flows)]
    return sorted(groups, key=lambda one: (one.grade != "strong", -sum(flow.hands for flow in one.flows), one.players))


def iter_pair_flows(
    seats: Iterable[PlayedSeat], networks: Mapping[tuple[str, str], int], limits: Thresholds = THRESHOLDS
) -> Iterator[Flow]:
    """Yield what a payer lost to a gainer, for each gainer who took part in nearly all hands of the payer.

    Each player of ``seats`` can be the payer. The keys of ``networks`` are pairs of players, in the order of
    their ids. The value is the number of days on which both came from the same network.
    """
    hands = defaultdict[str, list[PlayedSeat]](list)
    for seat in seats:
        hands[seat.hand].append(seat)
    played, pairs = Counter[str](), defaultdict[tuple[str, str], _Pair](_Pair)
    for hand in hands.values():
        played.update(seat.player for seat in hand)
        for payer, gainer in permutations(hand, 2):
            pairs[payer.player, gainer.player].add(hand, payer, gainer)
    for (payer_id, gainer_id), pair in pairs.items():
        if pair.hands >= limits.hands and pair.hands >= limits.closed * played[payer_id]:
            first, second = sorted((payer_id, gainer_id))
            yield _to_flow(payer_id, gainer_id, pair, played[payer_id], networks.get((first, second), 0), limits)


def _to_flow(payer: str, gainer: str, pair: _Pair, played: int, days: int, limits: Thresholds) -> Flow:
    found: dict[Sign, bool] = {
        "wins": pair.wins.is_one_way(limits),
        "points": pair.points.is_one_way(limits),
        "coins": pair.coins.is_one_way(limits),
        "leaving": pair.left >= limits.left * pair.hands,
        "network": days >= limits.network_days,
    }
    return Flow(
        payer=payer,
        gainer=gainer,
        hands=pair.hands,
        closed=pair.hands / played,
        won=pair.won,
        lost=pair.lost,
        points=round(pair.points.net),
        coins=round(pair.coins.net),
        left=pair.left,
        network_days=days,
        signs=tuple(sign for sign, holds in found.items() if holds),
    )


def _connected_players(flows: Iterable[Flow]) -> list[set[str]]:
    """Return the groups of players that the flows connect, as sets of players.

    These are the connected components of the graph whose edges are the flows.
    """
    groups: list[set[str]] = []
    for flow in flows:
        pair = {flow.payer, flow.gainer}
        touched = [group for group in groups if group & pair]
        groups = [group for group in groups if not group & pair]
        groups.append(pair.union(*touched))
    return groups


def _to_group(players: Collection[str], flows: Iterable[Flow]) -> SuspectGroup:
    own = sorted((flow for flow in flows if flow.payer in players), key=lambda flow: (-len(flow.signs), -flow.points))
    clearest = dict[frozenset[str], Flow]()
    for flow in own:
        clearest.setdefault(frozenset((flow.payer, flow.gainer)), flow)
    is_strong = any(ONE_WAY_SIGNS.intersection(flow.signs) for flow in own)
    return SuspectGroup(
        players=tuple(sorted(players)), flows=tuple(clearest.values()), grade="strong" if is_strong else "mild"
    )
