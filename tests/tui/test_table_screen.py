"""The table screen of the terminal client, played by keyboard."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from paiju.core.ruleset import with_options
from paiju.games.doudizhu.cards import Cards
from paiju.games.doudizhu.state import Opening, Over, Playing
from paiju.games.gunzi.cards import Cards as Gunzi
from paiju.games.gunzi.state import Playing as InTrick
from paiju.games.gunzi.state import Trick
from paiju.games.registry import game_of, ruleset, rulesets
from paiju.records import verify
from paiju.tui import session
from tests.ruleset_selection import one_each
from tests.tui.terminal_driver import TerminalDriver, drive_terminal


def whole_hands() -> list[Any]:
    """A ruleset and a language for each whole hand: one ruleset of each family and one with four seats, deep tests all."""
    short = {*one_each("doudizhu/qq"), "doudizhu/four"}
    return [
        pytest.param(name, ("zh", "en")[at % 2], marks=() if name in short else pytest.mark.deep)
        for at, name in enumerate(rulesets())
    ]


@pytest.mark.parametrize(("name", "lang"), whole_hands())
def test_a_whole_hand_of_every_ruleset_is_played_by_keyboard(name: str, lang: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        await sitting.play_on()
        session = sitting.session
        assert session.outcome is not None
        assert sum(session.outcome.points) == 0
        shown = await sitting.screen()
        assert sitting.face.headline() in shown.replace("\n", " ")
        assert all(line in shown for line in sitting.face.final_score_lines())
        await sitting.press("enter")
        assert session.match.hand == 1

    app = drive_terminal(play, name, "--seed", "11", lang=lang)
    assert app.session is not None
    record = app.session.make_record(("A", "B", "C", "D", "E", "F"), "steady")
    assert all(check.holds for check in verify(record))


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", ["doudizhu/wild", *one_each("doudizhu/four")])
def test_every_line_fits_into_80_columns_and_the_whole_hand_is_shown(name: str, lang: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        for _ in range(6):
            shown = await sitting.screen()
            lines = shown.split("\n")
            assert len(lines) <= 24
            assert max(map(cell_len, lines)) <= 80
            assert all(text in shown for text in (sitting.face.names[sitting.face.me],))
            await sitting.press("h", "enter")

    drive_terminal(play, name, "--seed", "5", lang=lang)


def test_the_chooser_lists_every_ruleset_and_starts_one() -> None:
    async def play(sitting: TerminalDriver) -> None:
        shown = await sitting.screen()
        assert "选一种规则" in shown
        assert all(ruleset(name).title["zh"] in shown for name in rulesets())
        await sitting.press("down", "enter")
        await sitting.pilot.pause()
        assert sitting.session.ruleset.id == rulesets()[1]

    drive_terminal(play, "--seed", "1", lang="zh")


# ---- Dou Dizhu, key by key


async def to_play(sitting: TerminalDriver) -> None:
    """Say no to everything until cards are to be led or followed with; bids are taken, so that one leads."""
    while sitting.table.menu:
        await sitting.press("3" if any(button.key == "3" for button in sitting.table.menu) else "n")
    assert sitting.table.asking is not None
    assert sitting.table.asking.picks


def hold(sitting: TerminalDriver, cards: str, wild: int | None = None) -> None:
    """Put other cards into the player's hand, who leads, as far as the screen is concerned."""
    session, me = sitting.session, sitting.face.me
    view = session.view
    hands = list(view.secret.hands)
    hands[me] = Cards.parse(cards)
    public = view.public if wild is None else replace(view.public, wild=wild)
    leads = Playing(me, None, None, 0, (None,) * sitting.session.game.seats)
    session.view = replace(view, secret=replace(view.secret, hands=tuple(hands)), public=public, phase=leads)
    sitting.table._draw()


