"""Watching a bot play: what it saw at each decision, what it might have done, and what it did. No PyTorch is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from paiju.bits.bits import Bits
from paiju.bots.base import Bot, Seated, asking, unasked
from paiju.bots.opener import dealt, opened
from paiju.bots.registry import bot
from paiju.core.deal import Deal, draw_deal, hand_seed
from paiju.core.family import part
from paiju.core.game import AnyGame
from paiju.core.run import checked, run
from paiju.core.seats import Seat
from paiju.games.registry import family_of, game
from paiju.learn.group import Group
from paiju.learn.play import MOST
from paiju.nets.shape import Words

PLAY_ALONE: Final = 4
"""One hand of so many begins where the bot has played all seats up to the play: its roles fall otherwise then."""


class Watched(NamedTuple):
    """Decisions of a bot: n, with m actions together."""

    seen: Words
    """(n, words) what was seen, as a net is fed it."""
    roles: Words
    starts: Words
    """(n + 1,) where the actions of each begin."""
    actions: Words
    """(m, words) what each is."""
    chosen: Words
    """(n,) the place of the one that was taken, from the first of the decision on."""


class _Watcher:
    """Plays as a bot does, and keeps what it decides. Of very many actions it keeps some, and the one taken."""

    def __init__(self, group: Group, flag: int, played: Bot) -> None:
        ruleset = group.rulesets[flag]
        self.bits: Bits = part(family_of(ruleset).bits)(game(ruleset))
        self.shape, self.flag, self.bot = group.shape, flag, played
        self.seen: list[Words] = []
        self.actions: list[Words] = []
        self.chosen: list[int] = []

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        action = self.bot(game, view, seat, legal, random)
        if len(legal) > 1:
            taken = legal.index(action)
            among = sorted({*range(0, len(legal), -(-len(legal) // MOST)), taken})
            self.seen.append(self.shape.fed(self.bits.see(view, seat)[None, :], self.flag)[0])
            self.actions.append(self.bits.describe(view, seat, [legal[place] for place in among]))
            self.chosen.append(among.index(taken))
        return action

    def unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """What the bot says unasked is not kept."""
        return unasked(self.bot, game, view, seat, random)


def watch(group: Group, name: str, other: Bot | None, decisions: int, seed: int) -> Watched:
    """So many decisions of a bot, as many in each ruleset of a group. The other sits in half of the seats, or else nobody does.

    Raises UnknownName for no bot, IllegalAction where one does what it may not.
    """
    each = -(-decisions // len(group.rulesets))
    seen, actions, chosen = list[Words](), list[Words](), list[int]()
    for flag, ruleset in enumerate(group.rulesets):
        watcher = _Watcher(group, flag, bot(name, ruleset))
        hands = _hands(ruleset, watcher, other or watcher, seed)
        while len(watcher.chosen) < each:
            next(hands)
        seen += watcher.seen
        actions += watcher.actions
        chosen += watcher.chosen
    words = np.stack(seen)
    starts = np.cumsum([0, *map(len, actions)])
    return Watched(words, group.shape.roles_of(words), starts, np.concatenate(actions), np.array(chosen, np.int64))


def _hands(ruleset: str, watcher: _Watcher, other: Bot, seed: int) -> Iterator[None]:
    """Hands that are played, one after the other."""
    played, casting, two = game(ruleset), family_of(ruleset).casting, list[Bot]([watcher, other])
    for number in count():
        name = f"{seed}:{ruleset}:{number}"
        random, deal = Random(name), partial(_deal, played, name)
        alone = number % PLAY_ALONE == 0
        begun = opened(played, casting, watcher, deal, name) if alone else dealt(played, deal(0))
        seated = {seat: Seated(random.choice(two), random) for seat in range(played.seats)}
        for _ in run(played, begun.state, checked(played, asking(played, seated))):
            pass
        yield


def _deal(game: AnyGame, name: str, again: int) -> Deal:
    return draw_deal(game.plan(game.new_match()), hand_seed(name.encode(), "watch", again))
