"""Runs a match in one or several processes, optionally with a progress bar."""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from paiju.arena.deal_runner import ArenaHand, MatchSettings, play_deal
from paiju.arena.report import Report, make_score, scores_by_role
from paiju.bots.base import STEADY, Bot
from paiju.bots.external_bots import BotLimits, count_faults
from paiju.bots.registry import make_bot
from paiju.core.ruleset import Ruleset
from paiju.games.registry import family_of, game_of
from paiju.games.registry import ruleset as find_ruleset
from paiju.records import RecordedHand

CHUNK: Final = 5
"""Number of deals that a process gets and plays at a time."""


class Entrant(NamedTuple):
    """A custom bot with its name.

    ``run_match`` takes an entrant for a custom bot. For a built-in or external bot, it takes the name alone.
    """

    name: str
    bot: Bot


def run_match(  # noqa: PLR0913 - three of them have defaults and are keywords
    bots: Sequence[str | Entrant],
    ruleset: str | Ruleset,
    deals: int,
    seed: int,
    *,
    play_only: bool = False,
    processes: int = 1,
    progress: bool = False,
    record: Recorder | None = None,
) -> Report:
    """Let two bots play the same deals in all seatings, and return the report.

    Equal arguments give equal reports, with any number of processes. With several processes, a custom bot must be
    an importable function.

    If ``play_only`` is true, the match compares only the play of cards. The steady bot then plays the phases before
    it for all seats. The rest of the deal is played once for each seating in which one bot has exactly the seats of
    one role.

    ``record`` is called for each hand with the names of the bots by seat, and the record of the hand.

    Raises UnknownName, and BotNotStarted if an external bot never answers.
    """
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    first, second = (_to_entrant(given, rules) for given in bots)
    opener = make_bot(STEADY, rules.family) if play_only else None
    settings = MatchSettings(
        game_of(rules), family_of(rules.family).role_info, (first.bot, second.bot), opener, seed, record is not None
    )
    faults: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    hands = _with_progress_shown(_iter_played_hands(settings, rules, deals, processes, faults), deals, shown=progress)
    played = [_record_hands(one, (first.name, second.name), record) for one in hands]
    return Report(
        ruleset=rules.id,
        bots=(first.name, second.name),
        deals=deals,
        seed=seed,
        play_only=play_only,
        hands=sum(map(len, played)),
        void=sum(not hand.outcome.winners for hands in played for hand in hands),
        overall=make_score(played),
        roles=scores_by_role(played),
        faults=(dict(faults[0]), dict(faults[1])),
    )


def _to_entrant(given: str | Entrant, rules: Ruleset) -> Entrant:
    return (
        given
        if isinstance(given, Entrant)
        else Entrant(given, make_bot(given, rules.family, BotLimits(must_start=True)))
    )


Hands = tuple[ArenaHand, ...]
Recorder = Callable[[Sequence[str], RecordedHand], None]


def _record_hands(hands: Hands, names: tuple[str, str], record: Recorder | None) -> Hands:
    """Call ``record`` with each hand, and return the hands without their records.

    The report does not need the records, and they would take up memory.
    """
    for hand in hands:
        if record is not None and hand.record is not None:
            record([names[bot] for bot in hand.seating], hand.record)
    return hands if record is None else tuple(hand._replace(record=None) for hand in hands)


Faults = tuple[Counter[str], Counter[str]]
"""The number of faults of each kind, for the first bot and for the second."""


def _iter_played_hands(
    settings: MatchSettings, rules: Ruleset, deals: int, processes: int, faults: Faults
) -> Iterator[Hands]:
    """Yield the hands of each deal, in order. Adds the faults of external bots to ``faults``."""
    chunks = [range(start, min(start + CHUNK, deals)) for start in range(0, deals, CHUNK)]
    if processes <= 1:
        played = (_play_chunk(settings, chunk) for chunk in chunks)
        yield from _iter_hands_adding_faults(played, faults)
        return
    # A game is not pickled, because its rule tables are large: each process makes the game from the rules.
    work = partial(_play_chunk_in_process, rules, settings.bots, settings.opener, settings.seed, settings.recorded)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        yield from _iter_hands_adding_faults(pool.map(work, chunks), faults)


def _iter_hands_adding_faults(played: Iterable[tuple[list[Hands], Faults]], faults: Faults) -> Iterator[Hands]:
    for hands, more in played:
        for before, now in zip(faults, more, strict=True):
            before.update(now)
        yield from hands


def _play_chunk_in_process(
    rules: Ruleset, bots: tuple[Bot, Bot], opener: Bot | None, seed: int, recorded: bool, numbers: range
) -> tuple[list[Hands], Faults]:
    settings = MatchSettings(game_of(rules), family_of(rules.family).role_info, bots, opener, seed, recorded)
    return _play_chunk(settings, numbers)


def _play_chunk(settings: MatchSettings, numbers: range) -> tuple[list[Hands], Faults]:
    first, second = settings.bots
    before = count_faults(first), count_faults(second)
    hands = [play_deal(settings, number) for number in numbers]
    return hands, (count_faults(first) - before[0], count_faults(second) - before[1])


def _with_progress_shown(played: Iterator[Hands], deals: int, *, shown: bool) -> Iterator[Hands]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not shown) as bar:
        yield from bar.track(played, total=deals)
