"""The data model of records.

A record contains the ruleset with all its parameters, the cards and actions in notation, and the events as JSON. Other
programs can read it without paiju.
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
    """The ruleset of a match with all its parameters, and its digest."""

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
    def is_digest_correct(self) -> bool:
        """Whether the recorded digest is that of the recorded parameters. Raises UnknownName."""
        return self.digest == digest_of_written_rules(self.family, self.rules)

    def game(self) -> AnyGame:
        """Return the game of the ruleset. Raises UnknownName, RulesetError."""
        return game_of(self.ruleset())


def digest_of_written_rules(family: str, rules: Mapping[str, Any]) -> str:
    """Return the digest of the parameters that a record contains.

    Parameters that the family has added later are not included, so the result equals the ``Ruleset.digest`` at the time when
    the record was made. Raises UnknownName.
    """
    fields = family_of(family).game.rules_type.__struct_fields__
    written = {name: rules[name] for name in fields if name in rules}
    return hashlib.sha256(msgspec.json.encode([family, written])).hexdigest()


class RecordedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a match. ``bot`` is the name of the bot, or None for a person. ``id`` is the player's id on the server."""

    name: str
    bot: str | None = None
    id: str | None = None


class FairProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The values that prove a fair deal (``paiju.core.fair_deal``), with bytes in hexadecimal.

    ``secret`` is None until the hand has ended. ``contributions`` and ``pledges`` have one entry for each seat. A
    pledge is the commitment to a contribution. If a seat did not open the contribution that it pledged, its entry
    in ``contributions`` is the server's substitute. Older records have no pledges.
    """

    table: str
    hand: int
    commitment: str
    contributions: tuple[str, ...] = ()
    secret: str | None = None
    pledges: tuple[str, ...] = ()

    @property
    def seats_with_substituted_contribution(self) -> tuple[Seat, ...]:
        """The seats whose contributions do not match their pledges, so that they must be the server's substitutes.

        Raises ValueError for invalid hexadecimal, and if the numbers of pledges and contributions differ.
        """
        parts = zip(self.pledges, self.contributions, strict=True)
        return tuple(
            seat for seat, (pledge, part) in enumerate(parts) if not matches_pledge(pledge, bytes.fromhex(part))
        )


class RecordedMove(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One move: the seat (-1 for the dealer), the action in notation, and the events that the action caused.

    If ``events`` is None, replay computes the events from the rules. ``by`` says who chose the action, for
    example ``player``, ``bot`` or ``timeout``. ``at`` is the time since the start of the hand in milliseconds.
    ``by`` and ``at`` may be None.
    """

    seat: Seat
    action: str
    events: tuple[Any, ...] | None = None
    by: str | None = None
    at: int | None = None


class RecordedHand(Struct, frozen=True, forbid_unknown_fields=True):
    """One hand: the state of the match before the hand, the deal, all moves, and the outcome.

    ``outcome`` is None if the hand was not finished. ``began`` and ``ended`` are Unix times in milliseconds, or
    None. ``coins`` is the settlement of a hand that was played for coins.
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
    """Return a record in the current version of the format."""
    return Record(VERSION, Rulebook.of(ruleset), players, hands)
