"""paiju 牌局: exact rules of Chinese card games, bots that play them, and records of what was played.

::

    import random
    import paiju

    game = paiju.game("doudizhu/qq")
    match = game.new_match()
    state = game.start(match, paiju.draw_deal(game.deal_plan(match), b"any bytes"))
    while (outcome := game.outcome(state)) is None:
        seat = game.to_act(state)[0]
        state, events = game.act(state, seat, random.choice(game.legal(state, seat)))
    print(outcome)

``docs/`` has a tutorial. ``paiju.core.game`` describes the contract that every game must keep.
"""

from paiju.core.errors import Conflict, IllegalAction, NotationError, PaijuError, RulesetError, UnknownName
from paiju.core.fair_deal import Deal, DealPlan, commitment, draw_deal, hand_seed
from paiju.core.game import Game, Match, Step
from paiju.core.ruleset import Ruleset, with_options
from paiju.core.score_breakdown import Outcome, ScoreLine, stake_of
from paiju.core.seats import DEALER
from paiju.games.registry import game_of, read_ruleset, ruleset, rulesets
from paiju.locale import english_sentence as _english_sentence
from paiju.records import Record, read_record, record_hand, to_json, to_text, verify
from paiju.typed_games import game

PaijuError.describe = _english_sentence

__all__ = [
    "DEALER",
    "Conflict",
    "Deal",
    "DealPlan",
    "Game",
    "IllegalAction",
    "Match",
    "NotationError",
    "Outcome",
    "PaijuError",
    "Record",
    "Ruleset",
    "RulesetError",
    "ScoreLine",
    "Step",
    "UnknownName",
    "commitment",
    "draw_deal",
    "game",
    "game_of",
    "hand_seed",
    "read_record",
    "read_ruleset",
    "record_hand",
    "ruleset",
    "rulesets",
    "stake_of",
    "to_json",
    "to_text",
    "verify",
    "with_options",
]
