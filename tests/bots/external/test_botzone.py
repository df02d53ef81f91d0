"""The Botzone protocol: a Botzone program plays, and receives the requests that Botzone would send."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import paiju
from paiju.bots.base import SeatedBot, make_bot_asker, play_random
from paiju.bots.doudizhu.botzone import from_botzone_card, to_botzone_card
from paiju.bots.external_bots import BotLimits, ExternalBot
from paiju.bots.registry import make_bot
from paiju.core.errors import NotationError
from paiju.core.hand_runner import run_hand
from paiju.games.doudizhu.cards import card_list, card_text, cards_in_pack

PROGRAM = """
import json
told = json.loads(input())
with open(LOG, "a") as log:
    print(json.dumps(told), file=log)
last = told["requests"][-1]
if "bid" in last:
    print(json.dumps({"response": 3 if 3 not in last["bid"] else 0}))
else:
    hand = told["requests"][1] if "bid" in told["requests"][0] else told["requests"][0]
    cards = hand["own"] + (hand["publiccard"] if hand["landlord"] == hand["pos"] else [])
    for mine in told["responses"]:
        cards = [card for card in cards if not isinstance(mine, list) or card not in mine]
    leads = not any(last["history"])
    print(json.dumps({"response": [min(cards)] if leads else [], "data": len(told["requests"])}))
"""
"""Bids 3, leads its lowest card, and passes else."""


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def play(tmp_path: Path, ruleset: str = "doudizhu/qq", hands: int = 1) -> tuple[ExternalBot, list[Any]]:
    """Hands of the program in seat 0 against two at random; what it was told."""
    (tmp_path / "program.py").write_text(PROGRAM.replace("LOG", repr(str(tmp_path / "log"))), "utf-8")
    found = make_bot(f"botzone:{sys.executable} {tmp_path}/program.py", "doudizhu", BotLimits(limit=20_000))
    assert isinstance(found, ExternalBot)
    game = paiju.game(ruleset)
    players = {seat: SeatedBot(found if seat == 0 else play_random, Random(5)) for seat in range(game.seats)}
    for number in range(hands):
        match = game.new_match()
        state = game.start(match, paiju.draw_deal(game.deal_plan(match), b"%d" % number))
        for move in run_hand(game, state, make_bot_asker(game, players)):
            state = move.step.state
    return found, lines(tmp_path / "log") if (tmp_path / "log").exists() else []


def test_botzone_program_receives_all_requests_of_the_hand(tmp_path: Path) -> None:
    found, told = play(tmp_path, hands=4)
    assert not found.faults
    assert sum(len(one["requests"]) == 1 for one in told) == 4  # each hand begins anew
    for one in told:
        assert len(one["responses"]) == len(one["requests"]) - 1
    whole = [one for one in told if "bid" in one["requests"][0] and len(one["requests"]) > 3][-1]
    bid, first, *_ = last = whole["requests"]
    assert set(bid) == {"own", "bid"}
    assert len(bid["own"]) == 17
    assert set(first) == {"own", "publiccard", "landlord", "pos", "finalbid", "history"}
    assert (first["own"], len(first["publiccard"]), first["pos"]) == (bid["own"], 3, 0)
    assert all(set(later) == {"history"} for later in last[2:])
    seen = [card for one in last[1:] for cards in one["history"] for card in cards]
    mine = [card for cards in whole["responses"][1:] for card in cards]
    assert len(seen) > 0
    assert len({*seen, *mine}) == len(seen) + len(mine)  # no card is told twice
    assert not {*seen} & {*bid["own"]}
    assert whole["data"] == len(last) - 1  # what it wanted to remember


def test_rulesets_unknown_to_botzone_use_the_fallback_without_a_fault(tmp_path: Path) -> None:
    found, told = play(tmp_path, "doudizhu/duel")
    assert (found.faults, told) == ({}, [])


def test_cards_are_numbered_as_in_botzone() -> None:
    cards = cards_in_pack(1, "")
    assert sorted(map(to_botzone_card, cards)) == list(range(54))
    assert [from_botzone_card(to_botzone_card(card)) for card in cards] == list(cards)
    assert [card_text(from_botzone_card(number)) for number in (0, 1, 2, 3, 51, 52, 53)] == [
        "3h",
        "3d",
        "3s",
        "3c",
        "2c",
        "Bj",
        "Rj",
    ]
    with pytest.raises(NotationError):
        from_botzone_card(54)


@pytest.mark.parametrize(
    ("answer", "kind"), [("[0]", "illegal"), ("[99]", "unreadable"), ('"x"', "unreadable"), ("7", "unreadable")]
)
def test_invalid_botzone_answers_are_faults(tmp_path: Path, answer: str, kind: str) -> None:
    """It is asked for a bid, and answers with a card that it has not, one that is none, and so on."""
    (tmp_path / "bot.sh").write_text(f"read -r line; echo '{{\"response\": {answer}}}'\n", "utf-8")
    game = paiju.game("doudizhu/qq")
    match = game.new_match()
    state = game.run_dealer(game.start(match, paiju.draw_deal(game.deal_plan(match), b"1"))).state
    seat = game.to_act(state)[0]
    found = make_bot(f"botzone:sh {tmp_path}/bot.sh", "doudizhu", BotLimits(limit=20_000))
    view = game.view(state, seat)
    assert card_list(view.secret.hands[seat] or 0)
    assert found(game, view, seat, game.legal(view, seat), Random(1)) == game.fallback(view, seat)
    assert isinstance(found, ExternalBot)
    assert set(found.faults) <= {kind, "illegal"}
    assert found.faults
