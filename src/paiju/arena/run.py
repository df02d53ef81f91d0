"""Running a match, in one process or several, with a progress bar if one is wanted."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from paiju.arena.hand import Played, Terms, play_deal
from paiju.arena.report import Report, score, scores_by_role
from paiju.bots.base import STEADY, Bot
from paiju.bots.registry import bot
from paiju.core.ruleset import Ruleset
from paiju.games.registry import family_of, game_of
from paiju.games.registry import ruleset as find_ruleset

CHUNK: Final = 5
"""Deals that a process is handed at a time."""


class Entrant(NamedTuple):
    """A bot of one's own under a name; the bots of paiju go by their names alone."""

    name: str
    bot: Bot


def run(  # noqa: PLR0913 - three of them have defaults and are keywords
    bots: Sequence[str | Entrant],
    ruleset: str | Ruleset,
    deals: int,
    seed: int,
    *,
    play_only: bool = False,
    processes: int = 1,
    progress: bool = False,
) -> Report:
    """Let two bots play the same deals in all seat assignments; equal arguments give equal reports, however many processes.

    ``play_only`` lets the steady bot play for all seats up to the play proper, and then has each deal played once with each
    bot in each role. With several processes a bot of one's own must be a function that can be imported. Raises UnknownName.
    """
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    first, second = (_entrant(given, rules) for given in bots)
    opener = bot(STEADY, rules.family) if play_only else None
    terms = Terms(game_of(rules), family_of(rules.family).casting, (first.bot, second.bot), opener, seed)
    played = list(_with_progress(_play(terms, rules, deals, processes), deals, shown=progress))
    return Report(
        ruleset=rules.id,
        bots=(first.name, second.name),
        deals=deals,
        seed=seed,
        play_only=play_only,
        hands=sum(map(len, played)),
        void=sum(not hand.outcome.winners for hands in played for hand in hands),
        overall=score(played),
        roles=scores_by_role(played),
    )


def _entrant(given: str | Entrant, rules: Ruleset) -> Entrant:
    return given if isinstance(given, Entrant) else Entrant(given, bot(given, rules.family))


Hands = tuple[Played, ...]


def _play(terms: Terms, rules: Ruleset, deals: int, processes: int) -> Iterator[Hands]:
    """The hands of each deal, in the order of the deals."""
    if processes <= 1:
        yield from (play_deal(terms, number) for number in range(deals))
        return
    # The tables of a game are not handed over: each process makes its own from the rules.
    chunks = [range(start, min(start + CHUNK, deals)) for start in range(0, deals, CHUNK)]
    work = partial(_play_chunk, rules, terms.bots, terms.opener, terms.seed)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for hands in pool.map(work, chunks):
            yield from hands


def _play_chunk(rules: Ruleset, bots: tuple[Bot, Bot], opener: Bot | None, seed: int, numbers: range) -> list[Hands]:
    terms = Terms(game_of(rules), family_of(rules.family).casting, bots, opener, seed)
    return [play_deal(terms, number) for number in numbers]


def _with_progress(played: Iterator[Hands], deals: int, *, shown: bool) -> Iterator[Hands]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not shown) as bar:
        yield from bar.track(played, total=deals)
