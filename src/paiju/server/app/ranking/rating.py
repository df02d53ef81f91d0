"""Ratings of players by ruleset: a number and its deviation, in the Plackett–Luce model (openskill).

A side with fewer seats than another is filled up with its own players: a lone landlord counts twice against two farmers. Each
side also has a virtual member for its role. That member's rating absorbs the advantage of the role, so that players' ratings do
not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from paiju.bots.levels import CENTRE
from paiju.server.app.ranking.hand_result import SeatResult
from paiju.server.app.ranking_store import FULL_WEIGHT, NO_WEIGHT, RatedHand, Standing


class Rating(NamedTuple):
    """A rating on the model's own scale: mean and deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


class DisplayedRating(NamedTuple):
    """A rating on the displayed scale."""

    number: int
    deviation: int

    @property
    def is_established(self) -> bool:
        """Whether the deviation is small enough; otherwise the rating is provisional and not ranked."""
        return self.deviation <= SURE


NEW: Final = Rating()
"""The rating of a new player."""

SCALE: Final = 40
"""Displayed points for each unit of the model; a new player is shown as 1500 ± 333."""
SURE: Final = 200

ANCHORS: Final[Mapping[str, int]] = {"steady": CENTRE, "random": 1070}
"""Fixed ratings of the server's bots, by name: the anchors of the scale (ADR 18). Hands with bots are not rated."""

_MODEL: Final = PlackettLuce(mu=NEW.mu, sigma=NEW.sigma)


def to_displayed(rating: Rating) -> DisplayedRating:
    """Convert a rating to the displayed scale."""
    return DisplayedRating(round(CENTRE + SCALE * (rating.mu - NEW.mu)), round(SCALE * rating.sigma))


def role_rating_key(role: str) -> str:
    """Return the key under which the rating of a role is stored."""
    return f"role:{role}"


def rated_names(contest: RatedHand) -> set[str]:
    """Return the names whose ratings a hand changes or needs."""
    results = contest.verdict.results
    return {result.player for result in results} | {role_rating_key(result.role) for result in results if result.role}


def rate_hand(contest: RatedHand, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the changed ratings after a hand. A player without an entry in ``before`` is new.

    If a player left the hand, only that player's rating changes, as after a loss. If the hand has half weight, each
    rating moves half way to the rating that the full hand would give.
    """
    if contest.weight == NO_WEIGHT:
        return {}
    sides = _results_by_side(contest.verdict.results)
    if not sides:
        return {}
    teams = [_team_ratings(side, max(map(len, sides)), before) for side in sides]
    worth = [(min(result.won for result in side), sum(result.points for result in side)) for side in sides]
    ranks = [float(sum(other > own for other in worth)) for own in worth]
    after = _MODEL.rate(teams, ranks=ranks)
    found = {
        name: _interpolate(before.get(name, NEW), Rating(member.mu, member.sigma), contest.weight)
        for team in after
        for member in reversed(team)
        if (name := member.name) is not None
    }
    left = {result.player for result in contest.verdict.results if result.left}
    if left:
        return {name: found[name] for name in left}
    return {name: rating for name, rating in found.items() if name not in _winners_by_a_bot(contest.verdict.results)}


def _winners_by_a_bot(results: Sequence[SeatResult]) -> set[str]:
    """Return the players who had left and whose seats a bot played to a win: their ratings do not change."""
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


def weigh(amount: int, weight: int) -> int:
    """Return the part of an amount of points or coins that counts for titles and rankings, rounded toward zero."""
    part = abs(amount) * weight // FULL_WEIGHT
    return part if amount > 0 else -part


def is_finished(contest: RatedHand) -> bool:
    """Whether a hand counts at all and nobody left it, so that its players have been opponents."""
    return contest.weight != NO_WEIGHT and not any(result.left for result in contest.verdict.results)


def standings_after(
    contest: RatedHand, before: Mapping[str, Standing], new_pairs: Iterable[tuple[str, str]] = ()
) -> dict[str, Standing]:
    """Return the changed standings after a hand.

    ``new_pairs`` are the pairs of players who finish a hand that counts together for the first time.
    """
    met = Counter(name for pair in new_pairs for name in pair)
    after = rate_hand(contest, {name: Rating(one.mu, one.sigma) for name, one in before.items()})
    results = {result.player: result for result in contest.verdict.results}
    moved = {}
    for name in sorted(after):
        last = before.get(name, Standing(player=name, ended=0, hand="", mu=0, sigma=0, hands=0))
        result = results.get(name, SeatResult(player=name))
        climbs = bool(contest.verdict.ladder)
        moved[name] = Standing(
            player=name,
            ended=contest.ended,
            hand=contest.hand,
            mu=after[name].mu,
            sigma=after[name].sigma,
            hands=last.hands + 1,
            points=last.points + climbs * weigh(result.points, contest.weight),
            climbs=last.climbs + climbs,
            coins=last.coins + weigh(result.coins, contest.weight),
            coined=last.coined + (result.coins != 0),
            opponents=last.opponents + met[name],
        )
    return moved
