"""Scoring (DDZ-7): the score breakdown during a hand, and the points at its end."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import prod
from typing import Final

from msgspec.structs import replace

from paiju.core.score_breakdown import Outcome, ScoreLine, Settlement, stake_of
from paiju.core.seats import Seat, replace_at
from paiju.games.doudizhu.actions import Action, Bid, Choose
from paiju.games.doudizhu.cards import (
    ACE,
    BIG_JOKER,
    SMALL_JOKER,
    TEN,
    TWO,
    Cards,
    card_list,
    count_of,
    count_ranks,
    mask_at_least,
    ranks_in,
)
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import AUCTION, Bidding, Over, PublicState, Robbing, State
from paiju.games.doudizhu.yes_no_questions import (
    CALLED_BASE,
    QUESTIONS,
    affects_settlement,
    double_with_factor,
    factors_of_doubles,
)

ROB_FACTORS: Final = {"listed": (1, 2, 4, 5, 6), "doubling": (1, 2, 4, 8, 16)}
"""The factors of 0 to 4 robberies, by ``Rules.rob_factors`` (DDZ-7.5, R15)."""
DOUBLING_FACTOR: Final = 2
"""The factor of a bomb, and of a spring (DDZ-7.2, 7.3, 7.4)."""
THREW_NOTHING: Final = 4
"""The factor of a seat that throws no cards away (DDZ-7.10)."""
THREW_FACES: Final = 2
"""The factor of a seat that throws away a card from jack to ace.

A seat that throws away several kinds of cards has several factors, which are multiplied.
"""
THREW_TWOS: Final = 3
"""The factor of a seat that throws a two away."""
THREW_JOKERS: Final = (1, 4, 8)
"""The factors of a seat that throws no joker, one joker, or both kinds of joker away."""
BOTTOM_FACTORS: Final = {
    "both_jokers": 4,
    "one_suit": 3,
    "run": 3,
    "three_alike": 3,
    "all_below_ten": 3,
    "one_joker": 2,
    "pair_of_aces_or_twos": 2,
}
"""The factor of each bonus for the bottom cards, the highest factor first (DDZ-7.6, R9).

