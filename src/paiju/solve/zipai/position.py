"""Open endings of Da Zi Pai: all hands and the next cards of the stock are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.errors import NotationError
from paiju.core.seats import Seat
from paiju.games.zipai.cards import COPIES, KINDS, NAMES, cards_of, count_cards, format_cards, parse_cards
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import HIDDEN, Meld, count_fours, format_meld, meld_size
from paiju.games.zipai.notation import parse_melds
from paiju.games.zipai.state import (
    OTHER_CARDS,
    Discarding,
    Drawing,
    PublicState,
    SecretState,
    State,
    declined_pongs,
    hand_of,
    laid_melds,
)
from paiju.solve.errors import BadQuestion

MOST_MINIMUM: Final = 1000


class ZiPaiEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """A question, in JSON, about an ending in which all cards are known.

    Cards and melds are in the text notation of ``paiju win``. When the cards of ``stock`` have been drawn, the
    hand ends without a winner.
    """

    rules: str
    hands: tuple[str, ...]
    """The hand of each seat."""
    turn: Seat
    """The seat that discards or draws next, as ``to`` says."""
    stock: str
    """The next cards of the stock in the order in which they will be drawn."""
    to: Literal["discard", "draw"] = "draw"
    laid: tuple[str, ...] = ()
    """For each seat, its melds on the table. Empty if no seat has a meld."""
    declined: tuple[str, ...] = ()
    """For each seat, the kinds of which it has declined a pong (碰, ZP-5.5). Empty if no seat has declined a pong."""
    minimum: int = 1
    """The number of points that a winning hand must have (ZP-2.2)."""
    seat: Seat | None = None
    """The seat that the question is about; ``turn`` if it is None."""

    @classmethod
    def of_state(cls, rules: str, state: State) -> Self:
        """Return the ending of a complete state.

        Raises BadQuestion if the state is only a view, or if no seat is about to discard or draw.
        """
        phase, secret = state.phase, state.secret
        if not isinstance(phase, Discarding | Drawing):
            raise BadQuestion("not_in_play")
        if secret.stock is None or None in secret.hands:
            raise BadQuestion("hidden_hand")
        seats = range(state.seats)
        return cls(
            rules,
            tuple(format_cards(cards_of(hand_of(state, seat))) for seat in seats),
            phase.seat,
            format_cards(secret.stock),
            "discard" if isinstance(phase, Discarding) else "draw",
            tuple(" ".join(map(format_meld, laid_melds(state, seat))) for seat in seats),
            tuple(format_cards(declined_pongs(state, seat)) for seat in seats),
            state.public.minimum or 0,
        )

    @property
    def subject_seat(self) -> Seat:
        """The seat that the question is about: ``seat``, or ``turn`` if that is None."""
        return self.turn if self.seat is None else self.seat

    def to_state(self, game: ZiPai) -> State:
        """Return the ending as a complete state of the game. Raises BadQuestion, NotationError."""
        for wrong, code in self._field_errors(game.seats):
            if wrong:
                raise BadQuestion(code)
        hands = tuple(count_cards(parse_cards(hand)) for hand in self.hands)
        laid = tuple(map(parse_melds, self.laid or ("",) * game.seats))
        declined = tuple(tuple(parse_cards(kinds)) for kinds in self.declined or ("",) * game.seats)
        stock = tuple(parse_cards(self.stock))
        _check_copies([*hands, count_cards(stock), *(count_cards(_cards_of_melds(melds)) for melds in laid)])
        for seat, (hand, melds) in enumerate(zip(hands, laid, strict=True)):
            due = self.to == "discard" and seat == self.turn
            if sum(hand) + sum(map(meld_size, melds)) != OTHER_CARDS + max(count_fours(melds) - 1, 0) + due:
                raise BadQuestion("wrong_number_of_cards", seat=seat)
        hidden = tuple(tuple(meld.cards[0] for meld in melds if meld.way in HIDDEN and meld.cards) for melds in laid)
        shown = tuple(tuple(_without_hidden_cards(meld) for meld in melds) for melds in laid)
        nobody = (None,) * game.seats
        public = PublicState(tuple(map(sum, hands)), shown, ((),) * game.seats, len(stock), self.minimum)
        phase = Discarding(self.turn) if self.to == "discard" else Drawing(self.turn)
        return State(game.new_match(), phase, public, SecretState(stock, hands, hidden, declined, nobody))

    def _field_errors(self, seats: int) -> Iterator[tuple[bool, str]]:
        yield len(self.hands) != seats, "wrong_number_of_hands"
        yield not all(0 <= seat < seats for seat in (self.turn, self.subject_seat)), "no_such_seat"
        yield any(len(some) not in (0, seats) for some in (self.laid, self.declined)), "wrong_number_of_hands"
        yield not 0 <= self.minimum <= MOST_MINIMUM, "bad_minimum"


def _without_hidden_cards(meld: Meld) -> Meld:
    """Return a meld as the other seats see it: a meld that lies face down has no cards."""
    return replace(meld, cards=None) if meld.way in HIDDEN else meld


def _cards_of_melds(melds: tuple[Meld, ...]) -> tuple[int, ...]:
    return tuple(kind for meld in melds for kind in meld.cards or ())


def _check_copies(parts: list[tuple[int, ...]]) -> None:
    """Check that no kind occurs more than four times. Raises NotationError."""
    for kind in range(KINDS):
        copies = sum(part[kind] for part in parts)
        if copies > COPIES:
            raise NotationError("too_many", card=NAMES[kind], copies=copies)
