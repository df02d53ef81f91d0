"""A guide lists exactly the score factors that a hand of its ruleset can reach."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import pytest

import paiju
from paiju.core.fair_deal import draw_deal
from paiju.core.guide import GuideSection
from paiju.core.messages import CardsRef, TranslatableText
from paiju.core.ruleset import Ruleset, with_options
from paiju.core.score_breakdown import ScoreLine
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import PASS, Bid, Choose, ThrowAway
from paiju.games.doudizhu.cards import card_count, cards_from_numbers, contains_counts, count_ranks, parse_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.state import Bidding, Opening, Over, Playing, Robbing, Throwing
from paiju.games.doudizhu.yes_no_questions import PHASE_QUESTIONS, QUESTIONS
from paiju.games.registry import family_of, ruleset
from paiju.games.zipai.actions import SetMinimum
from paiju.games.zipai.cards import Kind, is_big, is_red
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import WORTH, Meld
from paiju.locale.text_rendering import TextRenderer
from tests.languages import COMPLETE
from tests.rules.doudizhu.table import Table, deal_of, game_for

OWN: Final[list[tuple[str, dict[str, Any]]]] = [
    ("doudizhu/happy", {"players": 4, "decks": 2, "hand_size": 25}),
    ("doudizhu/four", {"bomb_doubles_from": 4}),
    ("doudizhu/four", {"kick": True, "spring": True}),
    ("doudizhu/classic", {"bomb_doubles_from": 5, "double": True, "redouble": True, "discard": True}),
    ("doudizhu/duel-rotate", {"stripped_ranks": "A", "open_hand": True}),
    ("zipai/guilin-2", {"minimum_from": 10, "minimum_to": 30, "minimum_step": 15}),
    ("zipai/guilin-3", {"minimum_from": 20, "minimum_to": 22}),
    ("gunzi/six", {"bottom_times": 1}),
    ("gunzi/six", {"bottom_times": 4}),
]
"""Rulesets of tables with rules of their own."""
ALL: Final = [
    *(ruleset(name) for name in paiju.rulesets()),
    *(with_options(ruleset(name), **options) for name, options in OWN),
]
IDS: Final = [*paiju.rulesets(), *(f"{name} {options}" for name, options in OWN)]


def of_family(name: str) -> pytest.MarkDecorator:
    found = [(entry, label) for entry, label in zip(ALL, IDS, strict=True) if entry.family == name]
    return pytest.mark.parametrize("entry", [entry for entry, _ in found], ids=[label for _, label in found])


def guide_of(entry: Ruleset) -> dict[str, GuideSection]:
    return {section.name: section for section in family_of(entry.family).guide(entry.rules)}


def worth_of(entry: Ruleset) -> dict[str, str]:
    """What a guide says multiplies or gives points, and how much."""
    figures = guide_of(entry)["worth"].figures
    return {
        figure.words.key.removeprefix("guide.worth."): str(next(iter(figure.note.args.values())))
        for figure in figures
        if figure.note
    }


# ---- Dou Dizhu: whole hands, played so that something happens

Policy = Callable[[Any, Seat, Sequence[Any]], Any]


class Wish(NamedTuple):
    """How a hand is to go: what is answered with yes (``open 4``, ``double``), what is thrown away, how cards are played."""

    yes: frozenset[str] = frozenset()
    throw: str = "3"
    cards: Policy = lambda _state, _seat, legal: legal[0]


def answer(wish: Wish, state: Any, seat: Seat, legal: Sequence[Any]) -> Any:
    match state.phase:
        case Bidding():
            return Bid(3)
        case Opening():
            return Choose("open", f"open {state.phase.factor}" in wish.yes)
        case Robbing():
            asks = legal[0].what
            return Choose(asks, asks == "call" or asks in wish.yes)
        case Throwing():
            return (
                ThrowAway(wish.throw)
                if ThrowAway(wish.throw) in legal
                else min(legal, key=lambda throw: -len(throw.ranks))
            )
        case Playing():
            return wish.cards(state, seat, legal)
        case _:
            return Choose(legal[0].what, legal[0].what in wish.yes)


def play(entry: Ruleset, wish: Wish, hands: Sequence[str] = (), bottom: str = "") -> tuple[ScoreLine, ...]:
    """The account of a hand that is played to its end."""
    return play_to(Over, entry, wish, hands, bottom).outcome.account


def play_to(
    phase: type[Over | Playing], entry: Ruleset, wish: Wish, hands: Sequence[str] = (), bottom: str = ""
) -> Table:
    """A table at which a hand has reached a phase."""
    game = game_for(entry.rules)
    table = Table(entry.rules, game.start(game.new_match(), deal_of(entry.rules, hands, bottom))).deal_on()
    while not isinstance(table.phase, phase):
        seat = table.to_act[0]
        table.act(seat, answer(wish, table.state, seat, game.legal(table.state, seat)))
    return table


def bombs_first(_state: Any, _seat: Seat, legal: Sequence[Any]) -> Any:
    """The largest bomb, else the first that is legal."""
    return max(legal, key=lambda action: action.what.size if action != PASS and action.what.bomb else 0)


def landlord_alone(state: Any, _seat: Seat, legal: Sequence[Any]) -> Any:
    return PASS if PASS in legal else legal[0]


def landlord_once(state: Any, seat: Seat, legal: Sequence[Any]) -> Any:
    """The landlord leads and then passes; a farmer beats the landlord, and nobody beats a farmer."""
    landlord = state.public.landlord
    passes = PASS in legal and (seat == landlord or state.phase.by != landlord)
    return PASS if passes else next((action for action in legal if action != PASS), PASS)


def values(lines: Sequence[ScoreLine], *codes: str) -> set[int]:
    found = {line.code: line.value for line in lines}
    return {found[code] for code in codes if code in found}


def bombs(entry: Ruleset) -> set[int]:
    """A bomb of every size that the pack has, and the rocket: those that double are those that the guide says."""
    decks, rank = entry.rules.decks, "K"
    least = {"bomb": 4, "bomb_from": entry.rules.bomb_doubles_from, "rocket": 99}
    (said,) = least.keys() & worth_of(entry).keys()
    found = values(play(entry, Wish(cards=bombs_first), ["BR" * decks]), "rocket")
    for size in range(4, 4 * decks + 1):
        doubled = values(play(entry, Wish(cards=bombs_first), [rank * size]), "bomb")
        assert bool(doubled) == (size >= least[said])
        found |= doubled
    assert said != "bomb_from" or 4 < least[said] <= 4 * decks
    return found


def robbed(entry: Ruleset) -> set[int]:
    """Every course that an auction may take."""
    game = game_for(entry.rules)
    begun = Table(entry.rules, game.start(game.new_match(), deal_of(entry.rules))).deal_on().stay_closed()
    found, ahead = set[int](), [begun.state]
    while ahead:
        state = ahead.pop()
        if isinstance(state.phase, Robbing):
            seat = game.to_act(state)[0]
            ahead += [game.act(state, seat, action).state for action in game.legal(state, seat)]
        elif state.public.landlord is not None:
            found |= values(game.score_lines(state), "rob")
    return found


def opened(entry: Ruleset) -> set[int]:
    return {
        value
        for factor in range(2, 7)
        for value in values(play(entry, Wish(frozenset({f"open {factor}"}))), "open_hand")
    }


def thrown(entry: Ruleset) -> set[int]:
    """Everything that a seat with both jokers, an ace and a 2 may throw away, whichever seat it is."""
    found, game = set[int](), game_for(entry.rules)
    held = [rank for rank in "BR2AK" if rank not in entry.rules.stripped_ranks]
    for seat in range(entry.rules.players):
        for size in range(4):
            for throw in throws(held, size):
                hands = [*[""] * seat, "".join(held)]
                lines = game.score_lines(play_to(Playing, entry, Wish(throw=throw), hands).state)
                found |= {line.value for line in lines if line.code == "throw"}
    return found


def throws(held: Sequence[str], size: int) -> Iterator[str]:
    if size == 0:
        yield ""
    for place, rank in enumerate(held[: len(held) * bool(size)]):
        for rest in throws(held[place + 1 :], size - 1):
            yield from {rank + rest, "".join(sorted(rank + rest, key="3456789TJQKA2BR".index))}


def bottoms(entry: Ruleset) -> set[int]:
    shown = ("BR7", "R78", "B78", "AA7", "227", "777", "789", "7s9sJs", "779", "7TQ")
    accounts = (play(entry, Wish(), bottom=bottom) for bottom in shown)
    return {line.value for account in accounts for line in account if line.code.startswith("bottom.")}


def agreed(what: str, entry: Ruleset) -> set[int]:
    """A yes to a question with a phase of its own, and to all that are asked before it."""
    return values(play(entry, Wish(frozenset(QUESTIONS))), what)


REACHED: Final[dict[str, Callable[[Ruleset], set[int]]]] = {
    "bomb": bombs,
    "bomb_from": bombs,
    "rocket": bombs,
    "spring": lambda entry: values(play(entry, Wish(cards=landlord_alone)), "spring"),
    "reverse_spring": lambda entry: values(play(entry, Wish(cards=landlord_once)), "reverse_spring"),
    "rob": robbed,
    "bottom": bottoms,
    "open": opened,
    "discard": thrown,
    "kick": lambda entry: values(play(entry, Wish(frozenset({"kick"}))), "kick", "kick_back"),
    "double": lambda entry: values(play(entry, Wish(frozenset({"double"}))), "double"),
    **{question.what: partial(agreed, question.what) for question in PHASE_QUESTIONS},
}
"""What multiplies, and the factors with which it does in hands that were played."""


NOT_ALL: Final = frozenset({"bomb", "bomb_from", "rocket"})
"""Three ways to say which bombs double, of which a guide has one."""


@of_family("doudizhu")
def test_guide_lists_exactly_the_factors_that_a_hand_can_reach(entry: Ruleset) -> None:
    said = worth_of(entry)
    assert len(said.keys() & NOT_ALL) == 1
    for name, factors in said.items():
        reached = REACHED[name](entry)
        numbers = {int(number) for number in re.findall(r"×(\d+)", factors)}
        assert numbers == ({min(reached), max(reached)} if "…" in factors else reached), name
    for name in REACHED.keys() - said.keys() - NOT_ALL:
        assert not REACHED[name](entry), f"{name} is left out"


def example_of(line: TranslatableText) -> Combination:
    """The bomb or rocket of a line of an account."""
    cards = line.args["0"]
    rank = cards.cards if isinstance(cards, CardsRef) else str(cards)
    return Combination.parse(
        rank * int(str(line.args.get("count", 4))) if line.key.startswith("account.bomb") else rank
    )


@of_family("doudizhu")
def test_example_cards_in_a_guide_can_be_held_and_played(entry: Ruleset) -> None:
    compiled, sections = game_for(entry.rules).compiled, guide_of(entry)
    pack = count_ranks(cards_from_numbers(compiled.pack))
    for figure in sections["kinds"].figures:
        ranks = parse_ranks("".join(card[0] for card in figure.cards.split()))
        category = figure.words.key.removeprefix("category.")
        assert category in {reading.category for reading in compiled.readings(ranks)}
        assert figure.note is not None
        assert figure.note.args.get("cards", card_count(ranks)) == card_count(ranks)
    example = example_of(sections["account"].figures[-1].words)
    assert contains_counts(pack, example.used)
    assert example in compiled.readings(example.used)


@of_family("doudizhu")
@pytest.mark.parametrize("lang", COMPLETE)
def test_guides_for_one_farmer_use_the_singular(entry: Ruleset, lang: str) -> None:
    reader, sections = TextRenderer(lang, entry.family), guide_of(entry)
    said = [reader.sentence(words) for name in ("goal", "account") for words in sections[name].says]
    several = [text for text in said if re.search(r"各输|each of|\d 个农民|\d farmers", text)]
    assert len(several) == (2 if entry.rules.players > 2 else 0)


# ---- Da Zi Pai and Gunzi

MELDS: Final[dict[str, Callable[[Meld, Kind], bool]]] = {
    "two_seven_ten": lambda meld, _card: meld.way in ("eat", "hand"),
    "three": lambda meld, _card: meld.way in ("three", "hide", "dead"),
    "pong_black": lambda meld, card: meld.way == "pong" and not is_red(card),
    "pong_red": lambda meld, card: meld.way == "pong" and is_red(card),
    "dragon": lambda meld, _card: meld.way == "dragon",
    "open": lambda meld, _card: meld.way == "open",
}
"""The melds that a line of the guide is about."""


@of_family("zipai")
def test_the_points_of_melds_are_those_of_the_scoring(entry: Ruleset) -> None:
    told = worth_of(entry)
    assert told.keys() == MELDS.keys()
    for name, said in told.items():
        worth = [
            (meld.cards[0], points) for meld, points in WORTH.items() if meld.cards and MELDS[name](meld, meld.cards[0])
        ]
        of_size = [{points for card, points in worth if points and is_big(card) == big} for big in (False, True)]
        assert [{int(points)} for points in said.split(" / ")] == of_size, name


@of_family("zipai")
def test_the_least_points_to_win_are_those_that_the_banker_may_choose(entry: Ruleset) -> None:
    game = ZiPai(entry.rules)
    asked = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), bytes(32)))
    points = [action.points for action in game.legal(asked, 0) if isinstance(action, SetMinimum)]
    told = guide_of(entry)["course"].figures[0].words.args
    assert set(told.values()) == {points[0], points[-1]}


@of_family("zipai")
@pytest.mark.parametrize("lang", COMPLETE)
def test_guides_for_one_opponent_use_the_singular(entry: Ruleset, lang: str) -> None:
    reader = TextRenderer(lang, entry.family)
    said = [reader.sentence(words) for words in guide_of(entry)["account"].says]
    several = [text for text in said if re.search("其他人|一个人付|each of the others|alone", text)]
    assert len(several) == (2 if entry.rules.players > 2 else 0)


@of_family("gunzi")
@pytest.mark.parametrize("lang", COMPLETE)
def test_the_points_of_a_bottom_dug_out_are_multiplied_as_the_rules_say(entry: Ruleset, lang: str) -> None:
    said = TextRenderer(lang, entry.family).sentence(guide_of(entry)["account"].says[-1])
    assert re.findall(r"[算×] ?(\d)", said) == (
        [] if entry.rules.bottom_times == 1 else [str(entry.rules.bottom_times)]
    )
