"""A player's public profile: titles, statistics and finished hands. All of it is derived from finished hands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict

from paiju.core.messages import TranslatableText
from paiju.core.title_ladder import Ladder
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import BOTS, rating_pool
from paiju.server.app.ranking.rating import SCALE, SURE, DisplayedRating, Rating, to_displayed
from paiju.server.app.ranking.seat_titles import SeatTitle, title_words, titles_of
from paiju.server.app.ranking_store import (
    HALF_WEIGHT,
    HandFilter,
    HandTally,
    PlayedHand,
    RankedPlayer,
    RankingFilter,
    RankingKind,
    Standing,
)
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.app.tables.hand_history import HandSummary, HandWithWords, summaries_with_words
from paiju.server.domain.ranking_eligibility import Uncounted
from paiju.server.domain.ruleset_registry import RulesetRegistry

Part = Literal["title", "rating", "numbers", "history", "coins", "presence"]
"""What a player may hide; ``presence`` is being online, and where."""

PrivatePart = Literal["mistakes"]
"""What nobody else sees unless the player shows it."""

_SHOWN: Final = "shown_"
"""Prefix of the stored names of private parts that a player shows."""

Among = Literal["people", "friends", "bots"]
"""The players of a ranking: everybody, the caller and followed players, or bot accounts."""

POINTS: Final = 120
"""Maximum number of points in a rating history, less one."""

HANDS: Final = 50
"""Maximum number of hands in one response."""

RANKED: Final = 100
"""Maximum number of rows in a ranking."""


OPPONENTS: Final = 8
"""Number of different opponents that a player needs for a place in a ranking."""


class TitleView(Struct, frozen=True, kw_only=True):
    """A title and the next one. ``level`` counts from 1 to ``levels``; the next title starts at ``until`` points."""

    family: str
    title: TranslatableText
    level: int
    levels: int
    points: int
    since: int
    """Number of points from which the title is held."""
    next: TranslatableText | None
    until: int | None


class RatingView(Struct, frozen=True, kw_only=True):
    """A player's rating in a ruleset: the number and its deviation."""

    ruleset: str
    number: int
    deviation: int
    established: bool
    """False while the rating is provisional; the player is then not ranked."""
    hands: int
    """Number of rated hands."""
    opponents: int
    """Number of different players with whom hands that count were finished."""
    opponents_needed: int
    """Number of them that a place in a ranking needs."""


class RatingPoint(Struct, frozen=True, kw_only=True):
    """A rating after a hand that ended at ``at``."""

    at: int
    number: int
    deviation: int


class RankingLine(Struct, frozen=True, kw_only=True):
    """A row of a ranking. ``value``: the rating, or the sum of points or coins; ``doubt``: the deviation of a rating, else 0."""

    name: str
    value: int
    deviation: int
    hands: int
    title: TranslatableText | None
    you: bool


class FeatCount(Struct, frozen=True):
    """A feat, and the number of hands in which the player achieved it."""

    feat: TranslatableText
    hands: int


class HandStatistics(Struct, frozen=True, kw_only=True):
    """Statistics of a player's hands in one ruleset and role, among people or with bots."""

    ruleset: str
    role: TranslatableText | None
    people: bool
    hands: int
    """Number of hands, including void ones."""
    won: int
    lost: int
    left: int
    """Number of hands that the player left."""
    points: int
    multiplier: int
    """The highest multiplier."""
    feats: tuple[FeatCount, ...]


class Profile(Struct, frozen=True, kw_only=True):
    """A player as the caller may see them; ``bot``: a bot account. Fields named in ``hides`` are sent to the player alone.

    ``shows``: the private parts that the player shows to others.
    """

    id: str
    name: str
    bot: bool
    guest: bool
    created: int
    hides: tuple[Part, ...]
    shows: tuple[PrivatePart, ...] = ()
    titles: tuple[TitleView, ...]
    ratings: tuple[RatingView, ...]
    numbers: tuple[HandStatistics, ...]
    unranked: bool = False
    """Whether an admin has excluded the player from rankings; sent to the player alone."""


class ProfileHand(HandWithWords, frozen=True, kw_only=True):
    """A finished hand in a player's list, with the player's result."""

    role: TranslatableText | None
    won: int
    """1 won, -1 lost, 0 nobody won."""
    points: int
    left: bool
    feats: tuple[TranslatableText, ...]
    uncounted: Uncounted = ""
    """Why the hand does not count for titles, ratings and rankings; "" if it does."""
    half: bool = False
    """Whether the hand counts half, because two of its players had finished many together that day."""


def place_conditions(excluded: Collection[str], among: Collection[str] | None = None) -> RankingFilter:
    """Return the conditions for a place in a ranking or in the final standing of a season."""
    return RankingFilter(sigma=SURE / SCALE, opponents=OPPONENTS, among=among, excluded=excluded)


