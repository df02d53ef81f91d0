"""Policies that play the other seats in ``BatchVectorEnv``, and how they are found by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from paiju.bots.base import RANDOM
from paiju.bots.registry import NET as NET_FILE
from paiju.bots.registry import bot_names, make_bot
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset
from paiju.games.registry import game_of
from paiju.nets.policy import MOST, net_for_rules

Numbers = NDArray[np.int64]
Policy = Callable[[batch.Hands], Numbers]
"""A function that gets hands in which another seat than the learner's is to act, and returns its action number in each."""

NET: Final = "net"
"""The name of the package's network for a ruleset, which evaluates all hands in one batch."""


def find_opponent_policy(opponents: str | Policy, ruleset: Ruleset, processes: int = 1) -> Policy:
    """Return the policy with this name. A function is returned unchanged.

    Names are ``random``, ``net``, the path of a network file, and the names of all bots of the ruleset. Bots play one hand
    after another by the exact rules, in ``processes`` processes. Raises UnknownName if there is no such policy.
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
    """Chooses the action that a network scores highest. ``path`` is its file; if it is empty, a packaged network is used.

    Unlike the bot that plays by this network, the policy does not search for forced wins, nor does it bid to avoid a new deal.
    """

    def __init__(self, ruleset: Ruleset, path: str = "") -> None:
        one = net_for_rules(path, game_of(ruleset).rules)
        self._shape, self._flag = one.shape, one.flag
        self._inference = BatchInference(one.net.weights, one.shape)
        self._chance = np.random.default_rng(0)

    def __call__(self, hands: batch.Hands) -> Numbers:
        at = gather_decisions(hands, self._shape, self._flag, self._chance, MOST)
        numbers = np.zeros(len(hands), np.int64)
        if len(at.live):
            numbers[at.live] = at.numbers[at.argmax_actions(self._inference.scores(at))]
        return numbers


class BotPolicy:
    """Lets a bot choose in each hand from the seat's view of the exact rules. The bot runs in this process or in several."""

    def __init__(self, ruleset: Ruleset, name: str, processes: int = 1) -> None:
        self._ruleset, self._name = ruleset, name
        self._processes = processes
        self._pool = ProcessPoolExecutor(processes, get_context("spawn")) if processes > 1 else None
        self._random = Random(0)

    def __call__(self, hands: batch.Hands) -> Numbers:
        parts = np.array_split(hands.rows, min(self._processes, len(hands)))
        rows, seeds = [part.tobytes() for part in parts], [self._random.randbytes(16) for _ in parts]
        choose = partial(choose_actions_by_bot, self._ruleset, self._name, hands.history)
        found = self._pool.map(choose, rows, seeds) if self._pool else map(choose, rows, seeds)
        return np.array([number for part in found for number in part], np.int64)

    def close(self) -> None:
        """Stop the processes."""
        if self._pool:
            self._pool.shutdown()


def choose_actions_by_bot(ruleset: Ruleset, name: str, history: bool, rows: bytes, seed: bytes) -> Sequence[int]:
    """Return the number of the action that a bot chooses in each of these rows of the batch engine.

    With ``history``, the bot's views contain past actions.
    """
    bot, random = make_bot(name, ruleset.family), Random(seed)
    hands, game = _single_hand_batch(ruleset, history), game_of(ruleset)
    chosen = []
    for row in np.frombuffer(rows, hands.rows.dtype):
        hands.restore(row.reshape(1))
        state, seat = hands.to_state(0), int(hands.turns[0])
        view = game.view(state, seat)
        chosen.append(hands.number_of(0, bot(game, view, seat, game.legal(view, seat), random)))
    return chosen


_HANDS: Final[dict[tuple[str, bool], batch.Hands]] = {}


def _single_hand_batch(ruleset: Ruleset, history: bool) -> batch.Hands:
    """Return ``Hands`` with a single hand of a ruleset. Every call for the same ruleset returns the same object."""
    found = _HANDS.get((ruleset.id, history))
    if found is None or found.ruleset != ruleset:
        found = _HANDS[ruleset.id, history] = batch.new_hands(ruleset, 1, anew=False, history=history)
    return found
