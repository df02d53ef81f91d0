"""Records demonstrations: the decisions of a bot.

A demonstration contains the observation, the legal actions, and the action that the bot took.
``behaviour_cloning`` trains a network on demonstrations. This module does not need PyTorch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from paiju.batch.decision_batch import MOST_EVALUATED
from paiju.bots.base import Bot, SeatedBot, choose_optional_action, make_bot_asker
from paiju.bots.bot_played_opening import play_phases_before_play, start_hand
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import Deal, draw_deal, hand_seed
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.hand_runner import run_hand, with_checks
from paiju.core.seats import Seat
from paiju.features.family_encoder import FamilyEncoder
from paiju.games.registry import family_of, game
from paiju.learn.ruleset_group import RulesetGroup
from paiju.nets.network_inputs import Words

BOT_OPENS_ONE_IN: Final = 4
"""In one of this many hands, the recorded bot plays all seats until the phase of play.

After that, another bot may play some of the seats. In the other hands, the other bot may play some seats from
the start, so the roles are distributed differently.
"""


class Demonstrations(NamedTuple):
    """Recorded decisions of a bot: ``n`` decisions, with ``m`` legal actions in total."""

    seen: Words
    """What the seat to act observes in each decision, as network input; shape (n, words)."""
    roles: Words
    starts: Words
    """Where the actions of each decision begin in ``actions``; shape (n + 1,).

    The actions of decision ``i`` have the indices ``starts[i]`` to ``starts[i + 1] - 1``.
    """
    actions: Words
    """The legal actions of all decisions, encoded; shape (m, words)."""
    chosen: Words
    """The action that the bot took in each decision, as an index among the actions of this decision; shape (n,)."""


class _RecordingBot:
    """Plays like a bot, and records the decisions of that bot.

    A decision with a single legal action is not recorded. If very many actions are legal, only a sample of them
    is recorded, which includes the action that was taken.
    """

    def __init__(self, group: RulesetGroup, flag: int, played: Bot) -> None:
        ruleset = group.rulesets[flag]
        self.bits: FamilyEncoder = load_object(family_of(ruleset).feature_encoder)(game(ruleset), history=group.history)
        self.shape, self.flag, self.bot = group.shape, flag, played
        self.seen: list[Words] = []
        self.actions: list[Words] = []
        self.chosen: list[int] = []

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        action = self.bot(game, view, seat, legal, random)
        if len(legal) > 1:
            taken = legal.index(action)
            among = sorted({*range(0, len(legal), -(-len(legal) // MOST_EVALUATED)), taken})
            self.seen.append(
                self.shape.make_network_inputs(self.bits.encode_observation(view, seat)[None, :], self.flag)[0]
            )
            self.actions.append(self.bits.encode_actions(view, seat, [legal[place] for place in among]))
            self.chosen.append(among.index(taken))
        return action

    def act_unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """Return the optional action that the bot takes; None if it takes none. The action is not recorded."""
        return choose_optional_action(self.bot, game, view, seat, random)


def collect_demonstrations(
    group: RulesetGroup, name: str, other: Bot | None, decisions: int, seed: int
) -> Demonstrations:
    """Return about ``decisions`` recorded decisions of the bot ``name``, equally many in each ruleset of a group.

    Each seat is played by this bot or by ``other``, chosen at random. Without ``other`` this bot plays all seats. Raises
    UnknownName if there is no bot of that name, and IllegalAction if a bot takes an illegal action.
    """
    each = -(-decisions // len(group.rulesets))
    seen, actions, chosen = list[Words](), list[Words](), list[int]()
    for flag, ruleset in enumerate(group.rulesets):
        watcher = _RecordingBot(group, flag, make_bot(name, ruleset))
        hands = _play_hands_endlessly(ruleset, watcher, other or watcher, seed)
        while len(watcher.chosen) < each:
            next(hands)
        seen += watcher.seen
        actions += watcher.actions
        chosen += watcher.chosen
    words = np.stack(seen)
    starts = np.cumsum([0, *map(len, actions)])
    return Demonstrations(
        words, group.shape.role_of_decisions(words), starts, np.concatenate(actions), np.array(chosen, np.int64)
    )


def _play_hands_endlessly(ruleset: str, watcher: _RecordingBot, other: Bot, seed: int) -> Iterator[None]:
    """Play hands one after another without end, and yield after each hand. ``watcher`` records the decisions."""
    played, role_info, two = game(ruleset), family_of(ruleset).role_info, list[Bot]([watcher, other])
    for number in count():
        name = f"{seed}:{ruleset}:{number}"
        random, deal = Random(name), partial(_draw_deal, played, name)
        alone = number % BOT_OPENS_ONE_IN == 0
        begun = (
            play_phases_before_play(played, role_info, watcher, deal, name) if alone else start_hand(played, deal(0))
        )
        seated = {seat: SeatedBot(random.choice(two), random) for seat in range(played.seats)}
        for _ in run_hand(played, begun.state, with_checks(played, make_bot_asker(played, seated))):
            pass
        yield


def _draw_deal(game: AnyGame, name: str, again: int) -> Deal:
    return draw_deal(game.deal_plan(game.new_match()), hand_seed(name.encode(), "watch", again))
