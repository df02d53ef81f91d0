"""Finds the best win with given cards, without a running hand, for the command line and other programs."""

from __future__ import annotations

from msgspec import Struct

from paiju.core.errors import NotationError
from paiju.games.zipai.cards import COPIES, KINDS, NAMES, count_cards, parse_cards
from paiju.games.zipai.melds import Meld, Source, format_meld
from paiju.games.zipai.notation import parse_card, parse_melds
from paiju.games.zipai.winning import Division, best_division


class WinAnswer(Struct, frozen=True):
    """The points of a complete hand, and its division into melds."""

    points: int
    melds: tuple[str, ...]


def find_win(hand: str, laid: str = "", card: str = "", source: Source = "own") -> WinAnswer | None:
    """Return the best division of a hand that ``card`` completes (ZP-7, 8); None if the hand is not complete.

    Without ``card``, the hand itself must be complete, as on the deal (ZP-2.6). ``source`` says where ``card`` comes
    from: the seat drew it (``own``), another seat drew it (``drawn``), or it is from another seat's hand (``hand``).
    The result ignores the minimum of points.

    Cards and melds are text: ``find_win("一一二…", "龙拾拾拾拾 碰二二二", "三", "drawn")``.

    Raises NotationError if a text cannot be read, or if a kind occurs more than four times.
    """
    counts, melds = count_cards(parse_cards(hand)), parse_melds(laid)
    kind = parse_card(card) if card else None
    _add_and_check_copies([*counts], melds, kind)
    return _win_answer(best_division(counts, melds, kind, source if card else "deal"))


def _add_and_check_copies(held: list[int], melds: tuple[Meld, ...], card: int | None) -> None:
    """Check that no kind occurs more than four times in the hand, the melds and ``card`` together.

    Raises NotationError. ``held`` is a list with the counts of the hand. The function changes this list: it adds
    the other cards.
    """
    for meld in melds:
        for kind in meld.cards or ():
            held[kind] += 1
    if card is not None:
        held[card] += 1
    for kind in range(KINDS):
        if held[kind] > COPIES:
            raise NotationError("too_many", card=NAMES[kind], copies=held[kind])


def _win_answer(division: Division | None) -> WinAnswer | None:
    if division is None:
        return None
    return WinAnswer(division.points, tuple(map(format_meld, division.melds)))
