"""Prints a lesson for the web client: a hand played by the engine, as seat 0 sees it, with what there is to say about it.

A lesson's source (web/lessons) has the deal, the moves of all seats in the family's own notation, and the steps at which the
hand stops: what the learner is to do. The words of each step stand in a file of the same name, in a folder a language. Moves
are written as in a record, the seat first, from 1, one a line or with ``;`` between them; a move that is forced, and the
dealer's, may be left out. A step at which the learner has no choice is only looked at. A slip is something else that the
learner may try: it has words, or it is against the rules, and then the engine says why.
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
from paiju.core.fair_deal import Deal, check_deal
from paiju.core.game import AnyGame
from paiju.core.history import without_history
from paiju.core.ruleset import Ruleset
from paiju.core.seats import DEALER, Seat
from paiju.games import registry
from paiju.server import wire
from paiju.server.app.tables.view_models import Presence, RecentMove, ViewContext, build_common, build_table_message
from paiju.server.domain.deadlines import BotDelays
from paiju.server.domain.table import Ask, Chair, Seal, Table, TableHandState
from paiju.server.domain.table_events import MoveMade
from paiju.server.domain.table_setup import Setup, TimeControl

LEARNER: Seat = 0
TOLD = 30
"""More moves than these between two steps are a jump: the second is shown as it stands."""


Words = dict[str, str]
"""By language."""


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a step in one language, and of its slips, by what is done."""

    say: str
    slips: dict[str, str] = {}


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a lesson in one language, step by step."""

    steps: tuple[Said, ...]


class Slip(Struct, frozen=True, forbid_unknown_fields=True):
    """Something else that the learner may try."""

    do: str
    say: Words = {}


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """A step: what the learner is to do (nothing: only to look), and the moves from there to the next."""

    do: str = ""
    slips: tuple[Slip, ...] = ()
    then: str = ""
    say: Words = {}


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written: the first hand of a match. ``names`` are all seats'."""

    ruleset: str
    names: tuple[str, ...]
    deck: str
    steps: tuple[Stop, ...]
    draws: tuple[int, ...] = ()


class Play(NamedTuple):
    """A hand as far as it has been played."""

    game: AnyGame
    match: Any
    state: Any
    moves: tuple[MoveMade, ...] = ()


class Frame(NamedTuple):
    """What the learner sees at a step, and is asked."""

    play: Play
    stop: Stop
    since: int | None


def read(text: str, words: Mapping[str, str] | None = None) -> Source:
    """Read a source, and its words by language. Raises msgspec.ValidationError, tomllib.TOMLDecodeError, ValueError."""
    source = msgspec.convert(tomllib.loads(text), Source)
    scripts = {lang: msgspec.convert(tomllib.loads(said), Script) for lang, said in (words or {}).items()}
    return replace(source, steps=tuple(_worded(source, scripts)))


def read_file(path: Path) -> Source:
    """The same from a file, and those of the same name in the folders beside it."""
    words = {said.parent.name: said.read_text("utf-8") for said in sorted(path.parent.glob(f"*/{path.name}"))}
    return read(path.read_text("utf-8"), words)


def _worded(source: Source, scripts: Mapping[str, Script]) -> Iterator[Stop]:
    """The steps with their words. Raises ValueError where a language has more steps or fewer, or words for what is no slip."""
    columns = [[(lang, said) for said in script.steps] for lang, script in scripts.items()]
    for stop, *row in zip(source.steps, *columns, strict=True):
        if unknown := {do for _, said in row for do in said.slips} - {slip.do for slip in stop.slips}:
            raise ValueError(f"no such slip: {', '.join(unknown)}")
        slips = (
            replace(slip, say={lang: said.slips[slip.do] for lang, said in row if slip.do in said.slips})
            for slip in stop.slips
        )
        yield replace(stop, say={lang: said.say for lang, said in row}, slips=tuple(slips))


def opened(source: Source) -> Play:
    """The hand before anything has happened. Raises NotationError."""
    game = registry.game(source.ruleset)
    match = game.new_match()
    deal = Deal(tuple(map(game.parse_card, source.deck.split())), source.draws)
    check_deal(game.deal_plan(match), deal)
    return Play(game, match, game.start(match, deal))


# ---- playing


def moved(play: Play, seat: Seat, action: Any) -> Play:
    """The hand after a move. Raises IllegalAction."""
    by: Any = "dealer" if seat == DEALER else "player" if seat == LEARNER else "bot"
    state, events = play.game.act(play.state, seat, action)
    return play._replace(state=state, moves=(*play.moves, MoveMade(seat=seat, by=by, action=action, events=events)))


def forced(play: Play) -> tuple[Seat, Any] | None:
    """A move to which there is no other, if there is one."""
    for seat in play.game.to_act(play.state):
        legal = play.game.legal(play.state, seat)
        if len(legal) == 1:
            return seat, legal[0]
    return None


