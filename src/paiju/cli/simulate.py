"""``paiju simulate``: lets bots play hands, and prints statistics."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from paiju.bots.base import Bot, SeatedBot, make_bot_asker
from paiju.bots.external_bots import count_faults, format_faults
from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.bot_arguments import make_bots_from_arguments, parse_bot_names
from paiju.cli.console import find_ruleset, print_json, print_table
from paiju.cli.record_option import open_recorder
from paiju.core.codec import to_json
from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame
from paiju.core.hand_runner import run_hand
from paiju.core.ruleset import Ruleset
from paiju.games.registry import game_of
from paiju.locale import translate
from paiju.records import RecordedHand, make_recorded_hand

MOST_REDEALS: Final = 10_000
"""A simulation of n hands is stopped with an error after more than n + ``MOST_REDEALS`` redeals.

Without a limit, a simulation with bots that never bid would not end.
"""


def run(given: ParsedArguments) -> int:
    """Run the simulation and print the result."""
    ruleset = find_ruleset(given.ruleset)
    game = game_of(ruleset)
    names = parse_bot_names(given.bots, game.seats)
    bots = make_bots_from_arguments(names, ruleset, given, must_start=True)
    with open_recorder(given.record, ruleset) as keep:
        result = simulate(game, bots, given.hands, given.seed, keep and partial(keep, names))
    if given.json:
        print_json(_to_json(given, ruleset, names, result))
    else:
        _print_result(given, ruleset, names, result)
    return 0


class SimulationResult(NamedTuple):
    """Statistics of the simulated hands.

    - ``points``: the points of each seat
    - ``won``: the number of hands that each seat won
    - ``redeals``: the number of hands that were dealt again
    - ``reasons``: the number of hands by the reason of their end; redeals are included
    - ``lines``: the number of score lines (entries of the score breakdown) by code
    - ``events``: the number of events
    - ``digest``: a hash of the events
    - ``faults``: for each seat, the number of faults of its bot by kind; if a bot plays several seats, its faults
      are listed in each of them
    """

    points: tuple[int, ...]
    won: tuple[int, ...]
    redeals: int
    reasons: Counter[str]
    lines: Counter[str]
    events: int
    digest: str
    faults: tuple[Counter[str], ...]


RecordHand = Callable[[RecordedHand], None]


def simulate(
    game: AnyGame, bots: Sequence[Bot], hands: int, seed: int, keep: RecordHand | None = None
) -> SimulationResult:
    """Play ``hands`` hands of one match, and return statistics. Equal arguments give equal results.

    The deals depend only on ``seed``, not on the bots. ``keep`` is called with each finished hand.
    """
    return _Simulation(game, bots, seed, keep).play_hands(hands)


class _Simulation:
    """Plays hands, and counts what happens in them."""

    def __init__(self, game: AnyGame, bots: Sequence[Bot], seed: int, keep: RecordHand | None) -> None:
        self.bots, self.keep = bots, keep
        self.game, self.deals, chance = game, Random(f"deals {seed}"), Random(f"bots {seed}")
        self.ask = make_bot_asker(game, {seat: SeatedBot(bot, chance) for seat, bot in enumerate(bots)})
        self.match = game.new_match()
        self.digest = hashlib.sha256()
        self.redeals = 0
        self.reasons: Counter[str] = Counter()
        self.lines: Counter[str] = Counter()
        self.won = [0] * game.seats
        self.points = [0] * game.seats
        self.events = 0

    def play_hands(self, hands: int) -> SimulationResult:
        """Play this number of hands, and return the statistics. Redeals do not count as hands.

        Raises UsageError if there are too many redeals (``MOST_REDEALS``).
        """
        while self.reasons.total() - self.redeals < hands:
            self._play_hand()
            if self.redeals > MOST_REDEALS + hands:
                raise UsageError("nobody_bids", redeals=self.redeals)
        points, won = tuple(self.points), tuple(self.won)
        digest = self.digest.hexdigest()
        faults = tuple(map(count_faults, self.bots))
        return SimulationResult(points, won, self.redeals, self.reasons, self.lines, self.events, digest, faults)

    def _play_hand(self) -> None:
        game = self.game
        deal = draw_deal(game.deal_plan(self.match), self.deals.randbytes(32))
        state, moves = game.start(self.match, deal), []
        for move in run_hand(game, state, self.ask):
            state, events = move.step
            if self.keep is not None:
                moves.append((move.seat, move.action))
            for event in events:
                self._count_event(event)
        self._count_outcome(state)
        if self.keep is not None:
            self.keep(make_recorded_hand(game, self.match, deal, moves, game.outcome(state)))
        self.match = game.next_hand(self.match, state)

    def _count_event(self, event: Any) -> None:
        self.events += 1
        self.digest.update(to_json(event))

    def _count_outcome(self, state: Any) -> None:
        outcome = self.game.outcome(state)
        assert outcome is not None
        self.reasons[outcome.reason] += 1
        self.redeals += self.game.is_redeal(state)
        self.lines.update(line.code for line in outcome.account)
        for seat in range(self.game.seats):
            self.points[seat] += outcome.points[seat]
            self.won[seat] += seat in outcome.winners


def _to_json(
    given: ParsedArguments, ruleset: Ruleset, names: Sequence[str], result: SimulationResult
) -> dict[str, Any]:
    return {
        "ruleset": ruleset.id,
        "hands": given.hands,
        "seed": given.seed,
        "bots": names,
        "totals": result.points,
        "won": result.won,
        "redeals": result.redeals,
        "reasons": dict(sorted(result.reasons.items())),
        "account": dict(sorted(result.lines.items())),
        "events": result.events,
        "digest": result.digest,
        "faults": result.faults,
    }


def _print_result(given: ParsedArguments, ruleset: Ruleset, names: Sequence[str], result: SimulationResult) -> None:
    lang, family = given.lang, ruleset.family
    print_table(
        (
            translate(lang, "simulate.seat", seat=seat + 1),
            name,
            f"{points:+,}",
            translate(lang, "simulate.won", won=won),
        )
        for seat, (name, points, won) in enumerate(zip(names, result.points, result.won, strict=True))
    )
    for name, faults in dict(zip(names, result.faults, strict=True)).items():
        if faults:
            print(translate(lang, "simulate.faults", bot=name, faults=format_faults(faults)))
    print()
    for reason, count in result.reasons.most_common():
        print(f"{count:>9,}  {translate(lang, f'reason.{reason}', family=family)}")
    print()
    print(translate(lang, "simulate.digest", events=f"{result.events:,}", digest=result.digest))
