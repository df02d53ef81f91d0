"""The steady bot for Gunzi: heuristics without search.

It declares its long suit and buries cards of short suits. It leads sets that are unlikely to be beaten, plays point cards
when its partner wins the trick, and ruffs tricks that contain points. It keeps a high trump for the last trick, whose
winner also wins the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, Final

from paiju.bots.gunzi import expected_values
from paiju.bots.gunzi.expected_values import HELD_TOGETHER, MOST_COMPARED, RUFFS, SAFE_WITH_PARTNER, SHORT_SUIT
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Action, Bury, Declare, GiveBack, Pass, Play
from paiju.games.gunzi.cards import (
    BIG_JOKER,
    COPIES,
    POINT_CARDS,
    SMALL_JOKER,
    SUITS,
    Cards,
    count_of,
    kinds_of,
    kinds_with,
    points_in,
    single,
    size,
    suit_of,
    without,
)
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.state import (
    BOTTOM,
    SEATS,
    Burying,
    BuryingJokers,
    Closing,
    Dealing,
    GivingBack,
    Paying,
    Playing,
    State,
    TakingBack,
    cast_phase,
    team_of,
)
from paiju.games.gunzi.trick_rules import Follow, beats, holds_shape, led_suit, ways_to_follow
from paiju.games.gunzi.trumps import TRUMPS, Trumps


class _SeatKnowledge:
    """What a seat knows about the hand, and what it can infer."""

    def __init__(self, game: Gunzi, view: State, seat: Seat) -> None:
        self.rules, self.view, self.seat = game.rules, view, seat
        self.trumps: Trumps = view.trumps
        self.hand: int = view.hand(seat)
        self.partner = (seat + SEATS // 2) % SEATS
        self.others = [other for other in range(SEATS) if team_of(other) != team_of(seat)]

    @cached_property
    def seen(self) -> int:
        """The cards that no other seat can hold.

        These are the cards in the seat's own hand, the cards that were played, and the bottom if the seat has seen
        it.
        """
        bottom = self.view.secret.bottom
        return self.view.played + self.hand + (bottom or 0)

    def count_unseen(self, kind: int) -> int:
        """Return how many cards of a kind the other seats may hold."""
        return COPIES - count_of(self.seen, kind)

    def is_void_in(self, seat: Seat, suit: int) -> bool:
        """Whether another seat has shown that it has no card of a suit."""
        return bool(self.view.lacks[seat] >> suit & 1)

    @cached_property
    def unseen_counts_by_suit(self) -> tuple[int, ...]:
        """The number of cards of each suit that the other seats may hold."""
        return tuple(size(mask // 15 * COPIES) - size(self.seen & mask) for mask in self.trumps.masks)

    def chance_unbeaten(self, kind: int, copies: int, after: Iterable[Seat]) -> float:
        """Return the estimated probability that no enemy beats a set of ``copies`` cards of one kind.

        Only the enemies among the seats ``after`` are considered.
        """
        suit, order = self.trumps.suit[kind], self.trumps.order[kind]
        rivals = [seat for seat in after if team_of(seat) != team_of(self.seat)]
        if not rivals:
            return 1.0
        safe = 1.0
        if not all(self.is_void_in(seat, suit) for seat in rivals):
            for higher in kinds_of(self.trumps.masks[suit]):
                if self.trumps.order[higher] > order:
                    held_together = HELD_TOGETHER[copies][self.count_unseen(higher)]
                    safe *= expected_values.chance_not_beaten(held_together, len(rivals))
        return safe if suit == TRUMPS else safe * self._chance_not_ruffed(suit, copies, rivals)

    def _chance_not_ruffed(self, suit: int, copies: int, rivals: Sequence[Seat]) -> float:
        if not self.unseen_counts_by_suit[TRUMPS]:
            return 1.0
        safe = 1.0
        chance_void = expected_values.chance_void(self.unseen_counts_by_suit[suit])
        for seat in rivals:
            if self.is_void_in(seat, TRUMPS):
                continue
            void = 1.0 if self.is_void_in(seat, suit) else chance_void
            safe *= expected_values.chance_not_ruffing(void, RUFFS[copies])
        return safe

    def value_of_keeping(self, kind: int) -> float:
        """Return how much it is worth to keep a card, apart from its points."""
        return expected_values.value_of_keeping(
            self.trumps.suit[kind] == TRUMPS, self.trumps.order[kind], count_of(self.hand, kind)
        )

    def chance_of_last_trick(self, hand: int) -> float:
        """Return the probability that the highest trump of a hand takes the last trick."""
        kind = max(kinds_of(hand & self.trumps.masks[TRUMPS]), key=self.trumps.order.__getitem__, default=None)
        if kind is None:
            return 0.0
        rest = [seat for seat in range(SEATS) if seat != self.seat]
        return expected_values.chance_card_takes_last_trick(
            self.chance_unbeaten(kind, 1, rest), self.count_unseen(kind)
        )

    def last_trick_value_loss(self, cards: int) -> float:
        """Return by how much the expected value of the last trick falls if these cards are played now."""
        if cards == self.hand:
            return 0.0
        return expected_values.last_trick_value_loss(
            size(self.hand), self.chance_of_last_trick(self.hand), self.chance_of_last_trick(self.hand - cards)
        )


# ---- declaring


def _suit_length(knowledge: _SeatKnowledge, suit: int) -> int:
    """Return the number of cards of a suit in the hand, without cards that are trumps whichever suit is declared."""
    low = sum(single(kind) * 15 for kind in range(13 * suit + 1, 13 * suit + 13))
    return size(knowledge.hand & low & ~sum(15 * single(knowledge.view.level - 2 + 13 * other) for other in range(4)))


def _declared_suit(show: Declare) -> int | None:
    if show.call is not None:
        return None if show.call == "none" else SUITS.index(show.call)
    return suit_of(next(kinds_of(show.cards)))


def _choose_declaration(knowledge: _SeatKnowledge, legal: Sequence[Action], extra: float = 0) -> Declare | None:
    """Return the declaration to make now; None for no declaration.

    ``extra`` is added to the number of cards that the declared suit must have.
    """
    shows = [action for action in legal if isinstance(action, Declare)]
    if knowledge.view.match.banker is None:
        return _choose_declaration_in_first_hand(knowledge, shows)
    needed = expected_values.needed_suit_length(size(knowledge.hand), extra)
    call = knowledge.view.call
    now = -1 if call in (None, "none") else _suit_length(knowledge, SUITS.index(call))
    suits = ((at, show, _declared_suit(show)) for at, show in enumerate(shows))
    worth = [(_suit_length(knowledge, suit), -size(show.cards), at) for at, show, suit in suits if suit is not None]
    length, _, at = max(worth, default=(0, 0, 0))
    return shows[at] if worth and length >= max(needed, now + 2) else None


def _choose_declaration_in_first_hand(knowledge: _SeatKnowledge, shows: list[Declare]) -> Declare | None:
    """Return the declaration to make in the first hand of a match; None for no declaration.

    ``shows`` are the legal declarations. The bot makes a declaration in two cases:

    - No seat has declared yet. The bot then becomes banker.
    - Another team has declared a suit of which the bot has few cards.
    """
    if not shows:
        return None
    if knowledge.view.banker is None:
        return shows[0]
    call, outsider = knowledge.view.call, team_of(knowledge.view.banker) != team_of(knowledge.seat)
    short = call is not None and call != "none" and _suit_length(knowledge, SUITS.index(call)) < SHORT_SUIT
    return shows[0] if outsider and short else None


_PER_MARGIN: Final = -20
"""The number of cards that a ``margin`` of 1 adds to the suit length required to declare (``bias_declaration``)."""


def bias_declaration(margin: float, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], action: Any) -> Any:
    """Return what a bold player (``margin`` > 0) or a careful one (``margin`` < 0) does in place of ``action``.

    A bold player declares suits that are shorter than those that other players declare, and a careful player only
    longer ones:

    - If ``action`` declares nothing, a bold player may declare a suit instead.
    - If ``action`` declares a suit that is too short for a careful player, that player passes.
    - Other actions are returned unchanged.
    """
    if not isinstance(view.phase, Dealing | Closing) or isinstance(action, Declare) is (margin > 0):
        return action
    declared = _choose_declaration(_SeatKnowledge(game, view, seat), legal, margin * _PER_MARGIN)  # type: ignore[arg-type]
    if margin > 0:
        return declared or action
    return action if declared else next((one for one in legal if isinstance(one, Pass)), None)


# ---- burying and giving back


def _cheapest_to_part_with(knowledge: _SeatKnowledge, number: int, pool: int) -> Cards:
    """Return the ``number`` cards of ``pool`` that are least worth keeping.

    Low cards of short suits are worth least. Point cards and trumps are worth more.
    """
    lengths = [size(knowledge.hand & mask) for mask in knowledge.trumps.masks]

    def worth(kind: int) -> tuple[float, int]:
        has_enough_points = bool(POINT_CARDS & single(kind))
        length = lengths[knowledge.trumps.suit[kind]]
        return expected_values.cost_of_parting(knowledge.value_of_keeping(kind), has_enough_points, length), kind

    return Cards.of(sorted(Cards(pool).kinds(), key=worth)[:number])


def _choose_burial(knowledge: _SeatKnowledge, legal: Sequence[Action]) -> Bury:
    """Return the cards to bury: jokers, if it pays to bury them, and for the rest the cards least worth keeping.

    It pays to bury jokers if the bot expects to win the bottom, by winning the last trick
    (``_expected_gain_from_burying_jokers``).
    """
    jokers = max(
        _iterate_joker_choices(knowledge.hand, BOTTOM),
        key=lambda jokers: _expected_gain_from_burying_jokers(knowledge, jokers),
    )
    return Bury(Cards(jokers + _cheapest_to_part_with(knowledge, BOTTOM - size(jokers), knowledge.hand - jokers)))


def _choose_jokers_to_bury(knowledge: _SeatKnowledge, legal: Sequence[Action]) -> Action:
    """Return the jokers to bury, or a pass if it does not pay to bury jokers (``_expected_gain_from_burying_jokers``)."""
    jokers = max(
        _iterate_joker_choices(knowledge.hand, knowledge.view.takeable),
        key=lambda jokers: _expected_gain_from_burying_jokers(knowledge, jokers),
    )
    return Bury(Cards(jokers)) if jokers else Pass()


def _iterate_joker_choices(hand: int, most: int) -> Iterator[int]:
    """Yield every choice of at most ``most`` jokers of a hand. The empty choice comes first."""
    for big in range(count_of(hand, BIG_JOKER) + 1):
        for small in range(count_of(hand, SMALL_JOKER) + 1):
            if big + small <= most:
                yield big << 4 * BIG_JOKER | small << 4 * SMALL_JOKER


def _expected_gain_from_burying_jokers(knowledge: _SeatKnowledge, jokers: int) -> float:
    """Return the expected gain, in levels, from burying these jokers in the bottom (GZ-7.7).

    A big joker has two levels, a small joker has one.
    """
    levels = 2 * count_of(jokers, BIG_JOKER) + count_of(jokers, SMALL_JOKER)
    chance = knowledge.chance_of_last_trick(knowledge.hand - jokers)
    return expected_values.expected_gain_from_burying_jokers(levels, size(jokers), chance)


def _choose_cards_to_give_back(knowledge: _SeatKnowledge, legal: Sequence[Action]) -> GiveBack:
    paid = knowledge.view.paid
    received = sum(paid.cards) if paid is not None and knowledge.rules.give_back == "own" else 0
    return GiveBack(
        _cheapest_to_part_with(knowledge, _number_of_cards_needed(legal), without(knowledge.hand, received))
    )


def _choose_cards_to_pay(knowledge: _SeatKnowledge, legal: Sequence[Any]) -> Action:
    """Return the legal payment whose cards fit least with the hand (``_cohesion``).

    The hand thus keeps its sets. Only the first ``MOST_COMPARED`` payments are compared.
    """
    action: Action = min(
        islice(legal, MOST_COMPARED), key=lambda action: _cohesion(knowledge, action.cards, knowledge.hand)
    )
    return action


def _choose_cards_to_take_back(knowledge: _SeatKnowledge, legal: Sequence[Any]) -> Action:
    """Return the action that takes back the cards that fit best with the hand (``_cohesion``).

    Only the first ``_MOST_COMPARED`` actions are compared.
    """
    action: Action = max(
        islice(legal, MOST_COMPARED),
        key=lambda action: _cohesion(knowledge, action.cards, knowledge.hand + action.cards),
    )
    return action


def _cohesion(knowledge: _SeatKnowledge, cards: int, hand: int) -> float:
    """Return how well cards fit with a hand (``expected_values.cohesion``)."""
    alike = sum(count_of(cards, kind) * count_of(hand, kind) for kind in kinds_of(cards))
    suited = sum(size(hand & knowledge.trumps.masks[knowledge.trumps.suit[kind]]) for kind in kinds_of(cards))
    return expected_values.cohesion(alike, suited)


# ---- playing


def _choose_lead(knowledge: _SeatKnowledge) -> Cards:
    """Return the cards to lead: one or more identical cards with the highest expected gain.

    The risk of the lead and the value of keeping the cards are subtracted from the gain.
    """
    hand = knowledge.hand
    rest = [other for other in range(SEATS) if other != knowledge.seat]

    def expected_gain(cards: int) -> tuple[float, int]:
        kind = next(kinds_of(cards))
        copies = size(cards)
        safe = knowledge.chance_unbeaten(kind, copies, rest)
        gain = expected_values.expected_lead_gain(
            safe, copies, points_in(cards), knowledge.value_of_keeping(kind), count_of(hand, kind), cards == hand
        )
        return gain - knowledge.last_trick_value_loss(cards), -kind

    sets = [copies << 4 * kind for copies in range(1, 5) for kind in kinds_with(hand, copies)]
    return Cards(max(sets, key=expected_gain))


def _cheapest_follow(may: Follow, needed: int, worth: Callable[[int], float]) -> Cards:
    """Return the legal play of ``needed`` cards that is worth least.

    ``may`` describes the legal plays. ``worth`` is a function that returns how much a kind of card is worth. If the
    rules require sets of equal cards, the play consists of such sets.
    """
    kinds = sorted(Cards(may.cards).kinds(), key=lambda kind: (worth(kind), kind))
    if may.must < needed:
        return Cards(may.fixed + Cards.of(kinds[: needed - may.must]))
    cards = may.fixed
    for part in next(shape for shape in reversed(may.shapes) if holds_shape(may.cards, shape)):
        kind = next(kind for kind in kinds if count_of(may.cards, kind) >= part and not count_of(cards, kind))
        cards += part << 4 * kind
    return Cards(cards)


def _sets_that_beat_best(knowledge: _SeatKnowledge, may: Follow, copies: int, best: Cards) -> list[int]:
    """Return the legal sets of ``copies`` equal cards that beat the best play of the trick so far."""
    if 0 < may.must < copies:
        return []
    pool = may.fixed or may.cards
    if may.must == copies and (copies,) not in may.shapes and may.shapes != ((),):
        return []
    sets = (copies << 4 * kind for kind in kinds_with(pool, copies))
    return [cards for cards in sets if beats(knowledge.trumps, copies, best, cards)]


def _choose_follow(knowledge: _SeatKnowledge, phase: Playing) -> Cards:
    """Return the cards with which to follow.

    The bot plays point cards if its partner probably wins the trick. Otherwise it takes the trick if that is worth the
    cost; if not, it plays the cards least worth keeping.
    """
    lead, best = phase.plays[0], phase.plays[phase.best]
    copies, holder = size(lead), (phase.leader + phase.best) % SEATS
    after = [(phase.leader + at) % SEATS for at in range(len(phase.plays) + 1, SEATS)]
    may = ways_to_follow(knowledge.rules, knowledge.trumps, knowledge.hand, lead)
    kind = next(kinds_of(best))
    ours = knowledge.chance_unbeaten(kind, copies, after) if holder == knowledge.partner else 0.0
    if ours > SAFE_WITH_PARTNER:
        return _cheapest_follow(may, copies, lambda kind: _worth(knowledge, kind, expected_values.worth_with_partner))
    cheap = _cheapest_follow(may, copies, lambda kind: _worth(knowledge, kind, expected_values.worth_with_others))
    taking = _choose_winning_set(knowledge, phase, _sets_that_beat_best(knowledge, may, copies, best), after)
    return cheap if taking is None else taking


def _worth(knowledge: _SeatKnowledge, kind: int, worth: Callable[[float, int], float]) -> float:
    """Return what a card is worth. ``worth`` computes it from the value of keeping the card, and from its points."""
    return worth(knowledge.value_of_keeping(kind), points_in(single(kind)))


def _choose_winning_set(
    knowledge: _SeatKnowledge, phase: Playing, winners: list[int], after: list[Seat]
) -> Cards | None:
    """Return the best of the sets ``winners``, each of which would take the trick; None if none is worth its cost.

    ``after`` are the seats that play to the trick after this seat.
    """
    lead = phase.plays[0]
    copies = size(lead)
    pot = expected_values.expected_pot_without_own_play(sum(map(points_in, phase.plays)), copies, len(after))
    last = size(knowledge.hand) == copies
    trump_led = led_suit(knowledge.trumps, lead) == TRUMPS

    def expected_gain(cards: int) -> tuple[float, int]:
        kind = next(kinds_of(cards))
        safe = knowledge.chance_unbeaten(kind, copies, after)
        is_trump = trump_led or knowledge.trumps.suit[kind] == TRUMPS
        cost = expected_values.cost_of_winning(copies, knowledge.value_of_keeping(kind), is_trump)
        cost += knowledge.last_trick_value_loss(cards)
        return expected_values.expected_winning_gain(safe, pot, points_in(cards), cost, last), -kind

    if not winners:
        return None
    best = max(winners, key=expected_gain)
    return Cards(best) if expected_gain(best)[0] > 0 else None


# ---- the bot


class GunziSteady:
    """The steady bot. It also makes optional declarations while cards are dealt (``act_unasked``)."""

    def __call__(self, game: Gunzi, view: State, seat: Seat, legal: Sequence[Action], random: Random) -> Action:
        """Return one of the legal actions."""
        answer = self._choose_by_phase(_SeatKnowledge(game, view, seat), legal)
        return answer if answer is not None and answer in legal else legal[0]

    def _choose_by_phase(self, knowledge: _SeatKnowledge, legal: Sequence[Action]) -> Action | None:
        answers: dict[type[Any], Callable[[_SeatKnowledge, Sequence[Action]], Action | None]] = {
            Dealing: _choose_declaration,
            Closing: _choose_declaration,
            Paying: _choose_cards_to_pay,
            GivingBack: _choose_cards_to_give_back,
            Burying: _choose_burial,
            BuryingJokers: _choose_jokers_to_bury,
            TakingBack: _choose_cards_to_take_back,
            Playing: lambda knowledge, legal: Play(_choose_play(knowledge)),
        }
        answer = answers.get(type(knowledge.view.phase))
        return None if answer is None else answer(knowledge, legal)

    def act_unasked(
        self, game: Gunzi, view: State, seat: Seat, legal: Sequence[Action], random: Random
    ) -> Action | None:
        """Return the declaration that the bot makes now; None for no declaration."""
        return _choose_declaration(_SeatKnowledge(game, view, seat), legal)


def _number_of_cards_needed(legal: Sequence[Action]) -> int:
    """Return the number of cards that each legal action consists of."""
    first: Any = legal[0]
    return size(first.cards)


def _choose_play(knowledge: _SeatKnowledge) -> Cards:
    phase = cast_phase(knowledge.view, Playing)
    return _choose_follow(knowledge, phase) if phase.plays else _choose_lead(knowledge)


choose: Final = GunziSteady()
"""The steady bot as a ``Bot``: ``choose(game, view, seat, legal, random)`` returns one of the legal actions."""