def has_choice(play: Play) -> bool:
    """Whether the learner may do one thing or another now."""
    game, state = play.game, play.state
    return LEARNER in game.may_act(state) or len(game.legal(state, LEARNER)) > 1


def dealt_on(play: Play) -> Play:
    """The hand after all that happens before a player must or may act."""
    while play.game.to_act(play.state) == (DEALER,) and not play.game.may_act(play.state):
        play = moved(play, DEALER, play.game.legal(play.state, DEALER)[0])
    return play


def meant(play: Play, seat: Seat, text: str) -> Any:
    """The move that the seat means by this, as the server reads it. Raises NotationError, IllegalAction."""
    return play.game.preview(play.state, seat, text)[0]


def until(play: Play, seat: Seat, text: str) -> Play:
    """The hand after the forced moves that come before this one. Raises NotationError, IllegalAction."""
    while True:
        try:
            meant(play, seat, text)
        except IllegalAction:
            found = forced(play)
            if found is None:
                raise
            play = moved(play, *found)
        else:
            return play


def written(text: str) -> Iterator[tuple[Seat, str]]:
    """Moves as they are written: whose, and the move."""
    for line in filter(None, map(str.strip, text.replace(";", "\n").splitlines())):
        seat, _, action = line.partition(" ")
        yield int(seat) - 1, action


def frames(source: Source) -> Iterator[Frame]:
    """The hand at every step."""
    play, since = opened(source), 0
    for stop in source.steps:
        own = [(LEARNER, stop.do)] if stop.do else []
        play = until(play, LEARNER, stop.do) if stop.do else dealt_on(play)
        told = len(play.moves) - since <= TOLD
        yield Frame(play, stop, since if told else None)
        since = len(play.moves)
        for seat, text in chain(own, written(stop.then)):
            play = until(play, seat, text)
            play = moved(play, seat, meant(play, seat, text))


# ---- what the client is given


def seen(source: Source, frame: Frame) -> wire.Table:
    """The table as the server would show it to the learner; there is no clock, no record and no next hand."""
    table = _table(source, registry.ruleset(source.ruleset), frame)
    steps = [RecentMove(number, move, hidden=False) for number, move in enumerate(frame.play.moves, 1)]
    viewer = ViewContext(LEARNER, is_host=False, since=frame.since)
    common = build_common(table, Presence(frozenset({"you"}), 0), BotDelays())
    shown = build_table_message(common, viewer, steps, 0)
    assert shown.hand is not None, f"{source.ruleset}: the lesson has no hand; deal one before its first step"
    choices = shown.hand.choices if is_asked(frame) else None
    reveal = shown.hand.reveal and replace(shown.hand.reveal, replay="")
    return replace(shown, hand=replace(shown.hand, window=None, choices=choices, reveal=reveal))


def is_asked(frame: Frame) -> bool:
    """Whether the learner is to do something at this step."""
    return frame.stop.do != "" and has_choice(frame.play)


def _table(source: Source, ruleset: Ruleset, frame: Frame) -> Table:
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
    """A move that can be made, as the server would offer it."""
    game, action = play.game, meant(play, LEARNER, text)
    label = game.voice.action(game.view(play.state, LEARNER), LEARNER, action)
    return {"text": game.format_action(action), "action": to_plain(action), "label": to_plain(label)}


def slip(play: Play, tried: Slip) -> dict[str, Any]:
    """What the learner is told who does this instead. Raises AssertionError if nobody says why not."""
    if tried.say:
        return {**reading(play, tried.do), "say": tried.say}
    try:
        meant(play, LEARNER, tried.do)
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
    """A step as the client reads it."""
    play, stop, _ = frame
    table = msgspec.json.decode(wire.write_message(seen(source, frame)))
    shown: dict[str, Any] = {"say": stop.say, "table": table}
    if is_asked(frame):
        shown |= {"want": reading(play, stop.do), "slips": [slip(play, tried) for tried in stop.slips]}
    return shown


def lesson(source: Source) -> dict[str, Any]:
    """The lesson as the client reads it. ``cards`` are all that there are, by which it finds the cards in a text."""
    game = registry.game(source.ruleset)
    cards = dict.fromkeys(map(game.format_card, game.deal_plan(game.new_match()).pack))
    return {
        "ruleset": source.ruleset,
        "cards": list(cards),
        "steps": [step(source, frame) for frame in frames(source)],
    }


def main(arguments: Sequence[str]) -> None:
    """Print the lesson of a source."""
    made = lesson(read_file(Path(arguments[0])))
    steps = ",\n".join(msgspec.json.encode(step).decode() for step in made.pop("steps"))
    print(msgspec.json.encode(made).decode().removesuffix("}") + f',"steps":[\n{steps}\n]}}')


if __name__ == "__main__":
    main(sys.argv[1:])