HAND = "3s3h3c4s4h5s6s7s8sTsJhQcKdAsAh2sBjRj"


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("45", "Two cards of different ranks are no pair"),
        ("3344", "A pair chain needs three pairs or more"),
        ("456", "A straight needs five cards or more"),
        ("jqka2", "A straight ends at A; 2s and jokers are not in it"),
        ("45678", "Enter: Straight 4 5 6 7 8"),
        ("34567", "Enter: Straight 3 4 5 6 7"),
        ("34568", "The cards of a straight must follow each other without a gap"),
        ("3334", "Enter: Trio with a single: 3 3 3 + 4"),
        ("33345", "A trio takes one single card or one pair with it"),
        ("br", "Enter: Rocket"),
        ("0", "Enter: Single 10"),
    ],
)
def test_the_message_says_what_picked_cards_are_before_enter(keys: str, says: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        hold(sitting, HAND)
        await sitting.type(keys)
        assert says in await sitting.screen()

    drive_terminal(play, "qq", "--seed", "3")


def test_a_rank_is_picked_one_card_after_the_other_and_then_put_back() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        hold(sitting, HAND)
        for picked in (1, 2, 3, 0, 1):
            await sitting.press("3")
            assert len(sitting.table.picked) == picked
        await sitting.press("escape")
        assert not sitting.table.picked
        await sitting.press("9")
        assert not sitting.table.picked

    drive_terminal(play, "qq", "--seed", "3")


def test_arrows_and_space_pick_under_the_cursor() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        items = sitting.face.hand_items(0)
        await sitting.press("right", "space", "left", "left", "space", "home", "end")
        assert sitting.table.picked == {items[1].uid, items[-1].uid}
        assert sitting.table.cursor == len(items) - 1
        await sitting.press("space")
        assert sitting.table.picked == {items[1].uid}

    drive_terminal(play, "qq", "--seed", "3")


def test_the_sort_key_cycles_through_the_orders() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        table = sitting.table
        high_first = [item.uid for item in table._hand_items()]
        await sitting.press("s")
        low_first = [item.uid for item in table._hand_items()]
        assert [uid // 32 for uid in low_first] == sorted(uid // 32 for uid in high_first)
        await sitting.press("s", "s")
        assert [item.uid for item in table._hand_items()] == high_first

    drive_terminal(play, "qq", "--seed", "3")


def test_a_leader_who_passes_gets_an_error_message() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        await sitting.press("p")
        assert "You lead, so you may not pass" in await sitting.screen()
        await sitting.press("enter")
        assert "Pick cards first" in await sitting.screen()

    drive_terminal(play, "qq", "--seed", "4")


def test_hints_begin_with_the_bots_choice_and_go_on() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        advice = sitting.session.hints()
        await sitting.press("h")
        assert sitting.face.action_label(advice[0]) in await sitting.screen()
        first = sitting.table.picked
        await sitting.press("h")
        second = sitting.table.picked
        assert second != first
        await sitting.press(*"h" * len(sitting.session.hints()))
        assert sitting.table.picked == second

    drive_terminal(play, "qq", "--seed", "3")


def test_wild_readings_are_chosen_from_a_menu() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        hold(sitting, "5s5h7s7h9c", wild=2)
        await sitting.type("5577")
        assert "2 readings; Enter to choose" in await sitting.screen()
        await sitting.press("enter")
        labels = [button.label for button in sitting.table.menu]
        assert labels == ["Trio with a single: 7 7 7 + 5 (played 5 5 7 7)", "Bomb 7 (played 5 5 7 7)"]
        await sitting.press("x", "right", "left", "escape")
        assert not sitting.table.is_choosing_reading
        assert len(sitting.table.picked) == 4

    drive_terminal(play, "qq", "--seed", "3")


def test_help_opens_and_any_key_closes_it() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await sitting.press("question_mark")
        assert "Any key goes back to the table" in await sitting.screen()
        before = sitting.session.state
        await sitting.press("enter")
        assert "Any key goes back to the table" not in await sitting.screen()
        assert sitting.session.state is before

    drive_terminal(play, "happy", "--seed", "3")


def left(sitting: TerminalDriver) -> bool:
    return sitting.app._exit


def test_leaving_during_a_hand_takes_two_key_presses() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await sitting.press("Q")
        assert sitting.app.is_running
        assert "Press Q again to leave" in await sitting.screen()
        await sitting.press("x", "Q")
        assert not left(sitting)
        await sitting.press("Q")
        assert left(sitting)

    drive_terminal(play, "happy", "--seed", "3")


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "points and ends the hand. Press Q again"), ("zh", "分，本局到此结束。 再按一次 Q")]
)
def test_leaving_during_a_hand_shows_its_cost_and_is_recorded(lang: str, told: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        await sitting.press("Q")
        assert told in await sitting.screen()
        await sitting.press("Q")
        assert left(sitting)

    app = drive_terminal(play, "happy", "--seed", "3", lang=lang)
    assert app.session is not None
    record = app.session.make_record(("A", "B", "C"), "steady")
    (hand,) = record.hands
    assert hand.outcome is not None
    assert (hand.outcome.left, hand.outcome.points[0]) == (0, -hand.outcome.cost)
    assert hand.outcome.cost >= 10
    assert all(check.holds for check in verify(record))


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("classic", {"escape": "none"}, "Leaving is free and voids the hand."),
        ("classic", {}, ""),
        ("zipai/guilin-2", {}, ""),
    ],
)
def test_leaving_without_cost_is_announced_as_free(
    monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, str], told: str
) -> None:
    monkeypatch.setattr(session, "game_of", lambda ruleset: game_of(with_options(ruleset, **options)))

    async def play(sitting: TerminalDriver) -> None:
        await sitting.press("Q")
        assert f"{told} Press Q again to leave".strip() in await sitting.screen()
        await sitting.press("Q")

    app = drive_terminal(play, name, "--seed", "3", lang="en")
    assert app.session is not None
    assert len(app.session.make_record(("A", "B", "C"), "steady").hands) == bool(told)


