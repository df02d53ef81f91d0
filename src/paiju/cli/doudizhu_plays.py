"""The commands ``paiju legal`` and ``paiju readings`` for Dou Dizhu.

``paiju legal`` lists the plays of a hand. ``paiju readings`` lists the combinations that given cards can
form. The same cards can form several combinations, called their *readings*, for instance if some of the cards
are wild.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.console import print_json, print_table
from paiju.core.errors import NotationError
from paiju.games.doudizhu.cards import (
    RANKS,
    SMALL_JOKER,
    WildRanks,
    card_count,
    contains_counts,
    count_of,
    count_ranks,
    parse_ranks,
    ranks_text,
)
from paiju.games.doudizhu.cards import cards_from_numbers as set_of
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.rules import Rules
from paiju.locale import translate


class PlayQuery(NamedTuple):
    """What a command asks about.

    ``compiled`` are the tables of the ruleset, ``wilds`` the wild ranks, and ``standing`` the play to beat.
    ``standing`` is None if the player leads.
    """

    compiled: CompiledRuleset
    wilds: WildRanks
    standing: Combination | None


def print_legal_plays(given: ParsedArguments, game: DouDizhu) -> int:
    """Print every legal play of a hand. With ``--beat``, print only the plays that beat the given one."""
    asked = _parse_query(given, game)
    hand = _parse_rank_counts(asked.compiled, "--hand", given.hand)
    most = _largest_hand_size(asked.compiled.rules)
    if card_count(hand) > most:
        raise UsageError("hand_too_large", option="--hand", most=most, cards=card_count(hand))
    if asked.standing is None:
        plays = asked.compiled.find_leading_plays(hand, asked.wilds)
    else:
        plays = asked.compiled.find_beating_plays(hand, asked.standing, asked.wilds)
    if given.count:
        print(len(plays))
    else:
        _print_combos(given, [play.what for play in plays], [play.what.text() for play in plays])
    return 0


def print_readings(given: ParsedArguments, game: DouDizhu) -> int:
    """Print every combination that all given cards form together.

    With ``--beat``, print only the combinations that beat a given play.
    """
    asked = _parse_query(given, game)
    cards = _parse_rank_counts(asked.compiled, "--cards", given.cards)
    combos = asked.compiled.readings(cards, asked.wilds)
    if asked.standing is not None:
        combos = tuple(combo for combo in combos if combo.beats(asked.standing, asked.wilds))
    _print_combos(given, combos, [_to_json(combo) for combo in combos])
    return 0


def _to_json(combo: Combination) -> dict[str, object]:
    """Return a combination as a value that is printed as JSON."""
    return {
        "category": combo.category,
        "play": combo.text(),
        "rank": RANKS[combo.rank],
        "length": combo.length,
        "cards": combo.size,
        "soft": combo.soft,
    }


def _print_combos(given: ParsedArguments, combos: Iterable[Combination], plain: Sequence[object]) -> None:
    if given.json:
        print_json(plain)
    else:
        print_table(
            (combo.text(), translate(given.lang, f"category.{combo.category}", family="doudizhu")) for combo in combos
        )


# ---- what was typed


def _parse_query(given: ParsedArguments, game: DouDizhu) -> PlayQuery:
    wilds = _wild_ranks(game.rules, given.wild)
    standing = None if given.beat is None else _parse_play_to_beat(game.compiled, given.beat, wilds)
    return PlayQuery(game.compiled, wilds, standing)


def _wild_ranks(rules: Rules, letters: str | None) -> WildRanks:
    if letters is None:
        return ()
    if not rules.wild:
        raise UsageError("no_wild_here", option="--wild")
    found = tuple(RANKS.index(ranks_text(parse_ranks(letter))) for letter in letters)
    most = 2 if rules.second_wild else 1
    if not 0 < len(found) <= most or len(set(found)) < len(found) or max(found) >= SMALL_JOKER:
        raise UsageError("bad_wilds" if rules.second_wild else "bad_wild", option="--wild", text=letters)
    return found


def _parse_rank_counts(compiled: CompiledRuleset, option: str, typed: str) -> int:
    """Return the number of cards of each rank in ``typed``, packed into an integer (``paiju.games.doudizhu.cards``).

    Raises NotationError if ``typed`` cannot be read. Raises UsageError if it contains no cards, or more cards of
    a rank than the pack has.
    """
    counts = parse_ranks(typed.replace(" ", ""))
    if not counts:
        raise UsageError("no_cards", option=option)
    pack = count_ranks(set_of(compiled.pack))
    if not contains_counts(pack, counts):
        rank = next(rank for rank in range(len(RANKS)) if count_of(counts, rank) > count_of(pack, rank))
        raise UsageError("more_than_pack", option=option, rank=RANKS[rank], most=count_of(pack, rank))
    return counts


def _largest_hand_size(rules: Rules) -> int:
    """Return the number of cards in the largest possible hand."""
    return rules.hand_size + rules.bottom_size + (rules.players - 1 if rules.draw_from_others else 0)


def _parse_play_to_beat(compiled: CompiledRuleset, typed: str, wilds: WildRanks) -> Combination:
    """Return the play to beat. Raises UsageError, PaijuError.

    ``typed`` is the notation of the play, or a list of cards that form exactly one combination.
    """
    marked = "+" in typed or "<" in typed
    written = _parse_legal_combination(compiled, typed, wilds, marked=marked)
    if written is not None:
        return written
    found = () if marked else compiled.readings(_parse_rank_counts(compiled, "--beat", typed), wilds)
    if not found:
        raise UsageError("no_combination", option="--beat", text=typed)
    if len(found) > 1:
        raise UsageError(
            "several_readings", option="--beat", text=typed, readings=", ".join(map(Combination.text, found))
        )
    return found[0]


def _parse_legal_combination(
    compiled: CompiledRuleset, typed: str, wilds: WildRanks, *, marked: bool
) -> Combination | None:
    try:
        return compiled.find_matching_reading(Combination.parse(typed), wilds)
    except NotationError:
        if marked:
            raise
        return None
