"""Analysis of finished hands in other processes: the interface ``Analyst``, and the code that its processes run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, Protocol

from paiju.bots.registry import make_bot
from paiju.duplicate.daily_set import DailySet
from paiju.duplicate.house_play import field_play, play_field_hand
from paiju.nets.policy import has_net
from paiju.records import Record, RecordedHand
from paiju.review import Review, ReviewContext, prepare_review, review_hand, review_quickly
from paiju.server.app.quarantine import quarantine_hand_errors
from paiju.server.app.ranking.result_evaluation import recorded_ruleset
from paiju.server.domain.ruleset_registry import RulesetRegistry

ReviewKind = Literal["full", "quick", "open"]
"""``quick``: by the net alone. ``open``: judged with all hands open."""


class Analyst(Protocol):
    """Analyses finished hands in another process, because an analysis takes seconds."""

    async def review(
        self, hand: str, record: Record, kind: ReviewKind, on_progress: Callable[[Review], None]
    ) -> Review:
        """Return the review of a recorded hand. Until it is complete, ``on_progress`` is called with each intermediate review.

        ``hand`` is the public id of the hand. Raises Quarantined if the rules cannot replay it, and Refusal if
        analyses do not work at present.
        """

    def problems(self) -> list[str]:
        """Return the reasons why analyses do not work; empty if they do or were never requested."""

    async def close(self) -> None:
        """Stop the worker processes."""


def play_deal(library: RulesetRegistry, one: DailySet, deal: int, player: str) -> RecordedHand:
    """Play the hand of a house player of the field. Raises any error of the rules or the bots."""
    ruleset = recorded_ruleset(library, one.ruleset)
    game, duplicate = library.game(ruleset), one.deal(deal)
    return play_field_hand(field_play(game, duplicate, player, lambda name: make_bot(name, ruleset.family)))


def has_net_for(library: RulesetRegistry, hand: str, record: Record) -> bool:
    """Whether a net knows the ruleset of a recorded hand. Raises Quarantined."""
    with quarantine_hand_errors(hand):
        return has_net(library.game(recorded_ruleset(library, record.ruleset)).rules)


def stream_review(library: RulesetRegistry, record: Record, kind: ReviewKind) -> Iterator[Review]:
    """Yield the review of a recorded hand as it grows. Raises any error of the replay."""
    context, (hand,) = _context_of(library, record), record.hands
    if kind == "quick":
        yield review_quickly(context, hand)
    else:
        yield from review_hand(context, hand, is_open=kind == "open")


def prepare_reviews(library: RulesetRegistry, record: Record) -> None:
    """Load what full reviews of hands like the recorded one need, so that the next one begins at once."""
    prepare_review(_context_of(library, record))


def _context_of(library: RulesetRegistry, record: Record) -> ReviewContext:
    ruleset = recorded_ruleset(library, record.ruleset)
    return ReviewContext.make(ruleset, library.game(ruleset), library.family(ruleset.family))
