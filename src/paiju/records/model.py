"""What a record holds.

Everything in it is text, numbers and lists, so that a record can be read without the code that wrote it: the ruleset is there
with all its parameters, cards and actions are written in their notation, events as they are in JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from paiju.core.breakdown import Outcome
from paiju.core.codec import from_plain
from paiju.core.coins import Settled
from paiju.core.errors import NotationError
from paiju.core.fair_deal import Deal, matches_pledge
from paiju.core.game import AnyGame, Match
from paiju.core.ruleset import Ruleset, Title, make_rules
from paiju.core.seats import Seat
from paiju.games.registry import family_of, game_of

VERSION: Final = 2
"""Of the format. A later one reads all earlier ones."""


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """The ruleset that was played, whole, and its digest."""

    family: str
    name: str
    title: Title
    digest: str
    rules: dict[str, Any]

    @classmethod
    def of(cls, ruleset: Ruleset) -> Rulebook:
        """As a record keeps it."""
        rules = msgspec.to_builtins(ruleset.rules)
        return cls(ruleset.family, ruleset.name, ruleset.title, ruleset.digest, rules)

    def ruleset(self) -> Ruleset:
        """As it is played. Raises UnknownName, RulesetError."""
        rules = make_rules(family_of(self.family).game.rules_type, self.rules)
        return Ruleset(self.family, self.name, self.title, rules)

    @property
    def has_own_digest(self) -> bool:
        """Whether the digest is the one of these rules, as they are written here. Raises UnknownName."""
        return self.digest == digest_of_written_rules(self.family, self.rules)

    def game(self) -> AnyGame:
        """Put to work."""
        return game_of(self.ruleset())


def digest_of_written_rules(family: str, rules: Mapping[str, Any]) -> str:
    """The digest of a ruleset that has these parameters and no others, as ``Ruleset.digest`` was when they were written.

    A parameter that the family's rules have had since then is none of it. Raises UnknownName.
    """
    fields = family_of(family).game.rules_type.__struct_fields__
    written = {name: rules[name] for name in fields if name in rules}
    return hashlib.sha256(msgspec.json.encode([family, written])).hexdigest()


class RecordedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat where; ``bot`` names the program, if it was one, and ``id`` the player, as the room knows them."""

    name: str
    bot: str | None = None
    id: str | None = None


class FairProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of a fair deal (``paiju.core.fair_deal``): bytes in hexadecimal; ``secret`` only after the end of the hand.

    With ``pledges``, one a seat, a contribution is what its seat pledged, or the server's substitute (``replaced``). Older
    records have no pledges.
    """

    table: str
    hand: int
    commitment: str
    contributions: tuple[str, ...] = ()
    secret: str | None = None
    pledges: tuple[str, ...] = ()

    @property
    def replaced_seats(self) -> tuple[Seat, ...]:
        """The seats that did not open what they had pledged. Raises ValueError where bytes are not in hexadecimal."""
        parts = zip(self.pledges, self.contributions, strict=True)
        return tuple(
            seat for seat, (pledge, part) in enumerate(parts) if not matches_pledge(pledge, bytes.fromhex(part))
        )


class RecordedMove(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action: whose (-1 for the dealer), as text, and the events it led to (None: those that follow from it).

    ``by`` tells who chose it, ``at`` the milliseconds since the hand began, where somebody has noted them.
    """

    seat: Seat
    action: str
    events: tuple[Any, ...] | None = None
    by: str | None = None
    at: int | None = None


class RecordedHand(Struct, frozen=True, forbid_unknown_fields=True):
    """One hand: where the match stood, the deal, every move, and the outcome (None if it broke off).

    ``began`` and ``ended`` are in milliseconds since 1970, where somebody has noted them; ``coins`` is how it was settled, where
    it was played for coins.
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
        """The deal as the game takes it. Raises NotationError."""
        return Deal(tuple(map(game.parse_card, self.deck)), self.draws)

    def before(self, game: AnyGame) -> Any:
        """Where the match stood. Raises NotationError."""
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
    """A record in the present format."""
    return Record(VERSION, Rulebook.of(ruleset), players, hands)
