"""The text format of records, which people can read and write.

::

    record   = "paiju" version NL { header NL } { hand }
    header   = "ruleset" family "/" name [ digest ]
             | "rules" json                      all parameters; may be omitted for a built-in ruleset
             | "player" name [ "bot" program ] [ "id" text ]
    hand     = "hand" number NL { field NL } { move NL } [ "left" seat NL ] { "forfeited" seat NL } [ result NL ]
    field    = "match" json                      the match before the hand; may be omitted if it follows from the hands before
             | "deck" card { card }              top card first; there may be several such lines
             | "draws" number { number }
             | "table" text | "hand-number" number | "commitment" hex | "contribution" hex | "pledge" hex
             | "secret" hex
             | "began" number | "ended" number   in milliseconds since 1970
             | "coins" json                      the settlement of a hand that was played for coins
    move     = seat action [ ";" [ "by" who ] [ "at" number ] ]
                                                 seats from 1, "-" for the dealer; "at" in milliseconds since the hand began
    result   = "result" reason points { points } for readers; paiju ignores it and computes the result from the moves

Blank lines, and lines that begin with ``#``, are ignored. Names with blanks are written in double quotes.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import msgspec

from paiju.core.codec import from_json, from_plain, to_plain
from paiju.core.coins import Settled
from paiju.core.errors import NotationError
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, make_rules
from paiju.core.score_breakdown import FORFEITED, Outcome, ScoreLine, outcome_of_leaving
from paiju.core.seats import DEALER, Seat
from paiju.games.registry import family_of, game_of, ruleset, rulesets
from paiju.records.model import (
    VERSION,
    FairProof,
    Record,
    RecordedHand,
    RecordedMove,
    RecordedPlayer,
    digest_of_written_rules,
    new_record,
)
from paiju.records.replay import with_computed_events

_CARDS_A_LINE: Final = 18
_DEALER: Final = "-"


# ---- writing


def to_text(record: Record) -> str:
    """Return the record as text."""
    return "\n".join(_record_lines(record)) + "\n"


def _record_lines(record: Record) -> Iterator[str]:
    book = record.ruleset
    yield f"paiju {record.paiju}"
    yield f"ruleset {book.family}/{book.name} {book.digest}"
    yield f"rules {_json_text(book.rules)}"
    for player in record.players:
        yield f"player {_quote_name(player.name)}" + _keyword_text("bot", player.bot) + _keyword_text("id", player.id)
    for number, hand in enumerate(record.hands, 1):
        yield ""
        yield f"hand {number}"
        yield f"match {_json_text(hand.match)}"
        yield from (
            f"{name} {time}" for name, time in (("began", hand.began), ("ended", hand.ended)) if time is not None
        )
        yield from _deal_lines(hand)
        yield from map(_move_line, hand.moves)
        if hand.outcome is not None and hand.outcome.left is not None:
            yield f"left {_seat_text(hand.outcome.left)}"
        if hand.outcome is not None:
            yield from (f"{FORFEITED} {_seat_text(seat)}" for seat in hand.outcome.forfeiters)
            yield f"result {hand.outcome.reason} {' '.join(map(str, hand.outcome.points))}"
        if hand.coins is not None:
            yield f"coins {_json_text(hand.coins)}"


def _deal_lines(hand: RecordedHand) -> Iterator[str]:
    for start in range(0, len(hand.deck), _CARDS_A_LINE):
        yield "deck " + " ".join(hand.deck[start : start + _CARDS_A_LINE])
    if hand.draws:
        yield "draws " + " ".join(map(str, hand.draws))
    if hand.fair is not None:
        yield f"table {_quote_name(hand.fair.table)}"
        yield f"hand-number {hand.fair.hand}"
        yield f"commitment {hand.fair.commitment}"
        yield from (f"contribution {part}" for part in hand.fair.contributions)
        yield from (f"pledge {part}" for part in hand.fair.pledges)
        if hand.fair.secret is not None:
            yield f"secret {hand.fair.secret}"


def _move_line(move: RecordedMove) -> str:
    noted = _keyword_text("by", move.by) + ("" if move.at is None else f" at {move.at}")
    return f"{_seat_text(move.seat)} {move.action}" + (f" ;{noted}" if noted else "")


def _keyword_text(word: str, name: str | None) -> str:
    return "" if name is None else f" {word} {_quote_name(name)}"


def _json_text(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def _quote_name(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _seat_text(seat: Seat) -> str:
    return _DEALER if seat == DEALER else str(seat + 1)


# ---- reading


class _TextLine:
    """A line of the text: its number, its first word, and the text after that word."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.word, _, self.rest = text.partition(" ")
        self.rest = self.rest.strip()

    def to_error(self, code: str = "record_line") -> NotationError:
        """Return an error that contains the line and its number."""
        return NotationError(code, text=f"{self.word} {self.rest}".strip(), line=self.number)

    def parse_integer(self) -> int:
        """Return the text after the first word as an integer. Raises NotationError."""
        if not self.rest.isdecimal():
            raise self.to_error()
        return int(self.rest)

    def split_words(self, text: str | None = None) -> list[str]:
        """Return the words of ``text``. Words may be quoted. Raises NotationError.

        By default, ``text`` is the text after the first word of the line.
        """
        try:
            return shlex.split(self.rest if text is None else text)
        except ValueError:
            raise self.to_error() from None

    def keyword_values(self, words: list[str], *known: str) -> dict[str, str]:
        """Return the value of each keyword in ``words``, a list in which keywords and values alternate.

        Raises NotationError if a keyword is not ``known``, or if its value is missing.
        """
        heads, values = words[::2], words[1::2]
        if len(heads) != len(values) or not set(heads) <= set(known):
            raise self.to_error()
        return dict(zip(heads, values, strict=True))


