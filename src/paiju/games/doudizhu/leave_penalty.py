"""The cost of leaving a hand (逃跑; DDZ-9.2, 9.3, 9.5), and the bounds of this cost that a seat can know.

Leaving ends the hand, unless the ruleset lets a bot play the seat to the end. ``Rules.escape_to`` says who
receives the cost: the other seats or the house. A lost connection does not count as leaving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Final, NamedTuple

from msgspec.structs import replace

from paiju.core.score_breakdown import LeaveCostBounds, ScoreLine, stake_of
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import (
    NO_CARDS,
    Cards,
    bit_position,
    card_count,
    card_list,
    cards_from_numbers,
    cards_in_pack,
    contains_counts,
    count_of,
    count_ranks,
    mask_at_least,
    ranks_in,
)
from paiju.games.doudizhu.combinations import rocket
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import (
    DOUBLING_FACTOR,
    common_lines,
    public_state_without_plays,
    public_with_standing_bid,
    settlements,
    spring_code_if_won_now,
)
from paiju.games.doudizhu.state import AUCTION, Over, PublicState, State
from paiju.games.doudizhu.view import view as view_of

COST_BEFORE_BID: Final = 3
"""The cost, in points, of leaving before any seat has bid (DDZ-9.2).

It applies in rulesets in which the standing bid determines the cost of leaving.
"""
STANDING_TIMES: Final = 3
LEAST_MULTIPLIER: Final = 10
"""The least multiplier in the cost of leaving: a lower multiplier counts as 10 (DDZ-9.3).

