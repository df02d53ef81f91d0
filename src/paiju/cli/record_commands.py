"""``paiju replay`` and ``paiju verify``: print and verify records.

A file contains one record, or one record on each line (``paiju.data``). Hands are numbered through the whole file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from itertools import chain, groupby
from typing import Any, Final, NamedTuple

from paiju import data
from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.console import file_error, print_json, print_table
from paiju.cli.verify_day_record import try_read_day_record, verify_and_print_day
from paiju.core.codec import to_plain
from paiju.core.errors import NotationError, PaijuError, UnknownName
from paiju.core.game import AnyGame
from paiju.core.ruleset import text_in_language
from paiju.core.seats import DEALER
from paiju.locale import error_sentence, translate
from paiju.locale.text_rendering import TextRenderer
from paiju.records import Record, RecordedHand, ReplayPoint, VerificationCheck, replay_record, verify

DIFFERS = 1
"""Exit code for a record that fails a check."""


_IMPOSSIBLE_RECORD_ERRORS: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""Exceptions that the game's code raises when it replays an impossible record.

Examples are points for a seat that does not exist, or an action in the wrong phase.
"""


def report_record_errors(work: Callable[[ParsedArguments], int]) -> Callable[[ParsedArguments], int]:
    """Wrap a command so that the exceptions that an impossible record causes become a UsageError.

    Users may pass records that other programs wrote. An impossible record is therefore an error of the input, not
    of paiju.
    """

    @wraps(work)
    def run_reporting_errors(given: ParsedArguments) -> int:
        try:
            return work(given)
        except _IMPOSSIBLE_RECORD_ERRORS as error:
            raise UsageError("mad_record", path=given.file, why=str(error)) from error

    return run_reporting_errors


class NumberedRecord(NamedTuple):
    """A record of a file, with one of its hands selected, or all of them.

    ``before`` is the number of hands in the earlier records of the file. ``hand`` is the index of the selected hand
    in the record, from 0; None if all hands are selected.
    """

    record: Record
    before: int
    hand: int | None = None

    def iter_hands(self) -> Iterator[tuple[int, RecordedHand]]:
        """Return the selected hands, each with its index in the file, from 0."""
        found = enumerate(self.record.hands)
        return ((self.before + number, hand) for number, hand in found if self.hand in (None, number))

    def iter_replay_points(self) -> Iterator[ReplayPoint]:
        """Return the replay points of the selected hands. ``ReplayPoint.hand`` is the index of the hand in the file.

        Each hand has one replay point before its first move, and one after each move.
        """
        found = replay_record(self.record, self.hand)
        return (moment._replace(hand=self.before + moment.hand) for moment in found)


def iter_records(path: str) -> Iterator[Record]:
    """Yield the records of a file, or of standard input for ``-``. Raises PaijuError."""
    try:
        yield from data.read_records(sys.stdin.buffer if path == "-" else path)
    except UnicodeDecodeError as error:
        raise UsageError("not_text", path=path, at=error.start) from error
    except OSError as error:
        raise file_error(path, error) from error


def iter_numbered_records(path: str) -> Iterator[NumberedRecord]:
    """Yield the records of a file, each with the number of hands in all earlier records of the file.

    Raises PaijuError. If the file contains no record, the error is a NotationError.
    """
    count, before = 0, 0
    for record in iter_records(path):
        yield NumberedRecord(record, before)
        count, before = count + 1, before + len(record.hands)
    if not count:
        raise NotationError("not_a_record", text="")


def find_record_of_hand(path: str, hand: int) -> NumberedRecord:
    """Return the record that contains a hand, with only this hand selected. Raises UnknownName if there is none.

    ``hand`` is the index of the hand in the file, from 0.
    """
    hands = 0
    for found in iter_numbered_records(path):
        hands = found.before + len(found.record.hands)
        if hand < hands:
            return found._replace(hand=hand - found.before)
    raise UnknownName("unknown_hand", name=str(hand + 1), known=f"1-{hands}")


def select_records(given: ParsedArguments) -> Iterable[NumberedRecord]:
    """Return the records in the file of a command. Raises PaijuError.

    With ``--hand``, return only the record that contains this hand, with only this hand selected.
    """
    return (
        iter_numbered_records(given.file) if given.hand is None else [find_record_of_hand(given.file, given.hand - 1)]
    )


def find_state(path: str, hand: int, move: int) -> tuple[str, Any]:
    """Return the ruleset id of a recorded hand, and the hand's state after its first ``move`` moves.

    ``hand`` is the number of the hand in the file, from 1. Raises PaijuError.
    """
    try:
        found = find_record_of_hand(path, hand - 1)
        return found.record.ruleset.ruleset().id, _find_point(found, move, "--move").state
    except _IMPOSSIBLE_RECORD_ERRORS as error:
        raise UsageError("mad_record", path=path, why=str(error)) from error