def test_leaving_between_hands_needs_no_confirmation() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await sitting.play_on()
        await sitting.press("Q")
        assert left(sitting)

    app = drive_terminal(play, "happy", "--seed", "3")
    assert app.session is not None
    assert [hand.outcome is not None and hand.outcome.left for hand in app.session.hands] == [None]


def test_the_queen_key_picks_a_card_and_does_not_quit() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        hold(sitting, HAND)
        await sitting.press("q")
        assert len(sitting.table.picked) == 1
        assert not sitting.app._exit

    drive_terminal(play, "qq", "--seed", "3")


def test_the_counter_can_be_hidden() -> None:
    async def play(sitting: TerminalDriver) -> None:
        assert "Unseen" in await sitting.screen()
        await to_play(sitting)
        await sitting.press("c")
        assert "Unseen" not in await sitting.screen()

    drive_terminal(play, "qq", "--seed", "3")


def test_yes_and_no_have_keys() -> None:
    async def play(sitting: TerminalDriver) -> None:
        assert [button.key for button in sitting.table.menu] == ["y", "n"]
        await sitting.press("y")
        assert sitting.session.view.public.opened[sitting.face.me] == 5

    drive_terminal(play, "happy", "--seed", "3")


def is_offered(sitting: TerminalDriver) -> bool:
    return isinstance(sitting.session.view.phase, Opening)


def test_an_optional_offer_expires_and_the_hand_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.tui.table_screen.BEAT", 0.001)

    async def play(sitting: TerminalDriver) -> None:
        async with asyncio.timeout(60):
            while is_offered(sitting):
                await sitting.pilot.pause(0.01)
        assert sitting.session.view.public.opened[sitting.face.me] == 0
        assert sitting.table.asking is not None

    drive_terminal(play, "happy", "--seed", "3")


def test_enter_does_not_accept_an_offer() -> None:
    async def play(sitting: TerminalDriver) -> None:
        while is_offered(sitting):
            await sitting.press("enter")
        assert sitting.session.view.public.opened[sitting.face.me] == 0

    drive_terminal(play, "happy", "--seed", "3")


@pytest.mark.parametrize(("key", "opened"), [("enter", 0), ("y", 5)])
def test_before_the_deal_an_offer_is_answered_by_going_on(key: str, opened: int) -> None:
    async def play(sitting: TerminalDriver) -> None:
        await sitting.play_on()
        assert "Y Open ×5" in await sitting.screen()
        await sitting.press(key)
        assert not isinstance(sitting.session.view.phase, Over)
        assert sitting.session.view.public.opened[sitting.face.me] == opened
        if is_offered(sitting):
            assert sitting.session.view.phase.factor < 5

    drive_terminal(play, "happy", "--seed", "3")


