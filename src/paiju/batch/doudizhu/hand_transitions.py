"""Plays a Dou Dizhu hand from deal to outcome (DDZ-2, 3, 6, 7): defines what each action number means and does.

``row`` is the record of one hand (``layout.HAND``), and ``rules`` is the record of its ruleset (``layout.RULES``).
``paiju.batch.kernels`` calls these functions: ``init_first_hand``, ``carry_over``, ``deal_hand``, ``begin_hand``,
``reset_row``, ``prepare_actions``, ``act`` and ``decode_action``.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu import two_wild_move_generation
from paiju.batch.doudizhu import wild_move_generation as wildly
from paiju.batch.doudizhu.attachments import LOOSE, attachment_table, nth_attachment
from paiju.batch.doudizhu.cards import count_of, with_cards, without_cards
from paiju.batch.doudizhu.dealing import cards_of_deck_slice, draw_deal, run_automatic_stage
from paiju.batch.doudizhu.history_recording import (
    FIRST_ASKED,
    FIRST_DOUBLE,
    TO_CALL,
    TO_KICK,
    TO_KICK_BACK,
    TO_OPEN,
    TO_ROB,
    record_call,
    record_move,
)
from paiju.batch.doudizhu.layout import (
    ASKS_FARMERS,
    ASKS_LANDLORD,
    FARMER_OUT,
    HANDICAP,
    LANDLORD_OUT,
    QUESTIONS,
    SECOND_WILDS,
    THROWN_IN,
    encode_bomb,
    encode_move,
)
from paiju.batch.doudizhu.move_generation import MORE_THAN_ALL_PLAYS, Play, nth_beating_play, nth_lead
from paiju.batch.doudizhu.scoring import cards_winner_may_keep, question_affects_settlement, settle, throw_factor
from paiju.batch.jit_cache import jit, jit_inlined, jit_inlined_early, popcount
from paiju.features.doudizhu.bit_encoding import (
    ASKING,
    BID,
    BIDDING,
    BOMB,
    BOTTOM,
    CHOOSE,
    DEALING,
    DOUBLING,
    DRAWING,
    KICKING,
    MOVES,
    NOTHING,
    OPENING,
    OVER,
    PASS,
    PLAYING,
    ROBBING,
    ROCKET,
    ROTATING,
    SEATS,
    SECOND_WILD,
    THROW,
    THROWING,
    WILD,
)
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER, TWO
from paiju.games.doudizhu.events import MOST_ROBBERIES
from paiju.games.doudizhu.phases.bidding import HIGHEST_BID
from paiju.games.doudizhu.phases.throwing_away import FARMER_THROWS, LANDLORD_THROWS
from paiju.games.doudizhu.yes_no_questions import CALLED_BASE

REDEALT: Final = 2
"""The value of ``rules.nobody_calls`` with which the cards are dealt again if nobody calls.

