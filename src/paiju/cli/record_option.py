"""``--record FILE``: records hands as they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from paiju.cli.console import file_error
from paiju.core.ruleset import Ruleset
from paiju.data import RecordWriter
from paiju.records import RecordedHand, RecordedPlayer, new_record

Recorder = Callable[[Sequence[str], RecordedHand], None]
"""A function that writes a finished hand. It receives the name of the bot in each seat, and the hand."""


@contextmanager
def open_recorder(path: str | None, ruleset: Ruleset) -> Iterator[Recorder | None]:
    """Context manager that yields a function that writes hands to the file ``path``. Raises UsageError.

    If ``path`` is None, the context manager yields None.
    """
    if path is None:
        yield None
        return
    try:
        writer = RecordWriter(path)
    except OSError as error:
        raise file_error(path, error) from error

    def write_hand(names: Sequence[str], hand: RecordedHand) -> None:
        players = tuple(RecordedPlayer(name, name) for name in names)
        writer.write(new_record(ruleset, players, (hand,)))

    with writer:
        yield write_hand