async def hidden_parts(store: Store, player: StoredPlayer) -> Collection[str]:
    """Return what a player hides from others, and the stored names of the private parts that the player shows."""
    return (await store.hidden_parts([player.id])).get(player.id, frozenset())


def hides_of(hidden: Collection[str]) -> tuple[Part, ...]:
    """Return the parts that a player hides. ``hidden``: what ``hidden_parts`` returns for the player."""
    return tuple(part for part in get_args(Part) if part in hidden)


def shown_parts(hidden: Collection[str]) -> tuple[PrivatePart, ...]:
    """Return the private parts that a player shows. ``hidden``: what ``hidden_parts`` returns for the player."""
    return tuple(part for part in get_args(PrivatePart) if _SHOWN + part in hidden)


def is_public_hand(hand: FinishedHand, shown: HandSummary, hidden: Collection[str]) -> bool:
    """Return whether lists may show a hand to those who did not play it. ``hidden``: players whom lists must not show.

    Only participants see hands at private tables, hands whose links are withdrawn, and hands of hidden players.
    """
    return not (shown.private or hand.withdrawn or any(one.id in hidden for one in shown.players))


class Profiles:
    """Builds the profiles of players."""

    def __init__(self, store: Store, library: RulesetRegistry, unranked: Callable[[], Collection[str]] = tuple) -> None:
        self._store = store
        self._library = library
        self._unranked = unranked
        """Returns the players whom admins have excluded from rankings."""

    async def profile_of(self, player: StoredPlayer, *, own: bool) -> Profile:
        """Return the profile of a player; ``own`` if the player is the caller."""
        hides = await hidden_parts(self._store, player)
        kept = frozenset[str]() if own else hides
        return Profile(
            id=player.id,
            name=player.name,
            bot=player.bot,
            guest=await self._store.account_of(player.id) is None,
            created=player.created,
            hides=hides_of(hides),
            shows=shown_parts(hides),
            titles=() if "title" in kept else tuple([title async for title in self._titles(player)]),
            ratings=() if "rating" in kept else tuple(_ratings(await self._store.current_standings(player.id))),
            numbers=() if "numbers" in kept else tuple(_to_statistics(await self._store.tallies(player.id))),
            unranked=own and player.id in self._unranked(),
        )

    async def _titles(self, player: StoredPlayer) -> AsyncIterator[TitleView]:
        for family in {offer.ruleset.family: None for offer in self._library.list_offers()}:
            ladder = self._library.family(family).ladder
            points = (await self._store.title_points([player.id], family)).get(player.id) if ladder else None
            if ladder is not None and points is not None:
                yield _to_title_view(family, ladder, points)

    async def hands(
        self, player: StoredPlayer, which: HandFilter, before: int, asks: StoredPlayer
    ) -> list[ProfileHand]:
        """Return the player's hands that ended before a time, newest first, as far as the caller may see them."""
        if player.id == asks.id:
            return self.to_profile_hands(await self._store.hands_of_player(player.id, which, before))
        if "history" in await hidden_parts(self._store, player):
            return []
        return await self._public_hands(player, which, before, asks)

    async def _public_hands(
        self, player: StoredPlayer, which: HandFilter, before: int, asks: StoredPlayer
    ) -> list[ProfileHand]:
        """The hands that the caller may see: those that the caller played, and those that are public.

        A participant who hides their presence is hidden as long as they sit at the hand's table.
        """
        unseen = {(one.table, one.player) for one in await self._store.hidden_presence()}
        found: list[ProfileHand] = []
        while len(found) < HANDS and (played := await self._store.hands_of_player(player.id, which, before, HANDS)):
            hands = {one.hand.public_id: one.hand for one in played}
            for shown in self.to_profile_hands(played):
                hand = hands[shown.id]
                hides = {player for table, player in unseen if table == hand.table}
                if shown.has_player(asks.id) or is_public_hand(hand, shown, hides):
                    found.append(shown)
            before = played[-1].hand.ended
        return found[:HANDS]

    async def rating_history(self, player: StoredPlayer, ruleset: str, *, own: bool) -> list[RatingPoint]:
        """Return the player's ratings in a ruleset, oldest first."""
        if not own and "rating" in await hidden_parts(self._store, player):
            return []
        stood = (await self._store.rating_history(player.id, rating_pool(ruleset, bots=player.bot)))[::-1]
        apart = 1 + len(stood) // POINTS
        return [_to_rating_point(one) for at, one in enumerate(stood) if (len(stood) - 1 - at) % apart == 0]

    async def ranking(
        self, kind: RankingKind, ruleset: str, since: int, among: Among, asks: StoredPlayer
    ) -> list[RankingLine]:
        """Return the ranking of a ruleset. Raises UnknownName."""
        known = self._library.ruleset(ruleset)
        if among == "bots" and kind != "rating":
            return []
        pool = rating_pool(known.id, bots=among == "bots")
        these = await self._friends(asks) if among == "friends" else None
        found = await self._store.ranking(kind, pool, since, RANKED, place_conditions(self._unranked(), these))
        titles = await titles_of(self._store, self._library.family(known.family), [one.player for one in found])
        return [to_ranking_line(kind, one, titles.get(one.player), you=one.player == asks.id) for one in found]

    async def _friends(self, player: StoredPlayer) -> set[str]:
        """Return the player and the players that they follow."""
        relations = await self._store.relations_of(player.id)
        return {
            player.id,
            *(relation.other for relation in relations if relation.player == player.id and relation.bond == "follow"),
        }

    def to_profile_hands(self, played: Sequence[PlayedHand]) -> list[ProfileHand]:
        """Return hands of a player as the player sees them, without unreadable ones."""
        results = {one.hand.public_id: one for one in played}
        hands = summaries_with_words(self._library, [one.hand for one in played])
        return [_to_profile_hand(hand, results[hand.id]) for hand in hands]

    async def set_visibility(
        self, player: StoredPlayer, hides: Collection[Part], shows: Collection[PrivatePart]
    ) -> None:
        """Hide these parts and show all others; of the private parts, show these and hide all others."""
        await self._store.put_hidden(player.id, [*hides, *(_SHOWN + part for part in shows)])


