"""Returns all plays of a Dou Dizhu puzzle as data, so that a program without a rules engine can judge lines.

Such a program follows only these rules. A seat may make a play if its hand contains the cards and, if there is
a play to beat, the play beats it (``PlayData.beats``). It may pass if there is a play to beat. A play no longer
has to be beaten when the turn comes back to the seat that made it. A seat whose hand has at most ``out_at``
cards has won for its side.
"""

from __future__ import annotations

from msgspec import Struct

from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import contains_counts, ranks_text
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.messages import combination_text
from paiju.solve.doudizhu import Position


class PlayClass(Struct, frozen=True, omit_defaults=True):
    """A class of plays that are compared by strength.

    A class contains all plays of one category and length, or all bombs and rockets.
    """

    category: str
    length: int = 1
    bomb: bool = False
    """Whether the plays of this class are bombs and rockets, which beat all plays of other classes."""


class PlayRow(Struct, frozen=True, array_like=True):
    """A play, as an array in JSON. ``text`` is its notation in puzzles. ``strength`` orders the plays of a class."""

    text: str
    cards: str
    """The cards of the play, as letters of ranks."""
    play_class: int
    """Index of the play's class in ``PlayData.classes``."""
    strength: int
    seats: int
    """The seats whose hands contain the cards of the play at the beginning of the puzzle.

    The value is a bit mask, in which bit 0 is seat 0. It may be 0 for the play to beat, whose cards have left the
    hand.
    """
    label: TranslatableText
    """The text of a button for the play."""


class PlayData(Struct, frozen=True, omit_defaults=True):
    """The position of a puzzle, and every play that a seat could ever make in it."""

    hands: tuple[str, ...]
    """The hand of each seat, as letters of ranks."""
    sides: tuple[int, ...]
    """The side of each seat: 0 for the landlord, 1 for farmers."""
    out_at: tuple[int, ...]
    """For each seat, the number of cards in its hand at which the seat has won for its side.

    The number is 0, or the handicap of a farmer.
    """
    turn: Seat
    classes: tuple[PlayClass, ...]
    plays: tuple[PlayRow, ...]
    pass_label: TranslatableText
    to_beat: int | None = None
    """The play to beat, as an index in ``plays``; None if the seat to move leads."""
    by: Seat | None = None
    """The seat that made the play to beat; None if the seat to move leads."""

    def beats(self, play: PlayRow, other: PlayRow) -> bool:
        """Whether ``play`` beats ``other``."""
        if play.play_class == other.play_class:
            return play.strength > other.strength
        return self.classes[play.play_class].bomb and not self.classes[other.play_class].bomb


def make_play_data(compiled: CompiledRuleset, position: Position) -> PlayData:
    """Return the plays of all seats in a position, sorted by class and strength."""
    plays = {play.what: 0 for hand in position.hands for play in compiled.find_leading_plays(hand, position.wilds)}
    for what in plays:
        plays[what] = sum(contains_counts(hand, what.used) << seat for seat, hand in enumerate(position.hands))
    if position.to_beat is not None:
        plays.setdefault(position.to_beat, 0)
    classes = list(dict.fromkeys(map(_play_class, plays)))
    rows = [
        PlayRow(
            what.text(),
            ranks_text(what.used),
            classes.index(_play_class(what)),
            what.power(position.wilds),
            seats,
            TranslatableText("action.play", {"play": combination_text(what)}),
        )
        for what, seats in plays.items()
    ]
    rows.sort(key=lambda row: (row.play_class, row.strength, row.text))
    beaten = None if position.to_beat is None else position.to_beat.text()
    return PlayData(
        hands=tuple(map(ranks_text, position.hands)),
        sides=tuple(int(seat != position.landlord) for seat in range(len(position.hands))),
        out_at=tuple(0 if seat == position.landlord else position.handicap for seat in range(len(position.hands))),
        turn=position.turn,
        classes=tuple(classes),
        plays=tuple(rows),
        pass_label=TranslatableText("action.pass"),
        to_beat=next((at for at, row in enumerate(rows) if row.text == beaten), None),
        by=position.by,
    )


def _play_class(what: Combination) -> PlayClass:
    return PlayClass("bomb", bomb=True) if what.bomb else PlayClass(what.category, what.length)
