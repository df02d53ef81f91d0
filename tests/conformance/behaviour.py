"""What all rulesets do, in one digest each: who may act, what was done and how each hand ended, over hands that bots play.

The digest is made of seats, of actions as text, of how many were legal, and of outcomes. How a family stores its events does
not change it, so it stays what it is through any work that is not on the rules.

``python -m tests.conformance.behaviour`` writes ``data/behaviour.json`` anew; ``--check`` only says what differs.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from paiju.bots.registry import make_bot
from paiju.core.codec import to_json
from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame
from paiju.core.score_breakdown import ScoreLine
from paiju.core.seats import DEALER, Seat
from paiju.games.registry import game, rulesets

STORED: Final = Path(__file__).parent / "data" / "behaviour.json"
HANDS: Final = {"random": 40, "steady": 8}
"""How many hands each bot plays."""


class Ending(Struct):
    """What is asked of an outcome: these hands are all played to their end."""

    reason: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    account: tuple[ScoreLine, ...]


def _ending(rules: AnyGame, state: Any) -> Ending:
    outcome = rules.outcome(state)
    assert outcome is not None
    return Ending(outcome.reason, outcome.winners, outcome.points, outcome.account)


def digest(name: str, player: str) -> str:
    """The digest of a match in which one bot plays all seats."""
    rules, random, told = game(name), Random(f"behaviour {name}"), hashlib.sha256()
    play = make_bot(player, name)
    match = rules.new_match()
    for number in range(HANDS[player]):
        deal = draw_deal(rules.deal_plan(match), f"{name} {number}".encode().ljust(32, b"."))
        state = rules.start(match, deal)
        while (seat := _who(rules, state, random)) is not None:
            legal = rules.legal(state, seat)
            action = play(rules, rules.view(state, seat), seat, legal, random) if seat != DEALER else legal[0]
            asked = [*rules.to_act(state)], [*rules.may_act(state)], rules.window_beats(state)
            told.update(to_json([asked, seat, len(legal), rules.format_action(action)]))
            state = rules.act(state, seat, action).state
        match = rules.next_hand(match, state)
        told.update(to_json([_ending(rules, state), match.points]))
    return told.hexdigest()


def _who(rules: AnyGame, state: Any, random: Random) -> Seat | None:
    """One of those who must act, or (one time in eight) who may; None at the end."""
    must, may = rules.to_act(state), rules.may_act(state)
    if may and random.randrange(8) == 0:
        return may[random.randrange(len(may))]
    return must[random.randrange(len(must))] if must else None


def stored() -> dict[str, dict[str, str]]:
    """What is written down, by ruleset and bot."""
    read: dict[str, dict[str, str]] = json.loads(STORED.read_text("utf-8"))
    return read


def changed(found: dict[str, dict[str, str]]) -> str:
    """Which rulesets do not behave as written down, a line each; empty: none."""
    return "\n".join(
        f"{name} behaves otherwise than before" for name, was in stored().items() if found.get(name) != was
    )


if __name__ == "__main__":
    digests = {name: {player: digest(name, player) for player in HANDS} for name in rulesets()}
    if "--check" in sys.argv:
        sys.exit(changed(digests) or 0)
    STORED.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", "utf-8")
