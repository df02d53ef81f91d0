"""Draws cards and texts with characters: hands as overlapping cards, cards in a line, and coloured texts.

The table has its own background, so the same colours suit dark and light terminals. No information depends on colour
alone: selected cards are raised, and the cursor is an arrow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text

INK: Final = "#1d2321"
RED: Final = "#c8342b"
PAPER: Final = "#f6f3ec"
LIFTED: Final = "#ffe08a"
SHADE: Final = "#cfccc2"
EDGE: Final = "#8d8878"
FELT: Final = "#174a36"
RIM: Final = "#0e2820"
LIGHT: Final = "#eceae4"
QUIET: Final = "#a9bdb2"
GOLD: Final = "#f0b93a"
WARN: Final = "#ffb4a8"


class Item(NamedTuple):
    """A card to draw.

    ``label`` and ``sign`` are the two lines of its text. If the card is drawn only one column wide, ``short`` and
    ``short_sign`` are used instead.

    ``card`` is the card's number in its family, and ``uid`` distinguishes it from equal cards. ``key`` is the key that
    selects it. ``badge`` is a mark, for instance of wild cards. A ``double`` edge marks the big cards of Zi Pai.
    """

    uid: int
    card: int
    label: str
    sign: str
    short: str
    short_sign: str
    key: str
    red: bool = False
    badge: str = ""
    double: bool = False


class Canvas:
    """A grid of characters. Wide characters take two columns."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put_text(self, x: int, y: int, text: str, style: str) -> None:
        """Write a text from column ``x`` of row ``y`` to the right. The part that does not fit is cut off."""
        row = self._rows[y]
        for letter in text:
            width = cell_len(letter)
            if x + width > len(row):
                return
            row[x] = (letter, style)
            if width == 2:
                row[x + 1] = ("", style)
            x += width

    def to_text(self) -> Text:
        """Return what was drawn, as a text with styles."""
        lines = []
        for row in self._rows:
            line = Text(no_wrap=True)
            for letter, style in row:
                line.append(letter, style)
            lines.append(line)
        return Text("\n").join(lines)


class HandAppearance(NamedTuple):
    """How the cards of a hand look: which are selected, which one is under the cursor, and which are shaded.

    ``picked`` contains the ``uid`` of each selected card. ``dim`` contains the ``uid`` of each shaded card;
    shaded cards cannot be played. ``cursor`` is the index of the card under the cursor.
    """

    picked: Collection[int] = ()
    cursor: int | None = None
    dim: Collection[int] = ()


LEAST_STEP: Final = 2
"""Minimum number of columns between the left edges of two cards."""


class CardSize(NamedTuple):
    """The size of cards on the screen, and how closely they may lie.

    The left edges of two neighbouring cards are at most ``step`` columns apart. A card has ``body`` rows inside
    its edge. If the cards of a hand would otherwise be closer together than ``close`` columns, the hand is
    divided into more rows of cards.
    """

    step: int
    body: int
    close: int

    @property
    def height(self) -> int:
        """Number of terminal rows for a row of cards: ``body`` plus 3.

        The three rows are for the edge, for the cursor, and for the space into which selected cards are raised.
        """
        return self.body + 3


SMALL: Final = CardSize(4, 2, LEAST_STEP)
SIZES: Final = ((46, CardSize(8, 4, 4)), (36, CardSize(6, 3, 4)), (0, SMALL))
"""Card sizes, the largest first, each with the minimum number of rows that the terminal must have for it."""


def card_size_for(rows: int) -> CardSize:
    """Return the card size for a terminal with this number of rows."""
    return next(size for least, size in SIZES if rows >= least)