@report_record_errors
def replay(given: ParsedArguments) -> int:
    """Print recorded hands move by move.

    With ``--at N``, print only the state of one hand after N moves: of the hand ``--hand``, by default the first.
    """
    if given.at is not None:
        found = find_record_of_hand(given.file, (given.hand or 1) - 1)
        _print_replay_point(given, found.record, _find_point(found, given.at))
        return 0
    picked = select_records(given)
    if given.json:
        for found in picked:
            print_json(_record_json(found.record, list(found.iter_replay_points())))
    else:
        _print_records(given.lang, picked)
    return 0


def _find_point(found: NumberedRecord, at: int, option: str = "--at") -> ReplayPoint:
    last = 0
    for moment in found.iter_replay_points():
        if moment.move == at:
            return moment
        last = moment.move
    raise UsageError("no_such_move", option=option, at=at, last=last)


def player_name(record: Record, seat: int, lang: str) -> str:
    """Return the name of the player in a seat.

    For DEALER, and for a seat without a recorded player, this is a translated name in the language ``lang``.
    """
    if seat == DEALER:
        return translate(lang, "replay.dealer")
    if seat < len(record.players):
        return record.players[seat].name
    return translate(lang, "simulate.seat", seat=seat + 1)


# ---- as JSON


def _record_json(record: Record, found: list[ReplayPoint]) -> dict[str, Any]:
    game = record.ruleset.game()
    return {
        "ruleset": record.ruleset,
        "players": record.players,
        "hands": [_hand_json(record, game, number, found) for number in dict.fromkeys(moment.hand for moment in found)],
    }


def _hand_json(record: Record, game: AnyGame, number: int, found: list[ReplayPoint]) -> dict[str, Any]:
    own = [moment for moment in found if moment.hand == number]
    return {
        "hand": number + 1,
        "moves": [
            {"move": moment.move, "seat": moment.seat, "action": moment.action, "events": to_plain(moment.events)}
            for moment in own[1:]
        ],
        "outcome": own[-1].outcome,
    }


def _point_json(record: Record, moment: ReplayPoint) -> dict[str, Any]:
    game = record.ruleset.game()
    return {
        "hand": moment.hand + 1,
        "move": moment.move,
        "seat": moment.seat,
        "action": moment.action,
        "to_act": game.to_act(moment.state),
        "state": to_plain(moment.state),
        "account": game.score_lines(moment.state),
        "outcome": moment.outcome,
    }


# ---- for people


def text_renderer_for(lang: str, record: Record) -> TextRenderer:
    """Return a renderer for the texts of a record. The texts address no player as "you"."""
    names = [player_name(record, seat, lang) for seat in range(record.ruleset.game().seats)]
    return TextRenderer(lang, record.ruleset.family, _number_namesakes(names, lang))


def _number_namesakes(names: Sequence[str], lang: str) -> tuple[str, ...]:
    """Return the names, with the seat number appended to names that occur more than once."""
    return tuple(
        translate(lang, "replay.namesake", name=name, seat=seat) if names.count(name) > 1 else name
        for seat, name in enumerate(names, 1)
    )


def _print_records(lang: str, picked: Iterable[NumberedRecord]) -> None:
    """Print records one after another.

    The name of the ruleset is printed before the first record, and again wherever the ruleset changes.
    """
    before = None
    for found in picked:
        ruleset = found.record.ruleset.ruleset()
        if ruleset != before:
            print(f"{ruleset.id}  {text_in_language(ruleset.title, lang)}")
        before = ruleset
        _print_moves(lang, found.record, found.iter_replay_points())


def _print_moves(lang: str, record: Record, found: Iterator[ReplayPoint]) -> None:
    game, reader = record.ruleset.game(), text_renderer_for(lang, record)
    for hand, moments_of_hand in groupby(found, lambda moment: moment.hand):
        print()
        print(translate(lang, "replay.hand", hand=hand + 1))
        own = list(moments_of_hand)
        for silent, moments_of_kind in groupby(own, lambda moment: not _move_text(game, reader, moment)):
            passed = list(moments_of_kind)
            lines = (
                _dealer_summary_lines(lang, passed)
                if silent
                else [_move_line(game, reader, moment) for moment in passed]
            )
            for line in lines:
                print(line)
        for line in _ending_lines(game, reader, own[-1]):
            print(line)


def _move_text(game: AnyGame, reader: TextRenderer, moment: ReplayPoint) -> str:
    """Return the text of a move; "" if its events have no text."""
    return " · ".join(filter(None, (reader.sentence(game.voice.event(event)) for event in moment.events)))


def _dealer_summary_lines(lang: str, passed: list[ReplayPoint]) -> list[str]:
    """Return a list with one line that stands for all moves of DEALER in ``passed``.

    ``passed`` are consecutive moves without a text. The list is empty if DEALER made fewer than two of them.
    """
    moves = [moment.move for moment in passed if moment.seat == DEALER]
    return [f"{moves[0]:>4}  {translate(lang, 'replay.dealt', last=moves[-1])}"] if len(moves) > 1 else []


def _move_line(game: AnyGame, reader: TextRenderer, moment: ReplayPoint) -> str:
    return f"{moment.move:>4}  {_move_text(game, reader, moment)}"


