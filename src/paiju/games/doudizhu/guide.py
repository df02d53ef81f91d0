"""The guide to Dou Dizhu for new players, built from the parameters of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations as combinations_of
from math import prod
from typing import Final

from msgspec.structs import replace

from paiju.core.fair_deal import draw_deal
from paiju.core.guide import GuideFigure, GuideSection
from paiju.core.messages import Arg, TranslatableText
from paiju.core.score_breakdown import ScoreLine
from paiju.games.doudizhu.attachments import sub_multisets
from paiju.games.doudizhu.cards import cards_from_numbers, cards_in_pack, count_ranks
from paiju.games.doudizhu.combination_examples import combinations
from paiju.games.doudizhu.combinations import Combination, rocket
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.leave_penalty import (
    COST_BEFORE_BID,
    FARMER_LEAST,
    LANDLORD_LEAST,
    STANDING_TIMES,
    has_escape_rule,
)
from paiju.games.doudizhu.move_generation import allowed_combination_rows
from paiju.games.doudizhu.phases import STAGES
from paiju.games.doudizhu.phases.open_hand import OpeningStage
from paiju.games.doudizhu.phases.robbing import possible_robbery_counts
from paiju.games.doudizhu.phases.throwing_away import FARMER_THROWS
from paiju.games.doudizhu.rules import NUMBERS, Rules
from paiju.games.doudizhu.scoring import (
    BOTTOM_FACTORS,
    DOUBLING_FACTOR,
    ROB_FACTORS,
    all_bottom_bonuses,
    compute_outcome,
    throw_factor,
)
from paiju.games.doudizhu.state import PublicState
from paiju.games.doudizhu.yes_no_questions import CALLED_BASE, PHASE_QUESTIONS, double_questions

_SUITS: Final = "shcd"
_BID: Final = 3
_NAMED: Final = 4
"""The largest number of factors that the guide lists in full.

