"""Determinization: makes random states that look the same to a viewer, by dealing the unseen cards again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from paiju.core.distribution_count import count_distributions
from paiju.core.fair_deal import Deal
from paiju.core.seats import Seat, Viewer, replace_at
from paiju.games.doudizhu.cards import NO_CARDS, Cards, card_list, cards_from_numbers
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.phases import PHASES
from paiju.games.doudizhu.phases.automatic_stages import AutomaticStage
from paiju.games.doudizhu.phases.dealing import list_random_draws
from paiju.games.doudizhu.state import Doubling, Opening, Over, SecretState, State, Throwing
from paiju.games.doudizhu.view import sees_gift, sees_hand, sees_throw


def determinize(compiled: CompiledRuleset, state: State, viewer: Viewer, random: Random) -> State:
    """Return a random full state that looks the same to the viewer as ``state``.

    The unseen cards are dealt at random to the hidden places, and the secret choices of other seats are drawn at random.
    """
    if isinstance(state.phase, Over):
        return state
    unseen = _Unseen(compiled, state, viewer, random)
    seats = range(state.seats)
    hands = tuple(unseen.fill_hand(seat) for seat in seats)
    threw = tuple(unseen.fill_thrown_cards(seat) for seat in seats)
    took = _landlord_cards(state, hands)
    secret = SecretState(
        deal=_resample_deal(compiled, hands, random),
        hands=hands,
        sealed=state.secret.sealed,
        threw=threw,
        gave=_resample_gifts(compiled, state, viewer, took, random),
        bottom=_resample_bottom(compiled, state, viewer, took, random),
    )
    return _resample_choices(compiled, replace(state, secret=secret), viewer, random)


def count_deals(compiled: CompiledRuleset, state: State, viewer: Viewer) -> int:
    """Return in how many ways the unseen cards can be distributed among the hidden hands and the hidden thrown cards.

    Cards of equal rank count as equal.
    """
    unseen = _Unseen(compiled, state, viewer, Random(0))  # noqa: S311 -- nothing is drawn
    places = tuple(unseen.hidden_place_sizes())
    rooms = (*places, len(unseen.pool) - sum(places))  # the last place: cards that no seat has received
    kinds = Counter(card >> 2 for card in unseen.pool)
    return count_distributions(((copies, (True,) * len(rooms)) for copies in kinds.values()), rooms)


class _Unseen:
    """The unseen cards, shuffled (``pool``). Hidden places are filled from them one by one.

    ``pins`` contains, for each seat, the cards that the viewer knows to be in the seat's hidden hand.
    ``thrown_pins`` contains, for each seat, the cards that the viewer knows to be among the hidden cards that the
    seat threw away.
    """

    def __init__(self, compiled: CompiledRuleset, state: State, viewer: Viewer, random: Random) -> None:
        self.state, self.viewer = state, viewer
        self.seen = [sees_hand(state, viewer, seat) for seat in range(state.seats)]
        self.pool = list(compiled.pack)
        for seen in self._seen_cards():
            for card in card_list(seen):
                self.pool.remove(card)
        self.pins: list[list[int]] = [[] for _ in self.seen]
        self.thrown_pins: list[list[int]] = [[] for _ in self.seen]
        for seat, cards in self._known_received_cards():
            self._pin(seat, cards)
        random.shuffle(self.pool)

    def _seen_cards(self) -> list[Cards]:
        secret = self.state.secret
        hands = [hand for seen, hand in zip(self.seen, secret.hands, strict=True) if seen]
        threw = [cards for seat, cards in enumerate(secret.threw) if sees_throw(self.state, self.viewer, seat)]
        return [cards for cards in (*self.state.public.played, *hands, *threw) if cards is not None]

    def _known_received_cards(self) -> list[tuple[Seat | None, Cards | None]]:
        """Return cards that the viewer knows a seat to have received, as pairs of the seat and the cards.

        There are three pairs:

        - the landlord and the bottom
        - the landlord and the card that the viewer gave to the landlord
        - the first bidder and the upcard

        The seat of a pair is None if it is not determined yet. The cards are None if they do not exist or if the
        viewer does not know them.
        """
        public = self.state.public
        given = None if self.viewer is None else self.state.secret.gave[self.viewer]
        return [(public.landlord, public.bottom), (public.landlord, given), (public.first, public.upcard)]

    def _pin(self, seat: Seat | None, cards: Cards | None) -> None:
        """Take cards that ``seat`` is known to have received out of the pool, and record in which place they are.

        Cards that are not in the pool are skipped: the viewer sees them. The others are recorded in ``pins``, as
        cards of the seat's hand. A card is recorded in ``thrown_pins``, as a card that the seat threw away, if the
        viewer sees the hand or if the hand has no room left. Does nothing if ``seat`` or ``cards`` is None.
        """
        if seat is None or cards is None:
            return
        public = self.state.public
        hand, thrown = self.pins[seat], self.thrown_pins[seat]
        for card in card_list(cards):
            if card in self.pool and len(hand) < (0 if self.seen[seat] else public.counts[seat]):
                self.pool.remove(card)
                hand.append(card)
            elif card in self.pool and len(thrown) < public.thrown[seat]:
                self.pool.remove(card)
                thrown.append(card)

    def hidden_place_sizes(self) -> Iterator[int]:
        """Yield for each hidden place how many of its cards the viewer cannot locate.

        The places are, seat by seat, its hand and the cards that it threw away. A place is left out if the viewer
        sees its cards. Cards in ``pins`` and ``thrown_pins`` are not counted, because the viewer knows where they
        are.
        """
        public = self.state.public
        for seat, seen in enumerate(self.seen):
            if not seen:
                yield public.counts[seat] - len(self.pins[seat])
            if not self._knows_thrown(seat):
                yield public.thrown[seat] - len(self.thrown_pins[seat])

    def _knows_thrown(self, seat: Seat) -> bool:
        """Whether the viewer knows which cards a seat threw away.

        If a seat threw nothing away, every viewer knows that.
        """
        public = self.state.public
        nothing = public.thrown[seat] == 0 and public.throw_factors[seat] == 1
        return nothing or sees_throw(self.state, self.viewer, seat)

    def _draw_cards(self, pinned: list[int], number: int) -> Cards:
        """Return ``number`` cards: all ``pinned`` cards, and further cards from the pool up to this number.

        The cards that are taken from the pool are removed from it.
        """
        more = number - len(pinned)
        taken, self.pool = self.pool[:more], self.pool[more:]
        return cards_from_numbers([*pinned, *taken])

    def fill_hand(self, seat: Seat) -> Cards:
        """Return a seat's hand: as the viewer sees it, or filled with cards that are taken out of the pool."""
        if self.seen[seat]:
            return self.state.secret.hands[seat] or NO_CARDS
        return self._draw_cards(self.pins[seat], self.state.public.counts[seat])

    def fill_thrown_cards(self, seat: Seat) -> Cards | None:
        """Return the cards that a seat threw away; None if seats have not thrown cards away yet.

        If the viewer does not know these cards, they are filled with cards that are taken out of the pool.
        """
        if self._knows_thrown(seat):
            return self.state.secret.threw[seat]
        return self._draw_cards(self.thrown_pins[seat], self.state.public.thrown[seat])


