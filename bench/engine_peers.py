"""Times the engines of other projects: random play of identical deals, and lists of legal moves.

    python -m bench.engine_peers [SECONDS]        prints a table with every engine of PEERS

An engine is one entry of PEERS. It says how a deal is converted to the engine's own form (not timed), how one hand of it is
played at random (timed), and how a position is set up, so that its legal moves can be listed again and again. Another engine
is one more entry, such as that of paiju: `PEERS["paiju"] = Engine(prepare, play, lister)`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from typing import Any

import rlcard
from douzero.env.env import get_obs
from douzero.env.game import GameEnv
from rlcard.games.doudizhu.game import DoudizhuGame
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import get_gt_cards

from bench.peers.adapters import NAMES, CannotAnswer, douzero, load, openspiel
from bench.peers.adapters import rlcard as rlcard_adapter
from bench.peers.reference_rules import full_deck, in_order, readings

Position = tuple[str, str]
"""A hand, and the play to beat in canonical text; "" if the hand leads."""

DEALS = 500
REPEATS = 5
SLICE_US = 300.0


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal for three players. Seat 0 is the landlord; its hand consists of 17 cards, without the bottom."""

    hands: tuple[str, str, str]
    bottom: str


@dataclass(frozen=True, slots=True)
class Engine:
    """How one engine is timed."""

    prepare: Callable[[Deal], Any]
    play: Callable[[Any, Random], int]
    """Plays the deal that `prepare` returned to the end, each legal move equally likely. Returns the number of decisions."""
    lister: Callable[[str, str], Callable[[], object]]
    """Sets up a position, given by a hand and a play to beat. Returns a function that lists its legal moves anew at each call."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The microseconds that a list of legal moves takes, over positions. Each position counts with its best repeat."""

    median: float
    mean: float


def deals(seed: int) -> Iterator[Deal]:
    """Yield deals endlessly. They depend on the seed alone, so all engines get the same."""
    rng = Random(seed)
    deck = list(full_deck().elements())
    while True:
        rng.shuffle(deck)
        first, second, third, bottom = (in_order("".join(deck[i : i + 17])) for i in (0, 17, 34, 51))
        yield Deal((first, second, third), bottom)


# --- RLCard -----------------------------------------------------------------------------------------------


class Stacked:
    """Stands in for RLCard's random generator: `shuffle` puts the cards in the order of the deal."""

    def __init__(self, deal: Deal) -> None:
        self._order = "".join(deal.hands) + deal.bottom

    def shuffle(self, deck: list[Any]) -> None:
        by_rank: dict[str, list[Any]] = {}
        for card in deck:
            by_rank.setdefault(card.rank or card.suit[0], []).append(card)
        deck[:] = [by_rank[rank].pop() for rank in self._order]


def play_rlcard(stacked: Stacked, rng: Random) -> int:
    game = DoudizhuGame()
    game.np_random = stacked
    state, _ = game.init_game()
    decisions = 0
    while not game.is_over():
        state, _ = game.step(rng.choice(state["actions"]))
        decisions += 1
    return decisions


def play_rlcard_with_features(stacked: Stacked, rng: Random) -> int:
    env = _rlcard_env()
    env.game.np_random = stacked
    state, _ = env.reset()
    decisions = 0
    while not env.is_over():
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        decisions += 1
    return decisions


_RLCARD_ENV: list[Any] = []


def _rlcard_env() -> Any:
    if not _RLCARD_ENV:
        _RLCARD_ENV.append(rlcard.make("doudizhu"))
    return _RLCARD_ENV[0]


def list_rlcard(hand: str, beat: str) -> Callable[[], object]:
    rlcard_adapter.answers(hand, beat)
    player, table = rlcard_adapter.player(hand), rlcard_adapter.table(beat)
    if beat:
        return lambda: get_gt_cards(player, table)
    return lambda: DoudizhuJudger.playable_cards_from_hand(hand)


# --- DouZero ----------------------------------------------------------------------------------------------

SEATS = ("landlord", "landlord_down", "landlord_up")


class Chooser:
    """A DouZero player that moves at random. With `features`, it first computes DouZero's features."""

    def __init__(self, rng: Random, *, features: bool) -> None:
        self.rng = rng
        self.features = features

    def act(self, infoset: Any) -> list[int]:
        if self.features:
            get_obs(infoset)
        chosen: list[int] = self.rng.choice(infoset.legal_actions)
        return chosen


def prepare_douzero_deal(deal: Deal) -> dict[str, list[int]]:
    landlord, down, up = deal.hands
    hands = dict(zip(SEATS, map(douzero.numbers, (landlord + deal.bottom, down, up)), strict=True))
    return {**hands, "three_landlord_cards": douzero.numbers(deal.bottom)}


def play_douzero(cards: dict[str, list[int]], rng: Random, *, features: bool = False) -> int:
    env = GameEnv(dict.fromkeys(SEATS, Chooser(rng, features=features)))
    env.card_play_init({name: list(held) for name, held in cards.items()})
    while not env.game_over:
        env.step()
    return len(env.card_play_action_seq)


def play_douzero_with_features(cards: dict[str, list[int]], rng: Random) -> int:
    return play_douzero(cards, rng, features=True)


