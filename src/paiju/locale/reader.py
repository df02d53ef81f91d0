"""Words filled for one reader: in a language, with the names of those who sit there and cards as that language shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiju.core.account import Line
from paiju.core.game import Pile
from paiju.core.seats import Viewer
from paiju.core.voice import Arg, Shown, Who, Words
from paiju.locale import lookup, text

WORTH = {"base": "{}", "times": "×{}", "plus": "{:+}", "personal": "×{}", "note": ""}


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: the language, the family that is played, what the seats are called, and which of them is the reader's own."""

    lang: str
    family: str = ""
    names: Sequence[str] = ()
    me: Viewer = None

    def tell(self, words: Words | None) -> str:
        """The words as a sentence, which begins with a capital unless it begins with a name; nothing for nothing."""
        if words is None:
            return ""
        said = self._fill(words)
        return said if said.startswith(tuple(filter(None, self.names))) else said[:1].upper() + said[1:]

    def _fill(self, words: Words) -> str:
        if lookup(self.lang, words.key, self.family) is None:
            shown = [words.key.rpartition(".")[2].replace("_", " "), *map(self._said, words.args.values())]
            return " ".join(shown)
        args = {name: self._said(arg) for name, arg in words.args.items()}
        numbered = [args.pop(str(place)) for place in range(len(args)) if str(place) in args]
        return text(self.lang, words.key, *numbered, family=self.family, **args)

    def _said(self, arg: Arg) -> str:
        match arg:
            case Words():
                return self._fill(arg)
            case Shown():
                return self.cards(arg.cards)
            case Who():
                return self.name(arg.seat)
            case tuple():
                return text(self.lang, "list.comma").join(map(self._said, arg))
        return f"{arg:,}" if isinstance(arg, int) else arg

    def name(self, seat: int) -> str:
        """Who sits there, in a sentence."""
        return text(self.lang, "seat.you") if seat == self.me else self.names[seat]

    def cards(self, cards: str) -> str:
        """Cards or ranks: each by its own words, else letter by letter."""
        return " ".join(map(self._card, cards.split())) or text(self.lang, "card.none")

    def _card(self, card: str) -> str:
        whole = lookup(self.lang, f"card.{card}", self.family)
        return whole or "".join(lookup(self.lang, f"card.{letter}", self.family) or letter for letter in card)

    def place(self, pile: Pile) -> str:
        """What cards that lie together are called."""
        return text(self.lang, f"pile.{pile.place}", family=self.family)

    def laid(self, pile: Pile) -> str:
        """The cards that lie there, and how many face down."""
        face_up = self.cards(" ".join(pile.cards)) if pile.cards else ""
        return " ".join(filter(None, (face_up, f"[{pile.hidden}]" if pile.hidden else "")))

    def line(self, words: Words, line: Line, who: str = "") -> str:
        """A line of an account with what it is worth and whose it is: ``底分 3``, ``炸弹 5 ×2``, ``加倍 ×2 (甲)``."""
        worth = WORTH[line.how].format(line.value)
        return " ".join(filter(None, (self.tell(words), worth, f"({who})" if who else "")))
