"""``paiju solve``: prints who wins an ending in which all cards are known, and with which plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.console import open_binary_input
from paiju.cli.record_commands import find_state
from paiju.core.errors import PaijuError
from paiju.extras import MissingExtra
from paiju.locale import error_sentence, join_list, translate
from paiju.solve import AnswerOptions, BadQuestion, Budget, answer_question, answer_state


def run(given: ParsedArguments) -> int:
    """Print the answer to the question on each line of a file. Raises UsageError.

    With ``--record``, print the answer about one position of a record instead.
    """
    if (given.file is None) == (given.record is None):
        raise UsageError("file_or_record", command=given.command.name)
    if given.record is not None:
        if given.move is None:
            raise UsageError("missing", option="--move", command=given.command.name)
        name, state = find_state(given.record, given.hand, given.move)
        _print_answer(given, answer_state(name, state, _make_budget(given), _make_answer_options(given)))
        return 0
    with open_binary_input(given.file) as lines:
        for answer in _iter_answers(given, lines):
            _print_answer(given, answer)
    return 0


def _iter_answers(given: ParsedArguments, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield an answer for each line, in order. The answer to an invalid line says what is wrong with it."""
    for line in lines:
        try:
            yield answer_question(_decode_question(line), _make_budget(given), _make_answer_options(given))
        except MissingExtra:
            raise
        except PaijuError as error:
            yield {"error": error_sentence(given.lang, error)}


def _decode_question(line: bytes) -> Any:
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadQuestion("not_json", why=str(error)) from error


def _make_budget(given: ParsedArguments) -> Budget | None:
    return None if given.nodes is None and given.ms is None else Budget(given.nodes, given.ms)


def _make_answer_options(given: ParsedArguments) -> AnswerOptions:
    return AnswerOptions(given.points, given.proof)


def _print_answer(given: ParsedArguments, answer: dict[str, Any]) -> None:
    if given.json:
        print(msgspec.json.encode(answer).decode(), flush=True)
        return
    if "error" in answer:
        print(answer["error"], flush=True)
        return
    if "discards" in answer:
        _print_winning_cards(given, answer)
    elif "team" in answer:
        _print_team_guarantees(given, answer)
    elif "seat" in answer:
        _print_seat_guarantee(given, answer)
    else:
        _print_winner(given, answer)


def _print_winner(given: ParsedArguments, answer: dict[str, Any]) -> None:
    """Print who wins a Dou Dizhu ending."""
    winner = answer.get("winner")
    text = translate(given.lang, f"solve.{winner}" if winner else "solve.open", nodes=answer["nodes"])
    if answer.get("winning"):
        key = "solve.by" if answer["proved"] else "solve.by_some"
        text += translate(given.lang, key, plays=join_list(given.lang, answer["winning"]))
    if answer.get("points"):
        text += translate(given.lang, "solve.points", points=" / ".join(f"{one:+}" for one in answer["points"]))
    print(text, flush=True)


def _print_winning_cards(given: ParsedArguments, answer: dict[str, Any]) -> None:
    """Print how many unseen cards would complete a Zi Pai hand.

    One line is about the hand as it is. For each possible discard, another line is about the hand after it.
    """
    print(translate(given.lang, "solve.ready", winning=answer["winning"], unseen=answer["unseen"]))
    for one in answer["discards"]:
        key = "solve.ready_after"
        print(translate(given.lang, key, card=one["discard"], winning=one["winning"], unseen=answer["unseen"]))


def _print_seat_guarantee(given: ParsedArguments, answer: dict[str, Any]) -> None:
    """Print the points that a Zi Pai seat can secure, and the actions that secure them.

    The seat can reach these points whatever the others do.
    """
    if not answer["proved"]:
        print(translate(given.lang, "solve.open", nodes=answer["nodes"]), flush=True)
    if "points" in answer:
        _print_guarantee(given, answer, "seat_points", "points_with")


def _print_team_guarantees(given: ParsedArguments, answer: dict[str, Any]) -> None:
    """Print the points that a Gunzi team can reach whatever the others do, and the plays that secure them."""
    if not answer["proved"]:
        print(translate(given.lang, "solve.open", nodes=answer["nodes"]), flush=True)
    if "points" in answer:
        _print_guarantee(given, answer, "most_points" if answer["banker"] else "least_points", "points_with")
    if "last_trick" in answer:
        _print_guarantee(given, answer, "last_trick" if answer["last_trick"] else "no_last_trick", "last_trick_with")


def _print_guarantee(given: ParsedArguments, answer: dict[str, Any], key: str, plays: str) -> None:
    text = translate(given.lang, f"solve.{key}", **answer)
    if answer[plays]:
        text += translate(given.lang, "solve.by", plays=join_list(given.lang, answer[plays]))
    print(text, flush=True)
