"""Format numbers of stored data, and upcasters, which convert stored values from one format to the next.

Every stored value has its format number beside it. When an old value is read, it is first converted step by
step to the current format. Each step is a function on plain JSON. ADR 9 says when the format number
increases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paiju.core.codec import from_plain
from paiju.core.errors import NotationError
from paiju.core.ruleset import Ruleset
from paiju.core.score_breakdown import Outcome
from paiju.records import FairProof, Record, RecordedHand, RecordedMove, RecordedPlayer, new_record
from paiju.server.domain.ruleset_registry import RulesetRegistry, deserialize_ruleset
from paiju.server.errors import NewerFormat

FORMAT: Final = 5
"""The number of the current format."""

Steps = Mapping[int, Callable[..., Any]]
"""Upcasters by format number. Each upcaster converts a value of that format to the next format.

A number is missing if the next format changes nothing in these values.
"""


def upcast(value: Any, number: int, steps: Steps, *context: Any) -> Any:
    """Convert a stored value of format ``number`` to the current format. Raises NewerFormat, NotationError.

    ``steps`` maps the number of a format to the function that converts a value of this format to the next one. A format
    without a function is identical to the next one. Each function also gets ``context``.
    """
    if not 1 <= number <= FORMAT:
        raise (NewerFormat if number > FORMAT else NotationError)("unknown_format", format=number, newest=FORMAT)
    for past in range(number, FORMAT):
        if past in steps:
            value = steps[past](value, *context)
    return value


_NEW_TAGS: Final[dict[str, dict[str, str]]] = {
    "doudizhu": {"deal": "go_on"},
    "gunzi": {"return": "give_back", "take": "take_back"},
    "zipai": {"go": "go_on", "minimum": "set_minimum"},
}
"""The tags of actions that were renamed in format 2, by family: the new tag for each old one."""


def _upcast_events_of_1(happened: list[dict[str, Any]], family: str) -> list[dict[str, Any]]:
    """Convert table events of format 1: rename actions, and drop the game's events, which follow from the actions."""
    return [_upcast_event_of_1(fact, _NEW_TAGS.get(family, {})) for fact in happened]


def _upcast_event_of_1(fact: dict[str, Any], tags: Mapping[str, str]) -> dict[str, Any]:
    if "action" not in fact:
        return fact
    kept = {name: value for name, value in fact.items() if name != "events"}
    return {**kept, "action": _upcast_action_of_1(fact["action"], tags)}


def _upcast_action_of_1(action: dict[str, Any], tags: Mapping[str, str]) -> dict[str, Any]:
    tag = action.get("type", "")
    return {**action, "type": tags[tag]} if tag in tags else action


EVENT_UPCASTERS: Final[Steps] = {1: _upcast_events_of_1}
"""Upcasters of table events. They also receive the family of the table."""

LOBBY_UPCASTERS: Final[Steps] = {}
"""Upcasters of lobby summaries."""


def _upcast_hand_summary_of_1(info: dict[str, Any]) -> dict[str, Any]:
    """Convert a hand summary of format 1: put its players into the form that records use."""
    players = [{"name": sitter["name"], "bot": sitter["bot"], "id": sitter["player"]} for sitter in info["seats"]]
    return {name: value for name, value in info.items() if name != "seats"} | {"players": players}


HAND_SUMMARY_UPCASTERS: Final[Steps] = {1: _upcast_hand_summary_of_1}
"""Upcasters of hand summaries. The hand itself is a record, which has its own version."""


def upcast_record_of_1(kept: dict[str, Any], library: RulesetRegistry) -> Record:
    """Convert a hand that was stored in format 1, before records existed, to a record. Raises NotationError, UnknownName."""
    ruleset = deserialize_ruleset(library, from_plain(kept["ruleset"], Ruleset))
    game = library.game(ruleset)
    tags = _NEW_TAGS.get(ruleset.family, {})

    def to_recorded_move(move: dict[str, Any]) -> RecordedMove:
        action = from_plain(_upcast_action_of_1(move["action"], tags), game.action_type)
        return RecordedMove(move["seat"], game.format_action(action), by=move["by"], at=move["at"])

    hand = RecordedHand(
        match=kept["match"],
        deck=tuple(map(game.format_card, kept["deal"]["deck"])),
        draws=tuple(kept["deal"]["draws"]),
        moves=tuple(map(to_recorded_move, kept["moves"])),
        outcome=from_plain(kept["outcome"], Outcome),
        fair=FairProof(kept["table"], kept["number"], kept["commitment"], tuple(kept["contributions"]), kept["secret"]),
        began=kept["began"],
        ended=kept["ended"],
    )
    players = (RecordedPlayer(sitter["name"], sitter["bot"], sitter["player"]) for sitter in kept["seats"])
    return new_record(ruleset, tuple(players), (hand,))