def _ending_lines(game: AnyGame, reader: TextRenderer, moment: ReplayPoint) -> Iterator[str]:
    """Yield the lines after the last move: who won or left, the score breakdown, and the points of all players."""
    state, outcome = moment.state, moment.outcome
    if outcome is None:
        return
    yield reader.sentence(game.voice.ending(state, outcome))
    for line in reader.score_lines(game, state, outcome, reader.names):
        yield f"      {line}"
    for name, points in zip(reader.names, outcome.points, strict=True):
        yield f"      {name}  {points:+,}"


def _print_replay_point(given: ParsedArguments, record: Record, moment: ReplayPoint) -> None:
    point = _point_json(record, moment)
    if given.json:
        print_json(point)
        return
    print(f"{translate(given.lang, 'replay.hand', hand=moment.hand + 1)}  {moment.move}")
    game, reader = record.ruleset.game(), text_renderer_for(given.lang, record)
    print_table(_zone_rows(reader, game, moment), indent="  ")
    if text := _move_text(game, reader, moment):
        print(f"  {text}")


def _zone_rows(reader: TextRenderer, game: AnyGame, moment: ReplayPoint) -> Iterator[tuple[str, str, str]]:
    """Yield a row of texts for each zone that contains cards: its owner, its name and its cards."""
    there = [pile for pile in game.zones(moment.state) if not pile.is_empty]
    for seat, name in ((None, ""), *enumerate(reader.names)):
        for place, pile in enumerate(pile for pile in there if pile.seat == seat):
            yield "" if place else name, reader.zone_name(pile), reader.zone_text(pile)


# ---- verify


class _Checked(NamedTuple):
    """The results of all checks of one record.

    ``number`` is the number of the record in the file, counted from 1. ``before`` is the number of hands in the
    earlier records of the file, and ``hands`` the number of hands in this record.
    """

    number: int
    before: int
    hands: int
    checks: tuple[VerificationCheck, ...]

    @property
    def sound_hand_count(self) -> int:
        """Number of hands that pass all checks."""
        failed = {check.hand for check in self.checks if not check.holds}
        return 0 if None in failed else self.hands - len(failed)


@report_record_errors
def verify_records(given: ParsedArguments) -> int:
    """Verify the records of a file, and print the checks. Returns the exit code.

    The file may also be the record of a day (``paiju.duplicate.day_record``).
    """
    if (day := try_read_day_record(given.file)) is not None:
        return verify_and_print_day(given, day)
    checked = _iter_checked_records(given)
    if given.json:
        found = list(checked)
        hands, sound = sum(one.hands for one in found), sum(one.sound_hand_count for one in found)
        check_reports = [_to_check_json(one, check) for one in found for check in one.checks]
        print_json({"holds": _all_hold(found), "hands": hands, "sound": sound, "checks": check_reports})
        return 0 if _all_hold(found) else DIFFERS
    return _print_checks(given.lang, checked)


def _iter_checked_records(given: ParsedArguments) -> Iterator[_Checked]:
    for number, found in enumerate(iter_numbered_records(given.file), 1):
        record = found.record
        yield _Checked(number, found.before, len(record.hands), tuple(_iter_checks(given.lang, found)))


def _iter_checks(lang: str, found: NumberedRecord) -> Iterator[VerificationCheck]:
    """Yield the checks of a record. If the rules cannot replay it, the last check is a failed one that says why."""
    try:
        for check in verify(found.record):
            yield check if check.hand is None else check._replace(hand=found.before + check.hand)
    except PaijuError as error:
        yield VerificationCheck("sense", None, holds=False, why=error_sentence(lang, error))
    except _IMPOSSIBLE_RECORD_ERRORS as error:
        yield VerificationCheck("sense", None, holds=False, why=str(error))


def _all_hold(checked: Iterable[_Checked]) -> bool:
    return all(check.holds for one in checked for check in one.checks)


def _print_checks(lang: str, checked: Iterator[_Checked]) -> int:
    """Print the checks of records, and then how many hands pass. Returns the exit code.

    If there is only one record, all checks are printed, otherwise only the failed ones.
    """
    first = next(checked)
    second = next(checked, None)
    alone = second is None
    hands = sound = 0
    holds = True
    for one in chain([first], () if second is None else [second], checked):
        print_table(_check_row(lang, one, check) for check in one.checks if alone or not check.holds)
        hands, sound, holds = hands + one.hands, sound + one.sound_hand_count, holds and _all_hold([one])
    key = "holds" if holds else "differs" if alone else "some_hold"
    print(translate(lang, f"verify.{key}", hands=hands, sound=sound))
    return 0 if holds else DIFFERS


def _to_check_json(one: _Checked, check: VerificationCheck) -> dict[str, Any]:
    """Return a check as a value that is printed as JSON."""
    hand = None if check.hand is None else check.hand + 1
    return {"code": check.code, "record": one.number, "hand": hand, "holds": check.holds, "why": check.why}


def _check_row(lang: str, one: _Checked, check: VerificationCheck) -> tuple[str, str, str, str]:
    hand = one.before if check.hand is None and one.number > 1 else check.hand
    where = "" if hand is None else translate(lang, "replay.hand", hand=hand + 1)
    return "✓" if check.holds else "✗", where, translate(lang, f"check.{check.code}"), check.why