If ``Rules.escape_factors`` is ``letter``, a multiplier below 10 instead counts as ``LANDLORD_LEAST`` for the
landlord, and as ``FARMER_LEAST`` for any other seat (DDZ-R12).
"""
LANDLORD_LEAST: Final = 20
FARMER_LEAST: Final = 10
_ROCKETS: Final = {decks: rocket(decks).body for decks in (1, 2)}

Lines = tuple[ScoreLine, ...]


def has_escape_rule(rules: Rules) -> bool:
    """Whether the rules set a cost of leaving (DDZ-9.2, 9.3)."""
    return rules.escape in _ACCOUNTS


def penalty_lines(rules: Rules, state: State, seat: Seat) -> Lines:
    """Return the score lines (entries of the score breakdown) of the cost of leaving now.

    The result is empty if the hand has ended, or if the rules set no cost. Needs the full state, not a view.
    """
    if isinstance(state.phase, Over) or not has_escape_rule(rules):
        return ()
    lines = _ACCOUNTS[rules.escape](rules, state, seat)
    return max(lines, loss_lines(rules, state, seat), key=stake_of) if rules.escape_factors == "loss" else lines


def compute_penalty(rules: Rules, state: State, seat: Seat) -> int:
    """Return the cost of leaving now, in points."""
    return stake_of(penalty_lines(rules, state, seat))


def _standing_bid_penalty_lines(rules: Rules, state: State, seat: Seat) -> Lines:
    """Return the lines of the score breakdown that multiply to the cost of leaving: base × multiplier × 3 (DDZ-9.2).

    Before the first bid, the cost is instead the fixed base ``COST_BEFORE_BID``.
    """
    public = public_with_standing_bid(state)
    return (
        (*common_lines(rules, public), ScoreLine("leaving", STANDING_TIMES))
        if public.base
        else (ScoreLine("unbid", COST_BEFORE_BID, "base"),)
    )


def _hand_penalty_lines(rules: Rules, state: State, seat: Seat) -> Lines:
    """Return the lines of the score breakdown that multiply to the cost of leaving (DDZ-9.3).

    There are lines for the base, for the multiplier, and for the doubles and kicks between the seat and its
    opponents. If ``Rules.escape_factors`` is ``letter``, there are only lines for the base and the multiplier
    (DDZ-R12).
    """
    base, *factors = _lines_without_bombs(rules, state)
    if bombs := sum(count_bombs(rules, count_ranks(held)) for held in _cards_held_so_far(state)):
        factors.append(ScoreLine("held", 2**bombs, args=(str(bombs),)))
    if rules.escape_factors == "letter":
        return (base, *_with_least_multiplier(factors, _replacement_multiplier(state, seat)))
    return (
        base,
        *_with_least_multiplier([*factors, *_spring_lines(rules, state, seat)], LEAST_MULTIPLIER),
        *_leaver_factor_lines(rules, state, seat),
    )


def _with_least_multiplier(factors: list[ScoreLine], replacement: int) -> list[ScoreLine]:
    """Return the lines; if their product is below ``LEAST_MULTIPLIER``, one line with ``replacement`` instead."""
    times = prod(line.value for line in factors)
    return factors if times >= LEAST_MULTIPLIER else [ScoreLine("least", replacement, args=(str(times),))]


def _replacement_multiplier(state: State, seat: Seat) -> int:
    """Return what replaces a multiplier below ``LEAST_MULTIPLIER`` if ``Rules.escape_factors`` is ``letter``.

    It is ``LANDLORD_LEAST`` for the landlord, and ``FARMER_LEAST`` for any other seat (DDZ-R12).
    """
    return LANDLORD_LEAST if seat == state.public.landlord else FARMER_LEAST


_ACCOUNTS: Final[dict[str, Callable[[Rules, State, Seat], Lines]]] = {
    "standing": _standing_bid_penalty_lines,
    "hand": _hand_penalty_lines,
}


# ---- the loss of a seat if its opponents won now


def loss_lines(rules: Rules, state: State, seat: Seat) -> Lines:
    """Return the lines of the score breakdown for a seat's loss if its opponents went out now (DDZ-7, 9.5).

    The result is empty during the auction.
    """
    return _compute_loss_lines(rules, _loss_cache_key(state.public), seat) if _are_sides_settled(state) else ()


def _loss_cache_key(public: PublicState) -> PublicState:
    """Return the public state without the values that do not affect a loss, for use as a cache key.

    The numbers of plays are cut to 2: a spring depends only on whether a seat has made no play, one play, or
    more.
    """
    return replace(public_state_without_plays(public), plays=tuple(min(made, 2) for made in public.plays))


@lru_cache(maxsize=1 << 12)
def _compute_loss_lines(rules: Rules, public: PublicState, seat: Seat) -> Lines:
    return (
        *common_lines(rules, public),
        *_spring_lines_if_lost(rules, public, seat),
        *_opponent_factor_lines(rules, public, seat),
    )


def _are_sides_settled(state: State) -> bool:
    """Return whether the auction, including kicks, is over (DDZ-9.3)."""
    return state.public.landlord is not None and not isinstance(state.phase, AUCTION)


def _spring_lines(rules: Rules, state: State, seat: Seat) -> Iterator[ScoreLine]:
    """Yield a line for the spring that the other side would have if it went out now (DDZ-7.3, 7.4).

    Yields nothing if there would be no spring, and during the auction.
    """
    if _are_sides_settled(state):
        yield from _spring_lines_if_lost(rules, state.public, seat)


def _spring_lines_if_lost(rules: Rules, public: PublicState, seat: Seat) -> Iterator[ScoreLine]:
    spring = spring_code_if_won_now(rules, public, landlord_won=seat != public.landlord)
    if spring:
        yield ScoreLine(spring, DOUBLING_FACTOR)


def _opponent_factor_lines(rules: Rules, public: PublicState, seat: Seat) -> Iterator[ScoreLine]:
    """Yield a line for the factor of the doubles and kicks between a seat and its opponents (DDZ-3.6, 7.8, 9.3).

    For one opponent, the doubles and kicks of the two seats are multiplied. The factor is the sum of these
    products over all opponents. If the factor is 1, no line is yielded.
    """
    times = sum(part.points_for_stake(1) for part in settlements(rules, public, seat))
    if times > 1:
        yield ScoreLine("opponents", times)


def _leaver_factor_lines(rules: Rules, state: State, seat: Seat) -> Iterator[ScoreLine]:
    """Yield the lines of the score breakdown for the factors that apply only to the seat that leaves (DDZ-9.3).

    There are two such factors:

    - the factor of the doubles and kicks between the seat and its opponents
    - a factor of 2 for a landlord who plays against a single farmer

    During the auction nothing is yielded: the seat pays like a farmer without doubles.
    """
    if _are_sides_settled(state):
        yield from _opponent_factor_lines(rules, state.public, seat)
        if state.seats == 2 and seat == state.public.landlord:
            yield ScoreLine("landlord", 2)


def compute_multiplier(rules: Rules, state: State) -> int:
    """Return the multiplier that the hand has reached, without springs, doubles and kicks (DDZ-9.3).

    The multiplier includes a factor of 2 for every bomb that a seat has held, whether it was played or not
    (``count_bombs``).
    """
    bombs = sum(count_bombs(rules, count_ranks(held)) for held in _cards_held_so_far(state))
    return prod(line.value for line in _lines_without_bombs(rules, state)[1:]) << bombs


def _lines_without_bombs(rules: Rules, state: State) -> list[ScoreLine]:
    """Return the base and the factors of the hand so far, without those of played bombs."""
    public = public_with_standing_bid(state)
    base, *factors = common_lines(rules, public)
    kept = [line for line in factors if line.code not in ("bomb", "rocket")]
    return [base if public.base else ScoreLine("unbid", 1, "base"), *kept]


def _cards_held_so_far(state: State) -> list[int]:
    """Return, by seat, all cards that the seat has held: those in its hand, those it played and those it threw away.

    Given a view, the result contains only the cards that the viewer sees.
    """
    secret, played = state.secret, state.public.played
    return [(secret.hands[seat] or 0) + played[seat] + (secret.threw[seat] or 0) for seat in range(state.seats)]


def count_bombs(rules: Rules, counts: int) -> int:
    """Return the number of bombs and rockets, in the cards with these counts, that double the points (DDZ-7.2, 9.3).

    Wild cards count as their own rank.
    """
    return card_count(mask_at_least(counts, rules.bomb_doubles_from)) + contains_counts(counts, _ROCKETS[rules.decks])


# ---- bounds that a seat can know


def penalty_bounds(rules: Rules, state: State, seat: Seat) -> LeaveCostBounds:
    """Return the bounds of the cost of leaving over all possible hidden hands."""
    if rules.escape != "hand" or isinstance(state.phase, Over):
        known = compute_penalty(rules, state, seat)  # depends on public information only
        return LeaveCostBounds(known, known)
    charged = [*_possible_penalties(rules, view_of(state, seat), seat)]
    return LeaveCostBounds(min(charged), max(charged))


def _possible_penalties(rules: Rules, view: State, seat: Seat) -> Iterator[int]:
    """Yield the cost of leaving for each possible number of bombs that the seats have held.

    The lowest and the highest number of bombs alone do not give the bounds of the cost. If
    ``Rules.escape_factors`` is ``letter``, the cost may fall when the multiplier reaches 10 (DDZ-R12).
    """
    base, *factors = _lines_without_bombs(rules, view)
    letter = rules.escape_factors == "letter"
    fewest = _replacement_multiplier(view, seat) if letter else LEAST_MULTIPLIER
    spring = 1 if letter else prod(line.value for line in _spring_lines(rules, view, seat))
    role = 1 if letter else prod(line.value for line in _leaver_factor_lines(rules, view, seat))
    loss = 0 if letter else stake_of(loss_lines(rules, view, seat))
    known = spring * prod(line.value for line in factors)
    for bombs in _possible_bomb_counts(rules, view):
        times = known << bombs
        yield max(base.value * role * (times if times >= LEAST_MULTIPLIER else fewest), loss)


class _KnownHolding(NamedTuple):
    """What a viewer knows of the cards that a seat has held.

    ``known`` are the packed counts of the cards that the viewer knows. ``others`` is the number of the other
    cards.
    """

    known: int
    others: int


def _possible_bomb_counts(rules: Rules, view: State) -> range:
    """Return a range that contains every possible total number of bombs that the seats have held, given ``view``.

    The range may be slightly too wide.
    """
    places = [_known_holding(view, seat, held) for seat, held in enumerate(_cards_held_so_far(view))]
    unseen = _rank_counts_of_pack(rules.decks, rules.stripped_ranks) - sum(place.known for place in places)
    sizes = [_cards_missing_for_bomb(rules, place, unseen) for place in places]
    certain = sum(count_bombs(rules, place.known) for place in places)
    least = sum(_fewest_bombs(rules, place, unseen) for place in places)
    most = sum(
        sum(taken <= place.others for taken in accumulate(sorted(missing.values())))
        for place, missing in zip(places, sizes, strict=True)
    )
    alike = max(1, 4 * rules.decks // rules.bomb_doubles_from)  # at least 1: the rocket always doubles
    kinds = set[int]().union(*sizes)
    return range(least, certain + min(most, len(kinds) * alike) + 1)


def _known_holding(view: State, seat: Seat, held: int) -> _KnownHolding:
    public = view.public
    size = public.counts[seat] + card_count(count_ranks(public.played[seat])) + public.thrown[seat]
    if seat == public.landlord:
        for came in (public.bottom, *view.secret.gave):
            held = _union_of_cards(held, came or NO_CARDS)
    known = count_ranks(held)
    return _KnownHolding(known, size - card_count(known))


def _union_of_cards(cards: int, others: Cards) -> int:
    """Return the smallest set of cards that contains both of these sets.

    For each card, the two sets may have different numbers of copies. The result has the larger number.
    """
    for card in set(card_list(others)) if others else ():
        more = (others >> bit_position(card) & 3) - (cards >> bit_position(card) & 3)
        cards += max(0, more) << bit_position(card)
    return cards


@lru_cache(maxsize=16)
def _rank_counts_of_pack(decks: int, stripped: str) -> int:
    return count_ranks(cards_from_numbers(cards_in_pack(decks, stripped)))


_ROCKET: Final = -1
"""The key that stands for the rocket, in a dict whose other keys are ranks."""


def _cards_missing_for_bomb(rules: Rules, place: _KnownHolding, unseen: int) -> dict[int, int]:
    """Return, by rank, how many unseen cards a seat still needs to have a bomb of the rank.

    These cards come in addition to the seat's known cards. A rank is left out if the seat cannot have a bomb of
    it, or if the known cards already contain one. The key of the rocket is ``_ROCKET``.
    """
    size, body, known = rules.bomb_doubles_from, _ROCKETS[rules.decks], place.known
    open_to = mask_at_least(known + unseen, size) & ~mask_at_least(known, size)
    missing = {rank: size - count_of(known, rank) for rank in ranks_in(open_to)}
    if contains_counts(known + unseen, body) and not contains_counts(known, body):
        jokers = card_count(body)
        missing[_ROCKET] = jokers - sum(count_of(known, rank) for rank in ranks_in(mask_at_least(body, 1)))
    return {rank: cards for rank, cards in missing.items() if cards <= place.others}


def _fewest_bombs(rules: Rules, place: _KnownHolding, unseen: int) -> int:
    """Return a lower bound of the number of bombs in the cards that a seat has held.

    The seat would have the most bombs if it held all unseen cards. But some of these cards must be elsewhere, and
    each of them takes at most one bomb away. The bound is therefore the most bombs minus the number of cards
    elsewhere. It is at least the number of bombs in the known cards.
    """
    elsewhere = card_count(unseen) - place.others
    return max(count_bombs(rules, place.known), count_bombs(rules, place.known + unseen) - elsewhere)
