"""Writes a random hand as text, so that two versions of a game can be compared by their texts.

For every decision, the text says what the seat sees, which actions are legal, and which action the seat
takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from random import Random
from typing import Any, Final

from paiju.core.game import AnyGame, Zone
from paiju.core.hand_runner import PlayedMove
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import DEALER, Seat
from paiju.testing.hand_simulation import play_hand, random_deal, random_policy

MOST_ACTIONS_SHOWN: Final = 12
"""The maximum number of legal actions that are written for one decision. An ellipsis stands for all others."""


def playthrough_lines(game: AnyGame, seed: int = 0) -> Iterator[str]:
    """Yield the lines of a hand in which all seats choose at random.

    Seeds are tried in ascending order from ``seed`` on, until one gives a hand that a seat wins. The same rules
    and the same seed give the same lines. So if two versions of a game give different lines, the difference shows
    what was changed.
    """
    moves = next(hand for number in count(seed) if (hand := _random_hand(game, number)) and _has_winners(game, hand))
    yield "deal"
    yield from _indent_lines(_zone_lines(game, moves[0].before, None))
    for number, move in enumerate((move for move in moves if move.seat != DEALER), 1):
        yield ""
        yield f"{number}. seat {move.seat}"
        yield from _indent_lines(_decision_lines(game, move.before, move.seat))
        yield f"  does: {game.format_action(move.action)}"
        yield from _indent_lines(f"event: {type(event).__name__}" for event in move.step.events)
    yield ""
    yield from _end_lines(game, moves[-1].step.state)


def _random_hand(game: AnyGame, seed: int) -> list[PlayedMove]:
    random, match = Random(seed), game.new_match()
    state = game.start(match, random_deal(game, match, random))
    return list(play_hand(game, state, random_policy(random), random))


def _has_winners(game: AnyGame, moves: list[PlayedMove]) -> bool:
    return bool(_final_outcome(game, moves[-1].step.state).winners)


def _final_outcome(game: AnyGame, state: Any) -> Outcome:
    found = game.outcome(state)
    assert found is not None
    return found


def _indent_lines(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _decision_lines(game: AnyGame, state: Any, seat: Seat) -> Iterator[str]:
    """Yield the lines that show what a seat sees, and the line with its legal actions."""
    view = game.view(state, seat)
    yield from _zone_lines(game, state, seat)
    worth = " ".join(f"{line.code}:{line.how}:{line.value}" for line in game.score_lines(view))
    if worth:
        yield f"worth: {worth}"
    legal = game.legal(view, seat)
    texts = [game.format_action(legal[place]) for place in range(min(len(legal), MOST_ACTIONS_SHOWN))]
    yield f"may ({len(legal)}): " + ", ".join(texts) + (", …" if len(legal) > MOST_ACTIONS_SHOWN else "")


def _zone_lines(game: AnyGame, state: Any, viewer: Seat | None) -> Iterator[str]:
    """Yield a line for each zone that contains cards, as a seat or a spectator (None) sees it."""
    for zone in game.zones(game.view(state, viewer)):
        if not zone.is_empty:
            yield f"{'middle' if zone.seat is None else f'seat {zone.seat}'} {zone.place}: {_cards_text(zone)}"


def _cards_text(zone: Zone) -> str:
    return " ".join([*zone.cards, *([f"({zone.hidden})"] if zone.hidden else [])])


def _end_lines(game: AnyGame, state: Any) -> Iterator[str]:
    outcome = _final_outcome(game, state)
    yield f"end: {outcome.reason}; winners {list(outcome.winners)}; points {list(outcome.points)}"
    yield from _indent_lines(f"{line.code} {line.how} {line.value}" for line in outcome.account)