def parse_text(text: str) -> Record:
    """Return the record that a text contains.

    Raises NotationError (with the line), UnknownName, RulesetError, IllegalAction.
    """
    lines = [_TextLine(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if _has_content(line)]
    if not lines or lines[0].word != "paiju":
        raise NotationError("not_a_record", text=text[:20])
    if not 1 <= lines[0].parse_integer() <= VERSION:
        raise NotationError("record_version", version=lines[0].parse_integer(), newest=VERSION)
    starts = [at for at, line in enumerate(lines) if line.word == "hand"] + [len(lines)]
    rules, players = _read_header(lines[1 : starts[0]])
    game, match = game_of(rules), None
    hands = []
    for start, end in pairwise(starts):
        hand, match = _HandReader(game, match).read(lines[start + 1 : end])
        hands.append(hand)
    return new_record(rules, players, tuple(hands))


def _has_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _read_header(lines: list[_TextLine]) -> tuple[Ruleset, tuple[RecordedPlayer, ...]]:
    name, digest, rules = "", "", None
    players: list[RecordedPlayer] = []
    for line in lines:
        if line.word == "ruleset":
            name, _, digest = line.rest.partition(" ")
        elif line.word == "rules":
            rules = line
        elif line.word == "player":
            players.append(_read_player(line))
        else:
            raise line.to_error()
    found, its_digest = _find_ruleset(name, None if rules is None else _read_json(rules))
    if digest and its_digest != digest:
        raise NotationError("record_ruleset", name=name)
    return found, tuple(players)


def _find_ruleset(name: str, rules: dict[str, Any] | None) -> tuple[Ruleset, str]:
    """Return the ruleset with this name and these parameters, and the digest of the parameters.

    ``rules`` contains the parameters that the text gives. If it is None, the text gives no parameters; the
    function then returns the installed ruleset with this name.
    """
    if rules is None:
        return ruleset(name), ruleset(name).digest
    family, _, short = name.partition("/")
    made = make_rules(family_of(family).game.rules_type, rules)
    title = ruleset(name).title if name in rulesets() else {"en": short}
    return Ruleset(family, short, title, made), digest_of_written_rules(family, rules)


def _read_player(line: _TextLine) -> RecordedPlayer:
    name, *words = line.split_words() or [""]
    if not name:
        raise line.to_error()
    return RecordedPlayer(name, **line.keyword_values(words, "bot", "id"))


def _read_json(line: _TextLine) -> dict[str, Any]:
    try:
        return from_json(line.rest, dict[str, Any])
    except NotationError:
        raise line.to_error() from None


class _HandReader:
    """Reads the lines of one hand.

    ``match`` is the match after the previous hand. It is None for the first hand, and after a hand that was not
    finished; the hand then begins a new match. If the lines contain a ``match`` line, that line is used instead.
    """

    def __init__(self, game: AnyGame, match: Any) -> None:
        self.game = game
        self.match = game.new_match() if match is None else match
        self.deck: list[str] = []
        self.draws: tuple[int, ...] = ()
        self.fair: dict[str, Any] = {}
        self.parts: dict[str, list[str]] = {"contribution": [], "pledge": []}
        self.told: dict[str, Any] = {}
        self.moves: list[RecordedMove] = []
        self.outcome: Outcome | None = None
        """An outcome with only two facts: which player left, and which players forfeited their gains.

        Everything else in the outcome is computed by replay.
        """

    def read(self, lines: list[_TextLine]) -> tuple[RecordedHand, Any]:
        """Return the hand, and the match after it. The match is None if the hand was not finished."""
        for line in lines:
            self._read_line(line)
        parts = {f"{word}s": parts for word, parts in self.parts.items()}
        fair = from_plain(self.fair | parts, FairProof) if self.fair else None
        written = RecordedHand(
            match=to_plain(self.match),
            deck=tuple(self.deck),
            draws=self.draws,
            moves=tuple(self.moves),
            outcome=self.outcome,
            fair=fair,
            **self.told,
        )
        hand, end = with_computed_events(self.game, written)
        return hand, None if hand.outcome is None else self.game.match_after(self.match, end, hand.outcome)

    def _read_line(self, line: _TextLine) -> None:
        match line.word:
            case "match":
                self.match = from_plain(_read_json(line), self.game.match_type)
            case "deck":
                self.deck += map(self._canonical_card, line.rest.split())
            case "draws":
                self.draws = tuple(int(word) if word.isdecimal() else -1 for word in line.rest.split())
            case "table":
                (self.fair["table"],) = line.split_words() or [""]
            case "hand-number":
                self.fair["hand"] = line.parse_integer()
            case "commitment" | "secret":
                self.fair[line.word] = line.rest
            case "contribution" | "pledge":
                self.parts[line.word].append(line.rest)
            case "began" | "ended" | "coins":
                self.told[line.word] = self._read_server_note(line)
            case _:
                self._read_move_or_ending(line)

    def _read_move_or_ending(self, line: _TextLine) -> None:
        """Read a line with a move, or a ``left``, ``forfeited`` or ``result`` line, and store what it says.

        ``result`` lines are ignored. Raises NotationError.
        """
        if line.word == "left":
            self.outcome = outcome_of_leaving(self._parse_seat(line, line.rest), self.game.seats)
        elif line.word == FORFEITED:
            earlier_lines = () if self.outcome is None else self.outcome.account
            gone = ScoreLine(FORFEITED, 0, "note", self._parse_seat(line, line.rest))
            self.outcome = Outcome(FORFEITED, (), (0,) * self.game.seats, (*earlier_lines, gone))
        elif line.word != "result":
            action, _, noted = line.rest.partition(";")
            seat = DEALER if line.word == _DEALER else self._parse_seat(line, line.word)
            done = self.game.parse_action(action)
            self.moves.append(RecordedMove(seat, self.game.format_action(done), **self._read_move_note(line, noted)))

    def _read_server_note(self, line: _TextLine) -> Settled | int:
        """Return the value of a line that a server adds to a hand: a time, or the settlement in coins."""
        return from_plain(_read_json(line), Settled) if line.word == "coins" else line.parse_integer()

    def _canonical_card(self, text: str) -> str:
        """Return a card in canonical notation."""
        return self.game.format_card(self.game.parse_card(text))

    def _read_move_note(self, line: _TextLine, text: str) -> dict[str, Any]:
        noted: dict[str, Any] = line.keyword_values(line.split_words(text), "by", "at")
        if "at" in noted:
            if not noted["at"].isdecimal():
                raise line.to_error()
            noted["at"] = int(noted["at"])
        return noted

    def _parse_seat(self, line: _TextLine, text: str) -> Seat:
        if not text.isdecimal() or not 1 <= int(text) <= self.game.seats:
            raise line.to_error()
        return int(text) - 1
