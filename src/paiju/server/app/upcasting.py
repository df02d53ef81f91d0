"""The formats in which the room has ever stored things, and the way from each to the next.

Whatever is stored has the number of its format beside it. What has an old one is lifted, a step a format, before it is read:
a step is a function of plain JSON. ADR 9 says when the number grows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paiju.core.breakdown import Outcome
from paiju.core.codec import from_plain
from paiju.core.errors import NotationError
from paiju.core.ruleset import Ruleset
from paiju.records import FairProof, Record, RecordedHand, RecordedMove, RecordedPlayer, new_record
from paiju.server.domain.ruleset_registry import RulesetRegistry, deserialize_ruleset
from paiju.server.errors import NewerFormat

FORMAT: Final = 4
"""What is stored today."""

Steps = Mapping[int, Callable[..., Any]]
"""The step from a format to the next; where there is none, nothing has changed."""


def upcast(value: Any, number: int, steps: Steps, *context: Any) -> Any:
    """A stored value in today's format. Raises Newer, NotationError."""
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
"""Actions whose ``type`` is another since format 2, by family."""


def _upcast_events_of_1(happened: list[dict[str, Any]], family: str) -> list[dict[str, Any]]:
    """Other events follow from an action since then: what happened is found by doing it again."""
    return [_upcast_event_of_1(fact, _NEW_TAGS.get(family, {})) for fact in happened]


def _upcast_event_of_1(fact: dict[str, Any], tags: Mapping[str, str]) -> dict[str, Any]:
    if "action" not in fact:
        return fact
    kept = {name: value for name, value in fact.items() if name != "events"}
    return {**kept, "action": _upcast_action_of_1(fact["action"], tags)}


def _upcast_action_of_1(action: dict[str, Any], tags: Mapping[str, str]) -> dict[str, Any]:
    tag = action.get("type", "")
    return {**action, "type": tags[tag]} if tag in tags else action


FACTS: Final[Steps] = {1: _upcast_events_of_1}
"""Upcasters of an entry's facts, by the family that the table plays."""

LOBBY: Final[Steps] = {}
"""Upcasters of what the lobby shows of a table."""


def _upcast_info_of_1(info: dict[str, Any]) -> dict[str, Any]:
    """Convert the players to the form that records use."""
    players = [{"name": sitter["name"], "bot": sitter["bot"], "id": sitter["player"]} for sitter in info["seats"]]
    return {name: value for name, value in info.items() if name != "seats"} | {"players": players}


INFO: Final[Steps] = {1: _upcast_info_of_1}
"""Upcasters of a finished hand in a list. The hand itself is a record, which has a version of its own."""


def upcast_record_of_1(kept: dict[str, Any], library: RulesetRegistry) -> Record:
    """A hand as it was kept before it was a record. Raises NotationError, UnknownName."""
    ruleset = deserialize_ruleset(library, from_plain(kept["ruleset"], Ruleset))
    game = library.game(ruleset)
    tags = _NEW_TAGS.get(ruleset.family, {})

    def move_of(move: dict[str, Any]) -> RecordedMove:
        action = from_plain(_upcast_action_of_1(move["action"], tags), game.action_type)
        return RecordedMove(move["seat"], game.format_action(action), by=move["by"], at=move["at"])

    hand = RecordedHand(
        match=kept["match"],
        deck=tuple(map(game.format_card, kept["deal"]["deck"])),
        draws=tuple(kept["deal"]["draws"]),
        moves=tuple(map(move_of, kept["moves"])),
        outcome=from_plain(kept["outcome"], Outcome),
        fair=FairProof(kept["table"], kept["number"], kept["commitment"], tuple(kept["contributions"]), kept["secret"]),
        began=kept["began"],
        ended=kept["ended"],
    )
    players = (RecordedPlayer(sitter["name"], sitter["bot"], sitter["player"]) for sitter in kept["seats"])
    return new_record(ruleset, tuple(players), (hand,))
