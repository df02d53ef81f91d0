"""Converts between states of the exact Dou Dizhu rules and rows of the batch engine.

A row stores how many cards there are of each rank, but not which suits were played. ``state_of`` takes the
suits from the deck, as if every player played spades first (``actions.Play``). If players chose other
suits, the suits in the result of ``state_of`` may differ from the real ones.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Final

from paiju.batch.doudizhu import layout
from paiju.batch.doudizhu.cards import counts_to_unary, unary_to_counts
from paiju.batch.doudizhu.history_conversion import (
    combination_of,
    count_moves_since_seat,
    encode_combination,
    put_history,
    to_history,
    wild_ranks,
)
from paiju.core.fair_deal import Deal
from paiju.core.seats import seats_from
from paiju.features.doudizhu import bit_encoding as at
from paiju.features.doudizhu.observation_facts import PUBLIC_FACTS, body_length
from paiju.games.doudizhu import scoring
from paiju.games.doudizhu.actions import PASS as PASSING
from paiju.games.doudizhu.actions import Action, Bid, Choose, Pass, Play, ThrowAway
from paiju.games.doudizhu.cards import (
    NO_CARDS,
    Cards,
    WildRanks,
    card_list,
    cards_from_numbers,
    count_of,
    count_ranks,
    parse_ranks,
    pick_cards,
    ranks_text,
)
from paiju.games.doudizhu.combinations import BOMBS, Combination, rocket
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.phases.dealing import cards_dealt_to, first_packet_size
from paiju.games.doudizhu.phases.dealing import list_random_draws as plan_draws
from paiju.games.doudizhu.phases.yes_no_question import AskingStage
from paiju.games.doudizhu.state import (
    Asking,
    Automatic,
    Bidding,
    Dealing,
    Doubling,
    DouMatch,
    Kicking,
    Opening,
    Over,
    Phase,
    Playing,
    PublicState,
    Robbing,
    SecretState,
    State,
    Throwing,
)
from paiju.games.doudizhu.yes_no_questions import (
    BACK,
    CALL,
    DOUBLE,
    KICK,
    OPEN,
    PHASE_QUESTIONS,
    ROB,
    YesNoQuestion,
    choice_number,
    double_questions,
    factors_of_doubles,
    seats_asked,
    seats_that_agreed,
    with_doubles,
)
from paiju.games.doudizhu.yes_no_questions import QUESTIONS as BY_WHAT

QUESTIONS: Final = {at.OPENING: OPEN, at.OPENING_LANDLORD: OPEN, at.DOUBLING: DOUBLE}
SAID: Final = ("no-call", "call", "no-rob", "rob")


def _none_if_negative(number: Any) -> int | None:
    """Return the number, or None if it is negative."""
    return None if number < 0 else int(number)


# ---- actions


def action_of(compiled: CompiledRuleset, row: Any, action: Any) -> Action:
    """Convert an action record to an action of the exact rules."""
    kind, rank = int(action["kind"]), int(action["rank"])
    if kind == at.PASS:
        return PASSING
    if kind == at.BID:
        return Bid(rank)
    counts = unary_to_counts(action["cards"], action["more"])
    if kind == at.THROW:
        return ThrowAway(ranks_text(counts))
    if kind == at.CHOOSE:
        return _to_answer(compiled, row, rank)
    return Play(combination_of(compiled, kind, int(action["length"]), rank, counts, wild_ranks(row)))


def _to_answer(compiled: CompiledRuleset, row: Any, number: int) -> Choose:
    """Return the answer with this number to the question that the seat to act must answer.

    The numbers are those of ``yes_no_questions.choice_number``.
    """
    question = _pending_question(compiled, row) if number < 2 else double_questions(compiled.rules)[number - 1]
    return Choose(question.what, number > 0)


def _pending_question(compiled: CompiledRuleset, row: Any) -> YesNoQuestion:
    """Return the yes-or-no question that the seat to act must answer."""
    phase = int(row["phase"])
    if phase == at.ROBBING:
        return CALL if row["caller"] < 0 else ROB
    if phase == at.KICKING:
        return BACK if row["turn"] == row["landlord"] else KICK
    if phase == at.ASKING:
        return _stage_question(compiled, row)
    return QUESTIONS[phase]


def _stage_question(compiled: CompiledRuleset, row: Any) -> YesNoQuestion:
    """Return the yes-or-no question of the current stage, which must be an ``AskingStage``."""
    return PHASE_QUESTIONS[at.encode_stage(compiled.stages[row["stage"]])[1]]


def action_fields(action: Action) -> tuple[int, int, int, int, int]:
    """Convert an action to the fields of an ``ACTION`` record, in their order."""
    match action:
        case Pass():
            return at.PASS, 0, 0, 0, 0
        case Bid(points):
            return at.BID, 0, points, 0, 0
        case Choose():
            return at.CHOOSE, 0, choice_number(action), 0, 0
        case ThrowAway(ranks):
            return at.THROW, 0, 0, *counts_to_unary(parse_ranks(ranks))
        case Play(what):
            return at.KINDS.index(what.category), body_length(what), what.rank, *counts_to_unary(what.used)
    raise TypeError(action)


# ---- a row as a state


def state_of(compiled: CompiledRuleset, row: Any, match: DouMatch, *, history: bool = False) -> State:
    """Return the state of the hand in a row. Its match state is ``match``, unchanged.

    With ``history``, the state contains the past calls and moves that the row stores.
    """
    cards = _CardTracker(compiled, row)
    public = _to_public_state(compiled, row, cards)
    return State(
        match,
        int(row["stage"]),
        _to_phase(compiled, row, public, cards),
        public,
        _to_secret_state(compiled, row, cards),
        to_history(compiled, row, partial(cards.cards_of_play, row)) if history else (),
    )


class _CardTracker:
    """The cards that each seat was dealt, threw away, played and still holds, including suits."""

    def __init__(self, compiled: CompiledRuleset, row: Any) -> None:
        self.seats = range(compiled.rules.players)
        self.deal = deal_of(compiled, row)
        self.gave = [
            None if row["gave"][seat] < 0 else cards_from_numbers((int(row["gave"][seat]),)) for seat in self.seats
        ]
        self.taken = _is_phase_past(compiled, row, at.BOTTOM) and row["landlord"] >= 0
        start = compiled.rules.players * compiled.rules.hand_size
        self.bottom = (
            cards_from_numbers(self.deal.deck[start : start + compiled.rules.bottom_size]) if self.taken else None
        )
        had = [self._cards_had(compiled, row, seat) for seat in self.seats]
        gone = _is_phase_past(
            compiled, row, at.THROWING
        )  # until all seats have chosen, these cards are still in the hand
        self.threw = [self._pick_cards(had[seat], row["threw"][seat] if gone else 0) for seat in self.seats]
        self._kept = [Cards(had[seat] - self.threw[seat]) for seat in self.seats]
        self.played = [
            self._pick_cards(self._kept[seat], row["played"][seat], row["played_more"][seat]) for seat in self.seats
        ]
        self.hands = tuple(Cards(self._kept[seat] - self.played[seat]) for seat in self.seats)

    def _cards_had(self, compiled: CompiledRuleset, row: Any, seat: int) -> int:
        packets = [
            int(place) for place in range(row["stage"] + 1) if phase_codes_by_stage(compiled)[place] == at.DEALING
        ]
        first = first_packet_size(compiled.rules)
        size = (0, first, compiled.rules.hand_size)[len(packets)]
        had: int = cards_from_numbers(cards_dealt_to(compiled.rules, self.deal, seat)[:size])
        if seat == row["landlord"]:
            return had + (self.bottom or 0) + sum(card for card in self.gave if card is not None)
        return had - (self.gave[seat] or 0)

    def _pick_cards(self, cards: int, lanes: Any, more: Any = 0) -> Cards:
        return Cards(pick_cards(cards, unary_to_counts(lanes, more)))

    def last_cards(self, row: Any, seat: int) -> Cards | None:
        """Return the cards of a seat's last move in the current trick; None if it has made no move."""
        ago = count_moves_since_seat(row, seat, len(self.seats))
        if ago >= row["trick"]:
            return None
        return self.cards_of_play(row, seat, 0, unary_to_counts(row["recent"][ago], row["recent_more"][ago]))

    def cards_of_play(self, row: Any, seat: int, later: int, used: int) -> Cards:
        """Return the cards of one play of a seat, with suits.

        ``used`` are the rank counts of the play, and ``later`` those of all plays that the seat made after it.
        """
        played = unary_to_counts(row["played"][seat], row["played_more"][seat]) - later
        return Cards(pick_cards(self._kept[seat], played) - pick_cards(self._kept[seat], played - used))


