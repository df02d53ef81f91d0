"""Converts between states of the exact Da Zi Pai rules and rows of the batch engine.

A row stores two parts of a state without their order: the seats that have answered, and the kinds for which a
seat has declined a pong (碰). A state that is read from a row lists both in ascending order. No rule depends on
this order.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from paiju.batch.zipai import layout as at
from paiju.batch.zipai.cards import count_copies
from paiju.core.history import PastAction
from paiju.core.seats import Seat, seats_from
from paiju.features.zipai import bit_encoding
from paiju.features.zipai.bit_encoding import (
    LIE_DRAGON,
    LIE_EATEN,
    LIE_HIDE,
    LIES,
    PLAIN,
    TRIPLES,
    WAY,
    WORTH_OF,
    action_fields,
    decode_meld,
    encode_meld,
)
from paiju.features.zipai.history_layout import CAUGHT, ENTRIES_KEPT, PUT_OUT_AS_DRAWN, PUT_OUT_FROM_HAND, SET_MINIMUM
from paiju.games.zipai import actions, scoring
from paiju.games.zipai.actions import Action, BeCaught, Discard, HistoryAction, LayMelds, PutOut, SetMinimum
from paiju.games.zipai.cards import KINDS, Counts
from paiju.games.zipai.melds import HIDDEN, LAID, Meld, Source, count_fours, meld_of_kind
from paiju.games.zipai.phases.dealing import winning_division_on_deal
from paiju.games.zipai.rules import DealPoints
from paiju.games.zipai.state import (
    Catching,
    Claiming,
    Dealing,
    Discarding,
    Drawing,
    Looking,
    Minimum,
    Opening,
    Over,
    Phase,
    PublicState,
    SecretState,
    State,
    Winner,
    ZiPaiMatch,
    hand_of,
    laid_melds,
)
from paiju.games.zipai.threes_and_fours import winning_division
from paiju.games.zipai.winning import Division


def counts_to_word(counts: Counts) -> int:
    """Convert counts of cards by kind, as in the exact rules, to a word of cards."""
    return sum(copies << 3 * kind for kind, copies in enumerate(counts))


def word_to_counts(word: Any) -> Counts:
    """Convert a word of cards to counts of cards by kind, as in the exact rules."""
    return tuple(int(word) >> 3 * kind & 7 for kind in range(KINDS))


def seats_of_mask(bits: Any, seats: int) -> tuple[Seat, ...]:
    """Return the seats whose bits are set in a mask, in ascending order."""
    return tuple(seat for seat in range(seats) if int(bits) >> seat & 1)


def seat_mask(seats: tuple[Seat, ...]) -> int:
    """Return a bit mask in which the bits of these seats are set."""
    return sum(1 << seat for seat in seats)


def _none_if_negative(number: Any) -> int | None:
    """Return the number, or None if it is negative."""
    return None if number < 0 else int(number)


def _negative_if_none(number: int | None) -> int:
    return bit_encoding.NOTHING if number is None else number


# ---- actions


def action_of(action: Any) -> Action:
    """Convert an action record to an action of the exact rules."""
    kind, card = int(action["kind"]), int(action["card"])
    if kind == bit_encoding.SET_MINIMUM:
        return actions.SetMinimum(card)
    if kind == bit_encoding.DISCARD:
        return actions.Discard(card)
    if kind == bit_encoding.EAT:
        eaten = (int(action[name]) for name in ("first", "second", "third"))
        return actions.Eat(tuple(TRIPLES[which] for which in eaten if which >= 0))
    return PLAIN[kind]


def encode_answer(action: Action | None) -> int:
    """Pack an answer in one number, as a row stores it. None becomes NOTHING."""
    if action is None:
        return bit_encoding.NOTHING
    kind, _, *eaten = action_fields(action)
    return kind | sum(which + 1 << place for which, place in zip(eaten, at.EATEN_AT, strict=True))


def _decode_answer(answer: int) -> Action | None:
    if answer < 0:
        return None
    eaten = ((answer >> place & at.BITS_EACH) - 1 for place in at.EATEN_AT)
    if answer & 7 == bit_encoding.EAT:
        return actions.Eat(tuple(TRIPLES[which] for which in eaten if which >= 0))
    return PLAIN[answer & 7]


# ---- a row as a state


def state_of(row: Any, match: ZiPaiMatch, counted: DealPoints, *, history: bool = False) -> State:
    """Return the state of the hand in a row.

    Its match state is ``match`` with the banker of the row. ``counted`` says which melds count for a win on the
    deal (ZP-2.5). With ``history``, the state contains the past actions that the row stores.
    """
    match, seats = replace(match, banker=int(row["banker"])), len(match.points)
    past = _to_history(row) if history else ()
    state = State(match, _to_phase(row, seats), _to_public_state(row, seats), _to_secret_state(row, seats), past)
    return _to_finished_state(row, state, counted) if row["phase"] == bit_encoding.OVER else state


def _melds_of(row: Any, seat: Seat) -> tuple[Meld, ...]:
    return tuple(decode_meld(int(code)) for code in row["meld"][seat][: row["melds"][seat]])


def _hide_face_down_cards(meld: Meld) -> Meld:
    return Meld(meld.way, None) if meld.way in HIDDEN else meld


def _to_public_state(row: Any, seats: int) -> PublicState:
    discards = [(int(code) >> 5, int(code) & 31) for code in row["discards"][: row["discarded"]]]
    return PublicState(
        sizes=tuple(map(int, row["left"][:seats])),
        melds=tuple(tuple(map(_hide_face_down_cards, _melds_of(row, seat))) for seat in range(seats)),
        discards=tuple(tuple(kind for by, kind in discards if by == seat) for seat in range(seats)),
        stock=at.CARDS - int(row["next"]),
        minimum=int(row["minimum"]) or None,
        caught=tuple(map(int, row["caught"][: row["catches"]])),
    )


def _to_secret_state(row: Any, seats: int) -> SecretState:
    places = range(seats)
    return SecretState(
        stock=tuple(map(int, row["deck"][row["next"] :])),
        hands=tuple(word_to_counts(row["hand"][seat]) for seat in places),
        hidden=tuple(
            tuple(meld.cards[0] for meld in _melds_of(row, seat) if meld.way in HIDDEN and meld.cards)
            for seat in places
        ),
        declined=tuple(
            tuple(kind for kind in range(KINDS) if count_copies(int(row["declined"][seat]), kind)) for seat in places
        ),
        sealed=tuple(_decode_answer(int(row["sealed"][seat])) for seat in places),
        drawn=int(row["card"]) if row["phase"] == bit_encoding.LOOKING else None,
    )


def _to_phase(row: Any, seats: int) -> Phase:
    """Return the phase of the hand in a row; if the hand is over, the phase before its end."""
    turn, by, card = int(row["turn"]), int(row["by"]), int(row["card"])
    waiting = seats_of_mask(row["waiting"], seats)
    answered = seats_of_mask(int(row["asked"]) & ~int(row["waiting"]), seats)
    match int(row["phase"]):
        case bit_encoding.MINIMUM:
            return Minimum()
        case bit_encoding.OPENING:
            return Opening(waiting, answered)
        case bit_encoding.DISCARDING:
            return Discarding(turn)
        case bit_encoding.LOOKING:
            return Looking(turn)
        case bit_encoding.CLAIMING:
            return Claiming(card, by, bool(row["drawn"]), waiting, answered)
        case bit_encoding.CATCHING:
            return Catching(card, by, waiting, answered)
    return Opening(()) if card < 0 else Claiming(card, by, bool(row["drawn"]), ())


def _to_finished_state(row: Any, state: State, counted: DealPoints) -> State:
    """Return the state of a finished hand.

    ``state`` is the state of the same hand, but with the phase before the end. In the result, the winners' melds
    are open.
    """
    order = [seat for seat in seats_from(state.match.banker, state.seats) if int(row["winners"]) >> seat & 1]
    winners = tuple(_make_winner(row, state, seat, counted) for seat in order)
    melds = tuple(laid_melds(state, seat) if seat in order else lying for seat, lying in enumerate(state.public.melds))
    hidden = tuple(() if seat in order else kinds for seat, kinds in enumerate(state.secret.hidden))
    over = Over(at.REASONS[row["reason"]], winners, _none_if_negative(row["card"]), _none_if_negative(row["payer"]))  # type: ignore[arg-type]
    return replace(
        state, phase=over, public=replace(state.public, melds=melds), secret=replace(state.secret, hidden=hidden)
    )


def _make_winner(row: Any, state: State, seat: Seat, counted: DealPoints) -> Winner:
    division = _winning_division(row, state, seat, counted)
    assert division is not None
    return Winner(seat, division.points, division.melds, hand_of(state, seat), laid_melds(state, seat))


def _winning_division(row: Any, state: State, seat: Seat, counted: DealPoints) -> Division | None:
    if row["reason"] == at.DEAL:
        return winning_division_on_deal(state, seat, counted)
    source: Source = "own" if row["by"] == seat else "drawn" if row["drawn"] else "hand"
    return winning_division(state, seat, int(row["card"]), source)


def _to_history(row: Any) -> tuple[PastAction[HistoryAction], ...]:
    """Return the entries of the history that the row stores, oldest first."""
    number = int(row["past_entries"])
    codes = [int(row["past"][entry % ENTRIES_KEPT]) for entry in range(max(number - ENTRIES_KEPT, 0), number)]
    return tuple(PastAction(code & 3, _decode_past_action(code, int(row["minimum"]))) for code in codes)


def _decode_past_action(code: int, minimum: int) -> HistoryAction:
    kind, raised, what = code >> at.PAST_KIND & 15, code >> at.PAST_RAISED & 15, code >> at.PAST_WHAT
    if kind == PUT_OUT_FROM_HAND:
        return Discard(what - 1)
    if kind == PUT_OUT_AS_DRAWN:
        return PutOut(what - 1)
    if kind in (CAUGHT, SET_MINIMUM):
        return BeCaught(minimum) if kind == CAUGHT else SetMinimum(minimum)
    way = LAID[kind]
    if kind == bit_encoding.LIE_EATEN:
        eaten = (what >> place - at.EATEN_AT[0] & at.BITS_EACH for place in at.EATEN_AT)
        return LayMelds(tuple(Meld(way, TRIPLES[number - 1]) for number in eaten if number))
    meld = meld_of_kind(way, what - 1) if what else Meld(way, None)
    return LayMelds((meld,), raised - 1 if raised else None)


# ---- a state as a row


def put_state(row: Any, state: State, *, history: bool = False) -> None:
    """Write a complete state to a cleared row. With ``history``, also write its past actions.

    Raises ValueError if cards are hidden in the state (a view), or if it is the dealer's turn.
    """
    public, secret, phase = state.public, state.secret, state.phase
    if secret.stock is None or None in secret.hands:
        raise ValueError("a view has holes; imagine a whole state first")
    if isinstance(phase, Dealing | Drawing) or (isinstance(phase, Opening | Claiming | Catching) and not phase.waiting):
        raise ValueError("the dealer acts; let the game deal first (Game.deal_on)")
    row["number"], row["banker"] = state.match.hand, state.match.banker
    row["next"] = at.CARDS - public.stock
    row["deck"][row["next"] :] = secret.stock
    row["minimum"] = public.minimum or 0
    row["catches"] = len(public.caught)
    row["caught"][: len(public.caught)] = public.caught
    for seat in range(state.seats):
        _put_seat(row, state, seat)
    _put_phase(row, state)
    for past in state.history if history else ():
        row["past"][row["past_entries"] % ENTRIES_KEPT] = past.seat | _encode_past_action(past.action)
        row["past_entries"] += 1


def _encode_past_action(action: HistoryAction) -> int:
    """Pack a past action in one number, as a row stores it, but without its seat."""
    match action:
        case Discard(card):
            return PUT_OUT_FROM_HAND << at.PAST_KIND | card + 1 << at.PAST_WHAT
        case PutOut(card):
            return PUT_OUT_AS_DRAWN << at.PAST_KIND | card + 1 << at.PAST_WHAT
        case LayMelds(melds, raised):
            kind = LAID.index(melds[0].way)
            numbers = [_encode_past_meld(meld) << place for meld, place in zip(melds, at.EATEN_AT, strict=False)]
            again = 0 if raised is None else raised + 1
            return kind << at.PAST_KIND | again << at.PAST_RAISED | sum(numbers) << at.PAST_WHAT - at.EATEN_AT[0]
    return (SET_MINIMUM if isinstance(action, SetMinimum) else CAUGHT) << at.PAST_KIND


def _encode_past_meld(meld: Meld) -> int:
    """Return the number that stands for the cards of a laid meld in a packed history entry.

    For an eaten meld, the number is the meld's index in ``TRIPLES`` plus 1. For any other meld, it is the kind of
    the cards plus 1. If the cards are not known, it is 0.
    """
    if not meld.cards:
        return 0
    return 1 + (TRIPLES.index(meld.cards) if meld.way == "eat" else meld.cards[0])


def _put_seat(row: Any, state: State, seat: Seat) -> None:
    public, secret = state.public, state.secret
    row["hand"][seat], row["left"][seat] = counts_to_word(hand_of(state, seat)), public.sizes[seat]
    row["declined"][seat] = sum(1 << 3 * kind for kind in secret.declined[seat] or ())
    row["sealed"][seat] = encode_answer(secret.sealed[seat])
    for kind in public.discards[seat]:
        row["out"][seat] += 1 << 3 * kind
        row["shown"] += 1 << 3 * kind
        row["discards"][row["discarded"]] = kind | seat << 5
        row["discarded"] += 1
    row["fours"][seat] = count_fours(public.melds[seat])
    for meld in _laid_melds(state, seat):
        _put_meld(row, seat, meld)


def _laid_melds(state: State, seat: Seat) -> tuple[Meld, ...]:
    """Return the melds that a seat has laid, including the cards that lie face down."""
    return laid_melds(state, seat) if state.secret.hidden[seat] else state.public.melds[seat]


def _put_meld(row: Any, seat: Seat, meld: Meld) -> None:
    code = encode_meld(meld)
    way, which = code // WAY, code % WAY
    row["meld"][seat][row["melds"][seat]] = code
    row["melds"][seat] += 1
    row["worth"][seat] += WORTH_OF[code]
    if way == LIE_EATEN:
        row["eaten_again"][seat] |= int(row["eaten"][seat]) & 1 << which
        row["eaten"][seat] |= 1 << which
    else:
        row["lies"][seat] |= LIES[way] << 3 * which
    if way not in (LIE_HIDE, LIE_DRAGON):
        row["shown"] += sum(1 << 3 * kind for kind in meld.cards or ())


def _put_phase(row: Any, state: State) -> None:
    match state.phase:
        case Minimum():
            row["phase"], row["turn"] = bit_encoding.MINIMUM, state.match.banker
        case Opening(waiting, answered):
            row["phase"] = bit_encoding.OPENING
            _put_asked(row, waiting, answered)
        case Discarding(seat):
            row["phase"], row["turn"] = bit_encoding.DISCARDING, seat
        case Claiming(card, by, drawn, waiting, answered):
            row["phase"], row["card"], row["by"], row["drawn"] = bit_encoding.CLAIMING, card, by, drawn
            _put_asked(row, waiting, answered)
        case Catching(card, seat, waiting, answered):
            row["phase"], row["card"], row["by"] = bit_encoding.CATCHING, card, seat
            _put_asked(row, waiting, answered)
        case Looking(seat):
            row["phase"], row["turn"], row["by"], row["drawn"] = bit_encoding.LOOKING, seat, seat, 1
            row["card"] = _negative_if_none(state.secret.drawn)
        case Over():
            _put_end(row, state, state.phase)


def _put_asked(row: Any, waiting: tuple[Seat, ...], answered: tuple[Seat, ...]) -> None:
    row["waiting"], row["asked"], row["turn"] = seat_mask(waiting), seat_mask(waiting + answered), min(waiting)


def _put_end(row: Any, state: State, over: Over) -> None:
    """Write the end of the hand. Also write which seat drew or put out the winning card, if the state shows it."""
    ended = scoring.outcome(state)
    assert ended is not None
    winners = tuple(winner.seat for winner in over.winners)
    row["phase"], row["turn"], row["reason"] = bit_encoding.OVER, -1, at.REASONS.index(over.reason)
    row["card"], row["payer"], row["winners"] = (
        _negative_if_none(over.card),
        _negative_if_none(over.payer),
        seat_mask(winners),
    )
    row["ended"] = 1 if winners else 2
    row["points"][: state.seats] = ended.points
    row["drawn"] = over.reason == "self_drawn"
    for winner in over.winners:
        row["won"][winner.seat] = winner.points
        if over.card is not None:
            own = winning_division(state, winner.seat, over.card, "own")
            drew = own is not None and own.melds == winner.melds
            row["by"] = winner.seat if drew and row["drawn"] else _negative_if_none(over.payer)