def test_wide_terminals_show_wider_cards() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        shown = await sitting.screen()
        assert shown.count("╭───") >= 20

    drive_terminal(play, "qq", "--seed", "4", size=(120, 40))


def test_thirty_three_cards_lie_in_one_row() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        hold(sitting, "".join(f"{rank}{suit}" for rank in "3456789T" for suit in "shcd") + "Rj")
        shown = await sitting.screen()
        assert any(line.count("╭─") == 33 for line in shown.split("\n"))

    drive_terminal(play, "four", "--seed", "5")


def test_bots_wait_when_a_delay_is_set() -> None:
    async def play(sitting: TerminalDriver) -> None:
        sitting.table.delay = 0.01
        await to_play_with_delay(sitting)

    async def to_play_with_delay(sitting: TerminalDriver) -> None:
        for _ in range(200):
            if sitting.table.asking is not None and sitting.table.asking.picks:
                return
            if sitting.table.menu:
                await sitting.press("p")
            await sitting.pilot.pause(0.02)
        raise AssertionError("nobody went on")

    drive_terminal(play, "qq", "--seed", "3")


def test_a_too_small_terminal_is_reported() -> None:
    async def play(sitting: TerminalDriver) -> None:
        assert "at least 80×24" in await sitting.screen()
        await sitting.pilot.resize_terminal(80, 24)
        await sitting.pilot.pause(0.2)
        assert "at least" not in await sitting.screen()

    drive_terminal(play, "qq", "--seed", "3", size=(70, 20))


@pytest.mark.parametrize(("lang", "size"), [("zh", (120, 40)), ("en", (160, 50))])
@pytest.mark.parametrize("name", one_each("doudizhu/four"))
def test_large_terminals_show_large_cards_and_all_of_them(name: str, lang: str, size: tuple[int, int]) -> None:
    async def play(sitting: TerminalDriver) -> None:
        for _ in range(6):
            shown = await sitting.screen()
            assert max(map(cell_len, shown.split("\n"))) <= size[0]
            assert sitting.face.card_size.body > 2
            tops = sum(line.count("╭─") + line.count("╔═") for line in shown.split("\n"))
            assert tops >= len(sitting.face.hand_items(0))
            assert "▶" in shown.splitlines()[-2] or sitting.session.outcome is not None
            await sitting.press("h", "enter")

    drive_terminal(play, name, "--seed", "5", lang=lang, size=size)


# ---- keys that are shown


