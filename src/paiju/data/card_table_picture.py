"""Pictures of cards, views and tables, for notebooks (SVG) and as pixels.

::

    view = game.view(state, 0)
    picture_of_view(game, view)  # a notebook shows it
    picture_of_cards(["Rj", "2s", "Ah"]).save("hand.svg")

A picture shows the zones of a view, so it works for every game and shows nothing that the seat cannot know. Pixels need the
extra ``pictures`` (Pillow).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from paiju.core.game import AnyGame, Zone
from paiju.data import svg_charts
from paiju.extras import import_from_extra

LABEL_WIDTH, CARD_WIDTH, CARD_HEIGHT, STEP, GAP = 132, 30, 42, 33, 10
CARDS_IN_ROW: Final = 20
WIDTH: Final = LABEL_WIDTH + CARDS_IN_ROW * STEP + GAP
SUITS: Final = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
STANDARD_CARD: Final = re.compile(r"(\*?)([2-9TJQKA]|10)([shcd])")
PRINTED_RED: Final = frozenset({"Rj", *"二七十贰柒拾"})
"""Cards without a red suit that are printed in red."""
PAPER, EDGE, INK, RED, BACK, BACK_EDGE = "#fff", "#888", "#222", "#c22", "#2a7f6f", "#1c5a4e"
"""The colours of a card."""
STYLE: Final = (
    f".c{{fill:{PAPER};stroke:{EDGE}}}.k{{fill:{BACK};stroke:{BACK_EDGE}}}"
    f".t{{font:600 14px system-ui,sans-serif;text-anchor:middle;fill:{INK}}}.r{{fill:{RED}}}.w{{fill:{PAPER}}}"
)
FONTS: Final = ("NotoSansCJK-Regular.ttc", "wqy-microhei.ttc", "msyh.ttc", "PingFang.ttc", "DejaVuSans.ttf")
"""File names of fonts that Pillow looks for, those with Chinese characters first."""


class CardBox(NamedTuple):
    """A card in a picture: the position of its top left corner, and its text.

    A card back stands for all hidden cards of a zone. The text of a card back is the number of these cards.
    """

    x: int
    y: int
    text: str
    is_red: bool = False
    is_back: bool = False


class Label(NamedTuple):
    """A text whose baseline begins at (x, y)."""

    x: int
    y: int
    text: str


class Picture(NamedTuple):
    """Cards and labels in a rectangle; notebooks show it as SVG."""

    height: int
    cards: tuple[CardBox, ...]
    labels: tuple[Label, ...] = ()

    def to_svg(self) -> str:
        """Return the text of an SVG file."""
        body = [part for card in self.cards for part in _card_in_svg(card)]
        body += [svg_charts.text(label.x, label.y, label.text) for label in self.labels]
        return svg_charts.document(WIDTH, self.height, body, svg_charts.STYLE + STYLE)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x:auto">{self.to_svg()}</div>'

    def save(self, path: str | Path) -> None:
        """Write the SVG file."""
        Path(path).write_text(self.to_svg(), "utf-8")

    def to_pixels(self) -> Any:
        """Return the picture as a NumPy array of shape (height, width, 3), uint8. Raises MissingExtra without Pillow.

        Chinese characters need a font that has them; Pillow finds those of the system.
        """
        image_module, draw_module, numpy = (
            import_from_extra("pictures", name, "rgb_array") for name in ("PIL.Image", "PIL.ImageDraw", "numpy")
        )
        image = image_module.new("RGB", (WIDTH, self.height), PAPER)
        draw, font = draw_module.Draw(image), _find_font()
        for card in self.cards:
            fill, edge = (BACK, BACK_EDGE) if card.is_back else (PAPER, EDGE)
            ink = PAPER if card.is_back else RED if card.is_red else INK
            corners = (card.x, card.y, card.x + CARD_WIDTH, card.y + CARD_HEIGHT)
            draw.rounded_rectangle(corners, 4, fill, edge)
            draw.text((card.x + CARD_WIDTH / 2, card.y + CARD_HEIGHT / 2), card.text, ink, font, "mm")
        for label in self.labels:
            draw.text((label.x, label.y), label.text, INK, font, "ls")
        return numpy.array(image)


def picture_of_cards(cards: Iterable[str]) -> Picture:
    """Return a picture of cards, given in the notation of a game."""
    boxes = tuple(_card_boxes(tuple(cards), 0, GAP, GAP))
    return Picture(max((box.y for box in boxes), default=0) + CARD_HEIGHT + GAP, boxes)


def picture_of_view(game: AnyGame, view: Any) -> Picture:
    """Return a picture of the zones in ``view``, with their cards.

    ``view`` may be a complete state. Its picture then shows all cards that lie on the table or in a hand.
    """
    zones = [zone for zone in game.zones(view) if zone.cards or zone.hidden]
    cards, labels, y = list[CardBox](), list[Label](), GAP
    for zone in zones:
        boxes = tuple(_card_boxes(zone.cards, zone.hidden, LABEL_WIDTH, y))
        labels.append(Label(GAP, y + CARD_HEIGHT // 2 + 5, _zone_name(zone)))
        cards += boxes
        y = boxes[-1].y + CARD_HEIGHT + GAP
    to_act = ", ".join(map(str, game.to_act(view)))
    labels.append(Label(GAP, y + 16, f"seat {to_act} to act" if to_act else "over"))
    return Picture(y + 16 + GAP, tuple(cards), tuple(labels))


def _zone_name(zone: Zone) -> str:
    return f"{'middle' if zone.seat is None else f'seat {zone.seat}'} {zone.place}"


def _card_boxes(cards: tuple[str, ...], hidden: int, left: int, top: int) -> Iterator[CardBox]:
    """Yield boxes for cards in rows, and then one card back that stands for all ``hidden`` face-down cards.

    ``left`` and ``top`` are the position of the first card's upper left corner, in pixels.
    """
    shown = [(_printed_text(card), _is_red(card), False) for card in cards]
    backs = [(f"×{hidden}", False, True)] if hidden else []
    for index, (text, is_red, is_back) in enumerate(shown + backs):
        row, column = divmod(index, CARDS_IN_ROW)
        yield CardBox(left + column * STEP, top + row * (CARD_HEIGHT + GAP // 2), text, is_red, is_back)


def _printed_text(card: str) -> str:
    """Return a card as it is printed: ``♠3`` for "3s"; other texts are printed as they are."""
    standard = STANDARD_CARD.fullmatch(card)
    return f"{standard[1]}{SUITS[standard[3]]}{standard[2]}" if standard else card


def _is_red(card: str) -> bool:
    standard = STANDARD_CARD.fullmatch(card)
    return standard[3] in "hd" if standard else card in PRINTED_RED


def _card_in_svg(card: CardBox) -> Iterator[str]:
    style, ink = ("k", "t w") if card.is_back else ("c", "t r" if card.is_red else "t")
    yield f'<rect class="{style}" x="{card.x}" y="{card.y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4"/>'
    x, y = card.x + CARD_WIDTH // 2, card.y + CARD_HEIGHT // 2 + 5
    yield f'<text class="{ink}" x="{x}" y="{y}">{card.text}</text>'


def _find_font() -> Any:
    """Return the first of ``FONTS`` that the system has, else Pillow's own."""
    fonts = import_from_extra("pictures", "PIL.ImageFont", "rgb_array")
    for name in FONTS:
        try:
            return fonts.truetype(name, 13)
        except OSError:
            continue
    return fonts.load_default(13)
