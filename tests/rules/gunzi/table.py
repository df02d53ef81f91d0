"""Scripted hands of Gunzi: a test gives the cards in the order of the deal, performs actions and checks the position.

Actions are written as a player types them, after the seat: ``"0 show Rj"``, ``"1 play 8s 8s"``, ``"2 pass"``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from msgspec.structs import replace

from paiju.core.fair_deal import Deal
from paiju.core.seats import DEALER, Seat
from paiju.games.gunzi.actions import Deal as DealOn
from paiju.games.gunzi.cards import NONE, PACK, Cards, count_of, size
from paiju.games.gunzi.events import Event
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.hand_hints import Hints
from paiju.games.gunzi.match_progression import HandCount
from paiju.games.gunzi.phases.cutting import list_cut_draws
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import HAND, SEATS, Closing, Dealing, GunziMatch, Phase, Playing, Secret, State
from paiju.games.gunzi.trumps import Call
from tests.rules.scripted_hand import ScriptedHand

SIX = Rules(leavers_gain=False)


def cards(text: str) -> Cards:
    return Cards.parse(text)


def kinds(text: str) -> list[int]:
    """Return the kinds of the cards in the order in which they are written."""
    return [next(Cards.parse(word).kinds()) for word in text.split()]


def later(banker: Seat = 0, levels: Sequence[int] = (7, 8, 9), **more: Any) -> GunziMatch:
    """Return a match in which a hand has been played."""
    return GunziMatch(hand=1, levels=tuple(levels), banker=banker, **more)


def deal_of(match: GunziMatch, hands: Sequence[str] = (), bottom: str = "", first: Seat = 0, cuts: str = "") -> Deal:
    """Return a deal in which each seat gets the cards of its hand first, in this order. Other jokers are dealt last.

    ``first`` is the seat that is dealt the first card. ``cuts`` are the cards that the seats cut, six for each round.
    """
    left = sorted(PACK, key=lambda kind: (kind >= 52, kind % 13, kind))
    parts = [kinds(hands[seat]) if seat < len(hands) else [] for seat in range(SEATS)]
    low = kinds(bottom)
    for kind in (*(kind for part in parts for kind in part), *low):
        left.remove(kind)
    low += [left.pop(0) for _ in range(6 - len(low))]
    for part in sorted(parts, key=len, reverse=True):
        need = HAND - len(part)
        part.extend(left[:need])
        del left[:need]
    order = [parts[(first + at) % SEATS][at // SEATS] for at in range(SEATS * HAND)]
    return Deal((*order, *low), _cuts(match, first, cuts))


def _cuts(match: GunziMatch, first: Seat, text: str) -> tuple[int, ...]:
    if match.banker is not None:
        return ()
    said = kinds(text) if text else [kinds("9s" if seat == first else "2s")[0] for seat in range(SEATS)]
    return tuple(said[at] if at < len(said) else 0 for at in range(len(list_cut_draws())))


class Table(ScriptedHand):
    """A hand in progress. DEALER acts only when a test lets it act."""

    goes_on = False
    game: Gunzi
    state: State
    events: list[Event]

    def __init__(self, rules: Rules, state: State) -> None:
        super().__init__(Gunzi(rules), state)

    def deal(self, steps: int) -> Self:
        """Let DEALER act ``steps`` times."""
        for _ in range(steps):
            self.act(DEALER, DealOn())
        return self

    def rounds(self, number: int) -> Self:
        """Deal ``number`` cards to each seat."""
        return self.deal(SEATS * number)

    def deal_out(self) -> Self:
        """Let DEALER act until a seat must act."""
        while self.asked() == (DEALER,):
            self.deal(1)
        return self

    def close(self) -> Self:
        """Deal all cards, and let all seats decline to declare. Bottom cards are turned if the rules require it."""
        self.deal_out()
        while self.is_at(Closing):
            self.do(f"{self.asked()[0]} pass")
        return self.deal_out()

    def finish(self) -> Self:
        """Play to the end of the hand; every seat takes the fallback action."""
        while seats := self.asked():
            self.act(seats[0], self.game.fallback(self.state, seats[0]))
        return self

    def hints(self, seat: Seat) -> Hints:
        return self.game.hand_hints(self.game.view(self.state, seat), seat)

    def hand(self, seat: Seat) -> str:
        return self.state.hand(seat).text()

    # These are methods and not properties, because mypy assumes that a property keeps its value after a comparison.

    def asked(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    def call(self) -> Call | None:
        return self.state.call

    def is_at(self, kind: type[Phase]) -> bool:
        return isinstance(self.state.phase, kind)

    @property
    def phase(self) -> Phase:
        return self.state.phase


def table(
    hands: Sequence[str] = (),
    bottom: str = "",
    match: GunziMatch | None = None,
    rules: Rules = SIX,
    first: Seat = 0,
    cuts: str = "",
) -> Table:
    """Return a table at which no card has been dealt. In a first hand, the seats have cut already unless ``cuts`` is given."""
    match = match or Gunzi(rules).new_match()
    first = first if match.banker is None else match.banker
    one = Table(rules, Gunzi(rules).start(match, deal_of(match, hands, bottom, first, cuts)))
    return one.deal(1) if not cuts and not isinstance(one.phase, Dealing) else one


def playing(
    hands: Sequence[str],
    call: Call = "s",
    match: GunziMatch | None = None,
    bottom: str = "",
    rules: Rules = SIX,
    **facts: Any,
) -> Table:
    """Return a table in the phase of play, at which the banker leads. Seats hold these cards and no others."""
    match = match or later()
    held = tuple(Cards.parse(text) for text in hands)
    played = Cards(sum(4 << 4 * kind for kind in range(54)) - sum(held) - Cards.parse(bottom))
    state = State(
        match=match,
        level=match.level,
        phase=Playing(match.banker or 0),
        secret=Secret(hands=held, deck=(), cuts=(), bottom=Cards.parse(bottom)),
        first=match.banker,
        banker=match.banker,
        call=call,
        counts=tuple(map(size, held)),
        played=played,
    )
    return Table(rules, replace(state, **facts))


def ended(
    *,
    banker: Seat = 0,
    points: Sequence[int] = (0, 0, 0),
    digger: int | None = None,
    bottom: str = "",
    levels: Sequence[int] = (5, 5, 5),
    halves: Sequence[int] = (0, 0, 0),
    scored: int | None = None,
) -> HandCount:
    """Return a finished hand. ``points`` are by team, and include those of the bottom."""
    held = Cards.parse(bottom) if bottom else NONE
    return HandCount(banker, tuple(points), held, digger, scored, tuple(levels), tuple(halves))


def check_cards(state: State) -> None:
    """Check that every card of the pack is in one zone, and that the public information about cards is true."""
    secret = state.secret
    hands = [hand or NONE for hand in secret.hands]
    bottom = secret.bottom or NONE
    assert tuple(map(size, hands)) == state.counts
    held = [kind for cards in (*hands, bottom, state.played) for kind in cards.kinds()]
    assert sorted([*held, *(secret.deck or ())]) == list(PACK)
    for seat, hand in enumerate(hands):
        buried = NONE if seat != state.banker or state.bottom_open else bottom
        for kind in state.known[seat].kinds():
            assert count_of(state.known[seat], kind) <= count_of(hand, kind) + count_of(buried, kind)
        assert not any(hand & mask for suit, mask in enumerate(state.trumps.masks) if state.lacks[seat] >> suit & 1)
