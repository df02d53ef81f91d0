"""Makes Dou Dizhu positions from hands that are written as ranks. The landlord has played the cards that no hand has."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from paiju.bots.doudizhu import play_steady
from paiju.core.fair_deal import Deal
from paiju.core.seats import replace_at
from paiju.games.doudizhu.cards import RANKS, Cards, card_count, cards_from_numbers, count_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import DouMatch, Phase, Playing, State, initial_state
from paiju.games.registry import game, game_of
from tests.readings import READINGS

NOBODY = Deal((), ())


def doudizhu(name: str) -> DouDizhu:
    """Return the game of a ruleset, or of a ruleset of ``tests.readings``."""
    reading = READINGS.get(f"doudizhu/{name}")
    found = game_of(reading) if reading else game(f"doudizhu/{name}")
    assert isinstance(found, DouDizhu)
    return found


def dealt(pack: Sequence[int], hands: Sequence[str]) -> tuple[tuple[Cards, ...], Cards]:
    """Return the hands with suits, and the cards of the pack that are in no hand."""
    left = list(pack)
    held = []
    for hand in hands:
        cards = []
        for letter in hand:
            card = next(card for card in left if RANKS[card >> 2] == letter)
            left.remove(card)
            cards.append(card)
        held.append(cards_from_numbers(cards))
    return tuple(held), cards_from_numbers(left)


def state_before_play(name: str, hands: Sequence[str], phase: Phase, **public: Any) -> State:
    """Return a state before the phase of play. The cards that are in no hand have not been dealt."""
    g = doudizhu(name)
    held, _ = dealt(g.compiled.pack, hands)
    state = initial_state(DouMatch(points=(0,) * g.seats), NOBODY, g.seats)
    counts = tuple(card_count(count_ranks(cards)) for cards in held)
    return replace(
        state,
        phase=phase,
        public=replace(state.public, counts=counts, first=0, **public),
        secret=replace(state.secret, hands=held),
    )


def position(
    name: str, hands: Sequence[str], turn: int, beat: str = "", by: int | None = None, passes: int = 0, **public: Any
) -> State:
    """Return a state in the phase of play. Seat 0 is the landlord, and seat ``by`` has played ``beat``."""
    g = doudizhu(name)
    _, rest = dealt(g.compiled.pack, hands)
    standing = Combination.parse(beat) if beat else None
    state = state_before_play(
        name, hands, Playing(turn, standing, by, passes, (None,) * g.seats), landlord=0, base=1, **public
    )
    played = replace_at(state.public.played, 0, rest)
    return replace(state, public=replace(state.public, played=played, plays=(3,) * g.seats))


def choice(name: str, state: State, seat: int) -> str:
    """Return the action that the steady bot chooses, as text, after a check that it is legal."""
    g = doudizhu(name)
    view = g.view(state, seat)
    action = play_steady(g, view, seat, g.legal(view, seat), Random(1))
    g.check(state, seat, action)
    return g.format_action(action)


def choice_in_play(hands: Sequence[str], turn: int, beat: str = "", by: int | None = None, passes: int = 0) -> str:
    """Return the action that the steady bot chooses in a position under the ruleset ``qq``."""
    return choice("qq", position("qq", hands, turn, beat, by, passes), turn)