@pytest.mark.parametrize("name", one_each("doudizhu/qq"))
def test_the_pass_key_is_shown_and_works_where_passing_is_allowed(name: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        seen = set()
        for _ in range(12):
            if sitting.session.outcome is not None:
                break
            if not sitting.table.menu:
                shown, before = "P pass" in (await sitting.screen()).split("\n")[-1], sitting.session.state
                await sitting.press("p")
                assert (sitting.session.state is not before) == shown
                seen.add(shown)
            await sitting.press("h", "enter")
        assert seen >= ({True, False} if name == "doudizhu/qq" else {False})

    drive_terminal(play, name, "--seed", "5")


def test_turn_keys_are_hidden_while_others_think() -> None:
    async def play(sitting: TerminalDriver) -> None:
        await to_play(sitting)
        sitting.table.delay = 1_000
        await sitting.press("h", "enter")
        assert "Waiting for" in await sitting.screen()
        keys = (await sitting.screen()).split("\n")[-1]
        assert "S sort" in keys
        assert not [key for key in ("Enter play", "P pass", "H hint") if key in keys]

    drive_terminal(play, "qq", "--seed", "3")


@pytest.mark.parametrize("name", one_each())
def test_sorting_is_shown_where_there_is_more_than_one_order(name: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        while not (sitting.table.asking and sitting.table.asking.picks):
            await sitting.press("h", "enter")
        keys = (await sitting.screen()).split("\n")[-1]
        before = [item.uid for item in sitting.table._hand_items()]
        await sitting.press("s")
        assert ("S sort" in keys) == ([item.uid for item in sitting.table._hand_items()] != before)

    drive_terminal(play, name, "--seed", "5")


@pytest.mark.parametrize(
    ("name", "lacks"),
    [
        ("qq", ()),
        ("gunzi/six", ("S sort", "C counter", "Y yes")),
        ("zipai/guilin-3", ("V last trick", "Y yes", "JQKA")),
    ],
)
def test_the_help_lists_the_keys_of_the_game(name: str, lacks: tuple[str, ...]) -> None:
    every = ("S sort", "C counter", "V last trick", "Y yes", "JQKA")

    async def play(sitting: TerminalDriver) -> None:
        await sitting.press("question_mark")
        shown = await sitting.screen()
        assert tuple(key for key in every if key not in shown) == lacks

    drive_terminal(play, name, "--seed", "5")


# ---- the trick before, and the log


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("known", [True, False])
def test_a_small_terminal_shows_all_six_plays_of_a_trick(lang: str, known: bool) -> None:
    tens = tuple(Gunzi.parse(f"T{suit} " * 4) for suit in "shcd")

    async def play(sitting: TerminalDriver) -> None:
        session, me = sitting.session, sitting.face.me
        view = session.view
        bottom = Gunzi.parse("Rj Rj Ts Th Tc Td") if known else None
        plays = (*tens, *tens[:2])
        secret = replace(view.secret, bottom=bottom)
        for count in range(1, 7):
            leader = (me + 6 - count + 1) % 6
            phase = InTrick(leader, plays[:count], 0) if count < 6 else InTrick(me)
            last = Trick((me + 1) % 6, plays, me) if count == 6 else None
            session.view = replace(view, secret=secret, phase=phase, last=last, banker=me, counts=(31,) * 6)
            sitting.table._draw()
            shown = await sitting.screen()
            assert len(shown.split("\n")) <= 24
            places = [int(place) for place in re.findall(r"[ ◆](\d)\. 10", shown)]
            assert sorted(places) == list(range(1, count + 1))
            laid = 4 * count + (4 if known else 0)
            assert len(re.findall("10[♠♥♣♦]", shown)) == laid

    drive_terminal(play, "gunzi/six", "--seed", "5", lang=lang)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_log_shows_actions_but_not_hidden_choices(lang: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        said = set[str]()
        while sitting.session.outcome is None:
            said.update(sitting.face.log_lines())
            await sitting.press("h", "enter")
        assert not [line for line in said if re.search("chose|选好", line)]
        assert [line for line in said if re.search("doubled|加倍", line)]
        assert [line for line in said if re.search("opened|明牌", line)]

    drive_terminal(play, "doudizhu/happy", "--seed", "3", lang=lang)


@pytest.mark.parametrize("name", ["doudizhu/qq", "gunzi/six"])
def test_a_key_shows_the_previous_trick(name: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        await sitting.press("v")
        assert "No trick has been played" in await sitting.screen()
        await sitting.press("v")
        while not sitting.face.last_trick_lines():
            await sitting.press("h", "enter")
        await sitting.press("v")
        shown = await sitting.screen()
        assert "The trick before" in shown
        assert all(line.plain.split()[-1] in shown for line in sitting.face.last_trick_lines())
        await sitting.press("v")
        assert "The trick before" not in await sitting.screen()

    drive_terminal(play, name, "--seed", "5")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", one_each("doudizhu/happy"))
def test_a_wide_terminal_has_the_account_and_the_log_beside_the_table(name: str, lang: str) -> None:
    async def play(sitting: TerminalDriver) -> None:
        title, account = ("牌局记录", "到现在的账目") if lang == "zh" else ("What has happened", "The account so far")
        for _ in range(4):
            shown = await sitting.screen()
            assert title in shown
            assert account in shown
            assert max(map(cell_len, shown.split("\n"))) <= 120
            await sitting.press("h", "enter")
        assert sitting.face.log_lines()[-1][:10] in await sitting.screen()
        await sitting.press("l")
        assert title not in await sitting.screen()

    drive_terminal(play, name, "--seed", "5", lang=lang, size=(120, 40))


def test_a_narrow_one_shows_the_log_over_the_table_at_a_key() -> None:
    async def play(sitting: TerminalDriver) -> None:
        assert "What has happened" not in await sitting.screen()
        await sitting.press("l")
        assert "What has happened" in await sitting.screen()
        await sitting.press("l")
        assert "What has happened" not in await sitting.screen()

    drive_terminal(play, "doudizhu/happy", "--seed", "5")
