"""Tables of duplicate deals: all have the same cards and one hand, and the player can neither leave the seat nor use autoplay."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from paiju.core.seats import DEALER
from paiju.duplicate.house_play import OPPONENT_SALT, decision_random, draw_duplicate_deal
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.tables.hand_replay import decode_record, to_finished_hand
from paiju.server.app.tables.lobby_summary import to_lobby_table
from paiju.server.app.tables.view_models import ViewContext, build_table_message
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import TableDelays
from paiju.server.domain.table_setup import SetupRequest
from paiju.server.domain.take_back import can_take_back, take_back
from paiju.server.errors import Refusal
from tests.ruleset_selection import one_each
from tests.server.table_harness import TableHarness

SECRET = bytes(range(32))


def opened(ruleset: str, seat: int = 1, secret: bytes = SECRET) -> TableHarness:
    """Ann's table of a deal, in a seat, with steady bots."""
    rig = TableHarness(ruleset, library=StandardRegistry(), private=True, duplicate="2026-11-25/f/1", hands=1)

    def begin(draft: CommandContext) -> None:
        draft.record(table_events.SecretSealed(1, secret.hex(), "public"))
        seats = ["" if at == seat else "jiu@steady" for at in range(draft.game.seats)]
        table_commands.open_duplicate(draft, "ann", "Ann", seats)

    rig.do(begin)
    return rig


def play_out(rig: TableHarness, seed: int = 1) -> None:
    """Play the hand to its end at random."""
    random = Random(seed)
    while (hand := rig.table.running_hand) is not None:
        asks = [(seat, ask) for seat, ask in enumerate(hand.asks) if ask and ask.must and ask.answer is None]
        if hand.dealing is not None:
            rig.do(hand_commands.end_dealer_pause)
        elif not asks:
            rig.now += 100_000
            rig.do(lambda draft: hand_commands.close_window(draft, TableDelays()))
        else:
            seat = asks[0][0]
            legal = rig.table.game.legal(hand.state, seat)
            by: table_events.ActedBy = "bot" if rig.table.chairs[seat].bot else "player"
            rig.act(seat, legal[random.randrange(len(legal))], by)


@pytest.mark.parametrize("ruleset", one_each())
def test_every_table_of_a_deal_has_the_same_cards(ruleset: str) -> None:
    tables = [opened(ruleset), opened(ruleset), opened(ruleset, secret=bytes(32))]
    first, second, other = (rig.table.require_running_hand() for rig in tables)
    assert first.state == second.state
    game = tables[0].table.game
    assert game.start(game.new_match(), draw_duplicate_deal(game, SECRET)) == first.state or game.is_window_optional(
        first.state
    )
    assert other.state != first.state
    assert first.seal.commitment == second.seal.commitment != other.seal.commitment
    assert tables[0].table.uncounted_reason == to_lobby_table(tables[0].table).uncounted == "duplicate"


Command = Callable[[CommandContext], None]
REFUSED: dict[str, Command] = {
    "stand": lambda draft: table_commands.stand_up(draft, "ann"),
    "auto": lambda draft: hand_commands.set_auto(draft, 1, on=True),
    "sit": lambda draft: table_commands.sit(draft, "bob", "Bob", None),
    "ready": lambda draft: table_commands.set_ready(draft, "ann", ""),
    "add_bot": lambda draft: table_commands.add_bot(draft, "ann", "steady", None),
    "remove": lambda draft: table_commands.remove_occupant(draft, "ann", 0),
    "options": lambda draft: table_commands.change_setup(draft, "ann", SetupRequest(ruleset="doudizhu/qq")),
    "rematch": lambda draft: table_commands.rematch(draft, "ann"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("over", [False, True])
def test_changes_of_seats_and_rules_are_refused_at_a_duplicate_table(name: str, over: bool) -> None:
    rig = opened("doudizhu/qq")
    if over:
        play_out(rig)
    with pytest.raises(Refusal, match="no_hand" if over and name == "auto" else "duplicate_table"):
        rig.do(REFUSED[name])


def test_take_back_and_autoplay_are_refused_at_a_duplicate_table() -> None:
    rig = opened("zipai/guilin-3", seat=0)
    play_out(rig)
    assert rig.table.hand is not None
    assert not rig.table.hand.choices
    assert not can_take_back(rig.table, 0)
    rig = opened("zipai/guilin-3")
    with pytest.raises(Refusal, match="not_practice"):
        rig.do(lambda draft: take_back(draft, "ann"))


@pytest.mark.parametrize("ruleset", one_each())
def test_table_plays_one_hand_even_if_nobody_bids(ruleset: str) -> None:
    for seed in range(3):
        rig = opened(ruleset)
        play_out(rig, seed)
        assert rig.phase() == "over"
        assert rig.table.chairs[1].player == "ann"
        number = rig.table.seal.number
        assert rig.do(lambda draft: table_commands.leave(draft, "ann")) == []
        assert rig.table.seal.number == number == 1
        rig.do(lambda draft: table_commands.close_past_duplicate(draft, "2026-11-25"))
        assert rig.phase() == "closed"
        assert rig.do(lambda draft: table_commands.close_past_duplicate(draft, "2026-11-25")) == []


def test_table_of_a_past_day_is_closed_even_within_a_hand() -> None:
    rig = opened("doudizhu/qq")
    assert rig.do(lambda draft: table_commands.close_past_duplicate(draft, "2026-11-25")) == []
    assert rig.phase() == "playing"
    rig.do(lambda draft: table_commands.close_past_duplicate(draft, "2026-11-26"))
    assert rig.phase() == "closed"


def test_final_message_hides_the_secret_and_the_record_contains_it() -> None:
    rig = opened("doudizhu/qq")
    before = rig.table
    play_out(rig)
    assert rig.common is not None
    told = build_table_message(rig.common, ViewContext(1, is_host=True, since=None), (), rig.now).hand
    assert told is not None
    assert told.reveal is not None
    assert (told.reveal.secret, told.reveal.replay) == ("", "public")
    assert told.can_take_back is False
    hand = to_finished_hand(rig.library, before, rig.table, rig.now)
    assert hand is not None
    (recorded,) = decode_record(rig.library, hand).hands
    assert recorded.fair is not None
    assert recorded.fair.secret == SECRET.hex()
    assert recorded.fair.seats_with_substituted_contribution == ()


def test_decision_random_depends_only_on_moves_of_the_seat_and_the_dealer() -> None:
    def drawn(*seats: int, salt: str = OPPONENT_SALT, secret: bytes = SECRET, seat: int = 1) -> float:
        return decision_random(secret, salt, seat, seats).random()

    assert drawn(0, 2, 2) == drawn(2, 0) == drawn()
    different = {
        drawn(),
        drawn(1),
        drawn(1, 1),
        drawn(DEALER),
        drawn(salt="mei.1"),
        drawn(secret=bytes(32)),
        drawn(seat=2),
    }
    assert len(different) == 7
