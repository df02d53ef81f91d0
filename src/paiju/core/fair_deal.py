"""The fair deal: a hand's randomness is derived from a committed secret and the players' own contributions.

1. Before a hand, the server publishes ``commitment(secret)``.
2. Each seat chooses a few bytes, its contribution, and pledges it by publishing ``commitment(contribution)``.
3. When all pledges are known, the seats open their contributions. If a seat does not open its contribution,
   the server uses ``substitute_contribution`` instead.
4. The seed is ``hand_seed(secret, table, hand, contributions)``, and the deal is ``draw_deal(plan, seed)``.
5. After the hand, the server publishes the secret, and anyone can repeat the computation.

The random generator is HMAC-SHA256 in counter mode, read as 32-bit big-endian words. A number below *n* is
drawn by rejection sampling, so every outcome is equally likely. The deck is shuffled by Fisher-Yates, from
the last card down.

The procedure does not prove that nobody looked at the secret during the hand.
``docs/explanation/fair-deal.md`` explains what the procedure proves.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from msgspec import Struct

from paiju.core.errors import NotationError

_WORD = 1 << 32


class DealPlan(Struct, frozen=True):
    """The cards to shuffle and the random numbers to draw for a hand.

    ``pack`` lists the cards to shuffle by card number; equal cards may occur in it several times. ``draws`` contains the
    names of further random numbers, each with a bound: the number is drawn from 0 to the bound - 1.
    """

    pack: tuple[int, ...]
    draws: tuple[tuple[str, int], ...] = ()


class Deal(Struct, frozen=True):
    """The random values of a hand: the shuffled pack, and further random numbers.

    The top card of the pack is first. The random numbers are in the order of ``DealPlan.draws``.
    """

    deck: tuple[int, ...]
    draws: tuple[int, ...] = ()


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret or contribution: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def matches_pledge(pledge: str, contribution: bytes) -> bool:
    """Whether a contribution matches its pledge. An empty pledge matches only an empty contribution."""
    return commitment(contribution) == pledge if pledge else not contribution


def substitute_contribution(secret: bytes, table: str, hand: int, seat: int) -> bytes:
    """Return the contribution that the server uses for a seat that did not reveal its own contribution.

    It is computed from ``secret``, the server's secret. The server committed to this secret before the hand, so
    it cannot choose the contribution.
    """
    return hmac.digest(secret, b"stand-in" + _length_prefixed(table.encode(), b"%d" % hand, b"%d" % seat), "sha256")[
        :16
    ]


def hand_seed(secret: bytes, table: str, hand: int, contributions: Sequence[bytes] = ()) -> bytes:
    """Return the 32-byte seed that determines the deal.

    Each part of the input is prefixed with its length (eight bytes, big-endian), so that different lists of parts give
    different inputs.
    """
    return hmac.digest(secret, _length_prefixed(table.encode(), b"%d" % hand, *contributions), "sha256")


def _length_prefixed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def _random_words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _uniform_below(bound: int, words: Iterator[int]) -> int:
    limit = _WORD - _WORD % bound
    while (word := next(words)) >= limit:
        pass
    return word % bound


def draw_deal(plan: DealPlan, seed: bytes) -> Deal:
    """Return the deal for a seed. The deck is shuffled first; then the further random numbers are drawn."""
    words = _random_words(seed)
    deck = list(plan.pack)
    for last in range(len(deck) - 1, 0, -1):
        other = _uniform_below(last + 1, words)
        deck[last], deck[other] = deck[other], deck[last]
    return Deal(tuple(deck), tuple(_uniform_below(bound, words) for _, bound in plan.draws))


def check_deal_fits_plan(plan: DealPlan, deal: Deal) -> None:
    """Raise NotationError unless the plan can produce the deal.

    A deal may be invalid if somebody typed it, or if it was read from a file.
    """
    if sorted(deal.deck) != sorted(plan.pack):
        raise NotationError("deal_pack", cards=len(deal.deck), needed=len(plan.pack))
    if len(deal.draws) != len(plan.draws):
        raise NotationError("deal_draws", draws=len(deal.draws), needed=len(plan.draws))
    for value, (name, bound) in zip(deal.draws, plan.draws, strict=True):
        if not 0 <= value < bound:
            raise NotationError("deal_draw", name=name, value=value, bound=bound)
