"""The table of a family that has declared none of its own: what lies where, and every choice as a button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text

from paiju.core.game import Pile
from paiju.core.seats import Seat
from paiju.tui.face import Ask, Button, Face
from paiju.tui.paint import Item, joined, quiet

HAND = "hand"
"""The piles that are somebody's hand."""


class PlainFace(Face):
    """One player's side of any table."""

    unused_keys: ClassVar[frozenset[str]] = frozenset(
        {"pick", "ranks", "clear", "pass", "sort", "counter", "last", "yes_no"}
    )

    def _piles(self, seat: Seat | None) -> list[Pile]:
        return [pile for pile in self.game.piles(self.view) if pile.seat == seat]

    def _lines(self, seat: Seat | None) -> list[Text]:
        """What lies before a seat, or before nobody, but for hands that nobody sees."""
        piles = [pile for pile in self._piles(seat) if pile.place != HAND or (pile.cards and seat != self.me)]
        return [self._line(pile) for pile in piles if not pile.empty]

    def _line(self, pile: Pile) -> Text:
        return joined(quiet(self.reader.place(pile)), Text(self.reader.laid(pile)))

    # ---- what lies there

    def items(self, order: int) -> tuple[Item, ...]:
        held = [card for pile in self._piles(self.me) if pile.place == HAND for card in pile.cards]
        return tuple(Item(place, place, card, "", card, "", card[:1].lower()) for place, card in enumerate(held))

    def public_line(self) -> Text:
        return joined(*self._lines(None), gap="   ")

    def badges(self, seat: Seat) -> Text:
        return Text()

    def cards_left(self, seat: Seat) -> int:
        return sum(len(pile.cards) + pile.hidden for pile in self._piles(seat) if pile.place == HAND)

    def said(self, seat: Seat) -> list[Text]:
        return self._lines(seat)

    def left_over(self, seat: Seat) -> list[Text]:
        piles = [pile for pile in self.game.piles(self.session.state) if pile.seat == seat]
        return [self._line(pile) for pile in piles if not pile.empty]

    def news(self) -> list[Text]:
        return list(map(quiet, self.told()))

    # ---- asking and answering

    def ask(self) -> Ask | None:
        legal = self.session.asked()
        buttons = tuple(Button(self.label(action), action) for action in legal)
        return Ask(self.question() or self.say("ask.plain"), buttons) if buttons else None

    def meant(self, picked: Sequence[Item]) -> tuple[Any, ...]:
        return ()

    def picks_of(self, action: Any, items: Sequence[Item]) -> frozenset[int] | None:
        return None
