"""``paiju calibrate``: fits the curves that correct the winning chances that reviews predict.

The curves are fitted to recorded hands. Only decisions of people count, not those of bots.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import print_json, write_file
from paiju.cli.record_commands import iter_numbered_records, report_record_errors
from paiju.locale import translate
from paiju.review.calibration import PEOPLE, Floats, Tenth, fit_curve, format_curves, make_calibration_table
from paiju.review.calibration_samples import calibration_samples
from paiju.review.review_context import ReviewContext


@report_record_errors
def run(given: ParsedArguments) -> int:
    """Print, for each ruleset, how often players won compared with the winning chances that were predicted.

    There is one line for each tenth of the range of predictions (0 to 10 %, and so on) that has decisions. With
    ``--out``, also write the curves that correct the predictions.
    """
    by_ruleset = _collect_samples_by_ruleset(given.file)
    for name, (chances, won) in by_ruleset.items():
        for tenth, row in enumerate(make_calibration_table(chances, won)):
            if row is not None:
                _print_row(given, name, tenth, row)
    if not by_ruleset:
        print(translate(given.lang, "calibrate.none"))
    elif given.out is not None:
        curves = {name: fit_curve(chances, won) for name, (chances, won) in by_ruleset.items()}
        write_file(given.out, format_curves({PEOPLE: curves}))
    return 0


def _collect_samples_by_ruleset(path: str) -> dict[str, tuple[Floats, Floats]]:
    """Return the net's predictions for people's decisions in a file, and the results, by ruleset.

    Each ruleset has two arrays with one element for each decision. The first has the chance to win that the net
    predicted, from 0 to 1. The second has 1 if the player's side won, and 0 if it lost.
    """
    found: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for record in iter_numbered_records(path):
        context = ReviewContext.for_ruleset(record.record.ruleset.ruleset())
        people = [seat for seat, player in enumerate(record.record.players) if player.bot is None]
        for hand in record.record.hands:
            found[context.ruleset.id] += calibration_samples(context, hand, people)
    arrays = {name: np.array(pairs, np.float64).T for name, pairs in found.items() if pairs}
    return {name: (chances, won) for name, (chances, won) in arrays.items()}


def _print_row(given: ParsedArguments, name: str, tenth: int, row: Tenth) -> None:
    if given.json:
        print_json({"ruleset": name, "tenth": tenth, **row._asdict()})
        return
    text = translate(
        given.lang,
        "calibrate.row",
        ruleset=name,
        low=10 * tenth,
        high=10 * tenth + 10,
        chance=100 * row.chance,
        won=100 * row.won,
        decisions=row.decisions,
    )
    print(text)
