"""Records that a player uploads to have them reviewed. They are not stored, and nobody else sees them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Final

from msgspec.structs import replace

from paiju.core.errors import PaijuError
from paiju.data import read_records
from paiju.records import Record, replay_hand
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.app.reviews import UPLOADED, check_deals_are_over
from paiju.server.app.tables.hand_replay import Replay, build_replay
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import InvalidField, Refusal

LONGEST: Final = 1 << 18
"""Maximum number of characters of an uploaded file."""
MOST_MOVES: Final = 1000
"""Maximum number of moves of an uploaded hand.

It is three times the number of moves of the longest hand that bots have played.
"""


def read_upload(text: str, number: int) -> Record:
    """Return a record that contains only one hand of an uploaded file.

    The file is one record, or has one record on each line (``paiju.data``). ``number`` is the hand's number in
    the whole file, counted from 1. Raises PaijuError if the file cannot be read or has no such hand, or if the
    hand is too long or not over.
    """
    with _wrap_unexpected_errors():
        hands = chain.from_iterable(
            (replace(record, hands=(hand,)) for hand in record.hands)
            for record in read_records(io.BytesIO(text.encode()))
        )
        found = next((record for at, record in enumerate(hands, 1) if at == number), None)
    if found is None:
        raise InvalidField("no_such_hand", field="hand", hand=number)
    if len(found.hands[0].moves) > MOST_MOVES:
        raise Refusal("hand_too_long", most=MOST_MOVES)
    check_deals_are_over(found)
    return found


def check_upload(library: RulesetRegistry, record: Record) -> None:
    """Raise PaijuError unless the room's rules can replay an uploaded hand to its end."""
    with _wrap_unexpected_errors():
        ruleset = recorded_ruleset(library, record.ruleset)
        *_, last = replay_hand(library.game(ruleset), record.hands[0])
    if last.outcome is None:
        raise Refusal("deal_open")


def replay_upload(library: RulesetRegistry, record: Record) -> Replay:
    """Return the replay of an uploaded hand. Raises PaijuError."""
    with _wrap_unexpected_errors():
        return build_replay(library, UPLOADED, record)


@contextmanager
def _wrap_unexpected_errors() -> Iterator[None]:
    """Context manager that turns any exception into a PaijuError, because an uploaded record may contain anything."""
    try:
        yield
    except PaijuError:
        raise
    except Exception as error:
        raise InvalidField("impossible_record", field="record") from error
