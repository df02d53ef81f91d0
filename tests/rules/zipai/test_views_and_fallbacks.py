"""Properties of Da Zi Pai outside the clauses: views, imagined states, fallbacks, the end of a hand."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.core.fair_deal import Deal
from paiju.core.seats import DEALER
from paiju.games.zipai.actions import GO_ON, PASS
from paiju.games.zipai.cards import PACK
from paiju.games.zipai.family import FAMILY
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import count_fours, meld_size
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Claiming, Drawing, Looking, Over, State, ZiPaiMatch
from paiju.testing import check_hand, check_position
from tests.rules.zipai.table import THREE, TWO, Table, dealt, drawing, offered, playing

NEAR = "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"


def _rich(random: Random) -> tuple[int, ...]:
    """A deck in which equal cards lie near each other: hands with many threes and fours."""
    order = random.sample(range(20), 20)
    return tuple(sorted(PACK, key=lambda kind: random.random() * 9 + order[kind]))


def cards_in(state: State) -> int:
    hands = sum(sum(hand or ()) for hand in state.secret.hands)
    melds = sum(meld_size(meld) for melds in state.public.melds for meld in melds)
    on_table = isinstance(state.phase, Claiming | Looking) or (
        isinstance(state.phase, Over) and state.phase.card is not None
    )
    discards = sum(map(len, state.public.discards))
    return hands + melds + discards + len(state.secret.stock or ()) + on_table


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "rules", [Rules(players=3, minimum_from=3), Rules(players=2, minimum_from=3, drawer_eats=False)]
)
def test_hands_with_many_threes_and_fours_keep_the_contract(seed: int, rules: Rules) -> None:
    check_hand(
        _Rich(rules, Random(seed)), Random(seed), ZiPaiMatch(banker=seed % 2, points=(0,) * rules.players), viewers=2
    )


class _Rich(ZiPai):
    """Zi Pai dealt from a rich deck, whatever the deal."""

    def __init__(self, rules: Rules, random: Random) -> None:
        super().__init__(rules)
        self.deck = _rich(random)

    def start(self, match: ZiPaiMatch, deal: Deal) -> State:
        return super().start(match, Deal(self.deck))


@pytest.mark.clause("ZP-5.6")
@pytest.mark.parametrize("seed", range(30))
def test_players_have_the_right_number_of_cards_between_turns(seed: int) -> None:
    random = Random(seed)
    game = ZiPai(Rules(players=3 if seed % 2 else 2, minimum_from=1))
    state = game.start(game.new_match(), Deal(_rich(random)))
    while seats := game.to_act(state):
        if isinstance(state.phase, Drawing):
            for size, melds in zip(state.public.sizes, state.public.melds, strict=True):
                assert size + sum(map(meld_size, melds)) == 20 + max(0, count_fours(melds) - 1)
        assert cards_in(state) == 80
        assert not any(4 in (hand or ()) for hand in state.secret.hands)
        seat = random.choice(seats)
        state = game.step(state, seat, random.choice(game.legal(state, seat))).state


POSITIONS: dict[str, Callable[[], Table]] = {
    "one has eaten": lambda: offered("三", ["九", "四五六", "三三五"], stock="八一").do("1 eat 三四五"),
    "one has passed": lambda: offered("三", ["九", "四五六", "三三五"], stock="八一").do("2 pass"),
    "looking": lambda: drawing(["三五", "二", "四"], ["罩一一一 龙六六六六", "死罩九九九 罩四四四"], stock="八七"),
    "on the deal": lambda: dealt(["拾拾拾拾", "一一一三三三五五五六六六九九九"]).do("1 win"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_imagined_states_of_a_position_keep_the_contract(name: str) -> None:
    """With the pack filled up: the cards that the scene leaves out lie in the discards."""
    table = POSITIONS[name]()
    state = _filled(table.state)
    for seed in range(5):
        check_position(table.game, state, Random(seed))


def _filled(state: State) -> State:
    left = list(PACK)
    for hand in state.secret.hands:
        for kind, copies in enumerate(hand or ()):
            for _ in range(copies):
                left.remove(kind)
    for seat, melds in enumerate(state.public.melds):
        hidden = iter(state.secret.hidden[seat] or ())
        for meld in melds:
            for kind in meld.cards or (next(hidden),) * meld_size(meld):
                left.remove(kind)
    table = state.phase.card if isinstance(state.phase, Claiming) else state.secret.drawn
    for kind in (*(state.secret.stock or ()), *(() if table is None else (table,))):
        left.remove(kind)
    return replace(state, public=replace(state.public, discards=(tuple(left), *state.public.discards[1:])))


def test_imagined_hands_have_no_four_of_a_kind() -> None:
    table = dealt([])
    for seed in range(30):
        other = table.game.determinize(table.state, 0, Random(seed))
        assert not any(4 in (hand or ()) for hand in other.secret.hands)


def test_a_deal_is_imagined_even_where_every_deal_has_a_four() -> None:
    table = playing(["一", "三三三三"])
    state = _filled(table.state)
    other = table.game.determinize(state, 0, Random(1))
    assert other.secret.hands[1] is not None
    assert table.game.view(other, 0) == table.game.view(state, 0)


def test_what_others_have_declined_follows_from_their_cards() -> None:
    table = playing(["一", "三三五", "九"])
    state = _filled(replace(table.state, secret=replace(table.state.secret, declined=((), (2,), ()))))
    other = table.game.determinize(state, 0, Random(1))
    held, declined = other.secret.hands[1], other.secret.declined[1]
    assert held is not None
    passed = set(state.public.discards[0])
    assert declined == tuple(kind for kind in range(20) if held[kind] == 2 and kind in passed)


# ---- what is done for a seat whose time ran out


def test_fallback_takes_a_win() -> None:
    table = drawing(["三四五五"], [NEAR], stock="二")
    assert table.game.format_action(table.game.fallback(table.state, 0)) == "win"


def test_fallback_passes() -> None:
    table = offered("三", ["九", "四五六", "三三五"])
    assert [table.game.fallback(table.state, seat) for seat in (1, 2)] == [PASS, PASS]


def test_fallback_sets_the_lowest_minimum() -> None:
    game = ZiPai(THREE)
    state = game.start(game.new_match(), Deal(PACK))
    assert game.format_action(game.fallback(state, 0)) == "min 15"
    dealing = game.act(state, 0, game.fallback(state, 0)).state
    assert game.fallback(dealing, DEALER) == GO_ON
    with pytest.raises(IllegalAction):
        game.check(dealing, DEALER, PASS)


@pytest.mark.parametrize(("hand", "card"), [("一一三四五九", "九"), ("二七十陆", "陆"), ("五五五六七九", "九")])
def test_fallback_discards_a_lone_card(hand: str, card: str) -> None:
    table = playing([hand])
    assert table.game.format_action(table.game.fallback(table.state, 0)) == f"discard {card}"


# ---- the rest


def test_winners_show_their_hands() -> None:
    table = offered("五", ["一", "三四伍伍", "二"], ["罩一一一", NEAR]).claims("1 win")
    for viewer in (0, 2, None):
        seen = table.game.view(table.state, viewer)
        assert seen.secret.hands[1] == table.state.secret.hands[1]
        assert table.laid(1, viewer) == NEAR
        assert seen.secret.hands[2] is None or viewer == 2


def test_nobody_acts_when_it_is_over() -> None:
    over = Over("empty")
    table = playing(["一"], phase=over)
    assert table.game.legal(table.state, 0) == ()
    for act in (table.game.check, table.game.step):
        with pytest.raises(IllegalAction, match="hand_is_over"):
            act(table.state, 0, PASS)


def test_the_family_declares_its_game_seats_and_pack() -> None:
    assert (FAMILY.name, FAMILY.game) == ("zipai", ZiPai)
    assert ZiPai(TWO).seats == 2
    assert ZiPai(TWO).deal_plan(ZiPaiMatch()).pack == PACK
