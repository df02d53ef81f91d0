"""``paiju analyse``: reviews recorded hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import print_json
from paiju.cli.record_commands import (
    NumberedRecord,
    report_record_errors,
    select_records,
    text_renderer_for,
)
from paiju.core.codec import to_plain
from paiju.locale import join_list, translate
from paiju.locale.text_rendering import TextRenderer
from paiju.records import Record
from paiju.review import (
    PointsPart,
    Review,
    ReviewContext,
    ReviewedDecision,
    SeatReview,
    review_hand,
    review_quickly,
)

NO_ACCURACY: Final = "–"


class _ReviewedHand(NamedTuple):
    """A recorded hand and its review.

    ``record`` contains the hand. ``number`` is the number of the hand in the whole file, from 1.
    """

    record: Record
    number: int
    review: Review


@report_record_errors
def run(given: ParsedArguments) -> int:
    """Print the review of every hand in a file, or of one hand."""
    for found in select_records(given):
        for one in _iter_reviews(given, found):
            if given.json:
                print_json({"hand": one.number, **to_plain(one.review)})
            else:
                _print_review(given.lang, one)
    return 0


def _iter_reviews(given: ParsedArguments, found: NumberedRecord) -> Iterator[_ReviewedHand]:
    context = ReviewContext.for_ruleset(found.record.ruleset.ruleset(), given.players, given.curves)
    for number, hand in found.iter_hands():
        if given.quick:
            review = review_quickly(context, hand)
        else:
            *_, review = review_hand(context, hand, is_open=given.open)
        yield _ReviewedHand(found.record, number + 1, review)


def _print_review(lang: str, one: _ReviewedHand) -> None:
    reader = text_renderer_for(lang, one.record)
    print(translate(lang, "replay.hand", hand=one.number))
    marked = [decision for decision in one.review.decisions if decision.mark]
    for decision in marked:
        for line in _decision_lines(lang, reader, decision):
            print(f"  {line}")
    if not marked:
        print("  " + translate(lang, "review.none" if one.review.decisions else "review.unknown"))
    if one.review.decisions:
        print("  " + translate(lang, "review.for_level", level=one.review.level))
    for seat in one.review.seats:
        for line in _seat_lines(lang, reader, seat):
            print(f"  {line}")


def _decision_lines(lang: str, reader: TextRenderer, decision: ReviewedDecision) -> Iterator[str]:
    taken, best = decision.choices[decision.played], decision.choices[0]
    yield translate(
        lang,
        "review.decision",
        step=decision.step + 1,
        who=reader.seat_name(decision.seat),
        played=reader.sentence(taken.label),
        chance=taken.chance,
        best=reader.sentence(best.label),
        best_chance=best.chance,
        mark=translate(lang, f"review.mark.{decision.mark}"),
        loss=decision.loss,
        judge=translate(lang, f"review.judge.{decision.judge}", deals=decision.deals),
    )
    if decision.reason is not None:
        yield "    " + reader.sentence(decision.reason)


def _seat_lines(lang: str, reader: TextRenderer, seat: SeatReview) -> Iterator[str]:
    accuracy = NO_ACCURACY if seat.accuracy is None else seat.accuracy
    luck, play = (sum(part.points for part in parts) for parts in (seat.luck, seat.play))
    key = "review.seat" if seat.luck else "review.seat_unsplit"
    yield translate(
        lang, key, who=reader.seat_name(seat.seat), result=seat.result, accuracy=accuracy, luck=luck, play=play
    )
    if seat.luck:
        yield "    " + join_list(lang, _points_part_texts(lang, (*seat.luck, *seat.play)))
    if seat.accuracy_by_part:
        named = (
            translate(lang, "review.part_accuracy", part=translate(lang, f"review.part.{part}"), accuracy=accuracy)
            for part, accuracy in seat.accuracy_by_part.items()
        )
        yield "    " + join_list(lang, named)


def _points_part_texts(lang: str, parts: Iterable[PointsPart]) -> Iterator[str]:
    for part in parts:
        yield translate(
            lang, "review.part_points", part=translate(lang, f"review.points.{part.code}"), points=part.points
        )
