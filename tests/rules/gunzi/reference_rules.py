"""A plain and slow implementation of the clauses on tricks, to compare with the engine, with which it shares no code.

Cards are strings, hands are lists, and legal plays are found by trying all choices of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

ORDER = "3456789TJQKA"
LEVELS = {3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 10: "T"}


def is_trump(card: str, level: int, trump: str) -> bool:
    """Whether a card is a trump (GZ-1.3)."""
    return card in ("Bj", "Rj") or card[0] in ("2", LEVELS[level]) or card[1] == trump


def suit(card: str, level: int, trump: str) -> str:
    """Return the suit of a card, or "trump" (GZ-1.6)."""
    return "trump" if is_trump(card, level, trump) else card[1]


def height(card: str, level: int, trump: str) -> tuple[int, int]:
    """Return a value by which cards of one suit, or trumps, are ordered (GZ-1.4)."""
    if card == "Rj":
        return (9, 0)
    if card == "Bj":
        return (8, 0)
    if card[0] == LEVELS[level]:
        return (7 if card[1] == trump else 6, 0)
    if card[0] == "2":
        return (5 if card[1] == trump else 4, 0)
    return (0, ORDER.index(card[0]))


def sizes(cards: Sequence[str]) -> list[int]:
    """Return the sizes of the sets of identical cards, largest first."""
    return sorted(Counter(cards).values(), reverse=True)


def has_sets(cards: Sequence[str], wanted: Sequence[int]) -> bool:
    """Whether the cards contain sets of these sizes, each of a different kind. A larger set contains smaller ones."""
    held = sizes(cards)
    return len(held) >= len(wanted) and all(have >= want for have, want in zip(held, wanted, strict=False))


SHAPES = {
    4: [[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]],
    3: [[3], [2, 1], [1, 1, 1]],
    2: [[2], [1, 1]],
    1: [[1]],
}


def best_shape(cards: Sequence[str], number: int) -> list[int]:
    """Return the best shape that these cards can have (GZ-6.4)."""
    return next(shape for shape in SHAPES[number] if has_sets(cards, shape))


def may_play(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], level: int, trump: str) -> bool:
    """Whether a play is legal (GZ-6.3 to 6.6). ``play`` must consist of as many cards of the hand as ``lead`` has."""
    led = suit(lead[0], level, trump)
    suited = [card for card in hand if suit(card, level, trump) == led]
    played = [card for card in play if suit(card, level, trump) == led]
    if not suited:  # 6.6
        return True
    if len(suited) < len(lead):  # 6.5
        return sorted(played) == sorted(suited)
    if len(played) < len(lead):  # 6.3
        return False
    return sizes(play) == best_shape(suited, len(lead))  # 6.4


def all_plays(hand: Sequence[str], lead: Sequence[str], level: int, trump: str) -> set[tuple[str, ...]]:
    """Return every legal play, as sorted cards."""
    tried = {tuple(sorted(play)) for play in combinations(hand, len(lead))}
    return {play for play in tried if may_play(hand, lead, play, level, trump)}


def winner(plays: Sequence[Sequence[str]], level: int, trump: str) -> int:
    """Return the index of the play that takes the trick (GZ-6.6, 6.7)."""
    led = suit(plays[0][0], level, trump)
    sets = [at for at, play in enumerate(plays) if len(set(play)) == 1]
    ruffs = [at for at in sets if suit(plays[at][0], level, trump) == "trump"]
    suited = [at for at in sets if suit(plays[at][0], level, trump) == led]
    fit = ruffs or suited
    return max(fit, key=lambda at: (height(plays[at][0], level, trump), -at))