def count_fan_rows(items: int, width: int, close: int = LEAST_STEP) -> int:
    """Return the number of rows of cards in which a hand of ``items`` cards is drawn at this width."""
    fit = max(1, (width - 1) // close)
    return max(1, -(-items // fit))


def draw_fan(items: Sequence[Item], look: HandAppearance, width: int, size: CardSize = SMALL) -> Text:
    """Return a drawing of a hand with overlapping cards, in as many rows as needed."""
    rows = count_fan_rows(len(items), width, size.close)
    fit = -(-len(items) // rows) or 1
    step = max(LEAST_STEP, min(size.step, (width - 1) // fit))
    left = max(0, (width - 1 - step * min(fit, len(items))) // 2)
    canvas = Canvas(width, size.height * rows)
    for place, item in enumerate(items):
        row, column = divmod(place, fit)
        last = column == fit - 1 or place == len(items) - 1 or _is_raised_above_next(items, place, look)
        seen = _Slice(step, last, place == look.cursor, look, size.body)
        _draw_card(canvas, item, left + column * step, row * size.height, seen)
    return canvas.to_text()


def _is_raised_above_next(items: Sequence[Item], place: int, look: HandAppearance) -> bool:
    """Whether the card at index ``place`` is raised and the next one is not, so that the card's right edge is visible."""
    return items[place].uid in look.picked and items[place + 1].uid not in look.picked


class _Slice(NamedTuple):
    """How much of a card is visible, and how it looks.

    If ``last`` is true, the whole card is visible, otherwise only its first ``step`` columns. ``body`` is the
    number of rows inside the card's edge.
    """

    step: int
    last: bool
    under_cursor: bool
    look: HandAppearance
    body: int = SMALL.body


_EDGES: Final = ("╭─╮│", "╔═╗║")
_BOTTOMS: Final = ("╰─╯", "╚═╝")


def _draw_card(canvas: Canvas, item: Item, x: int, top: int, seen: _Slice) -> None:
    lifted = item.uid in seen.look.picked
    y = top + (0 if lifted else 1)
    back = LIFTED if lifted else SHADE if item.uid in seen.look.dim else PAPER
    edge, inner = f"{EDGE} on {back}", seen.step - 1
    long = inner >= 2
    label, sign = (item.label, item.sign) if long else (item.short, item.short_sign)
    face = f"{'bold ' if long else ''}{RED if item.red else INK} on {back}"
    corner, line, end, side = _EDGES[item.double]
    canvas.put_text(x, y, corner + line * inner + (end if seen.last else ""), edge)
    for row, words in enumerate(_card_rows(label, sign, item.badge, seen, inner)[: seen.body + lifted], 1):
        canvas.put_text(x, y + row, side + " " * inner + (side if seen.last else ""), edge)
        canvas.put_text(x + 1, y + row, words if cell_len(words) <= inner else "", face)
    if seen.under_cursor:
        canvas.put_text(x + 1, top + seen.body + 2, "▲", f"bold {GOLD}")


def _card_rows(label: str, sign: str, badge: str, seen: _Slice, inner: int) -> list[str]:
    """Return the texts inside the edges of a card, row by row.

    On large cards, the opposite corner repeats the label. ``inner`` is the number of columns inside the edges of
    the card.
    """
    if seen.body == SMALL.body:
        return [label, sign, badge]
    across = [" " * (inner - cell_len(words)) + words for words in (sign, label)] if inner > LEAST_STEP else ["", ""]
    return [label, sign, *across[-(seen.body - 2) :], badge]


def draw_cards_on_table(items: Sequence[Item], width: int, size: CardSize = SMALL) -> list[Text]:
    """Return a drawing of cards on the table, side by side and centred, with an edge above and below."""
    fit = max(1, (width - 1) // LEAST_STEP)
    return [
        line for start in range(0, len(items), fit) for line in _draw_table_row(items[start : start + fit], width, size)
    ]


def _draw_table_row(items: Sequence[Item], width: int, size: CardSize) -> list[Text]:
    step = max(LEAST_STEP, min(size.step, (width - 1) // len(items)))
    left = max(0, (width - 1 - step * len(items)) // 2)
    canvas = Canvas(width, size.body + 2)
    for place, item in enumerate(items):
        last = place == len(items) - 1
        x, inner = left + place * step, step - 1
        _draw_card(canvas, item, x, -1, _Slice(step, last, under_cursor=False, look=HandAppearance(), body=size.body))
        corner, line, end = _BOTTOMS[item.double]
        canvas.put_text(x, size.body + 1, corner + line * inner + (end if last else ""), f"{EDGE} on {PAPER}")
    return list(canvas.to_text().split("\n"))


def centre(words: Text, width: int) -> Text:
    """Return a text centred in a line of this width."""
    return Text(" " * max(0, (width - words.cell_len) // 2)) + words


def draw_strip(items: Iterable[Item]) -> Text:
    """Return cards as a single line of text, which wraps only between cards."""
    line = Text()
    for item in items:
        line.append(f"{item.label}{item.sign}", f"{'bold ' if item.red else ''}{RED if item.red else INK} on {PAPER}")
        line.append(" ")
    return line


def join_texts(*parts: Text | str, gap: str = "  ") -> Text:
    """Return the parts in one line, joined by ``gap``. Empty parts are left out."""
    return Text(gap).join(Text(part) if isinstance(part, str) else part for part in parts if part)


def join_lines(lines: Iterable[Text]) -> Text:
    """Return the lines as one text, each in a line of its own."""
    return Text("\n").join(lines)


def dim_text(words: str) -> Text:
    """Return a text in a subdued colour."""
    return Text(words, QUIET)


def bold_text(words: str) -> Text:
    """Return a bold, highlighted text."""
    return Text(words, f"bold {GOLD}")


def join_left_and_right(left: Text, right: Text, width: int) -> Text:
    """Return a line of this width with one text at its left end and another at its right end."""
    room = max(1, width - left.cell_len - right.cell_len)
    return Text(" " * room).join((left, right))


MOST_LINES: Final = 9
"""The largest number of lines that are laid out in a single column."""


def lay_out_columns(lines: Sequence[Text], width: int) -> list[Text]:
    """Return the lines, in two columns side by side if there are more than ``MOST_LINES``."""
    if len(lines) <= MOST_LINES:
        return list(lines)
    half = -(-len(lines) // 2)
    right = [*lines[half:], *[Text()] * (2 * half - len(lines))]
    return [
        join_texts(pad_line(left, width // 2), other, gap="") for left, other in zip(lines[:half], right, strict=True)
    ]


def pad_line(line: Text, width: int) -> Text:
    """Return a line padded with spaces to a width. At least one space is appended."""
    return line + " " * max(1, width - line.cell_len)