def _last_combination(compiled: CompiledRuleset, row: Any, seat: int) -> Combination | None:
    """Return the combination that a seat played last in the trick; None if it passed or has made no move."""
    ago = count_moves_since_seat(row, seat, compiled.rules.players)
    kind, length, rank = layout.decode_move(int(row["recent_code"][ago]))
    if ago >= row["trick"] or kind == at.PASS:
        return None
    used = unary_to_counts(row["recent"][ago], row["recent_more"][ago])
    return combination_of(compiled, kind, length, rank, used, wild_ranks(row))


def _to_playing_phase(compiled: CompiledRuleset, row: Any, cards: _CardTracker) -> Playing:
    seats = range(compiled.rules.players)
    turn = int(row["turn"]) if row["turn"] >= 0 else (int(row["by"]) + 1) % len(seats)
    last = tuple(cards.last_cards(row, seat) for seat in seats)
    made = tuple(_last_combination(compiled, row, seat) for seat in seats) if row["trick"] else ()
    return Playing(
        turn, _combination_to_beat(compiled, row), _none_if_negative(row["by"]), int(row["passes"]), last, made
    )


def deal_of(compiled: CompiledRuleset, row: Any) -> Deal:
    """Return the deal that a row stores: the deck and the additional random draws."""
    draws = len(plan_draws(compiled.rules))
    return Deal(tuple(map(int, row["deck"][: len(compiled.pack)])), tuple(map(int, row["draws"][:draws])))


