"""Compiled functions that find what the seat to act can infer, and how likely it is that other seats go out.

They compute what ``seat_knowledge`` defines. They work on a row of the batch engine, which is the state of
one hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.batch.doudizhu.observation import sees_bottom, unseen_cards
from paiju.batch.doudizhu.scoring import cards_winner_may_keep
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.bots.doudizhu.batch_decomposition import BINOMIAL
from paiju.bots.doudizhu.batch_workspace import card_total, count_at, count_wilds, unary_to_packed_counts
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.features.doudizhu.bit_encoding import ATTACH, BOMB

# ---- beliefs (``seat_knowledge``)


@jit
def fill_seat_knowledge(rules: Any, row: Any, work: Any) -> None:
    """Write to the workspace what the seat to act can infer."""
    seat, players = row.turn, rules.players
    cards, more = unseen_cards(rules, row, seat)
    unseen = unary_to_packed_counts(cards, more)
    for step in range(1, players):
        other = (seat + step) % players
        known = known_cards(rules, row, seat, other)
        work.known[step - 1] = known
        unseen -= 0 if row.opened[other] else known
    work.hand, work.unseen = unary_to_packed_counts(row.hand[seat], row.more[seat]), unseen
    work.wild, work.second_wild = row.wild, row.second_wild
    work.wilds = count_wilds(work, work.hand)
    work.spare = cards_winner_may_keep(rules, row, seat)
    work.others, work.players, work.decks = players - 1, players, rules.decks
    work.attaches_singles = rules.attach_singles
    for step in range(1, players):
        other = (seat + step) % players
        place = step - 1
        work.sizes[place] = row.left[other]
        work.enemies[place] = row.landlord < 0 or row.landlord == seat or row.landlord == other  # noqa: PLR1714
        work.to_go[place] = max(1, work.sizes[place] - cards_winner_may_keep(rules, row, other))
        share = count_hidden_cards(work, place) / max(1, card_total(unseen))
        work.parts[place] = int(np.rint(share * 32))


@jit_inlined
def count_hidden_cards(work: Any, other: int) -> int:
    """Return how many cards of another seat's hand this seat does not know."""
    return int(work.sizes[other] - card_total(work.known[other]))


@jit
def known_cards(rules: Any, row: Any, seat: int, other: int) -> int:
    """Return the cards that seat ``other`` certainly holds, as far as ``seat`` can infer, as packed rank counts."""
    if row.opened[other]:
        return unary_to_packed_counts(row.hand[other], row.more[other])
    if other != row.landlord or row.thrown[other]:
        return 0
    known, start = 0, rules.players * rules.hand_size
    if sees_bottom(rules, row, seat):
        for place in range(start, start + rules.bottom_size):
            known += unplayed_card(rules, row, row.deck[place])
    if row.gave[seat] >= 0:
        known += unplayed_card(rules, row, row.gave[seat])
    return known


@jit
def unplayed_card(rules: Any, row: Any, card: int) -> int:
    """Return ``card``, which the landlord got, as a packed rank count; 0 if the landlord has played it.

    A row does not store the suits of played cards. Whether ``card`` was played follows from the order in which the
    landlord plays the cards of a rank: spades first, then hearts, clubs and diamonds.
    """
    rank, suit, before = card >> 2, card & 3, 0
    first, bottom = row.landlord * rules.hand_size, rules.players * rules.hand_size
    for place in range(rules.hand_size + rules.bottom_size):
        had = row.deck[first + place if place < rules.hand_size else bottom + place - rules.hand_size]
        before += had >> 2 == rank and had & 3 < suit
    for giver in range(rules.players):
        had = row.gave[giver]
        before += had >= 0 and had >> 2 == rank and had & 3 < suit
    played = count_at(unary_to_packed_counts(row.played[row.landlord], row.played_more[row.landlord]), rank)
    return 0 if played > before else 1 << 4 * rank


# ---- the odds of going out (``going_out_odds``)


@jit
def chance_to_go_out(work: Any, other: int, kind: int, length: int, rank: int, size: int) -> float:
    """Return the probability that seat ``other`` goes out with its next play, ignoring bombs.

    The seat has to beat a combination of ``size`` cards.
    """
    if kind >= BOMB or length > 1 or ATTACH[kind] or not work.to_go[other] <= size <= work.sizes[other]:
        return 0.0
    if size == work.sizes[other]:
        return chance_all_same_rank(work, other, rank)
    return chance_of_higher_card(work, other, rank) if size == 1 else 0.0


@jit_inlined
def chance_to_go_out_leading(work: Any, other: int) -> float:
    """Return the probability that seat ``other`` goes out with its next play if it leads."""
    return 1.0 if work.to_go[other] == 1 else chance_all_same_rank(work, other, -1)


@jit
def chance_all_same_rank(work: Any, other: int, rank: int) -> float:
    """Return the probability that all cards of the seat ``other`` have one and the same rank, higher than ``rank``."""
    known, hidden = card_total(work.known[other]), count_hidden_cards(work, other)
    unseen = work.unseen
    if hidden > 8:
        return 0.0
    ways = 0.0
    for above in range(rank + 1, KINDS):
        if count_at(work.known[other], above) == known:
            ways += BINOMIAL[count_at(unseen, above), hidden]
    return float(ways / BINOMIAL[max(hidden, card_total(unseen)), hidden])


@jit
def chance_of_higher_card(work: Any, other: int, rank: int) -> float:
    """Return the probability that seat ``other`` holds a card higher than ``rank``."""
    hidden, unseen = count_hidden_cards(work, other), work.unseen
    if work.known[other] >> 4 * (rank + 1):
        return 1.0
    left = card_total(unseen)
    lower = left - card_total(unseen >> 4 * (rank + 1))
    return float(1 - BINOMIAL[lower, hidden] / BINOMIAL[max(hidden, left), hidden])
