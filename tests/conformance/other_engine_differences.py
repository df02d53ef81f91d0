"""Explains where other engines (the peers) differ from the rulebook's `loose` sets, by the clause that decides each difference.

A peer's answer to (hand, beat) is a set of card multisets. `explain` returns the reason why a multiset is in only one of the
two answers, the peer's and the rulebook's; None if there is no known reason. For a multiset on which both agree it also
returns None, so a reason cannot hide another difference.

The module imports neither the peers nor paiju. `bench/peers/README.md` explains the differences in prose.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

RANKS = "3456789TJQKA2BR"
ORDER = {rank: place for place, rank in enumerate(RANKS)}
TWO = ORDER["2"]
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Position:
    """A question, and for each peer the card multisets that it answered, or the reason why it gave no answer.

    `beat` is a canonical play with its reading, or empty when leading.
    """

    hand: str
    beat: str
    answers: dict[str, frozenset[str] | str]


def read_positions(path: Path) -> tuple[dict[str, str], Iterator[Position]]:
    """Return the peers with their versions, and an iterator over the stored positions."""
    stored = json.loads(gzip.decompress(path.read_bytes()))
    if stored["format"] != FORMAT:
        raise ValueError(f"{path}: format {stored['format']}, not {FORMAT}")
    return stored["peers"], _positions(stored)


def _positions(stored: dict[str, Any]) -> Iterator[Position]:
    names, plays = list(stored["peers"]), stored["plays"]
    for hand, beat, steps, *given in stored["positions"]:
        union, at = [], 0
        for step in steps:
            at += step
            union.append(plays[at])
        answers = {name: _answer(union, lacking) for name, lacking in zip(names, given, strict=True)}
        yield Position(hand, beat, answers)


def _answer(union: list[str], lacking: list[int] | str) -> frozenset[str] | str:
    if isinstance(lacking, str):
        return lacking
    left_out = set(lacking)
    return frozenset(play for place, play in enumerate(union) if place not in left_out)


# --- what some cards can be -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Airplane:
    """A reading as a trio chain: its lowest rank, its length, and its attachments (of 0, 1 or 2 cards each)."""

    start: int
    length: int
    size: int
    attached: str

    @property
    def top(self) -> int:
        return self.start + self.length - 1


@cache
def airplanes(cards: str) -> tuple[Airplane, ...]:
    """Return every reading of the cards as a trio chain, with or without attachments."""
    held = Counter(cards)
    found = []
    for size in (0, 1, 2):
        length = len(cards) // (3 + size)
        if length < 2 or len(cards) % (3 + size):
            continue
        for start in range(TWO - length + 1):
            chain = RANKS[start : start + length]
            attached = "".join(card for card in cards if card not in chain)
            fits = all(held[rank] == 3 for rank in chain)
            if fits and (size != 2 or all(held[rank] == 2 for rank in attached)):
                found.append(Airplane(start, length, size, attached))
    return tuple(found)


@cache
def quad_with_two(cards: str) -> tuple[str, ...]:
    """Return the attached cards of every reading of the cards as four with two. The pairs of DDZ-4.13 are four cards."""
    held = Counter(cards)
    found = []
    for rank in RANKS[: TWO + 1]:
        attached = cards.replace(rank, "")
        pairs = len(cards) == 8 and all(held[other] == 2 for other in attached)
        if held[rank] == 4 and (len(cards) == 6 or pairs):
            found.append(attached)
    return tuple(found)


def is_bomb(cards: str) -> bool:
    return len(cards) == 4 and len(set(cards)) == 1


def beats_all(cards: str) -> bool:
    return is_bomb(cards) or cards == "BR"


def in_order(cards: str) -> str:
    return "".join(sorted(cards, key=ORDER.__getitem__))


@cache
def table_airplane(beat: str) -> Airplane | None:
    """Return the reading that was played if it is a trio chain; otherwise None."""
    body = beat.partition("+")[0]
    same = [plane for plane in airplanes(in_order(beat.replace("+", ""))) if RANKS[plane.start] == body[0]]
    return next((plane for plane in same if plane.length * 3 == len(body)), None)


def answering(cards: str, table: Airplane) -> list[Airplane]:
    """Return the readings of the cards as trio chains that beat a trio chain (DDZ-5.3)."""
    return [
        plane
        for plane in airplanes(cards)
        if (plane.length, plane.size) == (table.length, table.size) and plane.start > table.start
    ]


# --- how each peer departs from the rulebook --------------------------------------------------------------

ROCKET_ATTACHED = "DDZ-4.14: both jokers may be attached as singles"
QUAD_ATTACHED = "DDZ-4.14: attached singles are any cards, four of a rank too"
TRIO_NEXT_TO_CHAIN = "DDZ-4.14: a trio may be attached, next to the chain too"
READ_AS_LONGER_CHAIN = "DDZ-4.15: the play says which reading is meant; the peer knows only one"
NOT_RECOGNISED = "DDZ-4.14: the peer does not recognise the table's attached cards and allows bombs only"
ATTACHED_DECIDES = "DDZ-5.3: attached cards never count; the peer ranks by the highest trio, attached or not"
NO_QUAD_WITH_TWO = "DDZ-4.13: four with two exists"
CHAIN_FROM_FOUR = "DDZ-4.6 to 4.8: a chain may start at a rank that is held four times"
BOMB_ON_ROCKET = "DDZ-5.1: the rocket beats everything"
NOT_ASKED = "nobody is asked this: a farmer leads the table in the adapter, and must keep a card"


def relevant(beat: str, cards: str) -> Sequence[Airplane]:
    """Return the readings of the cards as trio chains that may be played here."""
    table = table_airplane(beat)
    if not beat:
        return airplanes(cards)
    return answering(cards, table) if table else []


def attached_reason(attached: str, size: int) -> str | None:
    """Return the reason why RLCard and OpenSpiel do not allow these attached singles; None if they do."""
    if size != 1:
        return None
    if "BR" in attached:
        return ROCKET_ATTACHED
    return QUAD_ATTACHED if max(Counter(attached).values()) == 4 else None


# RLCard: one table of plays, each with one reading.


def rlcard_lacks(plane: Airplane) -> str | None:
    """Return the reason why this reading is not in RLCard's table; None if it is."""
    beside = [RANKS[place] for place in (plane.start - 1, plane.top + 1) if 0 <= place < TWO]
    if plane.size == 1 and any(plane.attached.count(rank) == 3 for rank in beside):
        return TRIO_NEXT_TO_CHAIN
    return attached_reason(plane.attached, plane.size)


