"""What the house's strongest player thinks of a finished hand. Each decision is judged by what its seat saw."""

from __future__ import annotations

from typing import Final, Literal, Protocol

from msgspec import Struct

from paiju.core.seats import Seat
from paiju.core.voice import Words
from paiju.nets.review import Opinion, opinions
from paiju.nets.strong import plays
from paiju.records import Record, moments_of
from paiju.server.app.aside import reading_hand
from paiju.server.app.results import ruleset_of
from paiju.server.domain.library import Library

Grade = Literal["", "mistake", "blunder"]

GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.25, "blunder"), (0.1, "mistake"))
"""What is lost by a decision, and what it is called then: a chance to win of one in ten is more than a net errs by."""


class Judged(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision, after ``step`` moves of the hand. Chances are to win against strong play, in percent, by what its seat saw.

    ``best`` is an action that is worth more and wins at least as often, null where there is none.
    """

    step: int
    seat: Seat
    chance: int
    best: Words | None = None
    best_chance: int
    grade: Grade = ""


class Analysis(Struct, frozen=True, kw_only=True):
    """All decisions of a hand, in order; none, where no strong player knows the ruleset."""

    id: str
    decisions: tuple[Judged, ...]


class Analyst(Protocol):
    """Judges the decisions of finished hands, elsewhere: it takes a second or more, and nobody who plays may notice."""

    async def decisions(self, hand: str, record: Record) -> tuple[Judged, ...]:
        """The decisions of a recorded hand; ``hand`` is its public id.

        Raises SetAside: the rules cannot follow it. Raises Refusal: analyses do not work at present.
        """

    def troubles(self) -> list[str]:
        """What keeps it from working; nothing: it works, or was never asked."""

    async def close(self) -> None:
        """End whatever was started."""


def is_known(library: Library, hand: str, record: Record) -> bool:
    """Whether a strong player knows the ruleset of a recorded hand. Raises SetAside."""
    with reading_hand(hand):
        return plays(library.game(ruleset_of(library, record.ruleset)).rules)


def decisions_of(library: Library, record: Record) -> list[Judged]:
    """Judge a recorded hand. Raises whatever is wrong with it."""
    ruleset, (hand,) = ruleset_of(library, record.ruleset), record.hands
    game = library.game(ruleset)
    moments = tuple(moments_of(game, hand))
    return [
        Judged(
            step=one.move,
            seat=one.seat,
            chance=round(100 * one.chance),
            best=None if not one.lost else game.voice.action(moments[one.move].state, one.seat, one.best),
            best_chance=round(100 * one.best_chance),
            grade=_grade(one),
        )
        for one in opinions(game, moments)
    ]


def _grade(opinion: Opinion) -> Grade:
    return next((grade for least, grade in GRADES if opinion.lost >= least), "")
