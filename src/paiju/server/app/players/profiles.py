"""A player's public profile: titles, ratings, statistics and finished hands. Everything is computed from finished hands."""

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
from paiju.server.app.ranking.seat_titles import SeatTitle, title_text, titles_of
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
from paiju.server.app.tables.hand_replay import HandSummary, HandWithWords, summaries_with_texts
from paiju.server.domain.ranking_eligibility import Uncounted
from paiju.server.domain.ruleset_registry import RulesetRegistry

Part = Literal["title", "rating", "numbers", "history", "coins", "presence"]
"""The parts of a profile that a player may hide. ``presence`` is whether the player is online, and where."""

PrivatePart = Literal["mistakes"]
"""The parts of a profile that are hidden unless the player shows them."""

_SHOWN: Final = "shown_"
"""The prefix of an entry that says that the player shows a private part of the profile.

Such an entry is stored in the set of hidden parts, where all other entries name parts that the player hides.
"""

Among = Literal["people", "friends", "bots"]
"""Whom a ranking lists.

``people``: all people. ``friends``: the caller, and the players whom the caller follows. ``bots``: bot
accounts.
"""

POINTS: Final = 120
"""Maximum number of ``RatingPoint`` values in a rating history."""

HANDS: Final = 50
"""Maximum number of hands in one response."""

RANKED: Final = 100
"""Maximum number of rows in a ranking."""


OPPONENTS: Final = 8
"""Number of different opponents that a player needs to be in a ranking."""


class TitleView(Struct, frozen=True, kw_only=True):
    """A player's title in a family, and the next title. ``level`` counts from 1 to ``levels``.

    The next title starts at ``until`` points. ``next`` and ``until`` are null if the player has the highest title.
    """

    family: str
    title: TranslatableText
    level: int
    levels: int
    points: int
    since: int
    """Number of points at which the title starts."""
    next: TranslatableText | None
    until: int | None


class RatingView(Struct, frozen=True, kw_only=True):
    """A player's rating in a ruleset, on the displayed scale, with its deviation."""

    ruleset: str
    number: int
    deviation: int
    established: bool
    """False while the rating is provisional; the player is then not ranked."""
    hands: int
    """Number of rated hands."""
    opponents: int
    """Number of different players with whom the player has finished a counted hand."""
    opponents_needed: int
    """Number of opponents that a player needs to be in a ranking."""


class RatingPoint(Struct, frozen=True, kw_only=True):
    """A rating after a hand that ended at the time ``at`` (Unix milliseconds)."""

    at: int
    number: int
    deviation: int


class RankingLine(Struct, frozen=True, kw_only=True):
    """A row of a ranking. ``value`` is the rating, or the sum of points or coins.

    ``deviation`` is the deviation of the rating; 0 in a ranking by points or coins. ``you`` says whether the row is the
    caller's.
    """

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
    """Statistics of a player's hands in one ruleset and role.

    ``people`` says whether only people played these hands.
    """

    ruleset: str
    role: TranslatableText | None
    people: bool
    hands: int
    """Number of hands, including hands that nobody won."""
    won: int
    lost: int
    left: int
    """Number of hands that the player left."""
    points: int
    multiplier: int
    """The highest multiplier of a hand."""
    feats: tuple[FeatCount, ...]