def rlcard_reads(cards: str) -> Airplane | None:
    """Return the only reading of the cards in RLCard's table. A trio chain without attachments comes first."""
    return next((plane for plane in airplanes(cards) if not rlcard_lacks(plane)), None)


def explain_rlcard(hand: str, beat: str, cards: str) -> str | None:
    if any(attached == "BR" for attached in quad_with_two(cards)):
        return ROCKET_ATTACHED
    planes, read = airplanes(cards), rlcard_reads(cards)
    if not planes or (beat and not table_airplane(beat)):
        return None
    table = rlcard_reads(in_order(beat.replace("+", "")))
    theirs = read is not None and (table is None or read in answering(cards, table))
    if theirs == bool(relevant(beat, cards)):
        return None
    return rlcard_lacks(planes[0]) if read is None else READ_AS_LONGER_CHAIN


def rlcard_fails(hand: str, beat: str) -> str | None:
    """Return the reason why a play is not in RLCard's table, which raises KeyError; None if it is."""
    cards = in_order(beat.replace("+", ""))
    if "BR" in quad_with_two(cards):
        return ROCKET_ATTACHED
    planes = airplanes(cards)
    return rlcard_lacks(planes[0]) if planes and rlcard_reads(cards) is None else None


# DouZero: recognises the table from its cards alone, and ranks an airplane by its highest trio.


def in_a_row(places: list[int]) -> bool:
    return TWO not in places and places == list(range(places[0], places[0] + len(places)))


def trios(cards: str) -> list[int]:
    return sorted(ORDER[rank] for rank, copies in Counter(cards).items() if copies == 3)


