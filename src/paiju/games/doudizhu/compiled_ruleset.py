"""``CompiledRuleset``: the tables that are compiled from a ruleset."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from paiju.games.doudizhu.cards import WildRanks, cards_in_pack, count_cards_of_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.move_generation import NaturalMoveGenerator, Plays
from paiju.games.doudizhu.readings import Recogniser
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Phase, State
from paiju.games.doudizhu.wild_move_generation import WildMoveGenerator


class Stage(ABC):
    """A stage of a hand: one entry of the list ``phases.STAGES``. A stage begins one phase."""

    @abstractmethod
    def applies(self, rules: Rules) -> bool:
        """Return whether a ruleset has this stage."""

    @abstractmethod
    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        """Return the phase at the start of the stage; None if this hand skips the stage."""


class CompiledRuleset:
    """The compiled form of a ruleset, for the phase rules.

    It contains the rules, the stages that apply, the pack, and the move generators.
    """

    def __init__(self, rules: Rules, stages: Iterable[Stage]) -> None:
        self.rules = rules
        self.stages = tuple(stage for stage in stages if stage.applies(rules))
        self.pack = cards_in_pack(rules.decks, rules.stripped_ranks)
        self._natural = NaturalMoveGenerator(rules)
        self._with_wild = WildMoveGenerator(rules)
        self._recogniser = Recogniser(rules)

    def find_leading_plays(self, counts: int, wilds: WildRanks = ()) -> Plays:
        """Return all plays with which a hand may lead (DDZ-4, 8)."""
        if wilds and count_cards_of_ranks(counts, wilds):
            return self._with_wild.find_leading_plays(counts, wilds)
        return self._natural.find_leading_plays(counts)

    def find_beating_plays(self, counts: int, beat: Combination, wilds: WildRanks = ()) -> Plays:
        """Return all plays of a hand that beat a combination (DDZ-5)."""
        if wilds and count_cards_of_ranks(counts, wilds):
            return self._with_wild.find_beating_plays(counts, beat, wilds)
        return self._natural.find_beating_plays(counts, beat, wilds)

    def readings(self, counts: int, wilds: WildRanks = ()) -> tuple[Combination, ...]:
        """Return all combinations that the cards, all of them together, can form (DDZ-4.15).

        ``counts`` are the rank counts of the cards.
        """
        return self._recogniser.readings(counts, wilds)

    def find_matching_reading(self, combo: Combination, wilds: WildRanks = ()) -> Combination | None:
        """Return the reading of the cards of ``combo`` that has its kind and body; None if the rules allow none.

        ``combo`` may come from a player. In the result, the ranks for which attached wild cards stand are chosen by
        paiju, so they may differ from those in ``combo``. ``wilds`` are the wild ranks of the hand.
        """
        return self._recogniser.find_matching_reading(combo, wilds)