@lru_cache(maxsize=64)
def phase_codes_by_stage(compiled: CompiledRuleset) -> tuple[int, ...]:
    """Return the code of the phase of each stage of a ruleset."""
    return tuple(at.encode_stage(stage)[0] for stage in compiled.stages)


def _is_phase_past(compiled: CompiledRuleset, row: Any, phase: int) -> bool:
    return phase in phase_codes_by_stage(compiled)[: row["stage"]]


def _to_public_state(compiled: CompiledRuleset, row: Any, cards: _CardTracker) -> PublicState:
    rules, seats = compiled.rules, compiled.rules.players
    landlord, first = _none_if_negative(row["landlord"]), _none_if_negative(row["first"])
    shown = cards.taken and (rules.bottom_shown or row["opened"][landlord] > at.OPENED_LATE)
    silent = [seat for seat in seats_from(first or 0, seats) if int(row["silent"]) >> seat & 1]
    givers = [] if landlord is None else [s for s in seats_from(landlord, seats) if int(row["gifts_seen"]) >> s & 1]
    public = PublicState(
        **{name: form.of_row(row[name], seats) for name, form in PUBLIC_FACTS.items()},
        counts=_int_tuple(row["left"], seats),
        played=tuple(cards.played),
        bombs=tuple(_decode_bomb(compiled, row, int(code)) for code in row["bomb"][: row["bombs"]]),
        upcard=cards_from_numbers((cards.deal.deck[row["upcard"]],)) if row["upcard"] >= 0 else None,
        robs=0 if landlord is None else int(row["robs"]),
        silent=tuple(silent),
        bottom=cards.bottom if shown else None,
        gifts_seen=tuple(givers),
        agreed=_seats_that_agreed(compiled, row),
        doubled=(),
    )
    return with_doubles(public, _int_tuple(row["double_factors"], seats))


