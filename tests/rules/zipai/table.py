"""Scripted hands of Da Zi Pai: a test gives the hands, performs actions and checks the position.

Cards and melds are written as in records (``"一二三"``, ``"龙拾拾拾拾 碰二二二"``). Actions are written as a player types them,
after the seat: ``"0 discard 三"``, ``"1 eat 二七十"``, ``"2 pass"``. DEALER acts by itself after each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from paiju.core.fair_deal import Deal
from paiju.core.seats import Seat, seats_from
from paiju.games.zipai.cards import PACK, Counts, cards_of, count_cards, format_cards, parse_cards, without
from paiju.games.zipai.events import Event
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import HIDDEN, Meld, format_meld
from paiju.games.zipai.notation import parse_melds
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Claiming, Discarding, Drawing, Phase, PublicState, State, ZiPaiMatch, initial_state
from tests.rules.scripted_hand import ScriptedHand

THREE = Rules(players=3)
TWO = Rules(players=2)


def counts(text: str) -> Counts:
    return count_cards(parse_cards(text))


class Table(ScriptedHand):
    """A hand in progress."""

    game: ZiPai
    state: State
    events: list[Event]

    def __init__(self, rules: Rules, state: State) -> None:
        super().__init__(ZiPai(rules), state)

    def claims(self, *lines: str) -> Self:
        """Make these claims, and let all other seats that are asked pass."""
        said = {int(line.split()[0]) for line in lines}
        return self.do(*lines, *(f"{seat} pass" for seat in self.to_act if seat not in said))

    def put_out(self, line: str) -> Self:
        """Put a card out, by a discard or from the stock, that no seat claims. The next seat then looks at its card."""
        return self.do(line).claims()

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def public(self) -> PublicState:
        return self.state.public

    def hand(self, seat: Seat) -> str:
        return format_cards(cards_of(self.state.secret.hands[seat] or ()))

    def laid(self, seat: Seat, viewer: Seat | None = -2) -> str:
        """Return the melds of a seat: as they are, or as a viewer sees them."""
        state = self.state if viewer == -2 else self.game.view(self.state, viewer)
        return " ".join(map(format_meld, state.public.melds[seat]))

    def account(self) -> list[tuple[str, tuple[str, ...], int]]:
        return [(line.code, line.args, line.value) for line in self.game.score_lines(self.state)]


def dealt(
    hands: Sequence[str],
    stock: str = "",
    rules: Rules = THREE,
    *,
    banker: Seat = 0,
    minimum: int = 15,
) -> Table:
    """Return a table after the deal, at which all seats are asked about a win on the deal.

    Cards that form no melds fill up the hands and the stock.
    """
    table = Table(rules, ZiPai(rules).start(ZiPaiMatch(banker=banker), deal_of(hands, stock, rules, banker)))
    return table.do(f"{banker} min {minimum}")


def deal_of(hands: Sequence[str], stock: str, rules: Rules, banker: Seat) -> Deal:
    """Return the deal in which the seats hold these cards and the stock begins with ``stock``."""
    left = list(PACK)
    parts = {seat: _take_cards(left, hands[seat] if seat < len(hands) else "") for seat in range(rules.players)}
    top = _take_cards(left, stock)
    order = seats_from(banker, rules.players)
    for seat in order:
        _fill_up(parts[seat], 21 if seat == banker else 20, left)
    return Deal((*(card for seat in order for card in parts[seat]), *top, *left))


def _fill_up(part: list[int], size: int, left: list[int]) -> None:
    """Fill up a hand with kinds of which it has the fewest copies, so that it gets no three of a kind by accident."""
    while len(part) < size:
        card = min(left, key=lambda kind: (part.count(kind), -left.count(kind)))
        part.append(card)
        left.remove(card)
    assert len(part) == size


def _take_cards(left: list[int], text: str) -> list[int]:
    taken = list(parse_cards(text))
    for card in taken:
        left.remove(card)
    return taken


def playing(
    hands: Sequence[str],
    laid: Sequence[str] = (),
    stock: str = "",
    *,
    turn: Seat = 0,
    phase: Phase | None = None,
    rules: Rules = THREE,
    banker: Seat = 0,
    minimum: int = 15,
    declined: Sequence[str] = (),
) -> Table:
    """Return a table in the middle of a hand, with these cards and no others, at which seat ``turn`` must discard."""
    seats = rules.players
    texts = [*hands, *("九玖",) * (seats - len(hands))]
    held = tuple(map(counts, texts))
    melds = tuple(parse_melds(laid[seat]) if seat < len(laid) else () for seat in range(seats))
    state = initial_state(ZiPaiMatch(banker=banker), parse_cards(stock), seats)
    kinds = tuple(tuple(meld.cards[0] for meld in own if meld.way in HIDDEN and meld.cards) for own in melds)
    none = tuple(parse_cards(declined[seat]) if seat < len(declined) else () for seat in range(seats))
    public = replace(
        state.public,
        sizes=tuple(map(sum, held)),
        melds=tuple(tuple(Meld(m.way, None) if m.way in HIDDEN else m for m in own) for own in melds),
        minimum=minimum,
    )
    secret = replace(state.secret, hands=held, hidden=kinds, declined=none)
    return Table(rules, State(state.match, phase or Discarding(turn), public, secret))


def drawing(
    hands: Sequence[str], laid: Sequence[str] = (), stock: str = "", *, turn: Seat = 0, **more: object
) -> Table:
    """Return a table at which seat ``turn`` has just drawn the first card of ``stock`` and looks at it."""
    return playing(hands, laid, stock, phase=Drawing(turn), **more).deal_on()  # type: ignore[arg-type]


def offered(
    card: str, hands: Sequence[str], laid: Sequence[str] = (), stock: str = "", *, by: Seat = 0, drawn: bool = False,
    **more: object,
) -> Table:  # fmt: skip
    """Return a table at which seat ``by`` has put a card out, and the other seats are asked."""
    (kind,) = parse_cards(card)
    rules = more.get("rules", THREE)
    assert isinstance(rules, Rules)
    asked = tuple(seat for seat in range(rules.players) if seat != by or (drawn and rules.drawer_eats))
    return playing(hands, laid, stock, phase=Claiming(kind, by, drawn, asked), **more)  # type: ignore[arg-type]


def last_card(table: Table) -> State:
    """Return the state of a table at which all cards that nobody has were discarded. The stock must be empty."""
    state, phase = table.state, table.state.phase
    laid = [kind for melds in state.public.melds for meld in melds for kind in meld.cards or ()]
    held = [kind for hand in state.secret.hands for kind in cards_of(hand or ())]
    out = (state.secret.drawn, getattr(phase, "card", None))
    rest = cards_of(without(count_cards(PACK), (*laid, *held, *(kind for kind in out if kind is not None))))
    return replace(state, public=replace(state.public, discards=(rest, ())))