The keys are the codes of the bonuses.
"""


def bottom_bonuses(rules: Rules, bottom: Cards | None) -> tuple[tuple[int, str], ...]:
    """Return the factor and the code of each bonus of the three bottom cards that the ruleset counts (DDZ-7.6, R9).

    Empty if the ruleset has no such bonuses, or if the bottom is unknown.
    """
    if not rules.bottom_bonus or bottom is None:
        return ()
    earned = all_bottom_bonuses(bottom, rules.players)
    return earned[:1] if rules.bottom_bonuses == "highest" else earned


def bottom_factor(rules: Rules, bottom: Cards | None) -> int:
    """Return the factor of the bottom (DDZ-7.6)."""
    return prod(factor for factor, _ in bottom_bonuses(rules, bottom))


def all_bottom_bonuses(bottom: Cards, players: int) -> tuple[tuple[int, str], ...]:
    """Return the bonuses that three bottom cards earn, as pairs (factor, code), the highest factor first (DDZ-7.6)."""
    counts = count_ranks(bottom)
    ranks = ranks_in(mask_at_least(counts, 1))
    suits = {card % 4 for card in card_list(bottom)}
    jokers = count_of(counts, SMALL_JOKER), count_of(counts, BIG_JOKER)
    natural = jokers == (0, 0)
    one_joker = jokers == (0, 1) or (jokers == (1, 0) and players == 2)
    earned = {
        "both_jokers": jokers == (1, 1),
        "one_suit": natural and len(suits) == 1,
        "run": len(ranks) == 3 and ranks[2] == ranks[0] + 2 and ranks[2] <= ACE,
        "three_alike": len(ranks) == 1,
        "all_below_ten": natural and ranks[-1] < TEN,
        "one_joker": one_joker,
        "pair_of_aces_or_twos": count_of(counts, ACE) == 2 or count_of(counts, TWO) == 2,
    }
    return tuple((factor, name) for name, factor in BOTTOM_FACTORS.items() if earned[name])


def throw_factor(counts: int) -> int:
    """Return the factor of a seat that throws the cards ``counts`` away (DDZ-7.10, R11)."""
    if not counts:
        return THREW_NOTHING
    jokers = bool(count_of(counts, SMALL_JOKER)) + bool(count_of(counts, BIG_JOKER))
    faces = counts >> 8 * (ACE - 3) & 0xFFFFFFFF
    return (THREW_FACES if faces else 1) * (THREW_TWOS if count_of(counts, TWO) else 1) * THREW_JOKERS[jokers]


def bombs_that_double(rules: Rules, bombs: tuple[Combination, ...]) -> tuple[Combination, ...]:
    """Return the bombs and rockets that double (DDZ-7.2)."""
    return tuple(bomb for bomb in bombs if bomb.category == "rocket" or bomb.size >= rules.bomb_doubles_from)


def public_with_standing_bid(state: State) -> PublicState:
    """Return the public state from which the stake so far is computed.

    During the auction, this is the public state with the standing bid and the robberies so far filled in.
    """
    if isinstance(state.phase, Bidding):
        return replace(state.public, base=state.phase.high)
    if isinstance(state.phase, Robbing):
        return replace(state.public, base=CALLED_BASE, robs=state.phase.robs)
    return state.public


def score_lines(rules: Rules, state: State) -> tuple[ScoreLine, ...]:
    """Return the score lines so far: the base, the factors of the hand, and the factors of single seats.

    There are none before a bid.
    """
    public = public_with_standing_bid(state)
    return (*common_lines(rules, public), *_personal_lines(rules, public)) if public.base else ()


def common_lines(rules: Rules, public: PublicState) -> tuple[ScoreLine, ...]:
    """Return the base and the factors of the whole hand so far."""
    return _compute_common_lines(rules, public_state_without_plays(public))


def public_state_without_plays(public: PublicState) -> PublicState:
    """Return the public state without the fields that most plays change. The result is used as a cache key.

    No factor of the score depends on the fields that are left out.
    """
    return replace(public, counts=(), plays=(), played=())


@lru_cache(maxsize=1 << 12)
def _compute_common_lines(rules: Rules, public: PublicState) -> tuple[ScoreLine, ...]:
    lines = [ScoreLine("bid" if rules.auction.startswith("points") else "base", public.base, "base")]
    if public.robs:
        lines.append(ScoreLine("rob", ROB_FACTORS[rules.rob_factors][public.robs], args=(str(public.robs),)))
    if any(public.opened):
        lines.append(ScoreLine("open_hand", max(public.opened)))
    if public.bottom is not None:
        bottom_cards = (public.bottom.text(),)
        bonuses = bottom_bonuses(rules, public.bottom)
        lines += [ScoreLine(f"bottom.{name}", factor, args=bottom_cards) for factor, name in bonuses]
    lines += _throw_lines(rules, public)
    lines += [
        ScoreLine(bomb.category, DOUBLING_FACTOR, args=(bomb.text(),))
        for bomb in bombs_that_double(rules, public.bombs)
    ]
    return tuple(lines)


def _throw_lines(rules: Rules, public: PublicState) -> list[ScoreLine]:
    """Return the lines of the score breakdown for the factors for thrown cards (DDZ-7.10, R11).

    Depending on the ruleset, there is a line for each seat with a factor above 1, or only for the first seat with
    the highest factor.
    """
    lines = [
        ScoreLine("throw", factor, seat=seat, args=(str(public.thrown[seat]),))
        for seat, factor in enumerate(public.throw_factors)
        if factor > 1
    ]
    if rules.discard_factors == "multiplied":
        return lines
    return sorted(lines, key=lambda line: -line.value)[:1]


def _personal_lines(rules: Rules, public: PublicState) -> list[ScoreLine]:
    kick = rules.kick_factor
    lines = [ScoreLine("kick", kick, "personal", seat) for seat, kicked in enumerate(public.kicked) if kicked]
    if public.kicked_back:
        lines.append(ScoreLine("kick_back", kick, "personal", public.landlord))
    for seat, factor in enumerate(factors_of_doubles(public)):
        if factor > 1:
            lines.append(ScoreLine(double_with_factor(factor).what, factor, "personal", seat))
    for what, seats in public.agreed:
        lines += [ScoreLine(what, QUESTIONS[what].factor, "personal", seat) for seat in seats]
    return lines


def handicap(rules: Rules, public: PublicState) -> int:
    """Return the handicap (让牌): how many cards a farmer may still hold and win (DDZ-6.4). 0 without this rule."""
    return public.robs if rules.auction == "rob_duel" else 0


def cards_winner_may_keep(rules: Rules, public: PublicState, seat: Seat) -> int:
    """Return the number of cards that a seat may still hold when it wins (DDZ-6.4).

    It is the handicap for a farmer, and 0 for the landlord.
    """
    return 0 if seat == public.landlord else handicap(rules, public)


def compute_outcome(rules: Rules, public: PublicState, winner: Seat, empty: bool) -> Outcome:
    """Return the outcome after ``winner`` has ended the hand (DDZ-6.3, 7.1).

    ``empty`` is true if the winner went out. It is false if a farmer won although cards were left in hand, as the
    handicap allows (DDZ-6.4).
    """
    landlord = public.landlord
    assert landlord is not None
    won = winner == landlord
    spring = _spring_code(rules, public, won, empty)
    lines = [*common_lines(rules, public), *((ScoreLine(spring, DOUBLING_FACTOR),) if spring else ())]
    stake = stake_of(tuple(lines))
    seats = range(rules.players)
    worth = [sum(part.points_for_stake(stake) for part in settlements(rules, public, seat)) for seat in seats]
    winners = tuple(seat for seat in seats if (seat == landlord) == won)
    points = [share if seat in winners else -share for seat, share in enumerate(worth)]
    reason = "landlord_out" if won else "farmer_out" if empty else "handicap"
    return Outcome(reason, winners, tuple(points), (*lines, *_personal_lines(rules, public)))


def loss_if_beaten(rules: Rules, state: State, seat: Seat) -> int:
    """Return the points that a seat would lose if the other side went out now (DDZ-9.5).

    Returns 0 during the auction and after the end of the hand.
    """
    public, phase = state.public, state.phase
    if public.landlord is None or isinstance(phase, (*AUCTION, Over)):
        return 0
    return _points_lost(rules, public_if_landlord_played(public), seat)


def loss_if_beaten_after(rules: Rules, state: State, seat: Seat, action: Action) -> int | None:
    """Return the points that a seat loses if it takes an action and then loses the hand at the new stake (DDZ-7.1).

    The points do not include a spring. Returns None if the action does not raise the stake, or if there is no
    stake yet.
    """
    public = _with_raised_stake(public_with_standing_bid(state), seat, action)
    if public is None or public.landlord is None or not public.base:
        return None
    return _points_lost(rules, replace(public, plays=(2,) * rules.players), seat)


def _points_lost(rules: Rules, public: PublicState, seat: Seat) -> int:
    """Return the points that a seat loses if the other side goes out."""
    winner = next(other for other in range(rules.players) if (other == public.landlord) != (seat == public.landlord))
    return -compute_outcome(rules, public, winner, empty=True).points[seat]


def _with_raised_stake(public: PublicState, seat: Seat, action: Action) -> PublicState | None:
    """Return the public state after an action that raises the stake; None if the action does not raise it."""
    match action:
        case Bid(points) if points:
            return replace(public, base=points, landlord=seat)
        case Choose(what, True) if (question := QUESTIONS.get(what)) and question.raises:
            return question.raises(public, seat)
    return None


def settlements(rules: Rules, public: PublicState, seat: Seat) -> tuple[Settlement, ...]:
    """Return a seat's settlements (DDZ-3.6, 7.8).

    A farmer settles with the landlord. The landlord settles with each farmer.
    """
    return _compute_settlements(rules, public_state_without_plays(public), seat)


@lru_cache(maxsize=1 << 12)
def _compute_settlements(rules: Rules, public: PublicState, seat: Seat) -> tuple[Settlement, ...]:
    farmers = [farmer for farmer in range(rules.players) if farmer != public.landlord]
    if seat in farmers:
        return (Settlement(_settlement_lines(rules, public, seat)),)
    factors = Counter(_settlement_lines(rules, public, farmer) for farmer in farmers)
    return tuple(Settlement(lines, others) for lines, others in factors.items())


def _settlement_lines(rules: Rules, public: PublicState, farmer: Seat) -> tuple[ScoreLine, ...]:
    """Return the score lines of the personal factors that apply between a farmer and the landlord.

    These factors multiply what the two settle with each other.
    """
    assert public.landlord is not None
    lines = _personal_lines(rules, public)
    return tuple(line for line in lines if _applies_between(public, line, farmer, public.landlord))


def _applies_between(public: PublicState, line: ScoreLine, farmer: Seat, landlord: Seat) -> bool:
    """Return whether a personal factor multiplies the points between this farmer and the landlord.

    A kick-back multiplies them only if this farmer has kicked.
    """
    if line.seat not in (farmer, landlord):
        return False
    if line.code == "kick_back":
        return public.kicked[farmer]
    question = QUESTIONS.get(line.code)
    other = landlord if line.seat == farmer else farmer
    return question is None or question.asked is None or affects_settlement(public, question, line.seat, other)


def _spring_code(rules: Rules, public: PublicState, landlord_won: bool, empty: bool) -> str:
    """Return ``spring`` or ``reverse_spring`` if the hand ended with one; otherwise "" (DDZ-7.3, 7.4).

    ``empty`` is true if the winner went out, and false if a farmer won with the cards of the handicap in hand.
    """
    landlord = public.landlord
    assert landlord is not None
    if not rules.spring:
        return ""
    if landlord_won:
        return "" if sum(public.plays) > public.plays[landlord] else "spring"
    return "reverse_spring" if empty and public.plays[landlord] == 1 else ""


def spring_code_if_won_now(rules: Rules, public: PublicState, *, landlord_won: bool) -> str:
    """Return ``spring`` or ``reverse_spring`` if the hand would end with one if a side went out now; otherwise "".

    The side is the landlord if ``landlord_won`` is true; otherwise it is the farmers. If the landlord has not
    made a play yet, the function assumes that the landlord has made one (DDZ-9.3).
    """
    return _spring_code(rules, public_if_landlord_played(public), landlord_won, empty=True)


def public_if_landlord_played(public: PublicState) -> PublicState:
    """Return the public state in which a landlord who has not made a play yet has made one."""
    landlord = public.landlord
    if landlord is None or public.plays[landlord]:
        return public
    return replace(public, plays=replace_at(public.plays, landlord, 1))


def void_outcome(players: int) -> Outcome:
    """Return the outcome of a hand without a bid: no winner and no points (DDZ-3.3)."""
    return Outcome("thrown_in", (), (0,) * players)
