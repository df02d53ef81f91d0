"""Rates players by ruleset, in the Plackett-Luce model (openskill).

A rating is an estimate of strength and its deviation. In the model, all sides must have the same size, so a
smaller side repeats its players: a lone landlord counts twice against two farmers. Each side also has a
virtual member for its role, such as landlord. The rating of this virtual member absorbs the advantage of the
role, so that the ratings of players do not contain that advantage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from paiju.bots.levels import STEADY_RATING
from paiju.server.app.ranking.hand_result import SeatResult
from paiju.server.app.ranking_store import FULL_WEIGHT, NO_WEIGHT, RatedHand, Standing


class Rating(NamedTuple):
    """A rating on the model's own scale: mean and standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


class DisplayedRating(NamedTuple):
    """A rating on the scale that players see."""

    number: int
    deviation: int

    @property
    def is_established(self) -> bool:
        """Whether the deviation is at most ``SURE``. Otherwise the rating is provisional, and the player is not ranked."""
        return self.deviation <= SURE


NEW: Final = Rating()
"""The rating of a new player."""

SCALE: Final = 40
"""Displayed points for each unit of the model. A new player is displayed as 1500 ± 333."""
SURE: Final = 200
"""The largest displayed deviation of an established rating."""

ANCHORS: Final[Mapping[str, int]] = {"steady": STEADY_RATING, "random": 1070}
"""Fixed ratings of the server's bots, by name. They anchor the scale (ADR 18); hands with these bots are not rated."""

_MODEL: Final = PlackettLuce(mu=NEW.mu, sigma=NEW.sigma)


def to_displayed(rating: Rating) -> DisplayedRating:
    """Return a rating on the displayed scale."""
    return DisplayedRating(round(STEADY_RATING + SCALE * (rating.mu - NEW.mu)), round(SCALE * rating.sigma))


def role_rating_key(role: str) -> str:
    """Return the key under which the rating of a role is stored. The key of a player's rating is the player's id."""
    return f"role:{role}"


def rated_players_and_roles(rated_hand: RatedHand) -> set[str]:
    """Return the keys of the ratings that a hand may change: players' ids, and the ``role_rating_key`` of roles."""
    results = rated_hand.result.results
    return {result.player for result in results} | {role_rating_key(result.role) for result in results if result.role}


def rate_hand(rated_hand: RatedHand, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the new ratings of the players and roles whose rating a hand changes.

    The key of a player's rating is the player's id. The key of a role's rating is what ``role_rating_key``
    returns for the role. ``before`` has the ratings before the hand. A player or role that is missing there is
    new.

    If a player left the hand, only that player's rating changes, as after a loss. If the hand counts half, each
    rating moves half way to the rating after a full hand.
    """
    if rated_hand.weight == NO_WEIGHT:
        return {}
    sides = _results_by_side(rated_hand.result.results)
    if not sides:
        return {}
    teams = [_team_ratings(side, max(map(len, sides)), before) for side in sides]
    worth = [(min(result.won for result in side), sum(result.points for result in side)) for side in sides]
    ranks = [float(sum(other > own for other in worth)) for own in worth]
    after = _MODEL.rate(teams, ranks=ranks)
    found = {
        name: _interpolate(before.get(name, NEW), Rating(member.mu, member.sigma), rated_hand.weight)
        for team in after
        for member in reversed(team)
        if (name := member.name) is not None
    }
    left = {result.player for result in rated_hand.result.results if result.left}
    if left:
        return {name: found[name] for name in left}
    return {
        name: rating for name, rating in found.items() if name not in _players_whose_bot_won(rated_hand.result.results)
    }


def _players_whose_bot_won(results: Sequence[SeatResult]) -> set[str]:
    """Return the players who had been replaced by a bot when that bot won the hand.

    They had left the hand early without ending it. Their ratings do not change.
    """
    has_winner = any(result.won for result in results)
    return {result.player for result in results if has_winner and result.won == 0 and not result.left}


def _interpolate(before: Rating, after: Rating, weight: int) -> Rating:
    if weight == FULL_WEIGHT:
        return after
    share = weight / FULL_WEIGHT
    return Rating(*(one + share * (other - one) for one, other in zip(before, after, strict=True)))


def _results_by_side(results: Iterable[SeatResult]) -> list[list[SeatResult]]:
    found: dict[int, list[SeatResult]] = {}
    for result in results:
        found.setdefault(result.side, []).append(result)
    return [found[side] for side in sorted(found)]


def _team_ratings(side: list[SeatResult], size: int, before: Mapping[str, Rating]) -> list[PlackettLuceRating]:
    names = [side[at % len(side)].player for at in range(size)]
    roles = {result.role for result in side}
    if len(roles) == 1 and "" not in roles:
        names += map(role_rating_key, roles)
    return [_MODEL.create_rating([*before.get(name, NEW)], name) for name in names]


def weighted_amount(amount: int, weight: int) -> int:
    """Return the part of ``amount``, points or coins, that counts with the weight ``weight``, rounded toward zero.

    ``weight`` is a number of halves: an amount with weight 2 counts fully.
    """
    part = abs(amount) * weight // FULL_WEIGHT
    return part if amount > 0 else -part


def counts_as_meeting(rated_hand: RatedHand) -> bool:
    """Whether a hand makes its players opponents of each other: it counts, and nobody left it."""
    return rated_hand.weight != NO_WEIGHT and not any(result.left for result in rated_hand.result.results)


def standings_after(
    rated_hand: RatedHand, before: Mapping[str, Standing], new_pairs: Iterable[tuple[str, str]] = ()
) -> dict[str, Standing]:
    """Return the new standings of those players and roles whose standing a hand changes.

    The key of a player's standing is the player's id. The key of a role's standing is the role's
    ``role_rating_key``. ``before`` has the standings before the hand. ``new_pairs`` has the pairs of players who
    meet in a counted hand for the first time.
    """
    met = Counter(name for pair in new_pairs for name in pair)
    after = rate_hand(rated_hand, {name: Rating(one.mu, one.sigma) for name, one in before.items()})
    results = {result.player: result for result in rated_hand.result.results}
    moved = {}
    for name in sorted(after):
        last = before.get(name, Standing(player=name, ended=0, hand="", mu=0, sigma=0, hands=0))
        result = results.get(name, SeatResult(player=name))
        climbs = bool(rated_hand.result.ladder)
        moved[name] = Standing(
            player=name,
            ended=rated_hand.ended,
            hand=rated_hand.hand,
            mu=after[name].mu,
            sigma=after[name].sigma,
            hands=last.hands + 1,
            points=last.points + climbs * weighted_amount(result.points, rated_hand.weight),
            climbs=last.climbs + climbs,
            coins=last.coins + weighted_amount(result.coins, rated_hand.weight),
            coined=last.coined + (result.coins != 0),
            opponents=last.opponents + met[name],
        )
    return moved