def _seats_that_agreed(compiled: CompiledRuleset, row: Any) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return pairs of a question and the seats that said yes to it, for each question to which a seat said yes.

    The seats are in turn order, beginning with the landlord. Only questions with a phase of their own are
    included.
    """
    landlord = _none_if_negative(row["landlord"])
    order = () if landlord is None else seats_from(landlord, compiled.rules.players)
    asked = [stage.question for stage in compiled.stages if isinstance(stage, AskingStage)]
    bits = {question.what: int(row["agreed"][PHASE_QUESTIONS.index(question)]) for question in asked}
    return tuple((what, tuple(seat for seat in order if yes >> seat & 1)) for what, yes in bits.items() if yes)


def _int_tuple(numbers: Any, seats: int) -> tuple[int, ...]:
    return tuple(map(int, numbers[:seats]))


def _decode_bomb(compiled: CompiledRuleset, row: Any, code: int) -> Combination:
    rank, size, wilds = layout.decode_bomb(code)
    if size == 0:
        return rocket(compiled.rules.decks)
    body = size << 8 * rank
    numbers = (wilds & (1 << layout.SECOND_WILDS) - 1, wilds >> layout.SECOND_WILDS)
    taken = sum(number << 8 * wild for wild, number in zip(wild_ranks(row), numbers, strict=False))
    return Combination(BOMBS[size], body, 0, body - (sum(numbers) << 8 * rank) + taken)


def _to_secret_state(compiled: CompiledRuleset, row: Any, cards: _CardTracker) -> SecretState:
    seats = range(compiled.rules.players)
    thrown = _is_phase_past(compiled, row, at.THROWING)
    return SecretState(
        deal=cards.deal,
        hands=cards.hands,
        sealed=tuple(_to_sealed_choice(compiled, row, seat) for seat in seats),
        threw=tuple(cards.threw) if thrown else (None,) * len(seats),
        gave=tuple(cards.gave),
        bottom=cards.bottom,
    )


def _to_sealed_choice(compiled: CompiledRuleset, row: Any, seat: int) -> Action | None:
    if row["sealed"][seat] < 0:
        return None
    if row["phase"] == at.THROWING:
        return ThrowAway(ranks_text(unary_to_counts(row["threw"][seat])))
    return _to_answer(compiled, row, int(row["sealed"][seat]))


def _to_phase(compiled: CompiledRuleset, row: Any, public: PublicState, cards: _CardTracker) -> Phase:
    seats = compiled.rules.players
    waiting = tuple(seat for seat in range(seats) if int(row["waiting"]) >> seat & 1)
    queue = _int_tuple(row["queue"], int(row["queued"]))
    match int(row["phase"]):
        case at.OPENING | at.OPENING_LANDLORD:
            return Opening(at.encode_stage(compiled.stages[row["stage"]])[1], waiting)
        case at.BIDDING:
            return _to_bidding_phase(row, seats, once=compiled.rules.auction == "points_once")
        case at.ROBBING:
            declarations = tuple(SAID[code] if code >= 0 else "" for code in _int_tuple(row["said"], seats))
            return Robbing(
                queue, _none_if_negative(row["caller"]), _none_if_negative(row["last"]), int(row["robs"]), declarations
            )
        case at.KICKING:
            return Kicking(queue)
        case at.THROWING:
            return Throwing(waiting)
        case at.DOUBLING:
            return Doubling(waiting, tuple(seat for seat in range(seats) if int(row["barred"]) >> seat & 1))
        case at.ASKING:
            return _to_asking_phase(compiled, row, public, queue)
        case at.PLAYING:
            return _to_playing_phase(compiled, row, cards)
    if public.landlord is None:
        return Over(scoring.void_outcome(seats))
    winner = int(row["by"])
    outcome = scoring.compute_outcome(compiled.rules, public, winner, empty=row["left"][winner] == 0)
    return Over(outcome, _to_playing_phase(compiled, row, cards))


def _to_asking_phase(compiled: CompiledRuleset, row: Any, public: PublicState, queue: tuple[int, ...]) -> Asking:
    """Return the phase in which seats answer a question.

    The seats in ``queue`` still have to answer. All other seats that are asked the question have answered.
    """
    question = _stage_question(compiled, row)
    may = [seat for seat in seats_asked(public, question) if not int(row["barred"]) >> seat & 1]
    yes = seats_that_agreed(public, question.what)
    answered = {seat: seat in yes for seat in may if seat not in queue}
    return Asking(question.what, queue, tuple(answered.get(seat) for seat in range(compiled.rules.players)))


def _to_bidding_phase(row: Any, seats: int, *, once: bool) -> Bidding:
    bids = tuple(_none_if_negative(points) for points in row["said"][:seats])
    high, bidder = int(row["high"]), _none_if_negative(row["bidder"])
    return Bidding(int(row["turn"]), once, high, bidder, int(row["passes"]), int(row["spoken"]), bids)


def _combination_to_beat(compiled: CompiledRuleset, row: Any) -> Combination | None:
    if row["kind"] == at.NOTHING:
        return None
    used = unary_to_counts(row["beat"], row["beat_more"])
    return combination_of(compiled, int(row["kind"]), int(row["length"]), int(row["rank"]), used, wild_ranks(row))


# ---- a state as a row


def put_state(compiled: CompiledRuleset, row: Any, state: State, *, history: bool = False) -> None:
    """Write a complete state to a cleared row. With ``history``, also write the past calls and moves of the hand.

    Raises ValueError if the state is a view (which hides cards), or if the dealer is to act.
    """
    public, secret, phase = state.public, state.secret, state.phase
    if secret.deal is None or None in secret.hands:
        raise ValueError("a view has holes; imagine a whole state first")
    if isinstance(phase, Dealing | Automatic):
        raise ValueError("the dealer acts; let the game deal first (Game.deal_on)")  # noqa: TRY004
    seats = range(state.seats)
    row["stage"], row["carried"] = state.stage, _negative_if_none(state.match.first)
    row["number"] = state.match.hand
    _put_deck(compiled, row, state)
    for seat in seats:
        row["hand"][seat], row["more"][seat] = counts_to_unary(count_ranks(secret.hands[seat] or 0))
        row["played"][seat], row["played_more"][seat] = counts_to_unary(count_ranks(public.played[seat]))
        row["threw"][seat] = counts_to_unary(count_ranks(secret.threw[seat] or 0))[0]
        gave = secret.gave[seat]
        row["gave"][seat] = -1 if gave is None else card_list(gave)[0]
        _put_sealed_choice(row, seat, secret.sealed[seat])
    unplayed = cards_from_numbers(compiled.pack) - sum(public.played)
    row["unplayed"], row["unplayed_more"] = counts_to_unary(count_ranks(Cards(unplayed)))
    for name, form in PUBLIC_FACTS.items():
        value = form.to_row(getattr(public, name))
        if form.by_seat:
            row[name][: state.seats] = value
        else:
            row[name] = value
    row["left"][: state.seats] = public.counts
    row["double_factors"][: state.seats] = factors_of_doubles(public)
    row["silent"], row["gifts_seen"], row["robs"] = (
        _seat_mask(public.silent),
        _seat_mask(public.gifts_seen),
        public.robs,
    )
    for number, question in enumerate(PHASE_QUESTIONS):
        row["agreed"][number] = _seat_mask(seats_that_agreed(public, question.what))
    _put_bombs(compiled, row, public)
    _put_phase(compiled, row, state)
    if history:
        put_history(row, state.history)


def _negative_if_none(number: int | None) -> int:
    return -1 if number is None else number


def _seat_mask(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


def _put_deck(compiled: CompiledRuleset, row: Any, state: State) -> None:
    """Write the deck of the deal to the row.

    If the state comes from ``determinize``, write a deck that is consistent with the cards of all seats.
    """
    deal, public, rules = state.secret.deal, state.public, compiled.rules
    assert deal is not None
    deck = list(deal.deck)
    if public.landlord is not None:
        deck = _consistent_deck(compiled, state)
        start = rules.players * rules.hand_size
        bottom = cards_from_numbers(deck[start : start + rules.bottom_size])
        if state.secret.bottom is not None:
            row["bonus"] = scoring.bottom_factor(rules, bottom)
    row["deck"][: len(deck)] = deck
    row["draws"][: len(deal.draws)] = deal.draws
    if public.upcard is not None:
        row["upcard"] = deck.index(card_list(public.upcard)[0])
    counts = count_ranks(cards_from_numbers(deck[rules.players * rules.hand_size :][: rules.bottom_size]))
    row["bottom"], row["bottom_more"] = counts_to_unary(counts)


def _consistent_deck(compiled: CompiledRuleset, state: State) -> list[int]:
    """Return a deck that agrees with the cards of all seats.

    In this deck, each seat is dealt the cards that it holds, threw away, gave and played, except for those that
    it took as landlord.
    """
    secret, public, rules = state.secret, state.public, compiled.rules
    rest = list(compiled.pack)
    bottom = _take_present_cards(rest, card_list(secret.bottom or 0))
    gifts = [card for gave in secret.gave for card in card_list(gave or 0)]
    parts = []
    for seat in range(state.seats):
        had = [
            *card_list(secret.hands[seat] or 0),
            *card_list(secret.threw[seat] or 0),
            *card_list(public.played[seat]),
            *card_list(secret.gave[seat] or 0),
        ]
        for card in (*bottom, *gifts) if seat == public.landlord else ():
            if card in had:
                had.remove(card)
        parts.append(_take_present_cards(rest, had)[: rules.hand_size])
    return _make_deck_from_parts(parts, rest, rules.hand_size, bottom)


def _take_present_cards(rest: list[int], cards: Any) -> list[int]:
    taken = []
    for card in cards:
        if card in rest:
            rest.remove(card)
            taken.append(card)
    return taken


def _make_deck_from_parts(parts: list[list[int]], rest: list[int], size: int, bottom: list[int]) -> list[int]:
    deck: list[int] = []
    for part in parts:
        missing = size - len(part)
        deck += part + rest[:missing]
        rest = rest[missing:]
    return [*deck, *bottom, *rest]


def _put_sealed_choice(row: Any, seat: int, choice: Action | None) -> None:
    row["sealed"][seat] = -1
    if isinstance(choice, ThrowAway):
        row["sealed"][seat] = 1
        row["threw"][seat] = counts_to_unary(parse_ranks(choice.ranks))[0]
    elif isinstance(choice, Choose):
        row["sealed"][seat] = choice_number(choice)


def _put_bombs(compiled: CompiledRuleset, row: Any, public: PublicState) -> None:
    row["bombs"] = len(public.bombs)
    row["doublings"] = len(scoring.bombs_that_double(compiled.rules, public.bombs))
    for place, bomb in enumerate(public.bombs):
        wilds = 0
        for number, wild in enumerate(public.wilds if bomb.category != "rocket" else ()):
            wilds |= (count_of(bomb.used, wild) if wild != bomb.rank else 0) << layout.SECOND_WILDS * number
        row["bomb"][place] = layout.encode_bomb(bomb.rank, 0 if bomb.category == "rocket" else bomb.size, wilds)


def _put_phase(compiled: CompiledRuleset, row: Any, state: State) -> None:
    phase = state.phase
    row["phase"] = phase_codes_by_stage(compiled)[state.stage]
    match phase:
        case Opening(_, waiting) | Throwing(waiting):
            row["waiting"], row["turn"] = _seat_mask(waiting), waiting[0]
        case Doubling(waiting, barred, _):
            row["waiting"], row["turn"], row["barred"] = _seat_mask(waiting), waiting[0], _seat_mask(barred)
        case Bidding(turn, _, high, bidder, passes, spoken, said):
            row["turn"], row["high"], row["bidder"] = turn, high, _negative_if_none(bidder)
            row["passes"], row["spoken"] = passes, spoken
            row["said"][: state.seats] = [_negative_if_none(points) for points in said]
        case Robbing(left, caller, last, robs, said):
            _put_queue(row, left)
            row["caller"], row["last"], row["robs"] = _negative_if_none(caller), _negative_if_none(last), robs
            row["said"][: state.seats] = [SAID.index(word) if word else -1 for word in said]
        case Kicking(left):
            _put_queue(row, left)
        case Asking(what, left, said):
            _put_queue(row, left)
            asked = seats_asked(state.public, BY_WHAT[what])
            row["barred"] = _seat_mask(tuple(seat for seat in asked if seat not in left and said[seat] is None))
        case Playing():
            _put_trick(row, phase, state.seats, state.public.wilds)
        case Over():
            if phase.lay is not None:
                _put_trick(row, phase.lay, state.seats, state.public.wilds)
            row["phase"], row["turn"] = at.OVER, -1
            row["ended"] = 1 if phase.outcome.winners else 2
            row["reason"], row["winners"] = (
                layout.REASONS.index(phase.outcome.reason),
                _seat_mask(phase.outcome.winners),
            )
            row["points"][: state.seats] = phase.outcome.points


def _put_queue(row: Any, left: tuple[int, ...]) -> None:
    row["queued"], row["turn"] = len(left), left[0]
    row["queue"][: len(left)] = left


def _put_trick(row: Any, phase: Playing, seats: int, wilds: WildRanks) -> None:
    """Write the play to beat, and the moves of the trick."""
    row["turn"], row["by"], row["passes"] = phase.turn, _negative_if_none(phase.by), phase.passes
    moved = [cards for cards in phase.last if cards is not None]
    row["trick"] = len(moved)
    for ago in range(len(moved)):
        cards = phase.last[(phase.turn - 1 - ago) % seats]
        row["recent"][ago], row["recent_more"][ago] = counts_to_unary(count_ranks(cards or NO_CARDS))
        what = phase.made[(phase.turn - 1 - ago) % seats] if phase.made else None
        row["recent_code"][ago] = at.PASS if what is None else encode_combination(what)
    if phase.standing is not None:
        what = phase.standing
        row["kind"], row["length"], row["rank"] = at.KINDS.index(what.category), body_length(what), what.rank
        row["beat"], row["beat_more"] = counts_to_unary(what.used)
        row["power"] = what.power(wilds) if what.bomb else 0
