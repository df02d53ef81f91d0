"""Tables of the facts in an observation.

They give the name of each fact, its size in bits, its meaning, and how a view gives its value.

Three parts of the program are built from these tables: the layout of an observation (``observation_layout``),
the encoder of the exact rules (``encoder``), and the public part of a row of the batch engine
(``paiju.batch.doudizhu.layout``).

The compiled code of the batch engine does not use a view: it computes the values from a row. For some facts,
the value from the row differs from the value from the view. ``tests/batch/test_feature_encoding.py`` names
these facts.

Add a new fact at the end of its table, and let it belong to an extension (``EXTENSIONS``) that only rulesets
with the new rule have. Then the layouts of all other rulesets do not change, and networks that were trained
on them can still be used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from paiju.core.seats import Seat
from paiju.features.doudizhu.bit_encoding import ASKING, KINDS, OVER, encode_stage
from paiju.features.feature_layout import Fields, field_offsets
from paiju.games.doudizhu import scoring
from paiju.games.doudizhu.actions import Choose, ThrowAway
from paiju.games.doudizhu.cards import card_list, count_ranks, parse_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Asking, Bidding, Playing, Robbing, State
from paiju.games.doudizhu.yes_no_questions import (
    DOUBLES,
    PHASE_QUESTIONS,
    YesNoQuestion,
    choice_number,
    double_questions,
    double_with_factor,
    factors_of_doubles,
    seats_that_agreed,
)

MOST_LEFT: Final = 40
MOST_BONUS: Final = 4
"""The largest factor of the bottom that can be encoded.

