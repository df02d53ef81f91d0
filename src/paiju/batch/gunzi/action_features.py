"""Encodes legal actions as 64-bit words, in the layout of ``paiju.features.gunzi.action_feature_layout``."""

from __future__ import annotations

from typing import Any

from paiju.batch.gunzi.cards import SUIT, Lanes, lanes_tuple, lowest_set_bit_index
from paiju.batch.gunzi.hand_transitions import nth_action
from paiju.batch.gunzi.observation import sees_bottom, unseen_cards
from paiju.batch.jit_cache import compile_module_functions, jit, jit_inlined, popcount
from paiju.features.gunzi import action_feature_layout, bit_encoding
from paiju.features.gunzi.action_feature_layout import CARDS_AT, LENGTHS_AT, SETS_AT, TOPS_AT
from paiju.features.gunzi.bit_encoding import NO_SUIT, PASS, PLAY, SHOW, SUIT_KINDS, TAKE_BACK
from paiju.games.gunzi.cards import COPIES, SMALL_JOKER
from paiju.games.gunzi.state import SEATS, TEAMS
from paiju.games.gunzi.trumps import TRUMPS

order_by_trumps, suit_of_call, _, _, without_cards, with_cards = compile_module_functions(
    bit_encoding, "order_by_trumps", "suit_of_call", "remove_one_each", "add_one_each", "without_cards", "with_cards"
)
(
    _,
    _,
    _,
    _,
    higher_in_suit_mask,
    takes_trick,
    _,
    _,
    card_points_in_fives,
    card_count,
    _,
    suit_lengths_word,
    sets_word,
    unbeaten_sets_word,
    action_word,
    trick_word,
    players_behind_word,
) = compile_module_functions(
    action_feature_layout,
    *(
        "unary",
        "trump_mask",
        "suit_mask",
        "equal_rank_mask",
        "higher_in_suit_mask",
        "takes_trick",
        "unbeaten_in_suit_mask",
        "unbeaten_mask",
    ),
    *(
        "card_points_in_fives",
        "card_count",
        "unary_suit_counts",
        "suit_lengths_word",
        "sets_word",
        "unbeaten_sets_word",
        "action_word",
        "trick_word",
        "players_behind_word",
    ),
    popcount=popcount,
)


@jit
def describe(rules: Any, row: Any, which: int, out: Any) -> None:
    """Write the encoding of the ``which``-th legal action (from 0) of the seat to act to ``out``."""
    kind, call, cards, _ = nth_action(rules, row, which)
    call = trump_suit_after_action(row, kind, call, cards)
    suit, suited = suit_of_call(call), int(0 <= call < NO_SUIT)
    put = order_lanes_by_trumps(cards, row.level, suit)
    hand = order_lanes_by_trumps(lanes_tuple(row.hand[row.turn]), row.level, suit)
    away = order_lanes_by_trumps(unseen_cards(row, row.turn, sees_bottom(row, row.turn)), row.level, suit)
    rest = hand
    if kind == TAKE_BACK:
        rest = with_cards(hand, put)
    elif kind not in (PASS, SHOW):
        rest = without_cards(hand, put)
    worth = card_points_in_fives(put, row.level)
    bits = action_word(kind, card_count(put), worth)
    if kind == PLAY:
        bits |= encode_trick_after(row, put, worth, away, suit, suited) | encode_later_opponents(row, cards[0])
    out[0] = bits
    for lane in range(COPIES):
        out[CARDS_AT + lane], out[CARDS_AT + COPIES + lane] = put[lane], rest[lane]
    out[LENGTHS_AT], out[SETS_AT] = suit_lengths_word(rest), sets_word(rest)
    out[TOPS_AT] = unbeaten_sets_word(rest, away, suited, card_points_in_fives(rest, row.level))


@jit_inlined
def trump_suit_after_action(row: Any, kind: int, call: int, cards: Lanes) -> int:
    """Return the number of the trump suit after an action.

    NO_SUIT means that there are no trumps, and -1 that they are not announced yet. ``kind`` is the kind of the action.
    If the action declares trumps (SHOW), ``cards`` are the cards shown, and ``call`` is the suit that the seat chooses
    when it shows jokers.
    """
    if kind != SHOW:
        return int(row.call)
    first = lowest_set_bit_index(cards[0])
    return call if first >= SMALL_JOKER else first // SUIT_KINDS


@jit_inlined
def order_lanes_by_trumps(cards: Lanes, level: int, suit: int) -> Lanes:
    """Return a set of cards with each lane in trump order (``bit_encoding.order_by_trumps``)."""
    return (
        order_by_trumps(cards[0], level, suit),
        order_by_trumps(cards[1], level, suit),
        order_by_trumps(cards[2], level, suit),
        order_by_trumps(cards[3], level, suit),
    )


@jit
def encode_trick_after(row: Any, put: Lanes, worth: int, away: Lanes, suit: int, suited: int) -> int:
    """Encode in one word the trick after a play: who is winning the trick, and how many points lie in it.

    ``put`` are the cards of the play, and ``worth`` is the number of points in these cards, in units of five.
    ``away`` are the cards that the seat has not seen. ``suit`` is the trump suit. ``suited`` is 1 if there is a
    trump suit, else 0.
    """
    best, mine, ours, table = put[0], 1, 1, worth
    copies = card_count(put)
    if row.laid:
        rival = order_by_trumps(row.plays[row.best, 0], row.level, suit)
        mine = int(takes_trick(put[0], rival, suited))
        best = put[0] if mine else rival
        ours = mine | ((row.leader + row.best - row.turn) % TEAMS == 0)
        for place in range(row.laid):
            table += card_points_in_fives(
                order_lanes_by_trumps(lanes_tuple(row.plays[place]), row.level, suit), row.level
            )
    return trick_word(mine, ours, table, popcount(away[copies - 1] & higher_in_suit_mask(best, suited)))


@jit
def encode_later_opponents(row: Any, ones: int) -> int:
    """Encode how many opponents play later in the trick, and how many of them may ruff.

    An opponent may ruff if it is known to lack the suit led, and is not known to lack trumps. ``ones`` is the first
    lane of the cards that the seat plays.
    """
    led = row.plays[0, 0] if row.laid else ones
    suit = SUIT[row.level, row.call, lowest_set_bit_index(led)]
    after = void = 0
    for step in range(1, SEATS - row.laid):
        if step % TEAMS:
            lacks = row.lacks[(row.turn + step) % SEATS]
            after += 1
            void += suit != TRUMPS and lacks >> suit & 1 and not lacks >> TRUMPS & 1
    return players_behind_word(after, void)
