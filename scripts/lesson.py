"""Prints a lesson for the web client: a hand that the engine plays, as seat 0 sees it, with explanations.

The source of a lesson (web/lessons) contains the deal, the moves of all seats in the family's notation, and the steps at which
the hand stops and the learner does something. The texts of the steps are in a file of the same name, in a folder for each
language. A move is written as in a record, the seat first, counted from 1. Moves are on lines of their own or separated by ``;``.
Moves that are forced, and those of the dealer, may be left out. If the learner has no choice at a step, the step is only shown.
A slip is another move that the learner may try. It has a text, or it is illegal, and then the engine says why.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import to_plain
from paiju.core.errors import IllegalAction
from paiju.core.fair_deal import Deal, check_deal_fits_plan
from paiju.core.game import AnyGame
from paiju.core.history import without_history
from paiju.core.ruleset import Ruleset
from paiju.core.seats import DEALER, Seat
from paiju.games import registry
from paiju.server import wire
from paiju.server.app.tables.view_models import (
    Presence,
    RecentMove,
    ViewContext,
    build_common_view,
    build_table_message,
)
from paiju.server.domain.deadlines import TableDelays
from paiju.server.domain.table_events import MoveMade
from paiju.server.domain.table_setup import Setup, TimeControl
from paiju.server.domain.table_state import Ask, Chair, Seal, Table, TableHandState

LEARNER: Seat = 0
TOLD = 30
"""If there are more moves than this between two steps, they are not shown one by one."""


Words = dict[str, str]
"""A text in each language."""


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a step in one language, and those of its slips, each by the move that is tried."""

    say: str
    slips: dict[str, str] = {}


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a lesson in one language, step by step."""

    steps: tuple[Said, ...]


class Slip(Struct, frozen=True, forbid_unknown_fields=True):
    """Another move that the learner may try."""

    do: str
    say: Words = {}


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: what the learner has to do, and the moves that follow until the next step.

    If ``do`` is empty, the step is only shown.
    """

    do: str = ""
    slips: tuple[Slip, ...] = ()
    then: str = ""
    say: Words = {}


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its author writes it: the first hand of a match. ``names`` are the names of all seats."""

    ruleset: str
    names: tuple[str, ...]
    deck: str
    steps: tuple[Stop, ...]
    draws: tuple[int, ...] = ()


class Play(NamedTuple):
    """A hand up to some move."""

    game: AnyGame
    match: Any
    state: Any
    moves: tuple[MoveMade, ...] = ()


class Frame(NamedTuple):
    """A step of a lesson with the hand up to it.

    ``since`` is the number of moves up to the step before; None if the moves since then are not shown.
    """

    play: Play
    stop: Stop
    since: int | None


def read(text: str, words: Mapping[str, str] | None = None) -> Source:
    """Read the source of a lesson and its texts by language.

    Raises ValidationError (msgspec), TOMLDecodeError or ValueError if one of them is not valid.
    """
    source = msgspec.convert(tomllib.loads(text), Source)
    scripts = {lang: msgspec.convert(tomllib.loads(said), Script) for lang, said in (words or {}).items()}
    return replace(source, steps=tuple(_steps_with_texts(source, scripts)))


def read_lesson_file(path: Path) -> Source:
    """Read the source of a lesson from a file, and its texts from the files with the same name in the folders beside it."""
    words = {said.parent.name: said.read_text("utf-8") for said in sorted(path.parent.glob(f"*/{path.name}"))}
    return read(path.read_text("utf-8"), words)


def _steps_with_texts(source: Source, scripts: Mapping[str, Script]) -> Iterator[Stop]:
    """Yield the steps with their texts.

    Raises ValueError if a language has more or fewer steps, or a text for a slip that does not exist.
    """
    columns = [[(lang, said) for said in script.steps] for lang, script in scripts.items()]
    for stop, *row in zip(source.steps, *columns, strict=True):
        if unknown := {do for _, said in row for do in said.slips} - {slip.do for slip in stop.slips}:
            raise ValueError(f"no such slip: {', '.join(unknown)}")
        slips = (
            replace(slip, say={lang: said.slips[slip.do] for lang, said in row if slip.do in said.slips})
            for slip in stop.slips
        )
        yield replace(stop, say={lang: said.say for lang, said in row}, slips=tuple(slips))


def initial_hand(source: Source) -> Play:
    """Return the hand before its first move. Raises NotationError."""
    game = registry.game(source.ruleset)
    match = game.new_match()
    deal = Deal(tuple(map(game.parse_card, source.deck.split())), source.draws)
    check_deal_fits_plan(game.deal_plan(match), deal)
    return Play(game, match, game.start(match, deal))


# ---- playing


def hand_after_move(play: Play, seat: Seat, action: Any) -> Play:
    """Return the hand after a move. Raises IllegalAction."""
    by: Any = "dealer" if seat == DEALER else "player" if seat == LEARNER else "bot"
    state, events = play.game.act(play.state, seat, action)
    return play._replace(state=state, moves=(*play.moves, MoveMade(seat=seat, by=by, action=action, events=events)))


def find_forced_move(play: Play) -> tuple[Seat, Any] | None:
    """Return the seat and the move if a seat has a single legal move; None if none has."""
    for seat in play.game.to_act(play.state):
        legal = play.game.legal(play.state, seat)
        if len(legal) == 1:
            return seat, legal[0]
    return None


def has_choice(play: Play) -> bool:
    """Whether the learner can choose between several actions now, or act or not."""
    game, state = play.game, play.state
    return LEARNER in game.may_act(state) or len(game.legal(state, LEARNER)) > 1


def play_dealer_moves(play: Play) -> Play:
    """Return the hand after all moves of the dealer that are due before a player must or may act."""
    while play.game.to_act(play.state) == (DEALER,) and not play.game.may_act(play.state):
        play = hand_after_move(play, DEALER, play.game.legal(play.state, DEALER)[0])
    return play


def parse_typed_action(play: Play, seat: Seat, text: str) -> Any:
    """Return the action that a text means for a seat, as the server reads it. Raises NotationError, IllegalAction."""
    return play.game.preview(play.state, seat, text)[0]


def play_forced_moves_before(play: Play, seat: Seat, text: str) -> Play:
    """Return the hand after the forced moves that must be made before this one. Raises NotationError, IllegalAction."""
    while True:
        try:
            parse_typed_action(play, seat, text)
        except IllegalAction:
            found = find_forced_move(play)
            if found is None:
                raise
            play = hand_after_move(play, *found)
        else:
            return play


def parse_moves(text: str) -> Iterator[tuple[Seat, str]]:
    """Yield the seat and the text of each move."""
    for line in filter(None, map(str.strip, text.replace(";", "\n").splitlines())):
        seat, _, action = line.partition(" ")
        yield int(seat) - 1, action


def frames(source: Source) -> Iterator[Frame]:
    """Yield the hand at each step."""
    play, since = initial_hand(source), 0
    for stop in source.steps:
        own = [(LEARNER, stop.do)] if stop.do else []
        play = play_forced_moves_before(play, LEARNER, stop.do) if stop.do else play_dealer_moves(play)
        told = len(play.moves) - since <= TOLD
        yield Frame(play, stop, since if told else None)
        since = len(play.moves)
        for seat, text in chain(own, parse_moves(stop.then)):
            play = play_forced_moves_before(play, seat, text)
            play = hand_after_move(play, seat, parse_typed_action(play, seat, text))


# ---- what the client gets


def seen(source: Source, frame: Frame) -> wire.Table:
    """Return the table as the server would show it to the learner. It has no clock, no record and no next hand."""
    table = _make_table(source, registry.ruleset(source.ruleset), frame)
    steps = [RecentMove(number, move, hidden=False) for number, move in enumerate(frame.play.moves, 1)]
    viewer = ViewContext(LEARNER, is_host=False, since=frame.since)
    common = build_common_view(table, Presence(frozenset({"you"}), 0), TableDelays())
    shown = build_table_message(common, viewer, steps, 0)
    assert shown.hand is not None, f"{source.ruleset}: the lesson has no hand; deal one before its first step"
    choices = shown.hand.choices if is_asked(frame) else None
    reveal = shown.hand.reveal and replace(shown.hand.reveal, replay="")
    return replace(shown, hand=replace(shown.hand, window=None, choices=choices, reveal=reveal))


def is_asked(frame: Frame) -> bool:
    """Whether the learner has to do something at this step."""
    return frame.stop.do != "" and has_choice(frame.play)


def _make_table(source: Source, ruleset: Ruleset, frame: Frame) -> Table:
    game, match, state, moves = frame.play
    must, may = game.to_act(state), game.may_act(state)
    asks = tuple(Ask(len(moves), seat in must, 0) if seat in (*must, *may) else None for seat in range(game.seats))
    outcome = game.outcome(state)
    seal = Seal(match.hand + 1, "")
    shown = without_history(state)  # the page has no use for it
    hand = TableHandState(seal, (), (), 0, match, shown, asks, (0,) * game.seats, outcome=outcome)
    learner, *others = source.names
    return Table(
        id="lesson",
        version=len(moves),
        setup=Setup(ruleset=ruleset, pace=TimeControl(turn=0, reserve=0)),
        game=game,
        private=True,
        host="",
        chairs=(Chair(player="you", name=learner), *(Chair(name=name, bot="steady") for name in others)),
        match=match if outcome is None else game.next_hand(match, state),
        played=match.hand + (outcome is not None),
        phase="playing" if outcome is None else "closed",
        seal=seal,
        hand=hand,
        decisions=(0,) * game.seats,
        since=0,
        edition=len(moves),
    )


def reading(play: Play, text: str) -> dict[str, Any]:
    """Return an action that is possible, in the form in which the server would offer it."""
    game, action = play.game, parse_typed_action(play, LEARNER, text)
    label = game.voice.action(game.view(play.state, LEARNER), LEARNER, action)
    return {"text": game.format_action(action), "action": to_plain(action), "label": to_plain(label)}


def slip(play: Play, tried: Slip) -> dict[str, Any]:
    """Return what the learner is told about this slip. Raises AssertionError if it is legal and has no text."""
    if tried.say:
        return {**reading(play, tried.do), "say": tried.say}
    try:
        parse_typed_action(play, LEARNER, tried.do)
    except IllegalAction as error:
        args = {name: str(value) for name, value in error.details.items()}
        return {
            "text": tried.do,
            "code": error.code,
            "args": args,
            "words": to_plain(play.game.voice.error_message(error)),
        }
    raise AssertionError(f"{tried.do} is allowed, and nothing is said about it")


def step(source: Source, frame: Frame) -> dict[str, Any]:
    """Return a step in the form that the client reads."""
    play, stop, _ = frame
    table = msgspec.json.decode(wire.encode_message(seen(source, frame)))
    shown: dict[str, Any] = {"say": stop.say, "table": table}
    if is_asked(frame):
        shown |= {"want": reading(play, stop.do), "slips": [slip(play, tried) for tried in stop.slips]}
    return shown


def lesson(source: Source) -> dict[str, Any]:
    """Return the lesson in the form that the client reads. ``cards`` is the whole pack, to find cards in the texts."""
    game = registry.game(source.ruleset)
    cards = dict.fromkeys(map(game.format_card, game.deal_plan(game.new_match()).pack))
    return {
        "ruleset": source.ruleset,
        "cards": list(cards),
        "steps": [step(source, frame) for frame in frames(source)],
    }


def main(arguments: Sequence[str]) -> None:
    """Print the lesson of a source file."""
    made = lesson(read_lesson_file(Path(arguments[0])))
    steps = ",\n".join(msgspec.json.encode(step).decode() for step in made.pop("steps"))
    print(msgspec.json.encode(made).decode().removesuffix("}") + f',"steps":[\n{steps}\n]}}')


if __name__ == "__main__":
    main(sys.argv[1:])
