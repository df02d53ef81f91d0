"""The `loose` rules of DDZ-4 and DDZ-5 for one deck, written plainly and independently of `paiju`; slow.

There are two ways to the same list of plays: `plays` tries all bodies, and `plays_by_subsets` all choices of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

RANKS = "3456789TJQKA2BR"
IN_CHAINS = RANKS[:12]  # 3 to A (DDZ-4)
ORDER = {rank: place for place, rank in enumerate(RANKS)}
# Each kind of chain: its name, how many cards of each rank it has, and its smallest number of ranks (DDZ-4.6, 4.7, 4.8).
CHAINS = (("straight", 1, 5), ("pair chain", 2, 3), ("trio chain", 3, 2))


def in_order(cards: str) -> str:
    """Return the same cards, ascending by rank."""
    return "".join(sorted(cards, key=ORDER.__getitem__))


def full_deck() -> Counter[str]:
    """Return the cards of a deck (DDZ-1.1)."""
    return Counter({rank: 1 if rank in "BR" else 4 for rank in RANKS})


@dataclass(frozen=True, slots=True)
class Play:
    """One reading of some cards. `body` decides what it beats; `attached` never counts."""

    category: str
    body: str
    attached: str = ""

    @property
    def cards(self) -> str:
        return in_order(self.body + self.attached)

    @property
    def text(self) -> str:
        return f"{self.body}+{self.attached}" if self.attached else self.body


def bodies() -> Iterator[tuple[str, str]]:
    """Yield each category without attachments, with each body that it can have."""
    for name, copies, ranks in (
        ("single", 1, RANKS),
        ("pair", 2, RANKS[:13]),
        ("trio", 3, RANKS[:13]),
        ("bomb", 4, RANKS[:13]),
    ):
        yield from ((name, rank * copies) for rank in ranks)
    yield "rocket", "BR"
    for name, copies, shortest in CHAINS:
        for start, end in combinations(range(len(IN_CHAINS) + 1), 2):
            if end - start >= shortest:
                yield name, "".join(rank * copies for rank in IN_CHAINS[start:end])


def combination_rows() -> Iterator[tuple[str, str, int, int]]:
    """Yield each category with each of its bodies, the number of attachments, and the number of cards in each attachment."""
    for name, body in bodies():
        yield name, body, 0, 0
        if name in ("trio", "trio chain"):
            yield f"{name} with singles", body, len(body) // 3, 1
            yield f"{name} with pairs", body, len(body) // 3, 2
        if name == "bomb":
            yield "quad with singles", body, 2, 1
            yield "quad with pairs", body, 2, 2


ROWS = tuple(combination_rows())


def attachments(left: Counter[str], number: int, size: int) -> set[str]:
    """Return what may be attached from the cards `left` (DDZ-4.14 `loose`): any cards as singles, different ranks as pairs."""
    if size == 2:
        units = [rank * 2 for rank in RANKS if left[rank] >= 2]
    else:
        units = [rank for rank in RANKS for _ in range(left[rank])]
    return {"".join(chosen) for chosen in combinations(units, number)}


def plays(hand: str) -> Iterator[Play]:
    """Yield all plays with which a hand can lead. Different readings of the same cards are different plays (DDZ-4.15)."""
    held = Counter(hand)
    for category, body, number, size in ROWS:
        if Counter(body) <= held:
            left = Counter({rank: n for rank, n in held.items() if rank not in body})
            for attached in attachments(left, number, size):
                yield Play(category, body, attached)


def readings(cards: str) -> list[Play]:
    """Return all plays that consist of exactly these cards."""
    found = []
    for category, body, number, size in ROWS:
        if len(cards) != len(body) + number * size or not Counter(body) <= Counter(cards):
            continue
        rest = Counter(cards) - Counter(body)
        apart = not any(rest[rank] for rank in body)
        paired = size != 2 or all(copies in (0, 2) for copies in rest.values())
        if apart and paired:
            found.append(Play(category, body, in_order("".join(rest.elements()))))
    return found


def plays_by_subsets(hand: str) -> Iterator[Play]:
    """Yield the same plays as `plays`, found by trying every choice of cards; for small hands."""
    held = Counter(hand)
    for copies in product(*(range(n + 1) for n in held.values())):
        cards = "".join(rank * n for rank, n in zip(held, copies, strict=True))
        if cards:
            yield from readings(in_order(cards))


def beats(play: Play, table: Play) -> bool:
    """Whether a play beats the play on the table (DDZ-5)."""
    if play.category == "rocket" or table.category == "rocket":
        return table.category != "rocket"
    if play.category == "bomb" and table.category != "bomb":
        return True
    same = play.category == table.category and len(play.body) == len(table.body)
    return same and ORDER[play.body[-1]] > ORDER[table.body[-1]]


def parse(text: str) -> Play:
    """Return the play that a canonical text stands for. Raises ValueError if there is none."""
    body, _, attached = text.partition("+")
    wanted = [play for play in readings(in_order(body + attached)) if play.text == text]
    if not wanted:
        raise ValueError(f"no such play: {text}")
    return wanted[0]


def legal(hand: str, beat: str) -> list[Play]:
    """Return the plays of a hand that beat the play `beat`; all its plays if `beat` is empty."""
    if not beat:
        return list(plays(hand))
    table = parse(beat)
    return [play for play in plays(hand) if beats(play, table)]


def answers(hand: str, beat: str) -> list[str]:
    """Return `legal` in the form that other programs can give: the cards of each play, each set of cards once, sorted."""
    return sorted({play.cards for play in legal(hand, beat)})