If there are more factors, the guide gives only the lowest and the highest.
"""
_ROBBED: Final = ("rob", "rob_duel")


def guide(rules: Rules) -> Iterator[GuideSection]:
    """Yield the sections of the guide for these rules, in order."""
    yield GuideSection("goal", (_farmers_text(rules, "guide.goal"),))
    yield GuideSection("course", figures=tuple(GuideFigure(words) for words in _how_a_hand_goes(rules)))
    yield GuideSection("kinds", figures=tuple(_combination_figures(rules)))
    yield GuideSection("beats", tuple(_what_beats_what(rules)))
    yield GuideSection("worth", figures=tuple(_multiplier_figures(rules)))
    yield _score_section(rules)
    yield GuideSection("leaving", tuple(_what_leaving_costs(rules)))
    yield GuideSection("room", tuple(_titles_and_coins(rules)))


def _how_a_hand_goes(rules: Rules) -> Iterator[TranslatableText]:
    yield TranslatableText("guide.deal", {"cards": rules.hand_size})
    yield TranslatableText(f"guide.auction.{rules.auction}")
    rows = (
        (rules.kick, TranslatableText("guide.kick", {"factor": rules.kick_factor})),
        (rules.bottom_size > 0 and rules.bottom_shown, TranslatableText("guide.bottom", {"cards": rules.bottom_size})),
        (
            rules.bottom_size > 0 and not rules.bottom_shown,
            TranslatableText("guide.bottom_hidden", {"cards": rules.bottom_size}),
        ),
        (rules.draw_from_others, TranslatableText("guide.draw")),
        (rules.wild, TranslatableText("guide.two_wilds" if rules.second_wild else "guide.wild")),
        (rules.discard, TranslatableText("guide.discard")),
        (rules.double, TranslatableText("guide.double")),
        *(
            (question.applies(rules), TranslatableText(f"guide.{question.what}", {"factor": question.factor}))
            for question in PHASE_QUESTIONS
        ),
        (rules.auction == "rob_duel", TranslatableText("guide.handicap")),
    )
    yield from (words for applies, words in rows if applies)
    yield TranslatableText("guide.play")


def _combination_figures(rules: Rules) -> Iterator[GuideFigure]:
    for row in combinations(rules):
        note = TranslatableText(
            f"guide.kind.{row.category}", {"cards": len(row.play)} if row.category == "bomb" else {}
        )
        yield GuideFigure(TranslatableText(f"category.{row.category}"), note, _example_cards(row.play))


def _example_cards(play: str) -> str:
    """Return the cards of an example, given its ranks. Cards of one rank get different suits."""
    seen: dict[str, int] = {}
    cards = []
    for rank in play.replace("+", ""):
        at = seen[rank] = seen.get(rank, -1) + 1
        cards.append(f"{rank}j" if rank in "BR" else rank + _SUITS[at % len(_SUITS)])
    return " ".join(cards)


def _what_beats_what(rules: Rules) -> Iterator[TranslatableText]:
    lowest = NUMBERS[rules.non_joker_ranks[0]]
    yield TranslatableText("guide.beats.ranks", {"lowest": lowest})
    yield TranslatableText("guide.beats.same")
    yield TranslatableText("guide.beats.bomb" if rules.decks == 1 else "guide.beats.bombs")
    yield TranslatableText("guide.beats.rocket" if rules.decks == 1 else "guide.beats.rockets")


def _multiplier_figures(rules: Rules) -> Iterator[GuideFigure]:
    opened = tuple(stage.factor for stage in STAGES if isinstance(stage, OpeningStage))
    rows: tuple[tuple[bool, str, tuple[int, ...], dict[str, Arg]], ...] = (
        (True, *_doubling_bombs_row(rules)),
        (rules.spring, "spring", (DOUBLING_FACTOR,), {}),
        (rules.spring, "reverse_spring", (DOUBLING_FACTOR,), {}),
        (rules.auction in _ROBBED, "rob", _rob_factors(rules), {}),
        (rules.bottom_bonus, "bottom", _possible_bottom_factors(rules), {}),
        (rules.open_hand, "open", opened, {}),
        (rules.discard, "discard", _throw_factors(rules), {}),
        (rules.kick, "kick", (rules.kick_factor,), {}),
        (rules.double, "double", tuple(double.factor for double in double_questions(rules)), {}),
        *((question.applies(rules), question.what, (question.factor,), {}) for question in PHASE_QUESTIONS),
    )
    for applies, name, factors, args in rows:
        if applies:
            yield GuideFigure(
                TranslatableText(f"guide.worth.{name}", args),
                TranslatableText("guide.factor", {"factor": _format_alternatives(factors)}),
            )


def _doubling_bombs_row(rules: Rules) -> tuple[str, tuple[int, ...], dict[str, Arg]]:
    """Return the guide's figure about the bombs that double (DDZ-7.2): its code, its factors and its text arguments.

    Depending on the ruleset, all bombs double, or only bombs from a certain size on, or only the rocket.
    """
    sizes = _bomb_sizes(rules)
    least = rules.bomb_doubles_from
    name = "bomb" if least <= sizes[0] else "bomb_from" if least <= sizes[-1] else "rocket"
    return name, (DOUBLING_FACTOR,), {"cards": least} if name == "bomb_from" else {}


def _bomb_sizes(rules: Rules) -> tuple[int, ...]:
    return tuple(row.unit for row in allowed_combination_rows(rules) if row.category == "bomb")


def _rob_factors(rules: Rules) -> tuple[int, ...]:
    """Return the factor of each number of robberies, above 0, that an auction can have.

    The factors are in ascending order of the number of robberies.
    """
    return tuple(ROB_FACTORS[rules.rob_factors][robs] for robs in possible_robbery_counts(rules.players) if robs)


def _possible_bottom_factors(rules: Rules) -> tuple[int, ...]:
    """Return the factors that three bottom cards can have, in ascending order.

    The ruleset must be one in which bottom cards have factors.
    """
    if rules.bottom_bonuses == "highest":
        return tuple(sorted(set(BOTTOM_FACTORS.values())))
    return _products_of_bonuses(rules.stripped_ranks, rules.decks, rules.players)


@lru_cache
def _products_of_bonuses(stripped_ranks: str, decks: int, players: int) -> tuple[int, ...]:
    """Return the products of bonus factors that a bottom of three cards can have, in ascending order.

    The factors of all bonuses that a bottom earns are multiplied. The product 1 is left out.
    """
    bottoms = combinations_of(cards_in_pack(decks, stripped_ranks), 3)
    products = {
        prod(factor for factor, _ in all_bottom_bonuses(cards_from_numbers(bottom), players)) for bottom in bottoms
    }
    return tuple(sorted(products - {1}))


def _throw_factors(rules: Rules) -> tuple[int, ...]:
    """Return the factors above 1 that a seat can get for the cards it throws away, in ascending order.

    The factor of a seat that throws no cards away is among them if it is above 1.
    """
    held = count_ranks(cards_from_numbers(cards_in_pack(rules.decks, rules.stripped_ranks)))
    throws = (thrown for number in range(FARMER_THROWS + 1) for thrown in sub_multisets(held, number))
    return tuple(sorted({*map(throw_factor, throws)} - {1}))


def _format_alternatives(factors: tuple[int, ...]) -> str:
    """Return factors as text; if there are many, only the lowest and the highest."""
    texts = [f"×{factor}" for factor in factors]
    return " / ".join(texts) if len(texts) <= _NAMED else f"{texts[0]} … {texts[-1]}"


def _score_section(rules: Rules) -> GuideSection:
    """Return the section of the guide with the score lines of an example hand.

    The landlord wins this hand. One bomb was played in it: a bomb that doubles, or the rocket if no bomb doubles.
    """
    game = DouDizhu(rules)
    match = game.new_match()
    public: PublicState = game.start(match, draw_deal(game.deal_plan(match), bytes(32))).public
    bomb = _example_doubling_bomb(rules)
    base = CALLED_BASE if rules.auction in _ROBBED else _BID
    played = (1,) * rules.players
    ended = replace(public, landlord=0, base=base, robs=int(rules.auction in _ROBBED), bombs=(bomb,), plays=played)
    outcome = compute_outcome(rules, ended, winner=0, empty=True)
    says = _farmers_text(rules, "guide.account", won=outcome.points[0], lost=-outcome.points[1])
    return GuideSection("account", (says,), tuple(_score_line_figure(game, line) for line in outcome.account))


def _titles_and_coins(rules: Rules) -> Iterator[TranslatableText]:
    """Yield the sentences about titles and about coins (DDZ-9.1, 9.4, 9.6)."""
    if rules.levels:
        yield TranslatableText("guide.levels")
    if rules.double:
        yield TranslatableText("guide.double_above")
    yield TranslatableText("guide.coins")


def _what_leaving_costs(rules: Rules) -> Iterator[TranslatableText]:
    """Yield the sentences that say what it costs to leave a hand, and who receives that amount (DDZ-9.2, 9.3, 9.5)."""
    yield TranslatableText(f"guide.leaving.{rules.escape}", _leaving_cost_args(rules))
    if has_escape_rule(rules):
        if rules.escape_factors == "loss":
            yield TranslatableText("guide.leaving.loss")
        yield TranslatableText(f"guide.leaving.{rules.escape_to}")


def _leaving_cost_args(rules: Rules) -> dict[str, Arg]:
    if rules.escape == "standing":
        return {"times": STANDING_TIMES, "unbid": COST_BEFORE_BID}
    return {"farmer": FARMER_LEAST, "landlord": LANDLORD_LEAST} if rules.escape == "hand" else {}


def _example_doubling_bomb(rules: Rules) -> Combination:
    """Return an example of a bomb that doubles; the rocket if no bomb doubles.

    The bomb has the smallest size that doubles. Its rank is the second highest below the jokers.
    """
    size = next((size for size in _bomb_sizes(rules) if size >= rules.bomb_doubles_from), None)
    return rocket(rules.decks) if size is None else Combination.parse(NUMBERS[rules.non_joker_ranks[-2]] * size)


def _farmers_text(rules: Rules, key: str, **args: Arg) -> TranslatableText:
    """Return a sentence about the farmers, in the singular if there is only one."""
    farmers = rules.players - 1
    return TranslatableText(f"{key}_one", args) if farmers == 1 else TranslatableText(key, {**args, "farmers": farmers})


def _score_line_figure(game: DouDizhu, line: ScoreLine) -> GuideFigure:
    note = str(line.value) if line.how == "base" else f"×{line.value}"
    return GuideFigure(game.voice.score_line_name(None, line), TranslatableText("guide.factor", {"factor": note}))
