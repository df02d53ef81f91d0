"""Policies that play the other seats in the hands of the batch engine. ``BatchVectorEnv`` finds them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.batch.decision_batch import gather_decisions
from paiju.batch.net_inference import BatchInference
from paiju.bots.base import RANDOM, UNDECIDED, Bot, SeatedBot, ask_bot, play_random
from paiju.bots.kernel_bot import KernelBot
from paiju.bots.registry import NET as NET_FILE
from paiju.bots.registry import bot_names, make_bot
from paiju.core.errors import UnknownName
from paiju.core.family import load_object
from paiju.core.hand_runner import SeatDecision
from paiju.core.ruleset import Ruleset
from paiju.core.seats import DEALER, Seat
from paiju.games.registry import family_of, game_of
from paiju.nets.policy import MOST_EVALUATED, net_for_rules

Numbers = NDArray[np.int64]
Policy = Callable[[batch.Hands], Numbers]
"""A function that chooses actions for the seats that the learner does not play.

Its argument is the ``Hands`` in which such seats are to act. It returns an action number for each hand; shape (n,).
"""

NET: Final = "net"
"""The name of the policy that plays by the packaged network for a ruleset. It evaluates all hands in one batch."""


def find_opponent_policy(opponents: str | Policy, ruleset: Ruleset, processes: int = 1) -> Policy:
    """Return the opponent policy with this name. A function is returned unchanged.

    Valid names are ``random``, ``net``, the path of a network file, and the names of the built-in bots of the
    ruleset's family. A compiled bot chooses in all hands at once. Any other bot chooses in one hand after another
    by the exact rules; ``processes`` processes share this work. Raises UnknownName if there is no such policy.
    """
    if not isinstance(opponents, str):
        return opponents
    if opponents == RANDOM:
        return batch.Hands.sample
    if opponents == NET or opponents.endswith(NET_FILE):
        return NetPolicy(ruleset, "" if opponents == NET else opponents)
    if opponents not in bot_names(ruleset.family):
        known = ", ".join(dict.fromkeys((RANDOM, NET, *bot_names(ruleset.family))))
        raise UnknownName("unknown_choice", name=opponents, known=known)
    return BotPolicy(ruleset, opponents, processes)


class NetPolicy:
    """A policy that takes the action with the highest score of a network.

    ``path`` is the file of the network. If it is empty, a packaged network is used. The policy differs in two ways
    from the bot that plays with the same network:

    - It does not search for forced wins.
    - That bot sometimes bids although declining has a higher score, to avoid a new deal. The policy does not.
    """

    def __init__(self, ruleset: Ruleset, path: str = "") -> None:
        one = net_for_rules(path, game_of(ruleset).rules)
        self._shape, self._flag = one.shape, one.flag
        self._inference = BatchInference(one.net.weights, one.shape)
        self._chance = np.random.default_rng(0)

    def __call__(self, hands: batch.Hands) -> Numbers:
        at = gather_decisions(hands, self._shape, self._flag, self._chance, MOST_EVALUATED)
        numbers = np.zeros(len(hands), np.int64)
        if len(at.live):
            numbers[at.live] = at.numbers[at.argmax_actions(self._inference.scores(at))]
        return numbers


class RowBot:
    """A bot that chooses in hands of the batch engine.

    If the family has a compiled version of the bot (``Family.compiled_bots``), that version chooses. If it returns
    UNDECIDED, or if there is none, the bot itself chooses from the seat's view of the exact rules.
    """

    def __init__(self, ruleset: Ruleset, bot: Bot) -> None:
        self._game, self._bot = game_of(ruleset), bot
        self._compiled = _find_compiled_bot(ruleset, bot)

    def choose(self, hands: batch.Hands, random: Random) -> Numbers:
        """Return the number of the chosen action in each hand; shape (n,)."""
        if self._bot is play_random:
            return np.array([random.randrange(count) for count in hands.counts.tolist()])
        numbers = self.choose_compiled(hands)
        for row in np.flatnonzero(numbers < 0).tolist():
            numbers[row] = self.choose_from_view(hands, row, random)
        return numbers

    def play(self, hands: batch.Hands, seat: Seat, players: Mapping[Seat, SeatedBot]) -> None:
        """Take the action of a seat that must act in ``hands``, which is a single hand.

        ``players`` are the bots that play seats of the hand; this bot plays ``seat``. A compiled bot that can play on
        (``KernelBot.play_kernel``) goes on until a seat must act which this bot does not play.
        """
        if self._compiled is not None and self._compiled.play_kernel is not None:
            self._compiled.play(hands, [one for one, player in players.items() if player.bot is self._bot])
        else:
            hands.step(self.choose(hands, players[seat].random))

    def choose_compiled(self, hands: batch.Hands) -> Numbers:
        """Return the action number that the compiled version chooses in each hand, or UNDECIDED; shape (n,).

        Without a compiled version, all are UNDECIDED.
        """
        return np.full(len(hands), UNDECIDED) if self._compiled is None else self._compiled(hands)

    def choose_from_view(self, hands: batch.Hands, row: int, random: Random) -> int:
        """Return the number of the action that the bot chooses in one hand.

        The bot gets the view that the deciding seat has in the exact rules. If it takes no optional action, the dealer
        acts.
        """
        state, seat = hands.to_state(row), int(hands.turns[row])
        view = self._game.view(state, seat)
        asked = SeatDecision(seat, must=seat in self._game.to_act(view))
        action = ask_bot(self._game, SeatedBot(self._bot, random), view, asked)
        return hands.number_of(row, self._game.legal(view, DEALER)[0] if action is None else action)


def is_compiled(ruleset: Ruleset, bot: Bot) -> bool:
    """Whether there is a compiled version of a bot for a ruleset."""
    return _find_compiled_bot(ruleset, bot) is not None


def _find_compiled_bot(ruleset: Ruleset, bot: Bot) -> KernelBot | None:
    """Return the compiled version of a bot for a ruleset; None if there is none."""
    for name, place in family_of(ruleset.family).compiled_bots.items():
        if make_bot(name, ruleset.family) is bot:
            found: KernelBot = load_object(place)(ruleset)
            return found
    return None


class BotPolicy:
    """A policy that lets a bot choose in each hand.

    The compiled version of the bot chooses first, in this process. Where it returns UNDECIDED, or if there is no
    compiled version, the bot itself chooses. It runs in a pool of ``processes`` processes, or in this process if
    ``processes`` is 1.
    """

    def __init__(self, ruleset: Ruleset, name: str, processes: int = 1) -> None:
        self._ruleset, self._name, self._processes = ruleset, name, processes
        self._bot = RowBot(ruleset, make_bot(name, ruleset.family))
        self._pool = ProcessPoolExecutor(processes, get_context("spawn")) if processes > 1 else None
        self._random = Random(0)

    def __call__(self, hands: batch.Hands) -> Numbers:
        if self._pool is None:
            return self._bot.choose(hands, self._random)
        numbers = self._bot.choose_compiled(hands)
        left = np.flatnonzero(numbers < 0)
        parts = [part for part in np.array_split(hands.rows[left], self._processes) if len(part)]
        rows, seeds = [part.tobytes() for part in parts], [self._random.randbytes(16) for _ in parts]
        choose = partial(choose_actions_by_bot, self._ruleset, self._name, hands.history)
        numbers[left] = [number for part in self._pool.map(choose, rows, seeds) for number in part]
        return numbers

    def close(self) -> None:
        """Stop the processes."""
        if self._pool:
            self._pool.shutdown()


def choose_actions_by_bot(ruleset: Ruleset, name: str, history: bool, rows: bytes, seed: bytes) -> Sequence[int]:
    """Return, for each hand, the number of the action that a bot chooses by the exact rules.

    The function runs in a worker process. ``rows`` are the bytes of the hands' rows in the batch engine. With
    ``history``, the bot's views contain past actions.
    """
    bot, random = RowBot(ruleset, make_bot(name, ruleset.family)), Random(seed)
    hands = _single_hand_batch(ruleset, history)
    chosen = []
    for row in np.frombuffer(rows, hands.rows.dtype):
        hands.restore(row.reshape(1))
        chosen.append(bot.choose_from_view(hands, 0, random))
    return chosen


_HANDS: Final[dict[tuple[str, bool], batch.Hands]] = {}


def _single_hand_batch(ruleset: Ruleset, history: bool) -> batch.Hands:
    """Return ``Hands`` with a single hand of a ruleset.

    The object is cached: calls with equal arguments return the same one.
    """
    found = _HANDS.get((ruleset.id, history))
    if found is None or found.ruleset != ruleset:
        found = _HANDS[ruleset.id, history] = batch.new_hands(ruleset, 1, anew=False, history=history)
    return found