def _resample_deal(compiled: CompiledRuleset, hands: tuple[Cards, ...], random: Random) -> Deal:
    """Return a random deal in which each seat is dealt the cards of its hand in ``hands``.

    If a hand has fewer cards than a seat is dealt, random cards are added. All random numbers of the deal are
    drawn again, even those that the hand has already used, such as the wild rank. The hand reads each number only
    once, so the new numbers do not change what has already happened.
    """
    size = compiled.rules.hand_size
    parts = [list(card_list(hand))[:size] for hand in hands]
    rest = list(compiled.pack)
    for card in (card for part in parts for card in part):
        rest.remove(card)
    random.shuffle(rest)
    deck: list[int] = []
    for part in parts:
        missing = size - len(part)
        deck += part + rest[:missing]
        rest = rest[missing:]
    return Deal(tuple(deck + rest), tuple(random.randrange(bound) for _, bound in list_random_draws(compiled.rules)))


def _landlord_cards(state: State, hands: tuple[Cards, ...]) -> list[int]:
    """Return the cards that the landlord holds or has played; empty if there is no landlord."""
    landlord = state.public.landlord
    return [] if landlord is None else [*card_list(hands[landlord]), *card_list(state.public.played[landlord])]


def _resample_bottom(
    compiled: CompiledRuleset, state: State, viewer: Viewer, took: list[int], random: Random
) -> Cards | None:
    """Return the bottom; None before the landlord takes it.

    If the viewer sees the bottom, the result is the real bottom. Otherwise the result consists of random cards
    of ``took``, the cards that the landlord holds or has played.
    """
    public = state.public
    if public.bottom is not None or public.landlord is None or viewer == public.landlord:
        return state.secret.bottom
    taken = _is_stage_over(compiled, state, "bottom")
    return cards_from_numbers(random.sample(took, compiled.rules.bottom_size)) if taken else None


def _is_stage_over(compiled: CompiledRuleset, state: State, what: str) -> bool:
    """Whether the hand has passed the automatic stage with the code ``what`` (``AutomaticStage.what``)."""
    return any(isinstance(stage, AutomaticStage) and stage.what == what for stage in compiled.stages[: state.stage])


def _resample_gifts(
    compiled: CompiledRuleset, state: State, viewer: Viewer, took: list[int], random: Random
) -> tuple[Cards | None, ...]:
    """Return by seat the card that the seat gave to the landlord; None for the landlord.

    A card that the viewer knows stays as it is. Every other card is drawn at random from ``took``, the cards that
    the landlord holds or has played. Before the landlord has drawn the cards, the result is
    ``state.secret.gave``.
    """
    landlord = state.public.landlord
    if not _is_stage_over(compiled, state, "drawing"):
        return state.secret.gave
    return tuple(
        card if seat == landlord or sees_gift(state, viewer, seat) else cards_from_numbers((random.choice(took),))
        for seat, card in enumerate(state.secret.gave)
    )


def _resample_choices(compiled: CompiledRuleset, state: State, viewer: Viewer, random: Random) -> State:
    """Return the state with random secret choices for all seats that have chosen, except the viewer.

    Which seats have chosen is public.
    """
    phase = state.phase
    if not isinstance(phase, Opening | Throwing | Doubling):
        return state
    asked = compiled.stages[state.stage].begin(compiled, state)
    assert isinstance(asked, type(phase))
    rules = PHASES[type(phase)]
    sealed = state.secret.sealed
    for seat in asked.waiting:
        if seat != viewer and seat not in phase.waiting:
            sealed = replace_at(sealed, seat, random.choice(rules.legal(compiled, state, phase, seat)))
    return replace(state, secret=replace(state.secret, sealed=sealed))
