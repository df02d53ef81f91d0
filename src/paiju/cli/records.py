"""``paiju replay`` and ``paiju verify``: what a record tells, and whether it is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import groupby
from typing import Any, Final, NamedTuple

from paiju.cli.arguments import Given, UsageError
from paiju.cli.console import print_json, print_table, read_file
from paiju.core.codec import to_plain
from paiju.core.game import AnyGame
from paiju.core.ruleset import in_language
from paiju.core.seats import DEALER
from paiju.locale import text
from paiju.locale.reader import Reader
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
        "outcome": own[-1].outcome,
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
        "outcome": moment.outcome,
    }


# ---- for people


def _reader(lang: str, record: Record) -> Reader:
    """Who reads the story, and has no seat in it."""
    names = tuple(player_name(record, seat, lang) for seat in range(record.ruleset.game().seats))
    return Reader(lang, record.ruleset.family, names)


def _print_moves(lang: str, record: Record, found: Iterator[Moment]) -> None:
    game, ruleset, reader = record.ruleset.game(), record.ruleset.ruleset(), _reader(lang, record)
    print(f"{ruleset.id}  {in_language(ruleset.title, lang)}")
    for hand, moments_of_hand in groupby(found, lambda moment: moment.hand):
        print()
        print(text(lang, "replay.hand", hand=hand + 1))
        own = list(moments_of_hand)
        for silent, told in groupby(own, lambda moment: not _told(game, reader, moment)):
            passed = list(told)
            lines = _silence(lang, passed) if silent else [_line(game, reader, moment) for moment in passed]
            for line in lines:
                print(line)
        for line in _ending(game, reader, own[-1]):
            print(line)


def _told(game: AnyGame, reader: Reader, moment: Moment) -> str:
    """What happened at a move, in words; nothing where nothing is worth a word."""
    return " · ".join(filter(None, (reader.tell(game.voice.event(event)) for event in moment.events)))


def _silence(lang: str, passed: list[Moment]) -> list[str]:
    """What the dealer did without a word (card after card is dealt), in one line."""
    moves = [moment.move for moment in passed if moment.seat == DEALER]
    return [f"{moves[0]:>4}  {text(lang, 'replay.dealt', last=moves[-1])}"] if len(moves) > 1 else []


def _line(game: AnyGame, reader: Reader, moment: Moment) -> str:
    return f"{moment.move:>4}  {_told(game, reader, moment)}"


def _ending(game: AnyGame, reader: Reader, moment: Moment) -> Iterator[str]:
    """After the last move: who won, or who left, the account, and the points of all."""
    state, outcome = moment.state, moment.outcome
    if outcome is None:
        return
    yield reader.tell(game.voice.ending(state, outcome))
    for line in reader.account(game, state, outcome, reader.names):
        yield f"      {line}"
    for name, points in zip(reader.names, outcome.points, strict=True):
        yield f"      {name}  {points:+,}"


def _print_point(given: Given, record: Record, moment: Moment) -> None:
    point = _point(record, moment)
    if given.json:
        print_json(point)
        return
    print(f"{text(given.lang, 'replay.hand', hand=moment.hand + 1)}  {moment.move}")
    game, reader = record.ruleset.game(), _reader(given.lang, record)
    print_table(_table_of(reader, game, moment), indent="  ")
    if told := _told(game, reader, moment):
        print(f"  {told}")


def _table_of(reader: Reader, game: AnyGame, moment: Moment) -> Iterator[tuple[str, str, str]]:
    """What lies in the middle, and before whom."""
    there = [pile for pile in game.piles(moment.state) if not pile.empty]
    for seat, name in ((None, ""), *enumerate(reader.names)):
        for place, pile in enumerate(pile for pile in there if pile.seat == seat):
            yield "" if place else name, reader.place(pile), reader.laid(pile)


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
