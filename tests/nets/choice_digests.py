"""Digests of the choices of the package's networks, which ``bench/nets/nets.toml`` stores."""

from __future__ import annotations

import hashlib
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np

from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.game import AnyGame
from paiju.core.hand_runner import SeatDecision, run_hand
from paiju.core.seats import DEALER, Seat
from paiju.games.registry import game
from paiju.nets.policy import evaluate_actions

CLEAR: Final = 0.01
"""Least difference of the two best scores. Closer choices are left out, since another processor may choose differently."""
DEALS: Final = 3


def digest_of(ruleset: str) -> str:
    """Return a digest of all clear choices of a ruleset's network in ``DEALS`` hands."""
    of, told = game(ruleset), hashlib.sha256()
    for number in range(DEALS):
        match = of.new_match()
        start = of.start(match, draw_deal(of.deal_plan(match), hand_seed(b"house", "nets", number, (b"",))))
        seated = {seat: SeatedBot(make_bot("random", ruleset), Random(f"{number}:{seat}")) for seat in range(of.seats)}
        for move in run_hand(of, start, partial(_answer_and_record, of, make_bot_asker(of, seated), told)):
            assert move.step is not None
    return told.hexdigest()[:16]


def _answer_and_record(of: AnyGame, ask: Any, told: Any, state: Any, asked: SeatDecision) -> Any:
    if asked.must and asked.seat != DEALER:
        _record_choice(of, told, of.view(state, asked.seat), asked.seat)
    return ask(state, asked)


def _record_choice(of: AnyGame, told: Any, view: Any, seat: Seat) -> None:
    weighed = evaluate_actions("", of, view, seat, of.legal(view, seat))
    if len(weighed.actions) > 1:
        second, first = np.sort(weighed.scores)[-2:]
        if first - second > CLEAR:
            told.update(of.format_action(weighed.actions[weighed.best]).encode() + b"\n")
