"""Digests of the behaviour of all rulesets, computed over hands that bots play.

The digest of a ruleset covers the seats to act, the actions as text, the numbers of legal actions, and the outcomes. It does
not depend on the events of a family. So it changes only if the rules change.

``python -m tests.conformance.behaviour_digests`` writes ``data/behaviour.json`` again. With ``--check``, it only
prints the differences.
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
"""The number of hands that each bot plays."""


class Ending(Struct):
    """The fields of an outcome that the digest covers."""

    reason: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    account: tuple[ScoreLine, ...]


def _ending_of(rules: AnyGame, state: Any) -> Ending:
    outcome = rules.outcome(state)
    assert outcome is not None
    return Ending(outcome.reason, outcome.winners, outcome.points, outcome.account)


def digest(name: str, player: str) -> str:
    """Return the digest of a match in which one bot plays all seats."""
    rules, random, told = game(name), Random(f"behaviour {name}"), hashlib.sha256()
    play = make_bot(player, name)
    match = rules.new_match()
    for number in range(HANDS[player]):
        deal = draw_deal(rules.deal_plan(match), f"{name} {number}".encode().ljust(32, b"."))
        state = rules.start(match, deal)
        while (seat := _random_actor(rules, state, random)) is not None:
            legal = rules.legal(state, seat)
            action = play(rules, rules.view(state, seat), seat, legal, random) if seat != DEALER else legal[0]
            asked = [*rules.to_act(state)], [*rules.may_act(state)], rules.window_duration(state)
            told.update(to_json([asked, seat, len(legal), rules.format_action(action)]))
            state = rules.act(state, seat, action).state
        match = rules.next_hand(match, state)
        told.update(to_json([_ending_of(rules, state), match.points]))
    return told.hexdigest()


def _random_actor(rules: AnyGame, state: Any, random: Random) -> Seat | None:
    """Return a random seat that must act, or in one of eight cases one that may act; None at the end of the hand."""
    must, may = rules.to_act(state), rules.may_act(state)
    if may and random.randrange(8) == 0:
        return may[random.randrange(len(may))]
    return must[random.randrange(len(must))] if must else None


def stored() -> dict[str, dict[str, str]]:
    """Return the stored digests by ruleset and bot."""
    read: dict[str, dict[str, str]] = json.loads(STORED.read_text("utf-8"))
    return read


def changed(found: dict[str, dict[str, str]]) -> str:
    """Return a line for each ruleset whose digests differ from the stored ones; "" if there is none."""
    return "\n".join(
        f"{name} behaves otherwise than before" for name, was in stored().items() if found.get(name) != was
    )


if __name__ == "__main__":
    digests = {name: {player: digest(name, player) for player in HANDS} for name in rulesets()}
    if "--check" in sys.argv:
        sys.exit(changed(digests) or 0)
    STORED.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", "utf-8")
