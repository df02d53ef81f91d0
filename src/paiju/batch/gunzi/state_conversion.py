"""Converts between states of the exact Gunzi rules and rows of the batch engine."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

from msgspec.structs import replace

from paiju.batch.gunzi.layout import REASONS, decode_action_before_tricks, encode_action_before_tricks
from paiju.core.history import PastAction
from paiju.features.gunzi import bit_encoding
from paiju.features.gunzi.history_layout import CALLS_KEPT, PLAYS_KEPT
from paiju.games.gunzi.actions import Action, Bury, Deal, Declare, GiveBack, HistoryAction, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.cards import COPIES, KINDS, NONE, Cards, count_of, kinds_of, single, size
from paiju.games.gunzi.match_progression import tally_hand
from paiju.games.gunzi.phases.cutting import ROUNDS, cut_value
from paiju.games.gunzi.phases.declaring import seats_that_may_declare
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.scoring import outcome
from paiju.games.gunzi.state import (
    BOTTOM,
    HAND,
    SEATS,
    Burying,
    BuryingJokers,
    Closing,
    Cut,
    Cutting,
    Dealing,
    GivingBack,
    GunziMatch,
    Over,
    Paying,
    Phase,
    Playing,
    Secret,
    Shown,
    State,
    TakingBack,
    Tribute,
    Trick,
    TurnedCard,
    Turning,
)
from paiju.games.gunzi.trumps import CALLS, Call

LANES = ("ones", "twos", "threes", "fours")
MAKES: dict[int, Any] = {
    bit_encoding.PAY: Pay,
    bit_encoding.GIVE_BACK: GiveBack,
    bit_encoding.BURY: Bury,
    bit_encoding.TAKE_BACK: TakeBack,
    bit_encoding.PLAY: Play,
}


def lanes_to_cards(lanes: Any) -> Cards:
    """Convert a set of cards from the four lanes of the batch engine to the form of the exact rules."""
    masks = [int(lane) for lane in lanes]
    return Cards(sum((mask >> kind & 1) << 4 * kind for mask in masks for kind in range(KINDS)))


@lru_cache(1 << 14)
def cards_to_lanes(cards: int) -> tuple[int, ...]:
    """Convert a set of cards from the form of the exact rules to the four lanes of the batch engine."""
    return tuple(sum(1 << kind for kind in kinds_of(cards) if count_of(cards, kind) > lane) for lane in range(COPIES))


def _none_if_negative(number: Any) -> int | None:
    """Return the number, or None if it is negative."""
    return None if number < 0 else int(number)


def _negative_if_none(number: int | None) -> int:
    return -1 if number is None else number


def _to_call(number: Any) -> Call | None:
    return None if number < 0 else CALLS[int(number)]


def _to_ints(numbers: Any) -> tuple[int, ...]:
    return tuple(map(int, numbers))


def _seats_of_mask(bits: Any) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if int(bits) >> seat & 1)


# ---- actions


def action_of(row: Any, action: Any) -> Action:
    """Convert an action record to an action of the exact rules.

    During the deal, PASS becomes the dealer's action ``Deal``.
    """
    kind = int(action["kind"])
    if kind == bit_encoding.PASS:
        return Deal() if row["phase"] == bit_encoding.DEALING else Pass()
    cards = lanes_to_cards(action[lane] for lane in LANES)
    if kind == bit_encoding.SHOW:
        return Declare(cards, _to_call(action["call"]))
    return cast("Action", MAKES[kind](cards))


def action_fields(action: Action) -> tuple[int, ...]:
    """Convert an action to the fields of an ``ACTION`` record, in their order."""
    if isinstance(action, Pass | Deal):
        return bit_encoding.PASS, -1, 0, 0, 0, 0
    if isinstance(action, Declare):
        return bit_encoding.SHOW, -1 if action.call is None else CALLS.index(action.call), *cards_to_lanes(action.cards)
    kind = next(kind for kind, make in MAKES.items() if type(action) is make)
    return kind, -1, *cards_to_lanes(action.cards)


# ---- a row as a state


def state_of(rules: Rules, row: Any, match: GunziMatch, *, history: bool = False) -> State:
    """Return the state of the hand in a row.

    Its match state is ``match``, but fields of the match that the row stores are taken from the row. With
    ``history``, the state contains the past actions that the row stores.
    """
    match = _to_match(row, match)
    dealing = row["phase"] < bit_encoding.BURYING
    opened = bool(row["opened"])
    payers = _tribute_payers(row)
    return State(
        match=match,
        level=int(row["level"]),
        phase=_to_phase(row),
        secret=Secret(
            hands=tuple(map(lanes_to_cards, row["hand"])),
            deck=_to_ints(row["deck"][row["dealt"] :]) if dealing else (),
            cuts=(),
            bottom=lanes_to_cards(row["bottom"]),
            sealed=tuple(map(lanes_to_cards, row["tribute"][: len(payers)]))
            if row["phase"] == bit_encoding.PAYING
            else (),
        ),
        cut=_to_cuts(rules, row) if match.banker is None else (),
        first=int(row["first"]),
        banker=_none_if_negative(row["banker"]),
        call=_to_call(row["call"]),
        shown=_standing_declaration(row),
        awaited=_none_if_negative(row["awaited"]),
        turned=_turned_cards(row),
        seen=lanes_to_cards(row["seen"]),
        paid=Tribute(payers, tuple(map(lanes_to_cards, row["tribute"][: len(payers)]))) if opened else None,
        counts=_to_ints(row["left"]),
        known=tuple(map(lanes_to_cards, row["known"])),
        lacks=_to_ints(row["lacks"]),
        played=lanes_to_cards(row["played"]),
        bottom_open=bool(row["bottom_open"]),
        takeable=int(row["takeable"]),
        points=_to_ints(row["taken"]),
        scored=_none_if_negative(row["scored"]),
        last=_to_last_trick(row),
        history=_to_history(row) if history else (),
    )


def _to_history(row: Any) -> tuple[PastAction[HistoryAction], ...]:
    """Return the earliest actions before the first trick, and then the latest plays of cards.

    Both are in order, the oldest first.
    """
    ends = [0, *_to_ints(row["call_end"][: row["calls"]])]
    calls = [
        (decode_action_before_tricks(int(code)), row["call_kinds"][start:end])
        for code, (start, end) in zip(row["call_code"], pairwise(ends), strict=False)
    ]
    plays = [play % PLAYS_KEPT for play in range(max(int(row["past_plays"]) - PLAYS_KEPT, 0), int(row["past_plays"]))]
    return (
        *(
            PastAction(seat, _to_history_action(kind, call, _kinds_to_cards(kinds)))
            for (seat, kind, call), kinds in calls
        ),
        *(_to_past_play(row, place) for place in plays),
    )


def _to_past_play(row: Any, place: int) -> PastAction[HistoryAction]:
    return PastAction(int(row["past_by"][place]), Play(_kinds_to_cards(row["past_kinds"][place])))


def _kinds_to_cards(kinds: Any) -> Cards:
    """Convert a list of kinds to cards. Items of -1 are empty places."""
    return Cards(sum(1 << 4 * int(kind) for kind in kinds if kind >= 0))


def _cards_to_kinds(cards: Cards) -> list[int]:
    return [kind for kind in kinds_of(cards) for _ in range(count_of(cards, kind))]


def _to_history_action(kind: int, call: int, cards: Cards) -> HistoryAction:
    if kind == bit_encoding.PASS:
        return Pass()
    if kind == bit_encoding.SHOW:
        return Declare(cards, _to_call(call))
    return cast("HistoryAction", MAKES[kind](cards))


def _to_match(row: Any, match: GunziMatch) -> GunziMatch:
    return replace(
        match,
        hand=int(row["number"]),
        levels=_to_ints(row["levels"]),
        halves=_to_ints(row["halves"]),
        banker=_none_if_negative(row["bank"]),
        tribute=_to_ints(row["due"]),
        won=_to_ints(row["won"]),
    )


def _tribute_payers(row: Any) -> tuple[int, ...]:
    return _to_ints(row["payer"][: row["payers"]])


def _standing_declaration(row: Any) -> Shown | None:
    if row["shown_by"] < 0:
        return None
    cards = Cards(int(row["shown_copies"]) << 4 * int(row["shown_kind"]))
    return Shown(int(row["shown_by"]), cards, None if row["bank"] < 0 else _to_call(row["call"]))


def _turned_cards(row: Any) -> tuple[TurnedCard, ...]:
    """Return the bottom cards that were turned up, each with the seat for which the card counts.

    If there was a banker before the cards were turned up, every card counts for the banker. Otherwise the cards
    count for the seats in turn.
    """
    kinds = _to_ints(row["deck"][SEATS * HAND :][: row["turned"]])
    for_bank = row["bank"] < 0 and row["shown_by"] < 0
    return tuple(
        TurnedCard((int(row["first"]) + place) % SEATS if for_bank else int(row["banker"]), Cards(single(kind)))
        for place, kind in enumerate(kinds)
    )


def _to_last_trick(row: Any) -> Trick | None:
    if row["last_leader"] < 0:
        return None
    return Trick(int(row["last_leader"]), tuple(map(lanes_to_cards, row["last"])), int(row["last_taker"]))


def _to_cuts(rules: Rules, row: Any) -> tuple[Cut, ...]:
    """Return, for each round of cutting, which seats cut and which cards they cut.

    The result is computed from the drawn cards in the row.
    """
    tied, found = tuple(range(SEATS)), []
    for turn in range(ROUNDS):
        kinds = {seat: int(row["draws"][turn * SEATS + seat]) for seat in tied}
        values = {seat: cut_value(rules, kind) for seat, kind in kinds.items()}
        best = tuple(seat for seat in tied if values[seat] == max(values.values()))
        if turn + 1 == ROUNDS:
            best = best[:1]
        found.append(Cut(tied, tuple(Cards(single(kind)) for kind in kinds.values()), best))
        if len(best) == 1:
            break
        tied = best
    return tuple(found)


def _to_phase(row: Any) -> Phase:
    turn = int(row["turn"])
    match int(row["phase"]):
        case bit_encoding.DEALING:
            return Dealing(int(row["dealt"]))
        case bit_encoding.CLOSING:
            return Closing(_seats_of_mask(~row["waiting"]))
        case bit_encoding.PAYING:
            payers = _tribute_payers(row)
            return Paying(payers, tuple(seat for seat in payers if not int(row["waiting"]) >> seat & 1))
        case bit_encoding.GIVING_BACK:
            paid = [
                (int(seat), size(lanes_to_cards(row["tribute"][place])))
                for place, seat in enumerate(_tribute_payers(row))
            ]
            return GivingBack(tuple(one for one in paid[row["payers"] - row["owed"] :] if one[1]))
        case bit_encoding.BURYING:
            return Burying()
        case bit_encoding.BURYING_JOKERS:
            return BuryingJokers(turn)
        case bit_encoding.TAKING_BACK:
            return TakingBack(turn, int(row["taking"]))
        case bit_encoding.PLAYING:
            plays = tuple(map(lanes_to_cards, row["plays"][: row["laid"]]))
            return Playing(int(row["leader"]), plays, int(row["best"]))
    return Over(int(row["leader"]))


# ---- a state as a row


def put_state(rules: Rules, row: Any, state: State, *, history: bool = False) -> None:
    """Write a complete state to a cleared row. With ``history``, also write the past actions of the hand.

    Raises ValueError if the state has hidden cards (if it is a view), or if it is the dealer's turn.
    """
    secret, match = state.secret, state.match
    if secret.deck is None or None in (*secret.hands, *secret.sealed, secret.bottom):
        raise ValueError("a view has holes; imagine a whole state first")
    if isinstance(state.phase, Cutting | Turning) or (
        isinstance(state.phase, Dealing) and not seats_that_may_declare(rules, state)
    ):
        raise ValueError("the dealer acts; let the game deal first (Game.deal_on)")
    row["levels"], row["halves"], row["won"] = match.levels, match.halves, match.won
    row["bank"], row["due"], row["number"] = _negative_if_none(match.banker), match.tribute, match.hand
    row["level"], row["first"], row["banker"] = (
        state.level,
        _negative_if_none(state.first),
        _negative_if_none(state.banker),
    )
    row["call"] = -1 if state.call is None else CALLS.index(state.call)
    row["awaited"], row["scored"] = _negative_if_none(state.awaited), _negative_if_none(state.scored)
    for name in ("bottom_open", "takeable", "lacks"):
        row[name] = getattr(state, name)
    row["left"], row["taken"] = state.counts, state.points
    row["hand"] = [cards_to_lanes(hand or NONE) for hand in secret.hands]
    row["known"] = [cards_to_lanes(cards) for cards in state.known]
    row["played"], row["bottom"], row["seen"] = map(cards_to_lanes, (state.played, secret.bottom or NONE, state.seen))
    _put_deck(row, state)
    if state.shown is not None:
        (kind,) = kinds_of(state.shown.cards)
        row["shown_by"], row["shown_kind"], row["shown_copies"] = state.shown.seat, kind, size(state.shown.cards)
    if state.last is not None:
        row["last_leader"], row["last_taker"] = state.last.leader, state.last.taker
        row["last"] = [cards_to_lanes(cards) for cards in state.last.plays]
    _put_tribute(row, state)
    _put_phase(rules, row, state)
    if history:
        _put_history(row, state.history)


def _put_history(row: Any, history: tuple[PastAction[HistoryAction], ...]) -> None:
    calls = [past for past in history if not isinstance(past.action, Play)][:CALLS_KEPT]
    row["calls"] = len(calls)
    end = 0
    for place, past in enumerate(calls):
        kind, call, *_ = action_fields(past.action)
        shown = _cards_to_kinds(getattr(past.action, "cards", NONE))
        row["call_kinds"][end : end + len(shown)] = shown
        end += len(shown)
        row["call_code"][place], row["call_end"][place] = encode_action_before_tricks(past.seat, kind, call), end
    plays = [(past.seat, past.action.cards) for past in history if isinstance(past.action, Play)]
    row["past_plays"] = len(plays)
    for number, (seat, cards) in [*enumerate(plays)][-PLAYS_KEPT:]:
        put = _cards_to_kinds(cards)
        row["past_by"][number % PLAYS_KEPT] = seat
        row["past_kinds"][number % PLAYS_KEPT] = [*put, *[-1] * (COPIES - len(put))]


def _put_deck(row: Any, state: State) -> None:
    """Write the cards that are still to be dealt to the end of the deck.

    Nothing reads the positions of the deck before these cards.
    """
    deck = state.secret.deck or ()
    row["turned"] = len(state.turned)
    row["deck"][len(row["deck"]) - len(deck) :] = deck
    row["dealt"] = SEATS * HAND - max(0, len(deck) - BOTTOM)
    if not deck:
        for place, one in enumerate(state.turned):
            (row["deck"][SEATS * HAND + place],) = kinds_of(one.card)
    for turn, cut in enumerate(state.cut):
        for seat, card in zip(cut.seats, cut.cards, strict=True):
            (row["draws"][turn * SEATS + seat],) = kinds_of(card)


def _put_tribute(row: Any, state: State) -> None:
    """Write the payers and their tribute, both while it is sealed and after it is revealed."""
    if isinstance(state.phase, Paying):
        payers, tribute = state.phase.payers, state.secret.sealed
    elif state.paid is not None:
        payers, tribute = state.paid.seats, state.paid.cards
        row["opened"] = 1
    else:
        return
    row["payers"] = len(payers)
    for place, (payer, cards) in enumerate(zip(payers, tribute, strict=True)):
        row["payer"][place], row["tribute"][place] = payer, cards_to_lanes(cards or NONE)


def _put_phase(rules: Rules, row: Any, state: State) -> None:
    phase = state.phase
    row["phase"] = PHASES.index(type(phase))
    match phase:
        case Dealing():
            _put_waiting(row, seats_that_may_declare(rules, state))
        case Closing(passed):
            _put_waiting(row, tuple(seat for seat in range(SEATS) if seat not in passed))
        case Paying(payers, chosen):
            _put_waiting(row, tuple(sorted({*payers} - {*chosen})))
        case GivingBack(owed):
            row["turn"], row["owed"] = state.banker_seat, int(row["payers"]) - _to_ints(row["payer"]).index(owed[0][0])
        case Burying() | BuryingJokers():
            row["turn"] = phase.seat if isinstance(phase, BuryingJokers) else state.banker_seat
        case TakingBack(seat, number):
            row["turn"], row["taking"] = seat, number
        case Playing():
            _put_trick(row, phase)
        case Over(taker):
            _put_end(rules, row, state, taker)


def _put_trick(row: Any, phase: Playing) -> None:
    row["leader"], row["laid"], row["best"] = phase.leader, len(phase.plays), phase.best
    row["turn"] = (phase.leader + len(phase.plays)) % SEATS
    for place, cards in enumerate(phase.plays):
        row["plays"][place] = cards_to_lanes(cards)


def _put_waiting(row: Any, seats: tuple[int, ...]) -> None:
    row["waiting"], row["turn"] = sum(1 << seat for seat in seats), seats[0]


def _put_end(rules: Rules, row: Any, state: State, taker: int) -> None:
    ended = outcome(rules, state)
    assert ended is not None
    row["leader"], row["turn"], row["ended"] = taker, -1, 1
    row["final"] = tally_hand(rules, state).points
    row["points"], row["reason"] = ended.points, REASONS.index(ended.reason)
    row["winners"] = sum(1 << seat for seat in ended.winners)


PHASES: tuple[type[Any], ...] = (
    *(Dealing, Closing, Paying, GivingBack, Burying, BuryingJokers, TakingBack, Playing, Over),
)
"""The class of each phase; its index is the number of the phase (``bit_encoding``)."""
