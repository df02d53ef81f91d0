"""The data model of records.

A record contains only text, numbers and lists, so other programs can read it without paiju: the ruleset with all its
parameters, cards and actions in notation, and events as JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from paiju.core.codec import from_plain
from paiju.core.coins import Settled
from paiju.core.errors import NotationError
from paiju.core.fair_deal import Deal, matches_pledge
from paiju.core.game import AnyGame, Match
from paiju.core.ruleset import Ruleset, Title, make_rules
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.games.registry import family_of, game_of

VERSION: Final = 2
"""Version of the format. Newer versions read all older ones."""


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """The full ruleset of a match, and its digest."""

    family: str
    name: str
    title: Title
    digest: str
    rules: dict[str, Any]

    @classmethod
    def of(cls, ruleset: Ruleset) -> Rulebook:
        """Return the rulebook of a ruleset."""
        rules = msgspec.to_builtins(ruleset.rules)
        return cls(ruleset.family, ruleset.name, ruleset.title, ruleset.digest, rules)

    @property
    def id(self) -> str:
        """The id of the ruleset: ``family/name``."""
        return f"{self.family}/{self.name}"

    def ruleset(self) -> Ruleset:
        """Return the ruleset. Raises UnknownName, RulesetError."""
        rules = make_rules(family_of(self.family).game.rules_type, self.rules)
        return Ruleset(self.family, self.name, self.title, rules)

    @property
    def has_own_digest(self) -> bool:
        """Return whether the digest matches the rules as the record states them. Raises UnknownName."""
        return self.digest == digest_of_written_rules(self.family, self.rules)

    def game(self) -> AnyGame:
        """Return the game of the ruleset."""
        return game_of(self.ruleset())


def digest_of_written_rules(family: str, rules: Mapping[str, Any]) -> str:
    """Return the digest of a ruleset with exactly these parameters.

    Parameters that the family added later are left out, so the result equals the ``Ruleset.digest`` of the time of
    the record. Raises UnknownName.
    """
    fields = family_of(family).game.rules_type.__struct_fields__
    written = {name: rules[name] for name in fields if name in rules}
    return hashlib.sha256(msgspec.json.encode([family, written])).hexdigest()


class RecordedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a match. ``bot`` is the name of a bot, ``id`` the player's id in the card room."""

    name: str
    bot: str | None = None
    id: str | None = None


class FairProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of a fair deal (``paiju.core.fair_deal``), with bytes in hexadecimal. ``secret`` is set only after the hand.

    ``pledges`` has one entry for each seat. A contribution then is either the one that the seat pledged or the
    server's substitute (``replaced``). Older records have no pledges.
    """

    table: str
    hand: int
    commitment: str
    contributions: tuple[str, ...] = ()
    secret: str | None = None
    pledges: tuple[str, ...] = ()

    @property
    def replaced_seats(self) -> tuple[Seat, ...]:
        """Return the seats that did not open their pledged contribution. Raises ValueError for invalid hexadecimal."""
        parts = zip(self.pledges, self.contributions, strict=True)
        return tuple(
            seat for seat, (pledge, part) in enumerate(parts) if not matches_pledge(pledge, bytes.fromhex(part))
        )


class RecordedMove(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action: seat (-1 for the dealer), text, and the events it caused (None: replay computes them from the rules).

    ``by`` says who chose the action; ``at`` is the time since the hand began, in milliseconds. Both may be missing.
    """

    seat: Seat
    action: str
    events: tuple[Any, ...] | None = None
    by: str | None = None
    at: int | None = None


class RecordedHand(Struct, frozen=True, forbid_unknown_fields=True):
    """One hand: the match before it, the deal, all moves, and the outcome (None if the hand was interrupted).

    ``began`` and ``ended`` are Unix times in milliseconds, or None. ``coins`` is the settlement of a hand played for
    coins.
    """

    match: dict[str, Any]
    deck: tuple[str, ...]
    draws: tuple[int, ...]
    moves: tuple[RecordedMove, ...]
    outcome: Outcome | None = None
    fair: FairProof | None = None
    began: int | None = None
    ended: int | None = None
    coins: Settled | None = None

    def deal(self, game: AnyGame) -> Deal:
        """Return the deal. Raises NotationError."""
        return Deal(tuple(map(game.parse_card, self.deck)), self.draws)

    def match_before(self, game: AnyGame) -> Any:
        """Return the match before the hand. Raises NotationError."""
        match: Match = from_plain(self.match, game.match_type)
        if len(match.points) != game.seats:
            raise NotationError("match_points", points=len(match.points), seats=game.seats)
        return match


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A match, hand by hand. ``paiju`` is the version of the format."""

    paiju: int
    ruleset: Rulebook
    players: tuple[RecordedPlayer, ...]
    hands: tuple[RecordedHand, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.paiju <= VERSION:
            raise NotationError("record_version", version=self.paiju, newest=VERSION)


def new_record(ruleset: Ruleset, players: tuple[RecordedPlayer, ...], hands: tuple[RecordedHand, ...] = ()) -> Record:
    """Return a record in the current format."""
    return Record(VERSION, Rulebook.of(ruleset), players, hands)
