"""Analysis of finished hands in worker processes: the interface ``Analyst``, and the functions that the workers run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, Protocol

from paiju.bots.registry import make_bot
from paiju.duplicate.daily_set import DailySet
from paiju.duplicate.house_play import make_house_play_of_field_player, play_field_hand
from paiju.nets.policy import has_net
from paiju.records import Record, RecordedHand
from paiju.review import Review, ReviewContext, load_review_solver, review_hand, review_quickly
from paiju.server.app.quarantine import quarantine_hand_errors
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.domain.ruleset_registry import RulesetRegistry

ReviewKind = Literal["full", "quick", "open"]
"""How the decisions of a hand are judged in a review.

- ``full``: by the net, and then, where possible, more exactly by the solver, by counts of winning cards and
  by rollouts
- ``quick``: by the net alone
- ``open``: like ``full``, but the judges see all hands
"""


class Analyst(Protocol):
    """Analyses finished hands in other processes, because an analysis takes seconds."""

    async def review(
        self, hand: str, record: Record, kind: ReviewKind, on_progress: Callable[[Review], None]
    ) -> Review:
        """Return the complete review of a recorded hand. Call ``on_progress`` with each intermediate review.

        ``hand`` is the public id of the hand. Raises Quarantined if the rules cannot replay the hand, and Refusal if
        analyses do not work at present.
        """

    def health_problems(self) -> list[str]:
        """Return the reasons why analyses do not work; empty if they work, or if nobody has requested one yet."""

    async def close(self) -> None:
        """Stop the worker processes."""


def play_deal_as_house(library: RulesetRegistry, daily_set: DailySet, deal: int, player: str) -> RecordedHand:
    """Let the house player ``player`` play a deal of a daily set, and return the hand.

    The result of this hand is one of those with which people's results are compared. ``deal`` is the number of
    the deal in the set. Raises any error of the rules or bots.
    """
    ruleset = recorded_ruleset(library, daily_set.ruleset)
    game, duplicate = library.game(ruleset), daily_set.deal(deal)
    return play_field_hand(
        make_house_play_of_field_player(game, duplicate, player, lambda name: make_bot(name, ruleset.family))
    )


def has_net_for(library: RulesetRegistry, hand: str, record: Record) -> bool:
    """Whether a neural net plays the ruleset of a recorded hand.

    ``hand`` is the public id of the hand. Raises Quarantined if the rules cannot read the record.
    """
    with quarantine_hand_errors(hand):
        return has_net(library.game(recorded_ruleset(library, record.ruleset)).rules)


def stream_review(library: RulesetRegistry, record: Record, kind: ReviewKind) -> Iterator[Review]:
    """Yield reviews of the only hand of a record, each more complete than the one before.

    Raises any error of the replay.
    """
    context, (hand,) = _review_context(library, record), record.hands
    if kind == "quick":
        yield review_quickly(context, hand)
    else:
        yield from review_hand(context, hand, is_open=kind == "open")


def preload_review_solver(library: RulesetRegistry, record: Record) -> None:
    """Load the solver for full reviews of hands with this record's ruleset, so that the next review starts at once."""
    load_review_solver(_review_context(library, record))


def _review_context(library: RulesetRegistry, record: Record) -> ReviewContext:
    ruleset = recorded_ruleset(library, record.ruleset)
    return ReviewContext.make(ruleset, library.game(ruleset), library.family(ruleset.family))