class Profile(Struct, frozen=True, kw_only=True):
    """A player's profile as the caller may see it.

    ``bot`` marks a bot account, and ``guest`` a player without an account. The parts named in ``hides`` are left
    out for all callers except the player. ``shows`` names parts that are hidden by default (``PrivatePart``) but
    that the player shows to others.
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
    """Whether an admin has excluded the player from rankings. Only the player learns this."""


class ProfileHand(HandWithWords, frozen=True, kw_only=True):
    """A finished hand in a player's list, with the player's result."""

    role: TranslatableText | None
    won: int
    """1 won, -1 lost, 0 nobody won."""
    points: int
    left: bool
    feats: tuple[TranslatableText, ...]
    uncounted: Uncounted = ""
    """Why the hand does not count for titles, ratings and rankings; "" if it counts."""
    half: bool = False
    """Whether the hand counts only half.

    It does if two of its players had already finished many hands together that day.
    """


def make_ranking_filter(excluded: Collection[str], among: Collection[str] | None = None) -> RankingFilter:
    """Return the conditions for a place in a ranking, or in the final standings of a season.

    ``excluded`` are players whom the ranking leaves out. If ``among`` is not None, the ranking lists only these
    players.
    """
    return RankingFilter(sigma=SURE / SCALE, opponents=OPPONENTS, among=among, excluded=excluded)


async def read_visibility(store: Store, player: StoredPlayer) -> Collection[str]:
    """Return the stored set of the parts of a player's profile whose visibility the player has changed.

    The set contains the public parts that the player hides, and the private parts that the player shows. Read it
    with ``hidden_public_parts`` and ``shown_private_parts``.
    """
    return (await store.visibility_exceptions([player.id])).get(player.id, frozenset())


def hidden_public_parts(visibility: Collection[str]) -> tuple[Part, ...]:
    """Return the public parts of a profile that the player hides.

    ``visibility`` is the result of ``read_visibility`` for the player.
    """
    return tuple(part for part in get_args(Part) if part in visibility)


def shown_private_parts(visibility: Collection[str]) -> tuple[PrivatePart, ...]:
    """Return the private parts that a player shows. ``visibility`` is the result of ``read_visibility`` for the player."""
    return tuple(part for part in get_args(PrivatePart) if _SHOWN + part in visibility)


def is_public_hand(hand: FinishedHand, shown: HandSummary, hidden: Collection[str]) -> bool:
    """Whether a list may show a hand to people who did not play it.

    ``hidden`` are players whom the list must not show. The list may not show a hand at a private table, a hand
    whose link was withdrawn, or a hand of a hidden player.
    """
    return not (shown.private or hand.withdrawn or any(one.id in hidden for one in shown.players))


class Profiles:
    """Builds the profiles of players."""

    def __init__(self, store: Store, library: RulesetRegistry, unranked: Callable[[], Collection[str]] = tuple) -> None:
        self._store = store
        self._library = library
        self._unranked = unranked
        """A function that returns the players whom admins have excluded from rankings."""

    async def profile_of(self, player: StoredPlayer, *, own: bool) -> Profile:
        """Return the profile of a player. ``own`` says whether the player is the caller, who also sees hidden parts."""
        hides = await read_visibility(self._store, player)
        kept = frozenset[str]() if own else hides
        return Profile(
            id=player.id,
            name=player.name,
            bot=player.bot,
            guest=await self._store.account_of(player.id) is None,
            created=player.created,
            hides=hidden_public_parts(hides),
            shows=shown_private_parts(hides),
            titles=() if "title" in kept else tuple([title async for title in self._iter_titles(player)]),
            ratings=() if "rating" in kept else tuple(_to_rating_views(await self._store.current_standings(player.id))),
            numbers=() if "numbers" in kept else tuple(_to_statistics(await self._store.tallies(player.id))),
            unranked=own and player.id in self._unranked(),
        )

    async def _iter_titles(self, player: StoredPlayer) -> AsyncIterator[TitleView]:
        for family in {offer.ruleset.family: None for offer in self._library.list_entries()}:
            ladder = self._library.family(family).ladder
            points = (await self._store.title_points([player.id], family)).get(player.id) if ladder else None
            if ladder is not None and points is not None:
                yield _to_title_view(family, ladder, points)

    async def hands(
        self, player: StoredPlayer, which: HandFilter, before: int, asks: StoredPlayer
    ) -> list[ProfileHand]:
        """Return those of the player's hands that the caller may see and that ended before a time, the newest first.

        ``asks`` is the caller.
        """
        if player.id == asks.id:
            return self.to_profile_hands(await self._store.find_played_hands(player.id, which, before))
        if "history" in await read_visibility(self._store, player):
            return []
        return await self._public_hands(player, which, before, asks)

    async def _public_hands(
        self, player: StoredPlayer, which: HandFilter, before: int, asks: StoredPlayer
    ) -> list[ProfileHand]:
        """Return those of the player's hands that the caller may see: hands that the caller played, and public ones.

        A hand is not public as long as one of its players both hides their presence and still sits at its table.
        """
        unseen = {(one.table, one.player) for one in await self._store.seated_hidden_players()}
        found: list[ProfileHand] = []
        while len(found) < HANDS and (played := await self._store.find_played_hands(player.id, which, before, HANDS)):
            hands = {one.hand.public_id: one.hand for one in played}
            for shown in self.to_profile_hands(played):
                hand = hands[shown.id]
                hides = {player for table, player in unseen if table == hand.table}
                if shown.has_player(asks.id) or is_public_hand(hand, shown, hides):
                    found.append(shown)
            before = played[-1].hand.ended
        return found[:HANDS]

    async def rating_history(self, player: StoredPlayer, ruleset: str, *, own: bool) -> list[RatingPoint]:
        """Return how the player's rating in a ruleset has changed, as at most ``POINTS`` ratings, the oldest first.

        These are the ratings after evenly spaced hands. ``own`` says whether the player is the caller. Other callers
        receive an empty list if the player hides the rating.
        """
        if not own and "rating" in await read_visibility(self._store, player):
            return []
        stood = (await self._store.rating_history(player.id, rating_pool(ruleset, bots=player.bot)))[::-1]
        apart = 1 + len(stood) // POINTS
        return [_to_rating_point(one) for at, one in enumerate(stood) if (len(stood) - 1 - at) % apart == 0]

    async def ranking(
        self, kind: RankingKind, ruleset: str, since: int, among: Among, asks: StoredPlayer
    ) -> list[RankingLine]:
        """Return the first ``RANKED`` players in the ranking ``kind`` of a ruleset. Raises UnknownName.

        Only players of the group ``among`` are listed, and only if they have a rated hand since ``since`` (Unix
        milliseconds). ``asks`` is the caller, whose own line is marked.
        """
        known = self._library.ruleset(ruleset)
        if among == "bots" and kind != "rating":
            return []
        pool = rating_pool(known.id, bots=among == "bots")
        these = await self._self_and_followed(asks) if among == "friends" else None
        found = await self._store.ranking(kind, pool, since, RANKED, make_ranking_filter(self._unranked(), these))
        titles = await titles_of(self._store, self._library.family(known.family), [one.player for one in found])
        return [to_ranking_line(kind, one, titles.get(one.player), you=one.player == asks.id) for one in found]

    async def _self_and_followed(self, player: StoredPlayer) -> set[str]:
        """Return the ids of the player and of those whom the player follows."""
        relations = await self._store.relations_of(player.id)
        return {
            player.id,
            *(relation.other for relation in relations if relation.player == player.id and relation.bond == "follow"),
        }

    def to_profile_hands(self, played: Sequence[PlayedHand]) -> list[ProfileHand]:
        """Return a player's hands in the form in which that player's list shows them, with texts.

        Hands that cannot be read are left out.
        """
        results = {one.hand.public_id: one for one in played}
        hands = summaries_with_texts(self._library, [one.hand for one in played])
        return [_to_profile_hand(hand, results[hand.id]) for hand in hands]

    async def set_visibility(
        self, player: StoredPlayer, hides: Collection[Part], shows: Collection[PrivatePart]
    ) -> None:
        """Set which parts of the profile other players see.

        The parts in ``hides`` are hidden, and all other public parts are shown. The private parts in ``shows`` are shown, and
        all other private parts are hidden.
        """
        await self._store.put_visibility_exceptions(player.id, [*hides, *(_SHOWN + part for part in shows)])


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
        title=title_text(ladder, level),
        level=level + 1,
        levels=len(ladder.levels),
        points=points,
        since=ladder.levels[level].points,
        next=None if following is None else title_text(ladder, following),
        until=None if following is None else ladder.levels[following].points,
    )


def _to_rating_views(standings: Mapping[str, Standing]) -> Iterable[RatingView]:
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
    """Return a row of a ranking as clients receive it, with the player's title."""
    seen = to_displayed(Rating(one.value, one.sigma)) if kind == "rating" else DisplayedRating(int(one.value), 0)
    title = worn and worn.words
    return RankingLine(
        name=one.name, value=seen.number, deviation=seen.deviation, hands=one.hands, title=title, you=you
    )


def _to_statistics(tallies: Iterable[HandTally]) -> Iterable[HandStatistics]:
    """Yield statistics for each combination of ruleset, role, and whether only people played.

    The statistics include the number of hands with each feat.
    """
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
