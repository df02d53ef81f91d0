"""Plays a Gunzi hand from deal to outcome (GZ-3 to 8): defines what each action number means and does.

``row`` is the record of one hand (``layout.HAND``), and ``rules`` is the record of its ruleset (``layout.RULES``).
``paiju.batch.kernels`` calls functions of this module and of ``hand_end``.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.gunzi.cards import (
    ANY,
    BEST,
    GROUPS,
    JOKERS,
    KINDS_OF_CLASS,
    MOST_GROUPS,
    ORDER,
    POINT_CARDS,
    SUIT,
    UNBROKEN,
    Lanes,
    add_cards,
    add_one_of_kinds,
    card_count,
    cards_of_kinds,
    clear_cards,
    lanes_tuple,
    lowest_set_bit_index,
    nth_choice,
    overwrite_cards,
    points_in,
    remove_cards,
)
from paiju.batch.gunzi.hand_end import settle
from paiju.batch.gunzi.hand_start import (
    DEALT,
    deal_card,
    declare,
    find_first_seat,
    is_higher_declaration_possible,
    next_seat_asked,
    nth_declaration,
    seats_able_to_declare,
    seats_asked_between_cards,
    turn_up_bottom,
)
from paiju.batch.gunzi.history_recording import record_action_before_tricks, record_play
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.batch.rng import shuffle, uniform_below
from paiju.features.gunzi.bit_encoding import (
    BURY,
    BURYING,
    BURYING_JOKERS,
    CLOSING,
    DEALING,
    GIVE_BACK,
    GIVING_BACK,
    NOTHING,
    OVER,
    PASS,
    PAY,
    PAYING,
    PLAY,
    PLAYING,
    SHOW,
    TAKE_BACK,
    TAKING_BACK,
)
from paiju.games.gunzi.cards import COPIES, KINDS, PACK
from paiju.games.gunzi.phases.cutting import list_cut_draws
from paiju.games.gunzi.state import BOTTOM, SEATS, TEAMS
from paiju.games.gunzi.trumps import TRUMPS

MORE_THAN_ALL_ACTIONS: Final = 1 << 62
"""A number that is larger than the number of legal actions of any decision."""
EVERYBODY: Final = (1 << SEATS) - 1
DRAWS: Final = len(list_cut_draws())

Choice = tuple[int, int, Lanes, int]
"""An action as a tuple: its kind, its call, its cards, and -1.