Several bonuses together may give a larger factor, which is then encoded as ``MOST_BONUS``.
"""
MOST_DOUBLINGS: Final = 8
HIGHER_DOUBLES: Final = len(DOUBLES) - 1
"""How many doubles there are besides the lowest one (DDZ-7.8)."""
PHASES: Final = OVER + 1
KIND: Final = {name: number for number, name in enumerate(KINDS)}
"""The number of each kind of play, by its category."""


def offers_higher_doubles(rules: Rules) -> bool:
    """Return whether a seat may choose between several doubles."""
    return rules.double and len(double_questions(rules)) > 1


EXTENSIONS: Final[dict[str, Callable[[Rules], bool]]] = {
    "doubles": offers_higher_doubles,
    "two-wilds": lambda rules: rules.second_wild,
    **{question.what: question.applies for question in PHASE_QUESTIONS},
}
"""The extensions of the layout, by name. Each function says whether the layout of a ruleset has the extension."""


def layout_extensions_of(rules: Rules) -> tuple[str, ...]:
    """Return the names of the extensions that the layout of a ruleset has."""
    return tuple(name for name, applies in EXTENSIONS.items() if applies(rules))


class Fact(NamedTuple):
    """A fact about a seat, the hand or the stake, which takes some bits of a word."""

    name: str
    bits: int
    meaning: str
    value: Callable[[CompiledRuleset, State, Seat], int]
    """Returns the bits that encode the fact. The arguments are the rules, a view, and a seat.

    For a fact about a seat, the third argument is that seat. For any other fact, it is the seat that has the view.
    """
    extension: str = ""
    """The extension of the layout to which the fact belongs (``EXTENSIONS``); "" if all layouts have the fact."""
    own: bool = False
    """Whether a seat knows this fact only about itself."""


class CardFact(NamedTuple):
    """A set of cards in an observation, which takes one word, or two words with two packs."""

    name: str
    meaning: str
    counts: Callable[[int, State, Seat], int]
    """Returns the rank counts of the cards.

    The arguments are the rank counts of the whole pack, a view, and the seat that has this view.
    """


def fields_of_facts(facts: Iterable[Fact]) -> Fields:
    """Return the fields of a word that consists of these facts."""
    return tuple((fact.name, fact.bits, fact.meaning) for fact in facts)


def facts_with_offsets(table: tuple[Fact, ...], extensions: Iterable[str]) -> tuple[tuple[int, Fact], ...]:
    """Return the facts of ``table``, each with the index of its first bit in the word that encodes all of them.

    A fact of an extension that is not in ``extensions`` is left out, but its bits stay reserved. So the first
    bit of a fact does not depend on ``extensions``.
    """
    kept = ("", *extensions)
    placed = zip(field_offsets(fields_of_facts(table)), table, strict=True)
    return tuple((first, fact) for first, fact in placed if fact.extension in kept)


# ---- values


def unary(number: int) -> int:
    """Return a number in unary code: a word in which the lowest ``number`` bits are set."""
    return (1 << number) - 1


def body_length(what: Combination) -> int:
    """Return the number of units in the body of a combination; a rocket counts as one unit."""
    return 1 if what.category == "rocket" else what.length


def unseen_counts(pack: int, view: State, seat: Seat) -> int:
    """Return the rank counts of the cards that a seat has not seen. ``pack`` are the rank counts of the whole pack."""
    known = [*view.public.played, *(hand for hand in view.secret.hands if hand is not None)]
    known += [threw for threw in view.secret.threw if threw is not None]
    return pack - sum(map(count_ranks, known))


def _standing_combination(view: State) -> Combination | None:
    return view.phase.standing if isinstance(view.phase, Playing) else None


def _thrown_ranks(pack: int, view: State, seat: Seat) -> int:
    choice = view.secret.sealed[seat]
    return parse_ranks(choice.ranks) if isinstance(choice, ThrowAway) else count_ranks(view.secret.threw[seat] or 0)


def _standing_rank_counts(pack: int, view: State, seat: Seat) -> int:
    standing = _standing_combination(view)
    return standing.used if standing else 0


def _open_hand_factor_bits(factor: int) -> int:
    """Return the bits for the factor of an open hand; 0 if the hand is not open.

    A factor above 2 is encoded as ``factor - 2`` in unary code. The factor 2 has the same code as 3, one set bit,
    because 0 means that the hand is not open.
    """
    return unary(max(factor - 2, 1)) if factor else 0


_SAID: Final = {"no-call": 0, "call": 1, "no-rob": 0, "rob": 1}


def _auction_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    """Return the bit for the last bid or answer of a seat in the current auction; 0 if the seat has not spoken."""
    phase = view.phase
    declaration = phase.said[seat] if isinstance(phase, Bidding | Robbing) and phase.said else None
    number = _SAID.get(declaration) if isinstance(declaration, str) else declaration
    return 0 if number is None else 1 << number


def _secret_choice_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    choice = view.secret.sealed[seat]
    if choice is None:
        return 0
    return 1 << (bool(choice_number(choice)) if isinstance(choice, Choose) else 1)


def _secret_stake_factor_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    choice = view.secret.sealed[seat]
    return 1 << choice_number(choice) >> 2 if isinstance(choice, Choose) else 0


def _public_stake_factor_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    factor = factors_of_doubles(view.public)[seat]
    return 1 << DOUBLES.index(double_with_factor(factor)) >> 1 if factor > 1 else 0


def _make_has_agreed_value(question: YesNoQuestion) -> Callable[[CompiledRuleset, State, Seat], int]:
    return lambda compiled, view, seat: seat in seats_that_agreed(view.public, question.what)


def _make_is_asked_value(question: YesNoQuestion) -> Callable[[CompiledRuleset, State, Seat], int]:
    return lambda compiled, view, seat: isinstance(view.phase, Asking) and view.phase.what == question.what


def _phase_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    """Return a word with the bit of the phase. The word is 0 for a phase that asks a question.

    The question has a fact of its own in the observation.
    """
    phase = encode_stage(compiled.stages[view.stage])[0]
    return 0 if phase == ASKING else 1 << phase


def _make_play_to_beat_value(bits: Callable[[Combination], int]) -> Callable[[CompiledRuleset, State, Seat], int]:
    """Return a function that computes the value of one property of the play to beat.

    ``bits`` computes the value from the play. If there is no play to beat, the value is 0.
    """

    def value(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
        standing = _standing_combination(view)
        return bits(standing) if standing else 0

    return value


def _base_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    high = view.phase.high if isinstance(view.phase, Bidding) else 0
    return unary(max(view.public.base, high))


def _robbery_count_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    return unary(view.phase.robs if isinstance(view.phase, Robbing) else view.public.robs)


def _bomb_doubling_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    return unary(min(len(scoring.bombs_that_double(compiled.rules, view.public.bombs)), MOST_DOUBLINGS))


def _bottom_bonus_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    return unary(min(scoring.bottom_factor(compiled.rules, view.secret.bottom), MOST_BONUS) - 1)


def _pass_count_bits(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    return unary(min(view.phase.passes, 2)) if isinstance(view.phase, Bidding | Playing) else 0


def _upcard_rank_bit(compiled: CompiledRuleset, view: State, seat: Seat) -> int:
    upcard = view.public.upcard
    return 0 if upcard is None else 1 << (card_list(upcard)[0] >> 2)


# ---- the tables, in the order of their bits

CARD_FACTS: Final = (
    CardFact("hand", "the viewer's hand", lambda pack, view, seat: count_ranks(view.secret.hands[seat] or 0)),
    CardFact(
        "unseen",
        "cards that the viewer has not seen: in other hands, thrown away, in the bottom, or set aside",
        unseen_counts,
    ),
    CardFact("beat", "the play to beat", _standing_rank_counts),
    CardFact(
        "bottom",
        "the bottom, if the viewer has seen it",
        lambda pack, view, seat: count_ranks(view.secret.bottom or 0),
    ),
    CardFact("threw", "the cards that the viewer has thrown away", _thrown_ranks),
    CardFact(
        "gifts",
        "the cards drawn by the landlord that the viewer knows",
        lambda pack, view, seat: sum(count_ranks(cards) for cards in view.secret.gave if cards),
    ),
)
SEAT_FACTS: Final = (
    Fact(
        "left",
        MOST_LEFT,
        "number of cards in hand, in unary",
        lambda compiled, view, seat: unary(view.public.counts[seat]),
    ),
    Fact("landlord", 1, "is the landlord", lambda compiled, view, seat: view.public.landlord == seat),
    Fact("first", 1, "is the first bidder", lambda compiled, view, seat: view.public.first == seat),
    Fact(
        "opened",
        3,
        "has an open hand, for a factor of 3, 4, 5 (the first alone: 2)",
        lambda compiled, view, seat: _open_hand_factor_bits(view.public.opened[seat]),
    ),
    Fact("kicked", 1, "has kicked", lambda compiled, view, seat: view.public.kicked[seat]),
    Fact("doubled", 1, "has doubled", lambda compiled, view, seat: view.public.doubled[seat]),
    Fact(
        "waiting",
        1,
        "still has to make a secret choice",
        lambda compiled, view, seat: seat in getattr(view.phase, "waiting", ()),
    ),
    Fact(
        "leads",
        1,
        "has played the play to beat",
        lambda compiled, view, seat: getattr(view.phase, "by", None) == seat,
    ),
    Fact("said", 4, "passed or declined; bid 1, called or robbed; bid 2; bid 3", _auction_bits),
    Fact(
        "thrown",
        3,
        "number of cards thrown away, in unary",
        lambda compiled, view, seat: unary(view.public.thrown[seat]),
    ),
    Fact("chose", 2, "the viewer's own secret choice until it is revealed: no, yes", _secret_choice_bits, own=True),
    Fact(
        "chose_higher",
        HIGHER_DOUBLES,
        "… to which of the higher doubles",
        _secret_stake_factor_bits,
        "doubles",
        own=True,
    ),
    Fact("higher_double", HIGHER_DOUBLES, "which of the higher doubles it has", _public_stake_factor_bits, "doubles"),
    *(
        Fact(
            f"agreed_{question.what}",
            1,
            f"has said yes to “{question.notation}”",
            _make_has_agreed_value(question),
            question.what,
        )
        for question in PHASE_QUESTIONS
    ),
)
HAND_FACTS: Final = (
    Fact(
        "phase",
        PHASES,
        "the phase (``bit_encoding``)",
        _phase_bits,
    ),
    Fact(
        "kind",
        len(KINDS),
        "the kind of the play to beat",
        _make_play_to_beat_value(lambda what: 1 << KIND[what.category]),
    ),
    Fact("length", 12, "units of its body, in unary", _make_play_to_beat_value(lambda what: unary(body_length(what)))),
    Fact("rank", 15, "the highest rank of its body", _make_play_to_beat_value(lambda what: 1 << what.rank)),
    *(
        Fact(
            f"asked_{question.what}",
            1,
            f"“{question.notation}” is asked",
            _make_is_asked_value(question),
            question.what,
        )
        for question in PHASE_QUESTIONS
    ),
)
STAKE_FACTS: Final = (
    Fact("base", 3, "the base, or the standing bid, in unary", _base_bits),
    Fact("robs", 4, "number of robberies, in unary", _robbery_count_bits),
    Fact("doublings", MOST_DOUBLINGS, "number of bombs that doubled the stake, in unary", _bomb_doubling_bits),
    Fact("bonus", MOST_BONUS - 1, "the factor of the bottom minus 1, in unary", _bottom_bonus_bits),
    Fact("passes", 2, "number of consecutive passes, in unary", _pass_count_bits),
    Fact("kicked_back", 1, "the landlord has kicked back", lambda compiled, view, seat: view.public.kicked_back),
    Fact(
        "wild",
        13,
        "the wild rank",
        lambda compiled, view, seat: 0 if view.public.wild is None else 1 << view.public.wild,
    ),
    Fact("upcard", 15, "the rank of the card turned up", _upcard_rank_bit),
    Fact(
        "second_wild",
        13,
        "the second wild rank",
        lambda compiled, view, seat: 0 if view.public.second_wild is None else 1 << view.public.second_wild,
        "two-wilds",
    ),
)

# ---- the public part of a state in a row of the batch engine


class RowForm(NamedTuple):
    """How a row of the batch engine stores one member of ``PublicState`` in a field.

    ``by_seat`` says whether the field has one entry for each seat. ``to_row`` converts the member to the value of
    the field.
    """

    by_seat: bool
    to_row: Callable[[Any], Any]
    of_row: Callable[[Any, int], Any]
    """Converts the value of a row's field back to the member of ``PublicState``.

    The second argument is the number of seats.
    """


NUMBERS: Final = RowForm(True, list, lambda field, seats: tuple(map(int, field[:seats])))
"""The form of a member of ``PublicState`` that has a number for each seat."""
FLAGS: Final = RowForm(
    False,
    lambda value: sum(yes << seat for seat, yes in enumerate(value)),
    lambda field, seats: tuple(bool(int(field) >> seat & 1) for seat in range(seats)),
)
"""The stored form of a member of ``PublicState`` that has True or False for each seat.

The form is an integer with one bit for each seat.
"""
NUMBER: Final = RowForm(False, int, lambda field, seats: int(field))
YES_NO: Final = RowForm(False, bool, lambda field, seats: bool(field))
OPTIONAL: Final = RowForm(
    False,
    lambda value: -1 if value is None else value,
    lambda field, seats: None if field < 0 else int(field),
)
"""The form of a member that is a seat, a rank or None: a number, which is -1 for None."""

PUBLIC_FACTS: Final[dict[str, RowForm]] = {
    "landlord": OPTIONAL,
    "first": OPTIONAL,
    "wild": OPTIONAL,
    "second_wild": OPTIONAL,
    "base": NUMBER,
    "opened": NUMBERS,
    "thrown": NUMBERS,
    "throw_factors": NUMBERS,
    "plays": NUMBERS,
    "kicked": FLAGS,
    "throws_seen": FLAGS,
    "kicked_back": YES_NO,
}
"""The members of ``PublicState`` that a row stores under the same name, and the form of each."""