def douzero_reads(cards: str) -> tuple[int, int] | None:
    """Return how DouZero reads an airplane on the table: (length of the chain, size of each attachment)."""
    places = trios(cards)
    chain, rest = len(places), len(cards) - 3 * len(places)
    if 4 in Counter(cards).values():
        return None
    if in_a_row(places) and rest in (0, chain, 2 * chain):
        return chain, rest // chain
    if chain == 4 and (in_a_row(places[1:]) or in_a_row(places[:-1])):
        return 3, 1
    return None


def explain_douzero(hand: str, beat: str, cards: str) -> str | None:
    table = table_airplane(beat)
    if table is None or beats_all(cards):
        return None
    led = in_order(beat.replace("+", ""))
    read = douzero_reads(led)
    fits = any((plane.length, plane.size) == read for plane in airplanes(cards))
    theirs = fits and trios(cards)[-1] > trios(led)[-1]
    if theirs == bool(answering(cards, table)):
        return None
    if read is None:
        return NOT_RECOGNISED
    return ATTACHED_DECIDES if read == (table.length, table.size) else READ_AS_LONGER_CHAIN


# OpenSpiel: an action says its chain, so that readings are kept apart.


def starts_at_four(hand: str, cards: str) -> bool:
    """Whether the cards are a chain without attachments, of whose lowest rank the hand has four."""
    copies = set(Counter(cards).values())
    return len(set(cards)) > 1 and len(copies) == 1 and cards != "BR" and hand.count(cards[0]) == 4


def openspiel_lacks(hand: str, plane: Airplane) -> str | None:
    if plane.size == 0:
        return CHAIN_FROM_FOUR if hand.count(RANKS[plane.start]) == 4 else None
    return attached_reason(plane.attached, plane.size)


def explain_openspiel(hand: str, beat: str, cards: str) -> str | None:
    if is_bomb(cards):
        return BOMB_ON_ROCKET if beat == "BR" else None
    if quad_with_two(cards):
        return NO_QUAD_WITH_TWO
    if not airplanes(cards):
        return CHAIN_FROM_FOUR if starts_at_four(hand, cards) else None
    reasons = [openspiel_lacks(hand, plane) for plane in relevant(beat, cards)]
    return reasons[0] if reasons and all(reasons) else None


def openspiel_fails(hand: str, beat: str) -> str | None:
    """Return the reason why OpenSpiel cannot be asked about this table; None if it can."""
    plane = table_airplane(beat)
    if beat and (len(beat.replace("+", "")) > 15 or len(hand) > 19):
        return NOT_ASKED
    if quad_with_two(in_order(beat.replace("+", ""))):
        return NO_QUAD_WITH_TWO
    return openspiel_lacks("", plane) if plane else None


Explain = Callable[[str, str, str], str | None]
EXPLAIN: dict[str, Explain] = {
    "rlcard": explain_rlcard,
    "douzero": explain_douzero,
    "openspiel": explain_openspiel,
}
FAILS: dict[str, Callable[[str, str], str | None]] = {
    "rlcard": rlcard_fails,
    "openspiel": openspiel_fails,
}


def explain(peer: str, hand: str, beat: str, cards: str) -> str | None:
    """Return the reason why the peer and the rulebook disagree whether these cards may be played; None if they agree."""
    return EXPLAIN[peer](hand, beat, cards)


def explain_failure(peer: str, hand: str, beat: str) -> str | None:
    """Return the reason why the peer has no answer to this question; None if it should have one."""
    return FAILS[peer](hand, beat) if peer in FAILS else None


def unexplained(peer: str, position: Position, legal: Iterable[str]) -> list[str]:
    """Return the differences without a reason, and the reasons without a difference."""
    answer, ours = position.answers[peer], frozenset(legal)
    fails = explain_failure(peer, position.hand, position.beat)
    if isinstance(answer, str) or fails:
        return [] if isinstance(answer, str) and fails else [str(fails or answer)]
    return [
        cards
        for cards in sorted(ours | answer)
        if ((cards in ours) == (cards in answer)) == bool(explain(peer, position.hand, position.beat, cards))
    ]