def list_douzero(hand: str, beat: str) -> Callable[[], object]:
    listed: Callable[[], object] = douzero.at(hand, beat).get_legal_card_play_actions
    return listed


# --- OpenSpiel --------------------------------------------------------------------------------------------


def prepare_openspiel(deal: Deal) -> list[int]:
    """Return the chance actions and the landlord's bid. They count as time, but not as decisions."""
    actions: list[int] = openspiel.deal(deal.hands, deal.bottom).history()
    return actions


def play_openspiel(actions: list[int], rng: Random) -> int:
    state = openspiel.GAME.new_initial_state()
    for action in actions:
        state.apply_action(action)
    decisions = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        decisions += 1
    return decisions


def make_openspiel_lister(hand: str, beat: str) -> Callable[[], object]:
    listed: Callable[[], object] = openspiel.at(hand, beat).legal_actions
    return listed


PEERS: dict[str, Engine] = {
    "rlcard": Engine(Stacked, play_rlcard, list_rlcard),
    "rlcard, features": Engine(Stacked, play_rlcard_with_features, list_rlcard),
    "douzero": Engine(prepare_douzero_deal, play_douzero, list_douzero),
    "douzero, features": Engine(prepare_douzero_deal, play_douzero_with_features, list_douzero),
    "openspiel": Engine(prepare_openspiel, play_openspiel, make_openspiel_lister),
}


# --- measuring --------------------------------------------------------------------------------------------


def decisions_per_second(peer: str, seconds: float, seed: int) -> float:
    """Return how many decisions an engine makes per second when it plays hands at random, one after another."""
    engine, rng = PEERS[peer], Random(seed)
    prepared = cycle([engine.prepare(deal) for deal in islice(deals(seed), DEALS)])
    decisions, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        decisions += engine.play(next(prepared), rng)
    return decisions / elapsed


def legal_list_us(peer: str, positions: Sequence[Position]) -> Timing:
    """Return the time of one list of legal moves. All positions must be ones that the engine can be asked about."""
    times = [_best_us(PEERS[peer].lister(*position)) for position in positions]
    return Timing(statistics.median(times), statistics.fmean(times))


def _best_us(call: Callable[[], object]) -> float:
    once = _microseconds_per_call(call, 1)
    number = max(1, int(SLICE_US / once))
    return min(_microseconds_per_call(call, number) for _ in range(REPEATS))


def _microseconds_per_call(call: Callable[[], object], number: int) -> float:
    start = time.perf_counter()
    for _ in range(number):
        call()
    return (time.perf_counter() - start) * 1e6 / number


def positions_of_random_play(number: int, seed: int, *, leading: bool) -> list[Position]:
    """Return positions of random play by DouZero's engine that all engines can be asked about, at most four of each hand."""
    rng = Random(seed)
    found: list[Position] = []
    for deal in deals(seed):
        met = [position for position in random_hand_positions(deal, rng) if leading == (not position[1])]
        asked = [position for position in met if all(_can_answer(peer, position) for peer in NAMES)]
        found += rng.sample(asked, min(4, len(asked)))
        if len(found) >= number:
            break
    return found[:number]


class Witness(Chooser):
    """A `Chooser` that records every position in which it moves."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, features=False)
        self.met: list[Position] = []

    def act(self, infoset: Any) -> list[int]:
        table = readings(douzero.letters(infoset.last_move))
        beat = max(table, key=lambda play: len(play.body)).text if table else ""
        self.met.append((douzero.letters(infoset.player_hand_cards), beat))
        return super().act(infoset)


def random_hand_positions(deal: Deal, rng: Random) -> list[Position]:
    """Return every position of one hand that is played at random.

    If the play to beat has two readings (DDZ-4.15), the one with the longer body is taken.
    """
    witness = Witness(rng)
    env = GameEnv(dict.fromkeys(SEATS, witness))
    env.card_play_init(prepare_douzero_deal(deal))
    while not env.game_over:
        env.step()
    return witness.met


def _can_answer(peer: str, position: Position) -> bool:
    try:
        load(peer).answers(*position)
    except CannotAnswer:
        return False
    return True


def best_rates(peers: Sequence[str], seconds: float, seed: int, rounds: int = 3) -> dict[str, float]:
    """Return the best rate of each engine in several rounds, in which they take turns, because other programs may be running."""
    measured = [{peer: decisions_per_second(peer, seconds / rounds, seed) for peer in peers} for _ in range(rounds)]
    return {peer: max(rates[peer] for rates in measured) for peer in peers}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 6.0
    lead, follow = (positions_of_random_play(300, 1, leading=leading) for leading in (True, False))
    rates = best_rates(list(PEERS), seconds, 1)
    print(f"{'':20} {'decisions/s':>12} {'leading µs (mean)':>20} {'answering µs (mean)':>20}")
    for name, rate in rates.items():
        lists = [legal_list_us(name, positions) for positions in (lead, follow)]
        print(f"{name:20} {rate:12,.0f}", *(f"{took.median:11.1f} ({took.mean:6.1f})" for took in lists))


if __name__ == "__main__":
    main()
