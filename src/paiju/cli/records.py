"""``paiju replay`` and ``paiju verify``: what a record tells, and whether it is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Final, NamedTuple

from paiju.cli.arguments import Given, UsageError
from paiju.cli.console import print_json, print_table, read_file
from paiju.core.codec import to_plain
from paiju.core.game import AnyGame
from paiju.core.ruleset import in_language
from paiju.core.seats import DEALER
from paiju.locale import account_line, lookup, text
from paiju.records import Check, Moment, Record, moments, read, verify

DIFFERS = 1
"""The exit code for a record that is not true."""


_MAD: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What the rules stumble over when a record tells of what cannot be: points for a seat that is not there, a wrong phase."""


def _careful(work: Callable[[Given], int]) -> Callable[[Given], int]:
    """A record comes from anywhere: that the rules cannot follow it is its mistake."""

    @wraps(work)
    def run(given: Given) -> int:
        try:
            return work(given)
        except _MAD as error:
            raise UsageError("mad_record", path=given.file, why=str(error)) from error

    return run


@_careful
def replay(given: Given) -> int:
    """Move by move, or where a hand stood after so many moves."""
    record = read(read_file(given.file))
    hand = None if given.hand is None else given.hand - 1
    if given.at is not None:
        _print_point(given, record, _moment(record, hand or 0, given.at))
    elif given.json:
        print_json(_whole(record, list(moments(record, hand))))
    else:
        _print_moves(given.lang, record, moments(record, hand))
    return 0


def _moment(record: Record, hand: int, at: int) -> Moment:
    last = 0
    for moment in moments(record, hand):
        if moment.move == at:
            return moment
        last = moment.move
    raise UsageError("no_such_move", option="--at", at=at, last=last)


def player_name(record: Record, seat: int, lang: str) -> str:
    """Who sat there."""
    if seat == DEALER:
        return text(lang, "replay.dealer")
    if seat < len(record.players):
        return record.players[seat].name
    return text(lang, "simulate.seat", seat=seat + 1)


# ---- as JSON


def _whole(record: Record, found: list[Moment]) -> dict[str, Any]:
    game = record.ruleset.game()
    return {
        "ruleset": record.ruleset,
        "players": record.players,
        "hands": [_hand(record, game, number, found) for number in dict.fromkeys(moment.hand for moment in found)],
    }


def _hand(record: Record, game: AnyGame, number: int, found: list[Moment]) -> dict[str, Any]:
    own = [moment for moment in found if moment.hand == number]
    return {
        "hand": number + 1,
        "moves": [
            {"move": moment.move, "seat": moment.seat, "action": moment.action, "events": to_plain(moment.events)}
            for moment in own[1:]
        ],
        "outcome": game.outcome(own[-1].state),
    }


def _point(record: Record, moment: Moment) -> dict[str, Any]:
    game = record.ruleset.game()
    return {
        "hand": moment.hand + 1,
        "move": moment.move,
        "seat": moment.seat,
        "action": moment.action,
        "to_act": game.to_act(moment.state),
        "state": to_plain(moment.state),
        "account": game.account(moment.state),
        "outcome": game.outcome(moment.state),
    }


# ---- for people


def _print_moves(lang: str, record: Record, found: Iterator[Moment]) -> None:
    game, ruleset = record.ruleset.game(), record.ruleset.ruleset()
    print(f"{ruleset.id}  {in_language(ruleset.title, lang)}")
    for moment in found:
        if moment.move == 0:
            print()
            print(text(lang, "replay.hand", hand=moment.hand + 1))
        else:
            print(_move_line(lang, record, moment))
        _print_outcome(lang, record, game, moment)


def _move_line(lang: str, record: Record, moment: Moment) -> str:
    assert moment.seat is not None
    done = action_text(lang, moment.action, record.ruleset.family)
    return f"{moment.move:>4}  {player_name(record, moment.seat, lang)}  {done}"


def action_text(lang: str, action: str, family: str) -> str:
    """An action as a person says it: by its own words, or those of its verb with what follows."""
    whole = lookup(lang, f"action.{action}", family)
    verb, _, rest = action.partition(" ")
    before = lookup(lang, f"verb.{verb}", family)
    if whole is not None or before is not None:
        return whole or f"{before} {rest}"
    if lookup(lang, f"action.{verb}", family) is None:
        return action
    return text(lang, f"action.{verb}", family=family, **dict.fromkeys(_NAMES, rest))


_NAMES: Final = ("card", "cards", "melds")
"""What the words of actions call what follows the verb."""


def _print_outcome(lang: str, record: Record, game: AnyGame, moment: Moment) -> None:
    outcome = game.outcome(moment.state)
    if outcome is None:
        return
    family = record.ruleset.family
    print(text(lang, f"reason.{outcome.reason}", family=family))
    for line in outcome.account:
        who = "" if line.seat is None else player_name(record, line.seat, lang)
        print(f"      {account_line(lang, line, family, who)}")
    seats = enumerate(outcome.points)
    print_table(((player_name(record, seat, lang), f"{points:+,}") for seat, points in seats), indent="      ")


def _print_point(given: Given, record: Record, moment: Moment) -> None:
    point = _point(record, moment)
    if given.json:
        print_json(point)
        return
    print(f"{text(given.lang, 'replay.hand', hand=moment.hand + 1)}  {moment.move}")
    print_table(_flat("", point["state"]), indent="  ")


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, str]]:
    """Nested names as ``a.b``, so that a state reads as a list."""
    if isinstance(value, dict):
        for name, entry in value.items():
            yield from _flat(f"{prefix}.{name}" if prefix else name, entry)
    else:
        yield prefix, _shown(value)


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "  ".join(map(_shown, value)) or "-"
    return "-" if value in (None, "") else str(value)


# ---- verify


class _Told(NamedTuple):
    """A check as JSON tells it."""

    code: str
    hand: int | None
    holds: bool
    why: str


@_careful
def check(given: Given) -> int:
    """Every check, and whether all hold."""
    record = read(read_file(given.file))
    checks = verify(record)
    holds = all(found.holds for found in checks)
    if given.json:
        print_json({"holds": holds, "checks": [_as_told(found)._asdict() for found in checks]})
    else:
        print_table(_check_row(given.lang, found) for found in checks)
        print(text(given.lang, "verify.holds" if holds else "verify.differs", hands=len(record.hands)))
    return 0 if holds else DIFFERS


def _as_told(found: Check) -> _Told:
    return _Told(found.code, None if found.hand is None else found.hand + 1, found.holds, found.why)


def _check_row(lang: str, found: Check) -> tuple[str, str, str, str]:
    where = "" if found.hand is None else text(lang, "replay.hand", hand=found.hand + 1)
    return "✓" if found.holds else "✗", where, text(lang, f"check.{found.code}"), found.why
