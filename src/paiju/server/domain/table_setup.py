"""The setup of a table: its ruleset and its settings.

Each setting is a field of ``TableSettings``; forms, the log and the wire format follow from the fields. The catalogues
contain the texts of a setting: ``setting.<field>``, ``setting.<field>.<value>`` and, for an explanation,
``setting.<field>.help``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert

from paiju.core.coins import Stakes
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset, with_options
from paiju.core.stake_rooms import StakeRoom
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import InvalidField, Refusal, invalid_field


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """Time to think, in seconds: ``turn`` for each turn, and ``reserve`` for the whole hand.

    If ``turn`` is 0, there is no clock.
    """

    turn: Annotated[int, Meta(ge=0, le=600, examples=[0, 10, 20, 30, 60])] = 20
    reserve: Annotated[
        int, Meta(ge=0, le=3600, examples=[0, 30, 60, 180], extra_json_schema={"needs": "pace.turn"})
    ] = 30  # fmt: skip


Claims = Annotated[Literal["quiet", "quick"], Meta(extra_json_schema={"needs": "windows"})]


class TableSettings(Struct, frozen=True, kw_only=True):
    """Settings of a table that do not depend on its game.

    Each field has a default, for tables that were stored before the field existed. Forms are made from the JSON
    schema of this class. Two keywords of the schema are for forms:

    - ``examples`` are the numbers to choose from.
    - ``needs`` is a condition without which the setting has no effect. It names another setting (if necessary with
      ``=`` and a value), or a property of the ruleset in ``/api/rulesets``.
    """

    pace: TimeControl = TimeControl()
    hands: Annotated[int, Meta(ge=0, le=1000, examples=[0, 4, 8, 16])] = 0
    """Number of hands in the match; 0: no end."""
    claims: Claims = "quiet"
    """How long a window (``Game.window_duration``) lasts.

    ``quiet``: equally long whatever card was played, so that the duration reveals nothing. ``quick``: until all seats
    with a choice have answered.
    """
    wait: Annotated[
        int, Meta(ge=3, le=10, examples=[3, 4, 5, 6, 8, 10], extra_json_schema={"needs": "claims=quiet"})
    ] = 3
    """Seconds that a ``quiet`` claim window lasts, in which several players may claim a card.

    The window in which a player decides about a card that the player has drawn lasts half as long.
    """
    thinking: Literal["none", "brief", "usual", "long"] = "usual"
    """How long bots pause before their moves, so that people can follow them."""

    def settings_by_name(self) -> dict[str, Any]:
        """Return the values of the fields of ``TableSettings`` by name, without fields of a subclass."""
        return {name: getattr(self, name) for name in TableSettings.__struct_fields__}


class NewTableSettings(TableSettings, frozen=True, kw_only=True):
    """Settings of a new table.

    Some fields have another default here than in ``TableSettings``. The defaults there are for tables that were
    stored before the field existed.
    """

    claims: Claims = "quick"


class Setup(TableSettings, frozen=True, kw_only=True):
    """Setup of a table: ruleset and settings.

    The table of a stake room (金币场) also has the stake room's id (``room``), its stakes, and the time after which bots
    take the empty seats (``bots``).
    """

    ruleset: Ruleset
    room: str = ""
    stakes: Stakes | None = None
    bots: int | None = None
    """In a stake room, the seconds after which bots take the empty seats; None: never."""
    duplicate: str = ""
    """The name of the duplicate deal that the table plays as its only hand; "" at other tables.

    Several tables play the same deal, so that their results can be compared.
    """
    demo: bool = False
    """Whether the room opened the table, so that visitors can watch bots play."""


class SetupRequest(NewTableSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A requested setup: a ruleset by id with changed parameters, or a stake room by id.

    A private table with a stake room has the stakes and the rules of the stake room, but the settings of the
    request.
    """

    ruleset: Annotated[str, Meta(max_length=80)] = ""
    options: Annotated[dict[str, Any], Meta(max_length=100)] = {}
    room: Annotated[str, Meta(max_length=80)] = ""


def resolve_setup(
    library: RulesetRegistry, wanted: SetupRequest, now: Setup | None = None, *, private: bool = False
) -> Setup:  # fmt: skip
    """Return the setup that a request describes.

    ``now`` is the present setup of the table; None for a new table. A table may keep a ruleset or a stake room that the
    server no longer offers. Raises UnknownName, RulesetError, Refusal, InvalidField.
    """
    if wanted.room:
        return _resolve_stake_room_setup(library, wanted, now, private=private)
    if not wanted.ruleset:
        raise InvalidField("missing_field", field="ruleset")
    try:
        ruleset = library.ruleset(wanted.ruleset)
    except UnknownName:
        if now is None or now.ruleset.id != wanted.ruleset:
            raise
        ruleset = now.ruleset
    changed = with_options(ruleset, **wanted.options) if wanted.options else ruleset
    return Setup(ruleset=changed, **wanted.settings_by_name())


def _resolve_stake_room_setup(
    library: RulesetRegistry, wanted: SetupRequest, now: Setup | None, *, private: bool
) -> Setup:  # fmt: skip
    """Return the setup of a table that belongs to a stake room. Raises UnknownName, Refusal, InvalidField.

    The table always has the rules and stakes of the stake room. A public table also has the stake room's settings;
    a private table has the settings of the request. If the stake room no longer exists, its rules, stakes and
    settings are taken from ``now``, the present setup of the table.
    """
    try:
        room = library.stake_room(wanted.room)
    except UnknownName:
        if now is None or now.room != wanted.room:
            raise
        ruleset, stakes, bots, terms = now.ruleset, now.stakes, now.bots, now.settings_by_name()
    else:
        ruleset, stakes, bots = library.ruleset(room.ruleset_id), room.stakes, room.bots
        terms = stake_room_settings(room).settings_by_name()
    if wanted.ruleset not in ("", ruleset.id) or wanted.options:
        raise Refusal("room_decides", room=wanted.room)
    settings = wanted.settings_by_name() if private else terms
    return Setup(ruleset=ruleset, room=wanted.room, stakes=stakes, bots=bots, **settings)


def stake_room_settings(room: StakeRoom) -> TableSettings:
    """Return the settings of the tables in a stake room.

    Raises InvalidField if the stake room's file contains an invalid setting.
    """
    try:
        return convert(room.terms, _RoomSettings)
    except ValidationError as error:
        raise invalid_field(error, _RoomSettings, "terms") from error


class _RoomSettings(NewTableSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings in the file of a stake room. An unknown field is an error."""
