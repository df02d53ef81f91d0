"""Prints a players' page of Dou Dizhu, with its tables generated anew from the code: ``python scripts/doudizhu_page.py en``.

The page is written by hand, except what stands between ``<!-- made: NAME -->`` and ``<!-- end -->``.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from paiju.core.codec import to_plain
from paiju.core.ruleset import Ruleset, text_in_language
from paiju.games.doudizhu.cards import RANKS, Cards, ranks_text
from paiju.games.doudizhu.combinations import ROWS, CombinationRow, body_counts, rocket
from paiju.games.doudizhu.move_generation import allowed_combination_rows
from paiju.games.doudizhu.phases import STAGES
from paiju.games.doudizhu.phases.open_hand import OpeningStage
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import DOUBLING_FACTOR, ROB_FACTORS, all_bottom_bonuses
from paiju.games.doudizhu.title_ladder import LADDER
from paiju.games.doudizhu.yes_no_questions import DOUBLES, PHASE_QUESTIONS
from paiju.games.registry import ruleset, rulesets
from paiju.locale import lookup, translate

ROOT = Path(__file__).resolve().parent.parent
MADE = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
FAMILY = "doudizhu"
FOLDER = ROOT / "docs" / "rules"
SHOWN = ("players", "decks", "stripped_ranks", "hand_size", "bottom_size", "auction", "first_bidder", "attached")
"""Parameters with a column of their own in the table of rulesets. The others are named where they differ from the default."""
BOTTOMS = ("BjRj5s", "5s9sKs", "5s6h7c", "5s5h5c", "5s7h9c", "Rj5sKh", "Bj5sKh", "AsAh5c", "2s2h5c")


def load_page_texts(lang: str) -> dict[str, str]:
    """Return the texts of the page that the program itself does not need."""
    return tomllib.loads((FOLDER / lang / f"{FAMILY}.toml").read_text(encoding="utf-8"))


class Page:
    """The tables of the page in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.word = load_page_texts(lang)
        self.rulesets = [ruleset(name) for name in rulesets() if name.startswith(f"{FAMILY}/")]

    def text(self, key: str, *args: object) -> str:
        """Return a text of the program."""
        return translate(self.lang, key, *args, family=FAMILY)

    def value(self, name: str, value: object) -> str:
        """Return the value of a parameter in words."""
        if isinstance(value, bool):
            return self.word["yes" if value else "no"]
        return lookup(self.lang, f"value.{name}.{value}", FAMILY) or str(value) or "–"

    def ruleset_title(self, entry: Ruleset) -> str:
        """Return the title of a ruleset."""
        return text_in_language(entry.title, self.lang)

    # ---- rulesets

    def made_rulesets(self) -> str:
        """Return the table with a row for each ruleset."""
        head = [*(self.word[name] for name in ("ruleset", "name", "players", "cards", "dealt"))]
        head += [self.text(f"param.{name}") for name in ("auction", "first_bidder", "attached")]
        return table([*head, self.word["extras"]], map(self._ruleset_row, self.rulesets))

    def _ruleset_row(self, entry: Ruleset) -> list[str]:
        rules: Rules = entry.rules
        said = [self.value(name, getattr(rules, name)) for name in ("auction", "first_bidder", "attached")]
        dealt = f"{rules.hand_size} + {rules.bottom_size}"
        shown = [f"`{entry.name}`", self.ruleset_title(entry), str(rules.players), str(rules.pack_size), dealt, *said]
        return [*shown, self._extras(rules)]

    def _extras(self, rules: Rules) -> str:
        mine, usual = to_plain(rules), to_plain(Rules())
        told = [name for name in mine if name not in SHOWN and mine[name] != usual[name]]
        return self.word["and"].join(self._parameter_text(name, mine[name]) for name in told)

    def _parameter_text(self, name: str, value: object) -> str:
        label = self.text(f"param.{name}")
        return label if value is True else f"{label}: {self.value(name, value)}"

    def made_parameters(self) -> str:
        """Return the table with a row for each parameter and a column for each ruleset."""
        names = [field.name for field in msgspec.structs.fields(Rules)]
        rows = (
            [
                self.text(f"param.{name}"),
                f"`{name}`",
                *(self.value(name, getattr(one.rules, name)) for one in self.rulesets),
            ]
            for name in names
        )
        return table(["", "", *(f"`{one.name}`" for one in self.rulesets)], rows)

    # ---- combinations

    def made_combinations(self) -> str:
        """Return the table with a row for each combination. All sizes of a bomb are one row."""
        rows = [row for row in ROWS if row.category != "bomb" or row.unit == 4]
        head = [self.word[name] for name in ("clause", "combination", "length", "example", "not in")]
        return table(head, map(self._combination, rows))

    def _combination(self, row: CombinationRow) -> list[str]:
        length = "" if row.longest == 1 else f"{row.shortest}–{row.longest}"
        missing = [f"`{one.name}`" for one in self.rulesets if row not in allowed_combination_rows(one.rules)]
        return [row.clause, self.text(f"category.{row.category}"), length, f"`{example_play(row)}`", ", ".join(missing)]

    # ---- factors

    def made_factors(self) -> str:
        """Return the table of the factors that multiply a hand, without those for the bottom and for cards thrown away."""
        opened = sorted({stage.factor for stage in STAGES if isinstance(stage, OpeningStage)}, reverse=True)
        each = self.word["each"]
        rows = [
            [f"{self.text('account.bomb', '')}· {self.text('account.rocket')}", f"×{DOUBLING_FACTOR} ({each})", "7.2"],
            [self.text("account.spring"), f"×{DOUBLING_FACTOR}", "7.3"],
            [self.text("account.reverse_spring"), f"×{DOUBLING_FACTOR}", "7.4"],
            *(
                [self.text("account.rob", robs), f"×{factor}", "7.5"]
                for robs, factor in enumerate(ROB_FACTORS["listed"])
                if robs
            ),
            [self.text("account.open_hand"), ", ".join(f"×{factor}" for factor in opened), "7.7"],
            [f"{self.text('account.kick')}, {self.text('account.kick_back')}", f"×{DOUBLING_FACTOR} ({each})", "3.6"],
            *([self.text(f"account.{double.what}"), f"×{double.factor} ({each})", "7.8"] for double in DOUBLES),
            *(
                [self.text(f"account.{question.what}"), f"×{question.factor} ({each})", question.asked.clause]
                for question in PHASE_QUESTIONS
                if question.asked
            ),
        ]
        return table([self.word["what"], self.word["factor"], self.word["clause"]], rows)

    def made_bottom(self) -> str:
        """Return the table of the factors for the bottom, with examples."""
        head = [self.word[name] for name in ("what", "bottom", "three", "two")]
        return table(head, (self._bonus(Cards.parse(cards)) for cards in BOTTOMS))

    def _bonus(self, bottom: Cards) -> list[str]:
        three, two = (next(iter(all_bottom_bonuses(bottom, players)), (1, "")) for players in (3, 2))
        return [self.text(f"account.bottom.{two[1]}"), f"`{bottom.text()}`", f"×{three[0]}", f"×{two[0]}"]

    def made_levels(self) -> str:
        """Return the table of the titles and the points that they require."""
        rows = (
            [str(level.points), *(translate(lang, f"title.{level.code}", family=FAMILY) for lang in ("zh", "en"))]
            for level in LADDER.levels
        )
        return table([self.word["points"], self.word["title"], ""], rows)


def example_play(row: CombinationRow) -> str:
    """Return the lowest combination of this kind, in which the attached cards are higher than the body."""
    if row.category == "rocket":
        return ranks_text(rocket(1).body)
    body = ranks_text(body_counts(row.unit, 0, row.shortest))
    above = RANKS[row.shortest + 1 :]
    attached = "".join(rank * row.attach for rank in above[: row.shortest * row.attached])
    return f"{body}+{attached}" if attached else body


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def regenerate_tables(lang: str, written: str) -> str:
    """Return the page with its tables generated anew."""
    page = Page(lang)

    def make(match: re.Match[str]) -> str:
        maker: Callable[[], str] = getattr(page, f"made_{match[2]}")
        return f"{match[1]}\n{maker()}\n{match[3]}"

    return MADE.sub(make, written)


if __name__ == "__main__":
    language = sys.argv[1]
    source = FOLDER / language / f"{FAMILY}.md"
    sys.stdout.write(regenerate_tables(language, source.read_text(encoding="utf-8")))