The tuple is also the result of a search for the n-th action (from 0). If there are only k ≤ n actions, that
action does not exist, and the last item is n - k instead of -1.
"""

# ---- the deal


@jit
def deal_hand(rules: Any, row: Any) -> None:
    """Shuffle the pack with the random generator of the row, and start a new hand."""
    for kind in range(KINDS):
        for copy in range(COPIES):
            row.deck[kind * COPIES + copy] = kind
    shuffle(row, row.deck[: len(PACK)])
    if row.bank < 0:
        for draw in range(DRAWS):
            row.draws[draw] = uniform_below(row, KINDS)
    begin_hand(rules, row)


@jit
def begin_hand(rules: Any, row: Any) -> None:
    """Start a hand with the deck and the cut cards that the row already contains."""
    reset_row(row)
    row.banker = row.bank
    row.first = find_first_seat(rules, row) if row.bank < 0 else row.bank
    row.level = row.levels[max(row.bank, 0) % TEAMS]
    row.phase = DEALING
    continue_deal(rules, row)


@jit
def reset_row(row: Any) -> None:
    """Set the fields of a row that describe the hand to their values before the deal."""
    for seat in range(SEATS):
        clear_cards(row.hand[seat])
        clear_cards(row.known[seat])
        clear_cards(row.plays[seat])
        clear_cards(row.last[seat])
        row.left[seat] = row.lacks[seat] = 0
    for payer in range(2):
        clear_cards(row.tribute[payer])
        row.payer[payer] = -1
    clear_cards(row.played)
    clear_cards(row.bottom)
    clear_cards(row.seen)
    for team in range(TEAMS):
        row.taken[team] = 0
    row.turn = row.call = row.scored = row.awaited = row.shown_by = row.last_leader = row.last_taker = -1
    row.shown_kind = row.shown_copies = row.turned = row.dealt = row.payers = row.opened = row.owed = row.waiting = 0
    row.leader = row.laid = row.best = row.takeable = row.taking = row.bottom_open = 0
    row.calls = row.past_plays = 0


# ---- legal actions


@jit
def nth_action(rules: Any, row: Any, number: int) -> Choice:
    """Return the ``number``-th legal action (from 0) of the seat to act, as a ``Choice``."""
    phase, seat = row.phase, row.turn
    if phase == PLAYING:
        cards, left = nth_lead(row, seat, number) if row.laid == 0 else nth_follow(rules, row, seat, number)
        return PLAY, -1, cards, left
    if phase <= CLOSING:
        return nth_declaration_choice(rules, row, seat, number)
    if phase == PAYING:
        cards, left = nth_extreme_choice(row, cards_of_kinds(row.hand[seat], ~POINT_CARDS), row.due[seat], -1, number)
        return PAY, -1, cards, left
    if phase == GIVING_BACK:
        cards, left = nth_give_back(rules, row, number)
        return GIVE_BACK, -1, cards, left
    if phase == BURYING:
        cards, left = nth_choice(cards_of_kinds(row.hand[seat], -1), BOTTOM, ANY, number)
        return BURY, -1, cards, left
    if phase == BURYING_JOKERS:
        return nth_joker_burial(row, seat, number)
    cards, left = nth_extreme_choice(row, cards_of_kinds(row.bottom, ~(POINT_CARDS | JOKERS)), row.taking, 1, number)
    return TAKE_BACK, -1, cards, left


@jit
def nth_declaration_choice(rules: Any, row: Any, seat: int, number: int) -> Choice:
    """Return the ``number``-th action (from 0) of a seat that may declare trumps (GZ-4).

    Number 0 is the pass; the declarations follow.
    """
    if number == 0:
        return PASS, -1, (0, 0, 0, 0), -1
    kind, copies, call, left = nth_declaration(rules, row, seat, number - 1)
    if left >= 0:
        return NOTHING, -1, (0, 0, 0, 0), left
    mask = 1 << kind
    return SHOW, call, (mask, mask * (copies > 1), mask * (copies > 2), mask * (copies > 3)), -1


@jit
def nth_lead(row: Any, seat: int, number: int) -> tuple[Lanes, int]:
    """Return the ``number``-th lead (from 0), as a pair: the cards, and -1 (GZ-6.1).

    A lead is a single, a pair, a triple or a quad. If there are only k leads, and k is at most ``number``, the pair
    is: no cards, and ``number`` - k.
    """
    cards = cards_of_kinds(row.hand[seat], -1)
    for copies in range(1, COPIES + 1):
        lane = cards[copies - 1]
        sets = popcount(lane)
        if number < sets:
            for _ in range(number):
                lane &= lane - 1
            mask = lane & -lane
            return (mask, mask * (copies > 1), mask * (copies > 2), mask * (copies > 3)), -1
        number -= sets
    return (0, 0, 0, 0), number


@jit
def nth_follow(rules: Any, row: Any, seat: int, number: int) -> tuple[Lanes, int]:
    """Return the ``number``-th way (from 0) to follow a lead, as a pair: the cards, and -1 (GZ-6.3 to 6.6).

    If there are only k ways, and k is at most ``number``, the pair is: no cards, and ``number`` - k.

    A seat that holds more cards of the suit led than were led plays only such cards, in one of the shapes that
    the rules allow. Any other seat plays all its cards of that suit, and adds any other cards until it has played
    as many cards as were led.
    """
    needed = card_count(row.plays[0])
    kinds = KINDS_OF_CLASS[row.level, row.call, led_suit(row)]
    suited = cards_of_kinds(row.hand[seat], kinds)
    held = card_count(suited)
    if held > needed:
        return nth_choice(suited, needed, BEST if rules.break_sets else UNBROKEN, number)
    others, left = nth_choice(cards_of_kinds(row.hand[seat], ~kinds), needed - held, ANY, number)
    return unite_cards(suited, others) if left < 0 else others, left


@jit_inlined
def unite_cards(some: Lanes, others: Lanes) -> Lanes:
    """Return the union of two sets of cards that share no kind."""
    return some[0] | others[0], some[1] | others[1], some[2] | others[2], some[3] | others[3]


@jit_inlined
def led_suit(row: Any) -> int:
    """Return the class of the cards led: a side suit or the trumps."""
    return int(SUIT[row.level, row.call, lowest_set_bit_index(row.plays[0, 0])])


@jit
def nth_extreme_choice(row: Any, cards: Lanes, number: int, way: int, index: int) -> tuple[Lanes, int]:
    """Return the ``index``-th way (from 0) to choose the ``number`` highest or lowest cards (GZ-5.4, 8.1).

    ``way`` is -1 for the highest and 1 for the lowest. If some, but not all, cards of one rank must be chosen,
    there are several ways. Otherwise there is only one. The second item of the result is as in ``nth_choice``.
    """
    fixed = cards_of_kinds(cards, 0)
    for place in range(MOST_GROUPS):
        group = cards_of_kinds(cards, GROUPS[row.level, row.call, place if way > 0 else MOST_GROUPS - 1 - place])
        held = card_count(group)
        if held > number:
            chosen, left = nth_choice(group, number, ANY, index)
            return unite_cards(fixed, chosen) if left < 0 else chosen, left
        fixed = unite_cards(fixed, group)
        number -= held
    return fixed, index - 1


@jit
def nth_give_back(rules: Any, row: Any, number: int) -> tuple[Lanes, int]:
    """Return the ``number``-th way (from 0) in which the banker can give back cards for tribute (GZ-8.7).

    The second item of the result is as in ``nth_choice``.
    """
    return nth_choice(cards_to_give_back(rules, row), card_count(row.tribute[row.payers - row.owed]), ANY, number)


@jit
def cards_to_give_back(rules: Any, row: Any) -> Lanes:
    """Return the cards that the banker may give back: any cards, or only those held before the tribute (R3)."""
    pool = row.hand[row.banker].copy()
    if not rules.give_back:
        for paid in range(row.payers):
            remove_cards(pool, row.tribute[paid])
    return lanes_tuple(pool)


@jit
def nth_joker_burial(row: Any, seat: int, number: int) -> Choice:
    """Return the ``number``-th way (from 0) to bury jokers (GZ-5.4). Number 0 means to bury none.

    For each buried joker, the seat takes a card back. So it may bury at most as many jokers as there are cards
    that may still be taken back.
    """
    if number == 0:
        return PASS, -1, (0, 0, 0, 0), -1
    number -= 1
    jokers = cards_of_kinds(row.hand[seat], JOKERS)
    for jokers_buried in range(1, min(card_count(jokers), row.takeable) + 1):
        cards, left = nth_choice(jokers, jokers_buried, ANY, number)
        if left < 0:
            return BURY, -1, cards, -1
        number = left
    return NOTHING, -1, (0, 0, 0, 0), number


@jit
def prepare_actions(rules: Any, row: Any) -> None:
    """Set ``row.count`` to the number of legal actions."""
    row.count = 0 if row.turn < 0 else MORE_THAN_ALL_ACTIONS - nth_action(rules, row, MORE_THAN_ALL_ACTIONS)[3]


@jit
def decode_action(rules: Any, row: Any, number: int, action: Any) -> None:
    """Write the ``number``-th legal action (from 0) to the record ``action``."""
    kind, call, cards, _ = nth_action(rules, row, number)
    action.kind, action.call = kind, call
    action.ones, action.twos, action.threes, action.fours = cards


# ---- effects of actions


@jit
def act(rules: Any, row: Any, number: int) -> None:
    """Take the ``number``-th legal action (from 0), and continue until a seat must act or the hand is over.

    This function does not update ``row.count``.
    """
    kind, call, cards, _ = nth_action(rules, row, number)
    if kind == PLAY:
        play_cards(rules, row, cards)
    elif row.phase <= CLOSING:
        record_answer(rules, row, kind, call, cards)
    elif kind == PAY:
        pay_tribute(rules, row, cards)
    elif kind == GIVE_BACK:
        record_action_before_tricks(rules, row, row.banker, kind, call, cards)
        give_cards(row, row.banker, row.payer[row.payers - row.owed], cards)
        row.owed -= 1
        begin_giving_back_or_burying(row)
    elif kind == TAKE_BACK:
        take_from_bottom(rules, row, cards)
    elif row.phase == BURYING:
        bury(row, cards)
    elif kind == BURY:
        bury_jokers(rules, row, cards)
    else:
        record_action_before_tricks(rules, row, row.turn, kind, call, cards)
        ask_next_to_bury_jokers(row)


# ---- dealing and declaring (GZ-3, 4)


@jit
def continue_deal(rules: Any, row: Any) -> None:
    """Deal cards until a seat is asked for a declaration (``Hands.set_asking_order``), or until all cards are dealt.

    When all cards are dealt, all seats are asked for a declaration (GZ-4.4).
    """
    while row.dealt < DEALT - 1:
        row.waiting = seats_asked_between_cards(rules, row, deal_card(row))
        if row.waiting:
            row.turn = lowest_set_bit_index(row.waiting)
            return
    deal_card(row)
    row.phase, row.waiting = CLOSING, EVERYBODY
    continue_declaring(rules, row)


@jit
def record_answer(rules: Any, row: Any, kind: int, call: int, cards: Lanes) -> None:
    """Record a declaration or a pass of the seat to act. Then ask the next seat, or continue if none is left to ask.

    After a declaration during the deal, the seats that can make a higher one are asked. After a declaration at the
    end of the deal, all seats are asked.
    """
    if kind == SHOW or row.phase == CLOSING:
        record_action_before_tricks(rules, row, row.turn, kind, call, cards)
    if kind == SHOW:
        declare(row, row.turn, lowest_set_bit_index(cards[0]), card_count(cards), call)
        row.waiting = EVERYBODY if row.phase == CLOSING else seats_able_to_declare(rules, row)
    else:
        row.waiting &= ~(1 << row.turn)
    if row.phase == CLOSING:
        continue_declaring(rules, row)
    elif row.waiting:
        row.turn = lowest_set_bit_index(row.waiting)
    else:
        continue_deal(rules, row)


@jit
def continue_declaring(rules: Any, row: Any) -> None:
    """Ask the next seat for a declaration after the deal (GZ-4.4), or begin the tribute.

    The tribute begins if all seats have passed since the last declaration, or if no declaration can be higher
    than the last. Before the tribute begins, the trumps are set, if necessary by turning up bottom cards.
    """
    if row.waiting and is_higher_declaration_possible(rules, row):
        row.turn = next_seat_asked(rules, row)
        return
    if row.call < 0:
        turn_up_bottom(rules, row)
    row.awaited, row.waiting = -1, 0
    for place in range(1, 3):
        seat = (row.banker - place + SEATS) % SEATS
        if row.due[seat]:
            row.payer[row.payers] = seat
            row.payers += 1
            row.waiting |= 1 << seat
    if row.payers:
        row.phase, row.turn = PAYING, next_seat_asked(rules, row)
    else:
        begin_giving_back_or_burying(row)


# ---- tribute (GZ-8)


@jit
def pay_tribute(rules: Any, row: Any, cards: Lanes) -> None:
    """Record the tribute that the seat to act pays.

    When all payers have chosen, reveal their tributes and give the cards to the banker.
    """
    place = 0 if row.payer[0] == row.turn else 1
    overwrite_cards(row.tribute[place], cards)
    row.waiting &= ~(1 << row.turn)
    if row.waiting:
        row.turn = next_seat_asked(rules, row)
        return
    row.opened, row.owed = 1, row.payers
    for payer in range(row.payers):
        record_action_before_tricks(rules, row, row.payer[payer], PAY, -1, row.tribute[payer])
        give_cards(row, row.payer[payer], row.banker, row.tribute[payer])
    begin_giving_back_or_burying(row)


@jit
def give_cards(row: Any, giver: int, taker: int, cards: Any) -> None:
    """Move cards from one hand to another; all seats see them."""
    number = card_count(cards)
    remove_cards(row.hand[giver], cards)
    remove_cards(row.known[giver], cards)
    add_cards(row.hand[taker], cards)
    add_cards(row.known[taker], cards)
    row.left[giver] -= number
    row.left[taker] += number


# ---- the bottom (GZ-5)


@jit
def begin_giving_back_or_burying(row: Any) -> None:
    """Let the banker act: give back cards for the next tribute or, if none is left, bury cards (GZ-5.1, 5.2, 8.7).

    Before the banker buries cards, the bottom is added to the banker's hand. If trumps were declared, all seats see
    the bottom.
    """
    banker = row.banker
    if row.shown_by >= 0 and card_count(row.seen) < BOTTOM:
        for place in range(row.turned, BOTTOM):
            add_one_of_kinds(row.seen, 1 << row.deck[DEALT + place])
    while row.owed and row.tribute[row.payers - row.owed, 0] == 0:
        row.owed -= 1
    row.turn = banker
    if row.owed:
        row.phase = GIVING_BACK
        return
    row.phase = BURYING
    for place in range(BOTTOM):
        add_one_of_kinds(row.hand[banker], 1 << row.deck[DEALT + place])
    add_cards(row.known[banker], row.seen)
    row.left[banker] += BOTTOM


@jit
def bury(row: Any, cards: Lanes) -> None:
    """Let the banker bury six cards. They are shown if a joker is among them (GZ-5.2, 5.3)."""
    banker = row.turn
    remove_cards(row.hand[banker], cards)
    overwrite_cards(row.bottom, cards)
    row.left[banker] -= BOTTOM
    row.bottom_open = cards[0] & JOKERS != 0
    if row.bottom_open:
        remove_cards(row.known[banker], cards)
    row.takeable = card_count(cards_of_kinds(cards, ~(POINT_CARDS | JOKERS)))
    ask_next_to_bury_jokers(row)


@jit_inlined
def ask_next_to_bury_jokers(row: Any) -> None:
    """Ask the next seat whether it buries jokers. After the last seat, begin the tricks (GZ-5.4, 5.5, 6.2)."""
    row.turn = (row.turn + 1) % SEATS
    if row.turn == row.banker or row.takeable == 0:
        row.phase, row.turn, row.leader = PLAYING, row.banker, row.banker
    else:
        row.phase = BURYING_JOKERS


@jit
def bury_jokers(rules: Any, row: Any, cards: Lanes) -> None:
    """Bury the jokers ``cards``, and let the seat take back equally many of the lowest cards of the bottom (GZ-5.4).

    The seat has a choice only among cards of equal rank. If there is nothing to choose, the seat takes the cards
    back at once.
    """
    seat, number = row.turn, card_count(cards)
    record_action_before_tricks(rules, row, seat, BURY, -1, cards)
    remove_cards(row.hand[seat], cards)
    remove_cards(row.known[seat], cards)
    if not row.bottom_open:  # the cards that the banker buried become public only now
        remove_cards(row.known[row.banker], row.bottom)
    add_cards(row.bottom, cards)
    row.left[seat] -= number
    row.bottom_open, row.taking, row.phase = 1, number, TAKING_BACK
    free = cards_of_kinds(row.bottom, ~(POINT_CARDS | JOKERS))
    back, left = nth_extreme_choice(row, free, number, 1, 1)
    if left == 0:  # there is only one choice
        back, left = nth_extreme_choice(row, free, number, 1, 0)
        take_from_bottom(rules, row, back)


@jit
def take_from_bottom(rules: Any, row: Any, cards: Lanes) -> None:
    """Move cards from the bottom to the hand of the seat that has just buried jokers (GZ-5.4)."""
    seat = row.turn
    record_action_before_tricks(rules, row, seat, TAKE_BACK, -1, cards)
    add_cards(row.hand[seat], cards)
    add_cards(row.known[seat], cards)
    remove_cards(row.bottom, cards)
    row.left[seat] += row.taking
    row.takeable -= row.taking
    row.taking = 0
    ask_next_to_bury_jokers(row)


# ---- tricks (GZ-6)


@jit
def play_cards(rules: Any, row: Any, cards: Lanes) -> None:
    """Play ``cards`` from the hand of the seat to act, as the lead or to follow. After the last play, end the trick."""
    seat, number = row.turn, card_count(cards)
    remove_cards(row.hand[seat], cards)
    add_cards(row.played, cards)
    if row.known[seat, 0]:
        remove_cards(row.known[seat], cards)
    row.left[seat] -= number
    if rules.history:
        record_play(row, seat, cards)
    overwrite_cards(row.plays[row.laid], cards)
    if row.laid:
        suit = led_suit(row)
        row.lacks[seat] |= (
            card_count(cards_of_kinds(cards, KINDS_OF_CLASS[row.level, row.call, suit])) < number
        ) << suit
        if beats_best_play(row, row.plays[row.best, 0], cards[0]):
            row.best = row.laid
    row.laid += 1
    row.turn = (seat + 1) % SEATS
    if row.laid == SEATS:
        end_trick(rules, row)


@jit_inlined
def beats_best_play(row: Any, best: int, ones: int) -> bool:
    """Whether a new play takes the trick from the best play on the table (GZ-6.6, 6.7).

    The new play must have the shape of the lead, and rank higher or ruff. ``best`` is the first lane of the
    cards of the best play, and ``ones`` that of the new play.
    """
    if ones & (ones - 1):
        return False
    kind, rival = lowest_set_bit_index(ones), lowest_set_bit_index(best)
    suit = SUIT[row.level, row.call, kind]
    if suit == SUIT[row.level, row.call, rival]:
        return bool(ORDER[row.level, row.call, kind] > ORDER[row.level, row.call, rival])
    return bool(suit == TRUMPS)


@jit
def end_trick(rules: Any, row: Any) -> None:
    """Give the trick and its points to the taker; after the last trick, end the hand (GZ-6.7, 5.6)."""
    taker, points = (row.leader + row.best) % SEATS, 0
    for place in range(SEATS):
        points += points_in(row.plays[place])
        overwrite_cards(row.last[place], row.plays[place])
        clear_cards(row.plays[place])
    team = taker % TEAMS
    row.taken[team] += points
    if points and team != row.banker % TEAMS:
        row.scored = team
    row.last_leader, row.last_taker = row.leader, taker
    row.leader = row.turn = taker
    row.laid = row.best = 0
    if row.left[taker] == 0:
        row.bottom_open, row.phase, row.turn, row.ended = 1, OVER, -1, 1
        settle(rules, row)
