"""The terminal table for a family that has no renderer of its own: it shows zones of cards, and a button for every action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text

from paiju.core.game import Zone
from paiju.core.seats import Seat
from paiju.tui.drawing import Item, dim_text, join_texts
from paiju.tui.game_renderer import Button, GameRenderer, Prompt

HAND = "hand"
"""The ``Zone.place`` of zones that contain a seat's hand."""


class PlainRenderer(GameRenderer):
    """Renders a table for one player, using only what every family provides."""

    unused_keys: ClassVar[frozenset[str]] = frozenset(
        {"pick", "ranks", "clear", "pass", "sort", "counter", "last", "yes_no"}
    )

    def _zones_of(self, seat: Seat | None) -> list[Zone]:
        return [pile for pile in self.game.zones(self.view) if pile.seat == seat]

    def _zone_lines(self, seat: Seat | None) -> list[Text]:
        """Return the zones of a seat, one line for each. If ``seat`` is None, return those of the middle of the table.

        Hidden hands and the player's own hand are left out.
        """
        piles = [pile for pile in self._zones_of(seat) if pile.place != HAND or (pile.cards and seat != self.me)]
        return [self._zone_line(pile) for pile in piles if not pile.is_empty]

    def _zone_line(self, pile: Zone) -> Text:
        return join_texts(dim_text(self.reader.zone_name(pile)), Text(self.reader.zone_text(pile)))

    # ---- what lies there

    def hand_items(self, order: int) -> tuple[Item, ...]:
        held = [card for pile in self._zones_of(self.me) if pile.place == HAND for card in pile.cards]
        return tuple(Item(place, place, card, "", card, "", card[:1].lower()) for place, card in enumerate(held))

    def public_line(self) -> Text:
        return join_texts(*self._zone_lines(None), gap="   ")

    def seat_badges(self, seat: Seat) -> Text:
        return Text()

    def cards_left(self, seat: Seat) -> int:
        return sum(len(pile.cards) + pile.hidden for pile in self._zones_of(seat) if pile.place == HAND)

    def last_action_lines(self, seat: Seat) -> list[Text]:
        return self._zone_lines(seat)

    def final_card_lines(self, seat: Seat) -> list[Text]:
        piles = [pile for pile in self.game.zones(self.session.state) if pile.seat == seat]
        return [self._zone_line(pile) for pile in piles if not pile.is_empty]

    def latest_event_lines(self) -> list[Text]:
        return list(map(dim_text, self.log_lines()))

    # ---- asking and answering

    def prompt(self) -> Prompt | None:
        legal = self.session.legal_actions()
        buttons = tuple(Button(self.action_label(action), action) for action in legal)
        return Prompt(self.question() or self.text("ask.plain"), buttons) if buttons else None

    def actions_for(self, picked: Sequence[Item]) -> tuple[Any, ...]:
        return ()

    def uids_of_action(self, action: Any, items: Sequence[Item]) -> frozenset[int] | None:
        return None
