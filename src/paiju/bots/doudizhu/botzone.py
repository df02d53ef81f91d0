"""The protocol of Botzone's FightTheLandlord2, for bots written for that site: ``botzone:COMMAND``.

Each process answers one question. It reads one line, ``{"requests": …, "responses": …, "data": …}``, and writes ``{"response":
…}``. A bid is a number. A play is the list of its cards; an empty list is a pass. The protocol covers games of three players
in which each bids points once. For all other decisions paiju takes the game's fallback action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from paiju.bots.bot_process_protocol import Question
from paiju.core.codec import to_json
from paiju.core.errors import NotationError
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import PASS, Bid
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER, SUITS, card_list, cards_from_numbers
from paiju.games.doudizhu.state import Bidding, Playing, State

PLAYERS: Final = 3
_SUITS: Final = "hdsc"
_BIG: Final = 53


def to_botzone_card(card: int) -> int:
    """Return the number that Botzone uses for a card.

    The numbers are ordered by rank, and within a rank by suit: hearts, diamonds, spades, clubs. 52 and 53 are
    the jokers.
    """
    rank, suit = divmod(card, 4)
    if rank == BIG_JOKER:
        return _BIG
    return rank * 4 + (0 if rank == SMALL_JOKER else _SUITS.index(SUITS[suit]))


def from_botzone_card(number: int) -> int:
    """Return the card that has this number in Botzone. Raises NotationError if no card has this number."""
    if not 0 <= number <= _BIG:
        raise NotationError("bad_card", text=str(number), at=0)
    if number == _BIG:
        return BIG_JOKER * 4
    rank, suit = divmod(number, 4)
    return rank * 4 + (0 if rank == SMALL_JOKER else SUITS.index(_SUITS[suit]))


def to_botzone_cards(cards: int) -> list[int]:
    """Return the numbers that Botzone uses for the cards of a set."""
    return [to_botzone_card(card) for card in card_list(cards)]


class _BotzoneAnswer(msgspec.Struct):
    """The answer of a bot that speaks Botzone's protocol. Unknown fields are ignored."""

    response: int | list[int]
    data: Any = ""


class _BotzoneHand:
    """One hand as Botzone would list it: the requests to a seat, and the seat's responses.

    ``own`` are the cards that the seat was dealt. ``played`` contains, for each seat of the table, the cards that
    it had played at the time of the last request. ``played`` is None until the first request in the phase of
    play.
    """

    def __init__(self, own: int) -> None:
        self.own = own
        self.requests: list[Any] = []
        self.responses: list[Any] = []
        self.played: tuple[int, ...] | None = None
        self.data: Any = ""

    def can_precede_view(self, own: int, played: Sequence[int]) -> bool:
        """Whether a view may belong to this hand, at a later time. If so, the next request continues this hand.

        ``own`` are the cards that the seat of the view was dealt. ``played`` are the cards that each seat of the table
        has played according to the view.
        """
        before = self.played or (0,) * len(played)
        return own == self.own and all(not old & ~new for old, new in zip(before, played, strict=True))


class BotzoneProtocol:
    """Botzone's protocol as a ``BotProtocol``."""

    once = True

    def __init__(self) -> None:
        self._hands: dict[Seat, _BotzoneHand] = {}

    def encode_question(self, question: Question) -> bytes | None:
        view: State = question.view
        if view.seats != PLAYERS or not question.must:
            return None
        if isinstance(view.phase, Bidding) and view.phase.said.count(None) > 0:
            hand = self._hands[question.seat] = _BotzoneHand(self._dealt_cards(view, question.seat))
            hand.requests.append(_bid_request(view, view.phase, question.seat))
        elif isinstance(view.phase, Playing):
            hand = self._append_request(view, question.seat)
        else:
            return None
        message = {"requests": hand.requests, "responses": hand.responses, "data": hand.data, "globaldata": ""}
        return to_json({**message, "time_limit": question.limit / 1000}) + b"\n"

    def _dealt_cards(self, view: State, seat: Seat) -> int:
        """Return the cards that the seat was dealt, without the bottom."""
        own = (view.secret.hands[seat] or 0) + view.public.played[seat]
        return own - (view.public.bottom or 0) if seat == view.public.landlord else own

    def _append_request(self, view: State, seat: Seat) -> _BotzoneHand:
        """Append the request for the seat's next play to the seat's ``_BotzoneHand``, and return that object.

        The request contains what the other two seats have played since the last request. What the seat itself has
        played since then is added to the responses.
        """
        own, played = self._dealt_cards(view, seat), tuple(map(int, view.public.played))
        hand = self._hands.get(seat)
        if hand is None or not hand.can_precede_view(own, played):
            hand = self._hands[seat] = _BotzoneHand(own)
        before = hand.played or (0,) * PLAYERS
        since = [to_botzone_cards(now - then) for now, then in zip(played, before, strict=True)]
        if hand.played is not None:
            hand.responses.append(since[seat])
        request: dict[str, Any] = {"history": [since[(seat + 1) % PLAYERS], since[(seat + 2) % PLAYERS]]}
        if hand.played is None:
            hand.responses += [0] * (len(hand.requests) - len(hand.responses))
            request |= {
                "publiccard": to_botzone_cards(view.public.bottom or 0),
                "own": to_botzone_cards(own),
                "landlord": view.public.landlord,
                "pos": seat,
                "finalbid": view.public.base,
            }
        hand.requests.append(request)
        hand.played = played
        return hand

    def decode_answer(self, question: Question, line: bytes) -> Any:
        try:
            answer = msgspec.json.decode(line, type=_BotzoneAnswer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NotationError("bad_json", reason=str(error)) from error
        hand, seat = self._hands[question.seat], question.seat
        hand.data = answer.data
        if isinstance(answer.response, int):
            if not isinstance(question.view.phase, Bidding):
                raise NotationError("bad_json", reason="a number where cards were asked for")
            hand.responses.append(answer.response)
            return Bid(answer.response)
        if not answer.response:
            return PASS
        cards = cards_from_numbers(map(from_botzone_card, answer.response))
        return question.game.preview(question.view, seat, cards.text())[0]


def _bid_request(view: State, phase: Bidding, seat: Seat) -> dict[str, Any]:
    first = view.public.first or 0
    before = [(first + at) % PLAYERS for at in range((seat - first) % PLAYERS)]
    return {"own": to_botzone_cards(view.secret.hands[seat] or 0), "bid": [phase.said[other] or 0 for other in before]}