def _to_profile_hand(hand: HandWithWords, played: PlayedHand) -> ProfileHand:
    result = played.result
    return ProfileHand(
        **asdict(hand),
        role=_role_text(result.role),
        won=result.won,
        points=result.points,
        left=result.left,
        feats=tuple(map(_feat_text, result.feats)),
        uncounted=played.uncounted,
        half=not played.uncounted and played.weight == HALF_WEIGHT,
    )


def _to_title_view(family: str, ladder: Ladder, points: int) -> TitleView:
    level = ladder.level_of(points)
    following = level + 1 if level + 1 < len(ladder.levels) else None
    return TitleView(
        family=family,
        title=title_words(ladder, level),
        level=level + 1,
        levels=len(ladder.levels),
        points=points,
        since=ladder.levels[level].points,
        next=None if following is None else title_words(ladder, following),
        until=None if following is None else ladder.levels[following].points,
    )


def _ratings(standings: Mapping[str, Standing]) -> Iterable[RatingView]:
    """Return the ratings, those with the most hands first."""
    for pool, one in sorted(standings.items(), key=lambda item: (-item[1].hands, item[0])):
        seen = to_displayed(Rating(one.mu, one.sigma))
        yield RatingView(
            ruleset=pool.removeprefix(BOTS),
            number=seen.number,
            deviation=seen.deviation,
            established=seen.is_established,
            hands=one.hands,
            opponents=one.opponents,
            opponents_needed=OPPONENTS,
        )


def _to_rating_point(one: Standing) -> RatingPoint:
    seen = to_displayed(Rating(one.mu, one.sigma))
    return RatingPoint(at=one.ended, number=seen.number, deviation=seen.deviation)


def to_ranking_line(kind: RankingKind, one: RankedPlayer, worn: SeatTitle | None, *, you: bool) -> RankingLine:
    """Return a row of a ranking as people see it, with the title of the player."""
    seen = to_displayed(Rating(one.value, one.sigma)) if kind == "rating" else DisplayedRating(int(one.value), 0)
    title = worn and worn.words
    return RankingLine(
        name=one.name, value=seen.number, deviation=seen.deviation, hands=one.hands, title=title, you=you
    )


def _to_statistics(tallies: Iterable[HandTally]) -> Iterable[HandStatistics]:
    """Sum statistics by ruleset, role, and whether people or bots played, with the number of each action."""
    for (ruleset, role, people), group in groupby(tallies, key=lambda one: (one.ruleset, one.role, one.people)):
        found = tuple(group)
        feats: dict[str, int] = {}
        for tally in found:
            for feat in tally.feats:
                feats[feat] = feats.get(feat, 0) + tally.hands
        yield HandStatistics(
            ruleset=ruleset,
            role=_role_text(role),
            people=people,
            hands=sum(one.hands for one in found),
            won=sum(one.won for one in found),
            lost=sum(one.lost for one in found),
            left=sum(one.left for one in found),
            points=sum(one.points for one in found),
            multiplier=max(one.multiplier for one in found),
            feats=tuple(FeatCount(_feat_text(feat), hands) for feat, hands in sorted(feats.items())),
        )


def _role_text(code: str) -> TranslatableText | None:
    return TranslatableText(f"role.{code}") if code else None


def _feat_text(code: str) -> TranslatableText:
    return TranslatableText(f"feat.{code}")
