"""The formats in which the room has ever stored things, and the way from each to the next.

Whatever is stored has the number of its format beside it. What has an old one is lifted, a step a format, before it is read:
a step is a function of plain JSON. ADR 9 says when the number grows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paiju.core.errors import NotationError

FORMAT: Final = 2
"""What is stored today."""

Steps = Mapping[int, Callable[..., Any]]
"""The step from a format to the next; where there is none, nothing has changed."""


def lifted(value: Any, number: int, steps: Steps, *context: Any) -> Any:
    """A stored value in today's format. Raises NotationError."""
    if not 1 <= number <= FORMAT:
        raise NotationError("unknown_format", format=number, newest=FORMAT)
    for past in range(number, FORMAT):
        if past in steps:
            value = steps[past](value, *context)
    return value


_NEW_TAGS: Final[dict[str, dict[str, str]]] = {
    "zipai": {"go": "go_on", "minimum": "set_minimum"},
}
"""Actions whose ``type`` is another since format 2, by family."""


def _facts_of_1(happened: list[dict[str, Any]], family: str) -> list[dict[str, Any]]:
    """Other events follow from an action since then: what happened is found by doing it again."""
    return [_fact_of_1(fact, _NEW_TAGS.get(family, {})) for fact in happened]


def _fact_of_1(fact: dict[str, Any], tags: Mapping[str, str]) -> dict[str, Any]:
    if "action" not in fact:
        return fact
    return {name: value for name, value in fact.items() if name != "events"} | {
        "action": _retagged(fact["action"], tags)
    }


def _retagged(action: dict[str, Any], tags: Mapping[str, str]) -> dict[str, Any]:
    return {**action, "type": tags.get(action["type"], action["type"])} if "type" in action else action


def _hand_of_1(hand: dict[str, Any]) -> dict[str, Any]:
    tags = _NEW_TAGS.get(hand["ruleset"]["family"], {})
    return hand | {"moves": [move | {"action": _retagged(move["action"], tags)} for move in hand["moves"]]}


FACTS: Final[Steps] = {1: _facts_of_1}
"""Of the facts of an entry, with the family that the table plays."""

HANDS: Final[Steps] = {1: _hand_of_1}
"""Of a finished hand."""

LOBBY: Final[Steps] = {}
"""Of what the lobby shows of a table."""
