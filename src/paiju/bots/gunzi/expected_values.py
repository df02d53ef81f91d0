"""The probabilities and expected gains by which the steady bot of Gunzi compares actions.

The functions take and return numbers only. The bot that reads views calls them, and so does the compiled bot
(``batch_steady``), for which Numba compiles them. Both bots therefore round in the same way.
"""

from __future__ import annotations

from typing import Final

from paiju.games.gunzi.state import HAND, SEATS

DECLARES_AT: Final = 9
"""A bot with a full hand declares a suit if it has more than this many cards of it.

While cards are still dealt, the number is reduced in proportion to the size of the hand.
"""

SHORT_SUIT: Final = 5
"""In the first hand, the bot overrules a declaration of a suit of which it has fewer cards than this."""

MOST_COMPARED: Final = 200
"""The largest number of choices that the bot compares when it must pay cards or take cards back."""

HELD_TOGETHER: Final = {1: (0, 1, 1, 1, 1), 2: (0, 0, 0.2, 0.5, 0.8), 3: (0, 0, 0, 0.04, 0.15), 4: (0, 0, 0, 0, 0.01)}
"""The probability that at least one of the five other seats holds a certain set of equal cards.

It is ``HELD_TOGETHER[size][unseen]``, where ``size`` is the number of cards in the set, and ``unseen`` the
number of copies that this seat has not seen.
"""

RUFFS: Final = {1: 0.9, 2: 0.5, 3: 0.2, 4: 0.05}
"""The probability that a seat without the suit led has a set of trumps with which it can ruff.

The key is the number of cards that the set must have.
"""

LAST_TRICK_WORTH: Final = 100.0
"""What it is worth to win the last trick, which also wins the bottom."""

VOID_BELOW: Final = 4
"""If the five other hands have on average fewer cards of a suit than this, one of them may be void in the suit."""

SAFE_WITH_PARTNER: Final = 0.6
"""The bot plays point cards if the probability that its partner wins the trick is higher than this."""


# ---- declaring and burying


def needed_suit_length(cards: int, extra: float) -> float:
    """Return how many cards of a suit a seat must have to declare the suit.

    ``cards`` is the number of cards in its hand. ``extra`` is added to the result.
    """
    return DECLARES_AT * cards / HAND + 1 + extra


def expected_gain_from_burying_jokers(levels: int, jokers: int, chance: float) -> float:
    """Return the expected gain, in levels, from burying ``jokers`` jokers that are worth ``levels`` levels (GZ-7.7).

    ``chance`` is the probability that the seat wins the last trick afterwards. If the seat's team wins the bottom, it gains
    twice the levels of the jokers. If it loses the bottom, it loses the levels of the jokers once. Half a level is
    subtracted for each joker that leaves the hand.
    """
    return levels * (3 * chance - 1) - 0.5 * jokers


def cohesion(alike: int, suited: int) -> float:
    """Return how well cards fit with a hand.

    ``alike`` is the number of equal cards in the hand, and ``suited`` the number of its cards of the same suit, each
    summed over the cards.
    """
    return alike + 0.01 * suited


# ---- the probability of winning a trick


def chance_not_beaten(held_together: float, rivals: int) -> float:
    """Return the probability that no enemy holds a set of a higher kind.

    ``held_together`` is the probability that one of the five other seats holds this set. ``rivals`` of them are
    enemies that play later in the trick.
    """
    return 1 - held_together * rivals / (SEATS - 1)


def chance_void(unseen: int) -> float:
    """Return the probability that a seat is void in a suit of which it has not shown that it has no card.

    ``unseen`` is the number of cards of the suit that the other five seats may hold.
    """
    average = unseen / (SEATS - 1)
    return max(0.0, 1 - average / VOID_BELOW) ** 2


def chance_not_ruffing(void: float, ruffs: float) -> float:
    """Return the probability that a seat does not ruff.

    ``void`` is the probability that it is void in the suit led, and ``ruffs`` the one that it can then ruff (``RUFFS``).
    """
    return 1 - void * ruffs


def chance_card_takes_last_trick(chance: float, unseen: int) -> float:
    """Return the probability that a card takes the last trick.

    ``chance`` is the probability that no higher card beats it. ``unseen`` is the number of equal cards that other
    seats may hold. If several seats play equal cards, the card that is played first takes the trick.
    """
    return chance / (1 + 0.8 * unseen)


# ---- gains


def value_of_keeping(is_trump: bool, order: int, copies: int) -> float:
    """Return how much it is worth to keep a card, apart from its points.

    ``order`` is the height of the card (``Trumps.order``), and ``copies`` the number of such cards in the hand.
    """
    if is_trump:
        return 12 + (order - 20) / 8 + 2 * copies
    return (order - 2) / 3 + 1.5 * (copies - 1) + 3 * (order == 14)


def cost_of_parting(value: float, has_enough_points: bool, suit_length: int) -> float:
    """Return what it costs to bury a card or to give it back. The bot parts with the cheapest cards.

    ``value`` is the value of keeping the card. ``suit_length`` is the number of cards of its suit in the hand.
    """
    return value + 6.0 * has_enough_points + 0.4 * suit_length


def last_trick_value_loss(cards: int, chance: float, chance_after: float) -> float:
    """Return by how much the expected value of the last trick falls if some cards of the hand are played now.

    The loss grows as the hand gets smaller. ``cards`` is the number of cards in the hand. ``chance`` is the
    probability of winning the last trick now, and ``chance_after`` after the play.
    """
    return LAST_TRICK_WORTH / cards * (chance - chance_after)


def expected_lead_gain(safe: float, copies: int, points: int, value: float, held: int, is_last: bool) -> float:
    """Return the expected gain of a lead, apart from the value of the last trick.

    ``safe`` is the probability that no enemy beats the lead, which consists of ``copies`` of the ``held`` equal cards in
    the hand. ``points`` are the points of the lead, and ``value`` is the value of keeping one of its cards.
    ``is_last`` says whether the lead is the whole hand.
    """
    won = safe * (6 * copies + points + 3)
    lost = (1 - safe) * (points + 2)
    kept = 0.35 * copies * value * (1 - is_last)
    broken = 1.5 * (held - copies)
    return won - lost - kept - broken


def expected_pot_without_own_play(points: int, copies: int, seats_after: int) -> float:
    """Return the points that a trick is expected to have, apart from the play of this seat.

    ``points`` are the points so far. ``seats_after`` is the number of seats that play later, ``copies`` cards each.
    """
    return points + 2.0 * copies * seats_after / SEATS


def cost_of_winning(copies: int, value: float, is_trump: bool) -> float:
    """Return what a winning set of ``copies`` cards costs. ``value`` is the value of keeping one of its cards.

    ``is_trump`` says whether the set consists of trumps.
    """
    return copies * value * (0.35 if is_trump else 0.25)


def expected_winning_gain(safe: float, pot: float, points: int, cost: float, is_last: bool) -> float:
    """Return the expected gain of a set that takes the trick.

    ``safe`` is the probability that no enemy beats it, ``pot`` the expected points of the other plays, ``points`` the
    points of the set, and ``cost`` what it costs to play the set. ``is_last`` says whether this is the last trick.
    """
    return safe * (pot + points + 4 + LAST_TRICK_WORTH * is_last) - (1 - safe) * points - cost


def worth_with_partner(value: float, points: int) -> float:
    """Return what a card is worth that is played to a trick which the partner probably wins: point cards less."""
    return value - 3.0 * points


def worth_with_others(value: float, points: int) -> float:
    """Return what a card is worth that is played to a trick which an enemy may win: point cards more."""
    return value + 2.0 * points
