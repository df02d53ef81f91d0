"""Renders translatable texts for one reader.

Seats become the names of their players, and cards are written in the way of the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiju.core.game import AnyGame, Zone
from paiju.core.messages import Arg, CardsRef, SeatRef, TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine, Settlement, stake_of
from paiju.core.seats import Seat, Viewer
from paiju.locale import join_list, lookup, translate

WORTH = {"base": "{}", "times": "×{}", "plus": "{:+}", "personal": "×{}", "note": ""}


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """Renders texts of a family in a language. ``names`` are the names of the seats; seat ``me`` is called "you"."""

    lang: str
    family: str = ""
    names: Sequence[str] = ()
    me: Viewer = None

    def sentence(self, words: TranslatableText | None) -> str:
        """Return a text as a sentence, which begins with a capital; "" for None.

        If the text begins with a name, the name is left unchanged.
        """
        if words is None:
            return ""
        rendered = self._render(words)
        return rendered if rendered.startswith(tuple(filter(None, self.names))) else rendered[:1].upper() + rendered[1:]

    def _render(self, words: TranslatableText) -> str:
        if lookup(self.lang, words.key, self.family) is None:
            shown = [words.key.rpartition(".")[2].replace("_", " "), *map(self._render_argument, words.args.values())]
            return " ".join(shown)
        args = {name: self._render_argument(arg) for name, arg in words.args.items()}
        numbered = [args.pop(str(place)) for place in range(len(args)) if str(place) in args]
        return translate(self.lang, words.key, *numbered, family=self.family, **args)

    def _render_argument(self, arg: Arg) -> str:
        match arg:
            case TranslatableText():
                return self._render(arg)
            case CardsRef():
                return self.cards_text(arg.cards)
            case SeatRef():
                return self.seat_name(arg.seat)
            case tuple():
                return join_list(self.lang, map(self._render_argument, arg))
        return f"{arg:,}" if isinstance(arg, int) else arg

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat as it stands inside a sentence."""
        return translate(self.lang, "seat.you") if seat == self.me else self.names[seat]

    def cards_text(self, cards: str) -> str:
        """Return cards or ranks as the language writes them.

        A card without a text of its own is written letter by letter.
        """
        return " ".join(map(self._card_text, cards.split())) or translate(self.lang, "card.none")

    def _card_text(self, card: str) -> str:
        whole = lookup(self.lang, f"card.{card}", self.family)
        return whole or "".join(lookup(self.lang, f"card.{letter}", self.family) or letter for letter in card)

    def zone_name(self, pile: Zone) -> str:
        """Return the name of a zone of cards."""
        return translate(self.lang, f"pile.{pile.place}", family=self.family)

    def zone_text(self, pile: Zone) -> str:
        """Return the open cards of a zone, followed by the number of hidden cards in brackets."""
        face_up = self.cards_text(" ".join(pile.cards)) if pile.cards else ""
        return " ".join(filter(None, (face_up, f"[{pile.hidden}]" if pile.hidden else "")))

    def score_lines(self, game: AnyGame, state: Any, outcome: Outcome, owners: Sequence[str]) -> list[str]:
        """Return a score breakdown line by line.

        First come the base and the factors that count for all seats, then the stake. Last comes one line for each
        seat whose points differ from the stake. ``owners`` contains the names of the seats. If a line belongs to a
        seat, the name of the seat is written after it.
        """
        stake = stake_of(outcome.account)
        lines = [
            self.score_line(
                game.voice.score_line_name(state, line), line, "" if line.seat is None else owners[line.seat]
            )
            for line in outcome.account
            if line.how != "personal"
        ]
        shares = (self._settlement_formula(game, state, stake, seat) for seat in range(game.seats))
        return [*lines, f"= {stake:,}", *filter(None, shares)] if lines else []

    def _settlement_formula(self, game: AnyGame, state: Any, stake: int, seat: Seat) -> str:
        """Return how a seat's points follow from the stake (``甲  24 × 加倍 2 + 24 = 72``).

        Return "" if the points are equal to the stake, or 0.
        """
        parts = game.settlements(state, seat)
        formula = " + ".join(" × ".join((f"{stake:,}", *self._factor_texts(game, state, part))) for part in parts)
        whole = sum(part.points_for_stake(stake) for part in parts)
        return f"{self.names[seat]}  {formula} = {whole:,}" if whole and formula != f"{stake:,}" else ""

    def _factor_texts(self, game: AnyGame, state: Any, part: Settlement) -> list[str]:
        lines = [f"{self.sentence(game.voice.score_line_name(state, line))} {line.value}" for line in part.lines]
        return [*lines, str(part.others)] if part.others > 1 else lines

    def score_line(self, words: TranslatableText, line: ScoreLine, who: str = "") -> str:
        """Return a score line as text, with its value and the name of the seat to which it belongs.

        Examples: ``底分 3``, ``炸弹 5 ×2``, ``加倍 ×2 (甲)``.
        """
        worth = WORTH[line.how].format(line.value)
        return " ".join(filter(None, (self.sentence(words), worth, f"({who})" if who else "")))
