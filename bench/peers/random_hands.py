"""Random questions for a move generator: uniform hands, and hands with many trios, quads and chains."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from bench.peers.reference_rules import IN_CHAINS, ORDER, RANKS, ROWS, attachments, full_deck, in_order

TABLE_STYLES = ("plain", "trios", "trios", "quads")

Question = tuple[str, str]
Row = tuple[str, str, int, int]

LONGEST_HAND = 20
LONGEST_FACING = 19  # the landlord has already led at least one card
STYLES = ("plain", "plain", "trios", "trios", "quads", "runs", "airplane", "airplane")
# These categories are asked about more often than the others, because programs differ in what may be attached.
OFTEN = ("trio chain with singles", "trio chain with singles", "trio chain with pairs", "quad with singles")


def leading(rng: Random) -> Question:
    return draw(rng, full_deck(), rng.randint(1, LONGEST_HAND)), ""


def answering(rng: Random) -> Question:
    """Return a hand and a play to beat. Two in three hands contain a higher body of the play's category."""
    row = rng.choice(rows_by_category()[rng.choice((*rows_by_category(), *OFTEN))])
    deck = full_deck()
    beat = random_play_to_beat(rng, row, deck)
    held = higher_body(rng, row, deck) if rng.random() < 2 / 3 else ""
    size = rng.randint(max(1, len(held)), LONGEST_FACING)
    return in_order(held + draw(rng, deck, size - len(held))), beat


@cache
def rows_by_category() -> dict[str, list[Row]]:
    """Return the rows that a hand can contain, by category, so that all categories can be made equally likely."""
    found: dict[str, list[Row]] = {}
    for row in ROWS:
        _, body, number, size = row
        if len(body) + number * size <= LONGEST_HAND:
            found.setdefault(row[0], []).append(row)
    return found


def random_play_to_beat(rng: Random, row: Row, deck: Counter[str]) -> str:
    """Return a play with the body of this row, whose cards are taken from the deck.

    Half of the attached singles come as pairs and trios.
    """
    _, body, number, size = row
    take(deck, body)
    if not number:
        return body
    left = Counter({rank: n for rank, n in deck.items() if rank not in body})
    if size == 2:
        attached = rng.choice(sorted(attachments(left, number, size)))
    else:
        attached = draw_adjacent_trio(rng, body, left, number) or draw(rng, left, number, rng.choice(TABLE_STYLES))
    take(deck, attached)
    return f"{body}+{attached}"


def draw_adjacent_trio(rng: Random, body: str, left: Counter[str], number: int) -> str:
    """Sometimes return a trio next to a chain of three, which gives the cards more than one reading (DDZ-4.15); else ""."""
    ends = (ORDER[body[0]] - 1, ORDER[body[-1]] + 1)
    near = [RANKS[place] * 3 for place in ends if 0 <= place < len(IN_CHAINS)]
    fits = number == 3 and near and rng.random() < 0.4
    return rng.choice(near) if fits else ""


def higher_body(rng: Random, row: Row, deck: Counter[str]) -> str:
    """Return a body that would beat this row, taken from the deck; "" if the deck contains none."""
    category, body, _, _ = row
    higher = [
        other
        for name, other, _, _ in ROWS
        if (name, len(other)) == (category, len(body)) and ORDER[other[-1]] > ORDER[body[-1]]
    ]
    possible = [other for other in higher if len(other) <= LONGEST_FACING and Counter(other) <= deck]
    chosen = rng.choice(possible) if possible else ""
    take(deck, chosen)
    return chosen


def take(deck: Counter[str], cards: str) -> None:
    deck.subtract(cards)


def draw(rng: Random, deck: Counter[str], size: int, style: str = "") -> str:
    """Take `size` cards from the deck, one bunch after another, in one of the STYLES."""
    chosen = style or rng.choice(STYLES)
    drawn = ""
    while len(drawn) < size:
        bunch = "".join((Counter(draw_bunch(rng, chosen)) & deck).elements())[: size - len(drawn)]
        take(deck, bunch)
        drawn += bunch
        if rng.random() < 0.1:
            chosen = "plain"
    return in_order(drawn)


def draw_bunch(rng: Random, style: str) -> str:
    """Return cards of the kind that this style puts together."""
    if style == "plain":
        return rng.choice(RANKS[:13] * 4 + "BR")
    if style == "trios":
        return rng.choice(RANKS) * rng.choice((3, 3, 3, 2, 1))
    if style == "quads":
        return rng.choice(RANKS) * rng.choice((4, 4, 3, 2, 1))
    copies, shortest = rng.choice(((1, 5), (2, 3))) if style == "runs" else (3, 2)
    start = rng.randrange(len(IN_CHAINS) - shortest + 1)
    return "".join(rank * copies for rank in IN_CHAINS[start : start + rng.randint(shortest, shortest + 3)])
