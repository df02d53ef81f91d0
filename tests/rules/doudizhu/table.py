"""Scripted hands of Dou Dizhu: a test gives the hands, performs actions and checks the position.

Cards are written as ranks (``"3334"``, in any suits) or one by one (``"3s3h4d"``). Cards that a test does not name are dealt
from those that are left. Actions are written as a player types them, after the seat: ``"0 bid 3"``, ``"1 333+4"``, ``"2 pass"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Self

from msgspec.structs import replace

from paiju.core.fair_deal import Deal
from paiju.core.ruleset import with_options
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Choose
from paiju.games.doudizhu.cards import RANKS, Cards, card_count, card_list, cards_from_numbers, count_ranks, ranks_text
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.events import Event
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.phases.dealing import list_random_draws
from paiju.games.doudizhu.phases.playing import PlayingStage
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import DouMatch, Opening, Phase, Playing, PublicState, Robbing, State, initial_state
from paiju.games.registry import ruleset
from tests.rules.scripted_hand import ScriptedHand

RULESETS = ("classic", "four", "qq", "kick", "happy", "wild", "discard", "duel", "duel-rotate", "origin")


def rules_of(name: str, **options: object) -> Rules:
    """Return the parameters of a ruleset, some of them changed."""
    rules = with_options(ruleset(f"doudizhu/{name}"), **options).rules
    assert isinstance(rules, Rules)
    return rules


@cache
def game_for(rules: Rules) -> DouDizhu:
    return DouDizhu(rules)


def game(name: str, **options: object) -> DouDizhu:
    return game_for(rules_of(name, **options))


def counts(text: str) -> int:
    """Return the rank counts of cards that are written as ranks."""
    return sum(1 << 8 * RANKS.index(letter) for letter in text)


def combo(text: str) -> Combination:
    return Combination.parse(text)


def texts(plays: Iterable[Any]) -> list[str]:
    """Return the texts of plays or combinations."""
    return [(play if isinstance(play, Combination) else play.what).text() for play in plays]


class Pool:
    """The cards of a pack that have not been dealt."""

    def __init__(self, pack: Sequence[int]) -> None:
        self.left = list(pack)

    def take(self, text: str) -> list[int]:
        """Remove and return these cards, or for ranks any cards of these ranks."""
        named = any(letter.islower() for letter in text)
        return [*map(self._take, card_list(Cards.parse(text)))] if named else [*map(self._take_rank, text)]

    def _take(self, card: int) -> int:
        self.left.remove(card)
        return card

    def _take_rank(self, letter: str) -> int:
        return self._take(next(card for card in self.left if card >> 2 == RANKS.index(letter)))


def deal_of(rules: Rules, hands: Sequence[str] = (), bottom: str = "", **chance: Any) -> Deal:
    """Return a deal in which the seats hold at least these cards.

    Draws are given by name (``first=1``, ``wild="5"``); the others are 0.
    """
    pool = Pool(game_for(rules).compiled.pack)
    parts = [pool.take(hands[seat] if seat < len(hands) else "") for seat in range(rules.players)]
    low = pool.take(bottom)
    spare = pool.left[::2] + pool.left[1::2]  # spread, so that nobody is dealt bombs by accident
    for part in parts:
        missing = rules.hand_size - len(part)
        part.extend(spare[:missing])
        del spare[:missing]
    deck = [card for part in parts for card in part] + low + spare
    values = {name: list(value) if isinstance(value, tuple) else [value] for name, value in chance.items()}
    drawn = [_drawn(values.get(name)) for name, _ in list_random_draws(rules)]
    assert not any(values.values()), f"no such draw: {values}"
    return Deal(tuple(deck), tuple(drawn))


def _drawn(values: list[Any] | None) -> int:
    value = values.pop(0) if values else 0
    return RANKS.index(value) if isinstance(value, str) else int(value)


class Table(ScriptedHand):
    """A hand in progress."""

    game: DouDizhu
    state: State
    events: list[Event]

    def __init__(self, rules: Rules, state: State) -> None:
        super().__init__(game_for(rules), state)

    def stay_closed(self) -> Self:
        """Let all seats decline to open their hands."""
        while isinstance(self.phase, Opening):
            for seat in self.to_act:
                self.act(seat, Choose("open", False))
        return self

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def public(self) -> PublicState:
        return self.state.public

    def hand(self, seat: Seat) -> str:
        """Return the ranks that a seat holds."""
        return ranks_text(count_ranks(self.state.secret.hands[seat] or 0))

    def lines(self) -> list[tuple[str, int]]:
        """Return the code and the value of each score line."""
        return [(line.code, line.value) for line in self.game.score_lines(self.state)]

    def seen(self, viewer: Seat | None) -> State:
        return self.game.view(self.state, viewer)


def dealt(
    rules: Rules, hands: Sequence[str] = (), bottom: str = "", match: DouMatch | None = None, **chance: Any
) -> Table:
    """Return a table at the first decision after the deal has begun."""
    table = Table(
        rules, game_for(rules).start(match or game_for(rules).new_match(), deal_of(rules, hands, bottom, **chance))
    )
    table.deal_on()
    return table


def auction(
    rules: Rules, hands: Sequence[str] = (), bottom: str = "", match: DouMatch | None = None, **chance: Any
) -> Table:
    """Return a table at the beginning of the auction, at which no seat has opened its hand."""
    return dealt(rules, hands, bottom, match, **chance).stay_closed()


def called(name: str, hands: Sequence[str] = (), bottom: str = "", **chance: Any) -> Table:
    """Return a table at which seat 0 has become landlord without a robbery."""
    table = auction(rules_of(name), hands, bottom, first=0, **chance).do("0 call")
    while isinstance(table.phase, Robbing):
        table.do(f"{table.to_act[0]} no-rob")
    return table


def playing(rules: Rules, hands: Sequence[str], landlord: Seat = 0, **public: Any) -> Table:
    """Return a table in the middle of a hand, at which the landlord leads. Seats hold these cards and no others.

    ``public`` sets members of the public state.
    """
    g = game_for(rules)
    pool = Pool(g.compiled.pack)
    held = tuple(cards_from_numbers(pool.take(text)) for text in hands)
    state = initial_state(g.new_match(), Deal(()), rules.players)
    facts = {
        "counts": tuple(card_count(count_ranks(hand)) for hand in held),
        "landlord": landlord,
        "base": 1,
        "first": landlord,
    }
    state = replace(
        state,
        stage=next(at for at, stage in enumerate(g.compiled.stages) if isinstance(stage, PlayingStage)),
        phase=Playing(landlord, None, None, 0, (None,) * rules.players),
        public=replace(state.public, **{**facts, **public}),
        secret=replace(state.secret, hands=held),
    )
    return Table(rules, state)
