"""The part of ``paiju verify`` that verifies the record of a day (``paiju.duplicate.day_record``)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BufferedReader
from pathlib import Path
from typing import Final, cast

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import file_error, print_json, print_table
from paiju.duplicate.daily_set import house_versions
from paiju.duplicate.day_record import DayRecord, is_day_record, read_day_record
from paiju.duplicate.verification import DayCheck, verify_day
from paiju.locale import translate

DIFFERS: Final = 1
"""Exit code for a record that fails a check."""

_HEAD: Final = 64
"""Number of bytes at the beginning of a file that are read to see whether the file is the record of a day."""


def try_read_day_record(path: str) -> DayRecord | None:
    """Return the record of a day that a file contains; None if the file contains something else. Raises PaijuError.

    The name ``-`` stands for standard input.
    """
    if path == "-":
        given = cast("BufferedReader", sys.stdin.buffer)
        return read_day_record(given.read()) if is_day_record(given.peek(_HEAD)) else None
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEAD)
            return read_day_record(head + file.read()) if is_day_record(head) else None
    except OSError as error:
        raise file_error(path, error) from error


def verify_and_print_day(given: ParsedArguments, day: DayRecord) -> int:
    """Verify the record of a day, print the results, and return the exit code.

    The text lists the failed checks, and counts the correct results. It also names the versions of paiju and of its
    nets that are needed to play the hands of the house players again. JSON has all checks, the needed versions and
    the installed versions.
    """
    checks = tuple(verify_day(day))
    holds = all(check.holds for check in checks)
    if given.json:
        check_reports = [check._asdict() for check in checks]
        versions = {one.daily.family: one.daily.versions for one in day.sets}
        print_json(
            {"holds": holds, "day": day.day, "needs": versions, "here": house_versions(), "checks": check_reports}
        )
    else:
        _print_day_report(given.lang, day, checks)
    return 0 if holds else DIFFERS


def _print_day_report(lang: str, day: DayRecord, checks: Sequence[DayCheck]) -> None:
    for one in day.sets:
        needed = one.daily.versions
        print(
            translate(
                lang, "verify.needs", set=f"{day.day}/{one.daily.family}", paiju=needed["paiju"], nets=needed["nets"]
            )
        )
    failed = [check for check in checks if not check.holds]
    print_table(("✗", check.about, translate(lang, f"check.{check.code}"), check.why) for check in failed)
    results = [check for check in checks if check.code == "result"]
    key = "day_differs" if failed else "day_holds"
    sound = sum(check.holds for check in results)
    print(translate(lang, f"verify.{key}", results=len(results), sound=sound, failed=len(failed)))