Under rules for two players, other values are possible. With 0, the player who was asked first becomes landlord
if nobody calls. With 1, the other player does.
"""
MOST_TRICK_MOVES: Final = 100
"""The highest value of ``row.trick``, the number of moves in a trick. Further moves are not counted."""

# ---- the deal


@jit
def init_first_hand(_rules: Any, row: Any) -> None:
    """Prepare a row for its first hand: no earlier hand determines the first bidder."""
    row.carried = -1


@jit
def carry_over(rules: Any, row: Any) -> None:
    """Set the first bidder of the next hand, if the rules say that it rotates (DDZ-2.7)."""
    if rules.rotates:
        row.carried = row.first if row.ended == 2 else (row.first + 1) % rules.players


@jit
def deal_hand(rules: Any, row: Any) -> None:
    """Shuffle the pack with the random generator of the row, and start a new hand."""
    draw_deal(rules, row)
    begin_hand(rules, row)


@jit
def begin_hand(rules: Any, row: Any) -> None:
    """Start a hand with the deck and the additional random draws that the row already contains."""
    reset_row(row)
    row.unplayed, row.unplayed_more = rules.full, rules.full_more
    row.bottom, row.bottom_more = cards_of_deck_slice(row, rules.players * rules.hand_size, rules.bottom_size)
    advance_to_decision(rules, row)


@jit
def reset_row(row: Any) -> None:
    """Set the fields of a row that describe the hand to their values before the deal."""
    for seat in range(SEATS):
        row.hand[seat] = row.more[seat] = row.played[seat] = row.played_more[seat] = row.threw[seat] = 0
        row.left[seat] = row.plays[seat] = row.opened[seat] = row.thrown[seat] = 0
        row.throw_factors[seat] = row.double_factors[seat] = 1
        row.sealed[seat] = row.said[seat] = row.gave[seat] = -1
    for move in range(MOVES):
        row.recent[move] = row.recent_more[move] = row.recent_code[move] = 0
    row.moves = row.calls = 0
    row.beat = row.beat_more = row.length = row.rank = row.power = row.passes = row.trick = 0
    row.kind = NOTHING
    row.landlord = row.by = row.wild = row.second_wild = row.bidder = row.caller = -1
    row.last = row.upcard = row.first = row.stage = -1
    row.doublings = row.bombs = row.waiting = row.queued = row.high = row.spoken = row.robs = row.base = 0
    row.silent = row.kicked = row.kicked_back = row.throws_seen = row.gifts_seen = 0
    row.bonus = 1
    row.barred = 0
    for number in range(QUESTIONS):
        row.agreed[number] = 0


# ---- legal actions


@jit_inlined_early
def nth_action(rules: Any, row: Any, number: int) -> Play:
    """Return the ``number``-th legal action (from 0) of the seat to act.

    If there are only k ≤ ``number`` legal actions, the kind is NOTHING and the fourth item is ``number`` - k (see
    ``move_generation``).
    """
    if row.phase == PLAYING:
        return nth_play(rules, row, number)
    if row.phase == BIDDING:
        if number < 1 + HIGHEST_BID - row.high:
            return BID, 0, row.high + number if number else 0, 0, 0
        return NOTHING, 0, 0, number - (1 + HIGHEST_BID - row.high), 0
    if row.phase == THROWING:
        return nth_throw_away_action(rules, row, number)
    choices = rules.doubles if row.phase == DOUBLING else 1
    if number <= choices:
        return CHOOSE, 0, number + 1 if number < choices else 0, 0, 0
    return NOTHING, 0, 0, number - choices - 1, 0


@jit_inlined_early
def nth_play(rules: Any, row: Any, number: int) -> Play:
    """Return the ``number``-th play (from 0) of the seat to act. If there is a play to beat, number 0 is the pass."""
    seat = row.turn
    hand, more = row.hand[seat], row.more[seat]
    wild = row.wild
    if row.second_wild >= 0:
        return two_wild_move_generation.nth_play(rules, row, hand, number)
    holds_wild = wild >= 0 and (hand >> wild) & 1
    if row.kind == NOTHING:
        return wildly.nth_lead(rules, hand, wild, number) if holds_wild else nth_lead(rules, hand, more, number)
    if number == 0:
        return PASS, 0, 0, 0, 0
    if holds_wild:
        return wildly.nth_beating_play(rules, hand, wild, row.kind, row.length, row.rank, row.power, number - 1)
    return nth_beating_play(rules, hand, more, row.kind, row.length, row.rank, row.power, number - 1)


@jit
def nth_throw_away_action(rules: Any, row: Any, number: int) -> Play:
    """Return the ``number``-th way (from 0) to throw cards away (DDZ-7.10). Ways with fewer cards come first.

    A farmer may throw away at most three cards, the landlord two.
    """
    hand, more = row.hand[row.turn], row.more[row.turn]
    most = LANDLORD_THROWS if row.turn == row.landlord else FARMER_THROWS
    found = attachment_table(LOOSE, most, hand, more)
    for size in range(most + 1):
        if number < found[0, size]:
            cards, beyond = nth_attachment(LOOSE, size, hand, more, number)
            return THROW, 0, 0, cards, beyond
        number -= found[0, size]
    return NOTHING, 0, 0, number, 0


@jit
def decode_action(rules: Any, row: Any, number: int, action: Any) -> None:
    """Write the ``number``-th legal action (from 0) to the record ``action``."""
    action.kind, action.length, action.rank, action.cards, action.more = nth_action(rules, row, number)


@jit
def prepare_actions(rules: Any, row: Any) -> None:
    """Set ``row.count`` to the number of legal actions."""
    row.count = 0 if row.turn < 0 else MORE_THAN_ALL_PLAYS - nth_action(rules, row, MORE_THAN_ALL_PLAYS)[3]


# ---- effects of actions


@jit
def act(rules: Any, row: Any, number: int) -> None:
    """Take the ``number``-th legal action (from 0), and continue until a seat must act or the hand is over.

    Does not update ``row.count``.
    """
    kind, length, rank, cards, more = nth_action(rules, row, number)
    phase = row.phase
    if phase == PLAYING:
        if kind == PASS:
            pass_turn(rules, row)
        else:
            play_combination(rules, row, kind, length, rank, cards, more)
    elif phase == BIDDING:
        bid(rules, row, rank)
    elif phase == ROBBING:
        call_or_rob(rules, row, rank)
    elif phase == KICKING:
        kick(rules, row, rank)
    elif phase == ASKING:
        answer_question(rules, row, rank)
    else:
        record_secret_choice(rules, row, kind, rank, cards, more)


@jit_inlined
def play_combination(rules: Any, row: Any, kind: int, length: int, rank: int, cards: int, more: int) -> None:
    """Let the seat to act play a combination (DDZ-6.1), and end the hand if the seat wins with it."""
    seat = row.turn
    row.hand[seat], row.more[seat] = without_cards(row.hand[seat], row.more[seat], cards, more)
    row.played[seat], row.played_more[seat] = with_cards(row.played[seat], row.played_more[seat], cards, more)
    row.unplayed, row.unplayed_more = without_cards(row.unplayed, row.unplayed_more, cards, more)
    size = popcount(cards) + popcount(more)
    row.left[seat] -= size
    row.plays[seat] += 1
    row.trick = 1 if row.kind == NOTHING else min(row.trick + 1, MOST_TRICK_MOVES)
    row.beat, row.beat_more, row.kind, row.length, row.rank = cards, more, kind, length, rank
    row.by, row.passes, row.power = seat, 0, 0
    if kind >= BOMB:
        record_bomb(rules, row, size)
    record_move(rules, row, encode_move(kind, length, rank), cards, more)
    row.turn = next_seat(rules, seat)
    if row.left[seat] <= cards_winner_may_keep(rules, row, seat):
        row.winners = settle(rules, row, seat)
        end_hand(row, LANDLORD_OUT if seat == row.landlord else HANDICAP if row.left[seat] else FARMER_OUT)


@jit
def record_bomb(rules: Any, row: Any, size: int) -> None:
    """Record the strength of the bomb or rocket that was just played, and count it for the score.

    ``size`` is the number of cards of the bomb or rocket.
    """
    wilds = 0
    row.power = wildly.power_of_bomb(row, (row.kind, row.length, row.rank, row.beat, row.beat_more))
    if row.kind == ROCKET:
        size = 0
    else:
        if row.wild >= 0 and row.rank != row.wild:
            wilds = count_of(row.beat, 0, row.wild)
        if row.second_wild >= 0 and row.rank != row.second_wild:
            wilds |= count_of(row.beat, 0, row.second_wild) << SECOND_WILDS
    row.bomb[row.bombs] = encode_bomb(row.rank, size, wilds)
    row.bombs += 1
    if size == 0 or size >= rules.bomb_doubles_from:
        row.doublings += 1


@jit_inlined
def pass_turn(rules: Any, row: Any) -> None:
    """Record a pass of the seat to act. If all others have passed since the last play, the trick ends (DDZ-6.1)."""
    row.passes += 1
    row.trick = min(row.trick + 1, MOST_TRICK_MOVES)
    record_move(rules, row, PASS, 0, 0)
    row.turn = next_seat(rules, row.turn)
    if row.passes == rules.players - 1:
        row.kind, row.by, row.passes, row.power = NOTHING, -1, 0, 0
        row.beat = row.beat_more = row.length = row.rank = 0


@jit_inlined
def next_seat(rules: Any, seat: int) -> int:
    """Return the seat after ``seat`` in playing order."""
    return 0 if seat + 1 == rules.players else seat + 1


# ---- the auction (DDZ-3)


@jit
def bid(rules: Any, row: Any, points: int) -> None:
    """Record a bid of the seat to act, or a pass if ``points`` is 0 (DDZ-3.1 to 3.5).

    If this action ends the auction, set the landlord, or end the hand without a landlord.
    """
    record_call(rules, row, row.turn, points, -1)
    row.said[row.turn] = points
    row.spoken += 1
    if points:
        row.high, row.bidder, row.passes = points, row.turn, 0
    else:
        row.passes += 1
    row.turn = next_seat(rules, row.turn)
    if row.bidder >= 0:
        done = row.spoken == rules.players if rules.once else row.passes == rules.players - 1
        if done or row.high == HIGHEST_BID:
            for place in range(row.spoken, rules.players):
                row.silent |= 1 << (row.first + place) % rules.players
            set_landlord(rules, row, row.bidder, row.high, 0)
    elif row.spoken == rules.players:
        seat = forced_landlord(rules, row) if rules.forced_bid else -1
        if seat >= 0:
            set_landlord(rules, row, seat, 1, 0)
        else:
            void_hand(row)


@jit_inlined
def forced_landlord(rules: Any, row: Any) -> int:
    """Return the seat that must be landlord because of its cards (DDZ-3.5); -1 if there is none.

    These cards are the big joker together with a 2 or the small joker.
    """
    for seat in range(rules.players):
        held = row.hand[seat]
        if held >> BIG_JOKER & 1 and (held >> TWO & 1 or held >> SMALL_JOKER & 1):
            return seat
    return -1


@jit_inlined
def set_landlord(rules: Any, row: Any, seat: int, base: int, robs: int) -> None:
    """Set the landlord, the base and the number of robberies, and continue with the next stage."""
    row.landlord, row.base, row.robs, row.passes = seat, base, robs, 0
    advance_to_decision(rules, row)


@jit
def call_or_rob(rules: Any, row: Any, yes: int) -> None:
    """Record the answer of the seat to act, and ask the next seat (DDZ-3.7, 3.8).

    As long as no seat has called, the answer says whether the seat calls. After a call, the answer says whether
    the seat robs.
    """
    seat = row.turn
    record_call(rules, row, seat, yes, TO_CALL if row.caller < 0 else TO_ROB)
    if row.caller < 0:
        row.said[seat] = yes
        if yes:  # the seats are asked against the playing order, unless the rules say along it
            row.caller = row.last = seat
            row.queued = rules.players - 1
            for step in range(1, rules.players):
                row.queue[step - 1] = (seat + rules.rob_way * step + rules.players) % rules.players
        else:
            drop_first_in_queue(row)
    else:
        row.said[seat] = 2 + yes
        row.robs += yes
        row.last = seat if yes else row.last
        continue_robbing(rules, row, seat, yes)
    if row.queued:
        row.turn = row.queue[0]
    elif row.last >= 0:
        set_landlord(rules, row, row.last, CALLED_BASE, row.robs)
    elif rules.duel and rules.nobody_calls != REDEALT:
        set_landlord(rules, row, 1 - row.first if rules.nobody_calls else row.first, CALLED_BASE, 0)
    else:
        void_hand(row)


@jit_inlined
def continue_robbing(rules: Any, row: Any, seat: int, yes: int) -> None:
    """Set the queue of the seats that may still rob, after ``seat`` has robbed or declined to rob."""
    if rules.players == 2:
        row.queued = 1 if yes and row.robs < MOST_ROBBERIES else 0
        row.queue[0] = 1 - seat
    elif row.queued == 1 and row.robs > 0 and seat != row.caller:
        row.queue[0] = row.caller
    else:
        drop_first_in_queue(row)


@jit_inlined
def drop_first_in_queue(row: Any) -> None:
    """Remove the first seat from the queue of the seats that are still to be asked."""
    row.queued -= 1
    for place in range(SEATS - 1):
        row.queue[place] = row.queue[place + 1]


@jit
def kick(rules: Any, row: Any, yes: int) -> None:
    """Record whether the seat to act kicks, or the landlord kicks back (DDZ-3.6). Then ask the next seat."""
    seat = row.turn
    record_call(rules, row, seat, yes, TO_KICK_BACK if seat == row.landlord else TO_KICK)
    if seat == row.landlord:
        row.kicked_back = yes
        row.queued = 0
    else:
        row.kicked |= yes << seat
        drop_first_in_queue(row)
        if row.queued == 0 and row.kicked:
            row.queued, row.queue[0] = 1, row.landlord
    if row.queued:
        row.turn = row.queue[0]
    else:
        advance_to_decision(rules, row)


@jit
def ask_question(rules: Any, row: Any) -> None:
    """Ask the yes-or-no question of this phase. The seats in the queue answer in turn, from the landlord on."""
    number = rules.factors[row.stage]
    for place in range(rules.players):
        seat = (row.landlord + place) % rules.players
        side = ASKS_FARMERS[number] if place else ASKS_LANDLORD[number]
        if side and not row.barred >> seat & 1 and would_answer_matter(rules, row, number, seat):
            row.queue[row.queued] = seat
            row.queued += 1
    if row.queued:
        row.turn = row.queue[0]


@jit
def would_answer_matter(rules: Any, row: Any, number: int, seat: int) -> bool:
    """Whether a yes of the seat to question ``number`` would change its points with an opponent.

    If not, the seat is not asked the question.
    """
    for other in range(rules.players):
        if (seat == row.landlord) != (other == row.landlord) and question_affects_settlement(row, number, other):
            return True
    return False


@jit
def answer_question(rules: Any, row: Any, yes: int) -> None:
    """Record the answer of the seat to act. Then ask the next seat, or go on with the hand if none is left."""
    record_call(rules, row, row.turn, yes, FIRST_ASKED + rules.factors[row.stage])
    row.agreed[rules.factors[row.stage]] |= yes << row.turn
    drop_first_in_queue(row)
    if row.queued:
        row.turn = row.queue[0]
    else:
        advance_to_decision(rules, row)


@jit
def void_hand(row: Any) -> None:
    """End the hand without a landlord; no seat wins or loses points (DDZ-3.3)."""
    for seat in range(SEATS):
        row.points[seat] = 0
    row.winners = 0
    end_hand(row, THROWN_IN)


@jit_inlined
def end_hand(row: Any, reason: int) -> None:
    """Mark the hand as over. ``reason`` is an index of ``layout.REASONS``."""
    row.phase, row.turn, row.reason = OVER, -1, reason
    row.ended = 2 if reason == THROWN_IN else 1


# ---- secret choices (DDZ-7)


@jit
def record_secret_choice(rules: Any, row: Any, kind: int, choice: int, cards: int, more: int) -> None:
    """Record the secret choice of the seat to act. When all seats have chosen, reveal the choices and apply them.

    If ``kind`` is THROW, ``cards`` are the cards to throw away. Otherwise ``choice`` is 0 for no, 1 for yes, and 2 or
    more for a higher double.
    """
    seat = row.turn
    if kind == THROW:
        row.threw[seat] = cards
        row.sealed[seat] = 1
    else:
        row.sealed[seat] = choice
    row.waiting &= ~(1 << seat)
    if row.waiting:
        row.turn = lowest_seat(row.waiting)
        return
    for other in range(rules.players):
        if row.phase == THROWING:
            throw_away(row, other)
        elif row.sealed[other] > 0:
            if row.phase == DOUBLING:
                record_call(rules, row, other, 1, FIRST_DOUBLE + row.sealed[other] - 1)
                row.double_factors[other] = rules.double_factors[row.sealed[other]]
            else:
                record_call(rules, row, other, 1, TO_OPEN)
                row.opened[other] = rules.factors[row.stage]
        row.sealed[other] = -1
    advance_to_decision(rules, row)


@jit_inlined
def throw_away(row: Any, seat: int) -> None:
    """Remove from a hand the cards that its seat threw away. The other seats see these cards if the hand is open."""
    size = popcount(row.threw[seat])
    row.hand[seat], row.more[seat] = without_cards(row.hand[seat], row.more[seat], row.threw[seat], 0)
    row.left[seat] -= size
    row.thrown[seat] = size
    row.throw_factors[seat] = throw_factor(row.threw[seat])
    if row.opened[seat]:
        row.throws_seen |= 1 << seat


@jit_inlined
def lowest_seat(bits: int) -> int:
    """Return the lowest seat in a bit mask."""
    return popcount((bits & -bits) - 1)


# ---- stages (DDZ-7.9)


@jit
def advance_to_decision(rules: Any, row: Any) -> None:
    """Run the next stages of the hand until a seat must act."""
    row.turn = -1
    while row.turn < 0:
        row.stage += 1
        row.phase = rules.stages[row.stage]
        begin_stage(rules, row)


@jit
def begin_stage(rules: Any, row: Any) -> None:
    """Begin the stage ``row.stage``, and set the seat to act.

    If no seat has to act in the stage, complete the stage; ``row.turn`` is then -1.
    """
    phase = row.phase
    if phase in (DEALING, ROTATING, BOTTOM, DRAWING, WILD, SECOND_WILD):
        run_automatic_stage(rules, row)
    elif phase in (BIDDING, ROBBING, KICKING):
        begin_auction_stage(rules, row)
    elif phase == PLAYING:
        row.turn = row.landlord
    elif phase == ASKING:
        ask_question(rules, row)
    else:
        for seat in range(rules.players):
            if is_seat_asked_secretly(row, seat):
                row.waiting |= 1 << seat
        if row.waiting:
            row.turn = lowest_seat(row.waiting)


@jit_inlined
def begin_auction_stage(rules: Any, row: Any) -> None:
    """Begin the bidding, the robbing or the kicking, in which seats are asked in turn."""
    if row.phase == BIDDING:
        row.turn = row.first
    elif row.phase == ROBBING:
        row.turn, row.queued = row.first, rules.players
        for place in range(rules.players):
            row.queue[place] = (row.first + place) % rules.players
    else:
        begin_kicking(rules, row)


@jit_inlined
def is_seat_asked_secretly(row: Any, seat: int) -> bool:
    """Whether a seat must make a secret choice in this stage."""
    if row.phase == DOUBLING:
        return not row.barred >> seat & 1
    if row.phase == THROWING:
        return True
    return not row.opened[seat] and (row.phase == OPENING or seat == row.landlord)


@jit_inlined
def begin_kicking(rules: Any, row: Any) -> None:
    """After a bid of 3, ask the seats that have neither bid nor passed, in turn, whether they kick (DDZ-3.6)."""
    if row.base < HIGHEST_BID:
        return
    for place in range(rules.players):
        seat = (row.first + place) % rules.players
        if row.silent >> seat & 1:
            row.queue[row.queued] = seat
            row.queued += 1
    if row.queued:
        row.turn = row.queue[0]
