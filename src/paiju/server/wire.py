"""What goes over a table's WebSocket, in both directions; ``docs/reference/protocol.md`` explains it message by message.

Every message is one JSON object, and its field ``t`` says which. What a family defines itself (a view, an action, an
event) stands in a message as that family's own JSON, written by ``paiju.core.codec``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta, Raw, Struct

from paiju.core.breakdown import LeaveCostBounds, Outcome, ScoreLine
from paiju.core.coins import Stakes
from paiju.core.errors import PaijuError
from paiju.core.game import Zone
from paiju.core.messages import AnyMessageBuilder, MessageBuilder, TranslatableText
from paiju.core.ruleset import Title
from paiju.server.domain.setup import SetupRequest, TableSettings
from paiju.server.errors import InvalidField, invalid_field, unreadable_text
from paiju.server.json_encoding import encode

PROTOCOL_VERSION: Final = 2
"""Version of the protocol: the messages below and the HTTP API.

It grows with each change that a client of the version before would misread. A new message or field that a client may ignore
leaves it as it is. Version 1 is what was spoken before there was a number.
"""

FRAME_LIMIT: Final = 16 * 1024
"""Bytes: a longer frame closes the socket."""

CHAT_MOST: Final = 120
"""Characters that are said at once."""

LISTED: Final = 200
"""A seat with more legal actions than this is not told them one by one. It asks ``preview``."""

NOTHING: Final = Raw(b"null")

PHRASES: Final = ("hello", "hurry", "nice", "sorry", "thanks", "luck", "wow", "oops", "again", "bye")
REACTIONS: Final = ("like", "heart", "laugh", "cry", "angry", "think", "flower", "egg")

# In Python a "$" lets a newline follow; in other languages it does not.
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$(?!\\n)")]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]
Agreed = Annotated[int, Meta(ge=0, le=1_000_000_000)]
ShortText = Annotated[str, Meta(max_length=2000)]
BotName = Annotated[str, Meta(max_length=40)]
Pledge = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$(?!\\n)")]
Contribution = Annotated[str, Meta(pattern="^([0-9a-f]{2}){16,32}$(?!\\n)")]


# ---- client to server


class Request(Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """Anything a client sends. The answer (``ack``, ``error`` or what was asked for) carries the same ``id``.

    A client repeats a request, with the same id, until it is answered. However often it comes, it is done once.
    """

    id: CommandId


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a client that cannot set headers (``?login``): a token or session key. The table is the answer."""

    t: Literal["login"]
    token: Annotated[str, Meta(max_length=200)]


class Act(Request, frozen=True, tag="act"):
    """Take an action in the hand. ``decision`` is the one it answers, from ``hand.choices``."""

    decision: int
    action: Raw


class Preview(Request, frozen=True, tag="preview"):
    """Ask what the selected cards, or a typed move, would be. The answer is ``readings``. Nothing changes."""

    text: ShortText


class Advise(Request, frozen=True, tag="advise"):
    """Ask for advice. The answer is ``readings``, best first. Nothing changes."""


class Auto(Request, frozen=True, tag="auto"):
    """托管: let the house play this seat, or take it back."""

    on: bool


class Say(Request, frozen=True, tag="say"):
    """Say one of the ready-made phrases to the table."""

    phrase: Literal["hello", "hurry", "nice", "sorry", "thanks", "luck", "wow", "oops", "again", "bye"]


class React(Request, frozen=True, tag="react"):
    """Show a reaction, at a seat or at nobody."""

    reaction: Literal["like", "heart", "laugh", "cry", "angry", "think", "flower", "egg"]
    to: SeatIndex | None = None


class Chat(Request, frozen=True, tag="chat"):
    """Say something in one's own words: at a private table to all, at a public one between hands to friends. It is not kept."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_MOST)]


class Knock(Request, frozen=True, tag="knock"):
    """Somebody who watches would like to sit down."""


class Sit(Request, frozen=True, tag="sit"):
    """Take an empty seat, or change to it. Without ``seat`` it is the first empty one."""

    seat: SeatIndex | None = None


class Stand(Request, frozen=True, tag="stand"):
    """Give the seat up. A hand that is played is over by it, for what ``hand.leaving`` says; without that, the house plays it on.

    If it may cost more points than ``agreed``, it is refused.
    """

    agreed: Agreed = 0


class Leave(Request, frozen=True, tag="leave"):
    """Stand up, and go. The socket is closed after the answer."""

    agreed: Agreed = 0


class Ready(Request, frozen=True, tag="ready"):
    """Be ready for the next hand (or not). ``pledge`` is the SHA-256 of this seat's part of the deal, in hex; empty: none.

    ``early``: one of ``NextHand.predeal``; null is silence.
    """

    on: bool = True
    pledge: Pledge = ""
    predeal: Raw = NOTHING


class Reveal(Request, frozen=True, tag="reveal"):
    """In the phase ``revealing``: open the part that was pledged, 16 to 32 bytes chosen at random, in hex."""

    contribution: Contribution


class AddBot(Request, frozen=True, tag="add_bot"):
    """Host: put a program on an empty seat; without ``seat``, on every empty one."""

    seat: SeatIndex | None = None
    bot: BotName = ""


class Remove(Request, frozen=True, tag="remove"):
    """Host: send a player or bot away. In the middle of a hand the house plays the seat to the end."""

    seat: SeatIndex


class Mute(Request, frozen=True, tag="mute"):
    """Host of a private table: let nobody hear a player here, or again (``on``: false)."""

    seat: SeatIndex
    on: bool


class Options(Request, frozen=True, tag="options"):
    """Host, between hands: play something else, or otherwise; the match begins anew."""

    setup: SetupRequest


class Rematch(Request, frozen=True, tag="rematch"):
    """Host, between hands: begin a new match with the same seats."""


class Start(Request, frozen=True, tag="start"):
    """Host: put bots on the empty seats, and be ready. The hand begins when everybody else is ready.

    ``bot`` is the name of one that plays the ruleset; empty: the usual one.
    """

    pledge: Pledge = ""
    predeal: Raw = NOTHING
    bot: BotName = ""


class Sync(Request, frozen=True, tag="sync"):
    """Ask for the whole table again. The answer is ``ack``, then ``table`` with ``since`` null."""


class Ping(Request, frozen=True, tag="ping"):
    """Measure the way there and back. The answer is ``ack``."""


ClientMessage = (
    Act | Preview | Advise | Auto | Say | React | Chat | Knock | Sit | Stand | Leave | Ready | Reveal | AddBot | Remove | Mute
    | Options | Rematch | Start | Sync | Ping
)  # fmt: skip


# ---- server to client


class Problem(Struct, frozen=True, kw_only=True):
    """Why something was not done. ``kind`` and ``code`` name the reason, ``args`` what its sentence needs.

    A refusal has this shape on a socket and over HTTP alike.
    """

    kind: str
    code: str
    args: dict[str, str] = {}
    words: TranslatableText
    """The same as a sentence."""


ROOM: Final[AnyMessageBuilder] = MessageBuilder()
"""How the room speaks where no family does."""


def problem(error: PaijuError, voice: AnyMessageBuilder = ROOM) -> Problem:
    """An error as a client is told it."""
    args = {name: str(value)[:200] for name, value in error.details.items()}
    return Problem(kind=error.kind, code=error.code, args=args, words=voice.refusal(error))


class Message(Struct, frozen=True, kw_only=True, tag_field="t"):
    """Anything the server sends."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a socket: the version of the protocol that the server speaks."""

    protocol: int


class Ack(Message, frozen=True, tag="ack"):
    """Done, and on disk. ``v`` is the version of the table that has it (a repeated request gets its first answer)."""

    id: str
    v: int


class Refused(Problem, Message, frozen=True, tag="error"):
    """Not done; nothing has changed. ``id`` is null for a frame that could not be read."""

    id: str | None


class Reading(Struct, frozen=True):
    """An action, its text in the family's notation, its label, and the points at risk (``loss``) if it raises the stake."""

    action: Raw
    text: str
    label: TranslatableText
    loss: int | None = None


class Readings(Message, frozen=True, tag="readings"):
    """What selected cards may be, or what the house advises. With no readings, ``code``, ``args`` and ``words`` say why."""

    id: str
    readings: tuple[Reading, ...]
    code: str | None = None
    args: dict[str, str] = {}
    words: TranslatableText | None = None


class SocialEvent(Message, frozen=True, tag="social"):
    """Somebody said a phrase (``what`` is "say"), reacted, said something of their own, or would like to sit down. Not kept.

    ``seat``: where they sit; null: they watch.
    """

    kind: Literal["say", "react", "chat", "knock"]
    code: str
    seat: int | None
    name: str
    to: int | None = None
    text: str = ""


class Notice(Message, frozen=True, tag="notice"):
    """An announcement by an admin of the room; an empty text takes down the last one."""

    number: int
    """A later notice has a higher one."""
    at: int
    text: str


class Closed(Message, frozen=True, tag="closed"):
    """The last message of a socket, and why: "left", "slow", "abuse", "stopping", "fault", "logged_out", "banned"."""

    code: str


class TableInfo(TableSettings, frozen=True, kw_only=True):
    """What the table plays, its settings, and how far it is."""

    id: str
    ruleset: str
    title: Title
    options: Annotated[Raw, Meta(extra_json_schema={"type": "object"})]
    """The resolved parameters of the rules: a JSON object."""
    digest: str
    """Identifies the rules themselves."""
    pack: dict[str, int]
    """How many of each card there are, by its text."""
    sides: tuple[int, ...]
    """By seat, the side it plays on; empty where each plays alone, or the hand makes the sides."""
    private: bool
    host: int | None
    """The host's seat, if the host sits."""
    phase: Literal["waiting", "revealing", "playing", "over", "closed"]
    """waiting for the next hand; in a hand; the match is over; nobody can play here any more"""
    played: int
    """Hands of the match that are over."""
    watching: int
    room: str = ""
    """The room 场 that it belongs to; empty: none."""
    stakes: Stakes | None = None
    """What it plays for; null: no coins."""


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits there."""

    seat: int
    kind: Literal["empty", "player", "bot"]
    name: str
    player: str | None
    """The player's public id."""
    bot: str | None
    ready: bool
    connected: bool
    auto: bool
    """The house plays this seat (托管)."""
    leaving: bool
    """Stands up when the hand is over."""
    points: int
    """In this match."""
    coins: int | None = None
    """What the player has, as it was last looked at: on sitting down, when a hand began, when it was settled. What a bot could
    lose in the hand. Left out: not known yet, or no coins are played for."""
    program: bool = False
    """A program plays as this player."""
    muted: bool = False
    """The host lets nobody hear this player."""
    title: TranslatableText | None = None
    """The player's title in this family of games; left out: none, or not shown."""
    promoted: bool = False
    """The title came with the last hand."""


class Acting(Struct, frozen=True, kw_only=True):
    """A seat that is asked, and its clock: milliseconds left when the message was made. Null means no clock."""

    seat: int
    must: bool
    """False: it may act, but the game does not wait for it."""
    turn: int | None
    reserve: int | None


class WindowInfo(Struct, frozen=True, kw_only=True):
    """All who are asked answer within one common time, and their answers are opened together when it is over.

    Nobody learns who had something to choose: only one's own ``choices`` tell, and go when they are answered. Who has
    but one thing to do, or stays silent, need not answer. Milliseconds, ``left`` when the message was made.
    """

    left: int
    total: int
    optional: bool
    """It is an offer that nobody need answer: silence is no, and costs nothing (明牌)."""


class Choices(Struct, frozen=True, kw_only=True):
    """What this client may do now."""

    decision: int
    must: bool
    total: int
    """How many actions are legal, capped at 1,000,000."""
    actions: tuple[Reading, ...]
    """All of them when there are few, else none: then select cards and ask ``preview``."""


class CoinsMoved(Struct, frozen=True, kw_only=True):
    """What a hand moved. A point is worth ``coefficient`` coins, and every seat pays ``rake``."""

    coefficient: int
    rake: int
    uncapped: tuple[int, ...]
    """By seat, what it would gain or lose if all could pay all."""
    changes: tuple[int, ...]
    """By seat, what it did gain or lose: a loser pays no more than there is, and the winners share what comes."""
    house: int
    """What went to the house."""
    withheld: int = 0
    """What was not moved, since two players move only so much between them in a day, by leaving and at private tables."""


class HandReveal(Struct, frozen=True, kw_only=True):
    """Told when the hand is over: everything."""

    outcome: Outcome
    headline: TranslatableText
    """Who won, or who left."""
    reason: TranslatableText
    """Why the hand ended so."""
    names: tuple[str, ...]
    """Who played it, by seat: who has left does not sit there any more."""
    state: Raw
    """The whole final state: a view without holes."""
    secret: str
    pledges: tuple[str, ...]
    contributions: tuple[str, ...]
    """One that is not what its seat pledged is the house's, for a seat that did not open its own in time."""
    replay: str
    """The id of the hand, for ``/api/hands/…``."""
    coins: CoinsMoved | None = None
    """Null: it was not played for coins."""


class Share(Struct, frozen=True):
    """A part of what a seat has won or lost: the stake, times some lines of the account, with so many others; in points."""

    lines: tuple[int, ...]
    """Their places in the account."""
    others: int
    points: int


class HandInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The hand that is being played, or the last one until the next begins."""

    number: int
    """Counts all hands of the table, from 1."""
    commitment: str
    view: Raw
    """What this client may know: the family's state, with holes (null) for the rest."""
    account: tuple[ScoreLine, ...]
    lines: tuple[TranslatableText, ...]
    """What each line of the account is called."""
    stake: int
    """What the account comes to."""
    shares: tuple[tuple[Share, ...], ...] = ()
    """At the end, by seat: what is added up to its points. Left out where there is nothing to add."""
    notes: tuple[TranslatableText, ...]
    """What holds for this hand, in a word or two each."""
    question: TranslatableText | None
    """What this client is asked."""
    acting: tuple[Acting, ...]
    window: WindowInfo | None
    choices: Choices | None
    hints: Raw
    """What the family tells this seat about its own hand; null: nothing."""
    reveal: HandReveal | None
    leaving: LeaveCostBounds | None = None
    """What leaving now costs this seat, in points, as far as it can know; left out where the house plays on for who leaves."""
    on_table: tuple[TranslatableText | None, ...] = ()
    """By seat: what it has put down that lies there still, as players call it. Left out where nothing does."""
    zones: tuple[Zone, ...] = ()
    """What lies where, for a client that has no layout for the family; left out where every client has one."""


class HandStep(Struct, frozen=True, kw_only=True):
    """One step of the hand: the family's events, as this client may see them, in order."""

    v: int
    seat: int
    """Who acted; -1: the dealer."""
    by: Literal["player", "bot", "auto", "timeout", "window", "dealer"]
    """Who chose; window: all answered together, and who did is not told."""
    events: Raw
    """A JSON array of the family's events."""
    messages: tuple[TranslatableText | None, ...]
    """What is told of each event; null: nothing."""


class NextHand(Struct, frozen=True, kw_only=True):
    """The deal to come. The server is bound to its secret, and each seat to its own part, before any part is opened."""

    number: int
    commitment: str
    pledges: tuple[str, ...]
    opened: tuple[bool, ...]
    """In the phase ``revealing``: whose part is open, or who has none. The hand is dealt when all are, or a little later."""
    predeal: tuple[Reading, ...]
    """What one may answer with being ready, before anything is dealt (明牌开始); without the fallback."""


class TableHand(Message, frozen=True, kw_only=True, tag="hand"):
    """For a socket that asked to be told briefly: the hand has changed since the last message, and nothing else of the table."""

    v: int
    since: int | None
    now: int
    hand: HandInfo
    steps: tuple[HandStep, ...]


class Table(Message, frozen=True, kw_only=True, tag="table", omit_defaults=True):
    """The table as this client may see it. It is always whole, so that no earlier message is needed.

    ``happened`` leads from version ``since`` to ``v`` and is only for animation; ``since`` null means that the steps
    between are not told (a first message, a long absence, a new hand seen for the first time).
    """

    v: int
    """The edition: it grows with everything that clients are told."""
    since: int | None
    now: int
    """The server's clock, milliseconds since 1970."""
    you: int | None
    """This client's seat; null: a spectator."""
    is_host: bool
    """This client is the host."""
    table: TableInfo
    seats: tuple[SeatInfo, ...]
    hand: HandInfo | None
    steps: tuple[HandStep, ...]
    next: NextHand | None
    log: tuple[TranslatableText, ...] = ()
    """Where ``since`` is null: what was told of the hand until now, the first first."""

    def without_unchanged(self, last: TableInfo | None) -> Table | TableHand:
        """The same, for who was told ``last`` with what is said beside it. It is the same object until any of that changes."""
        if self.hand is None or self.since is None or self.table is not last:
            return self
        return TableHand(v=self.v, since=self.since, now=self.now, hand=self.hand, steps=self.steps)


ServerMessage = Hello | Ack | Refused | Readings | SocialEvent | Notice | Closed | TableHand | Table

_requests = msgspec.json.Decoder(ClientMessage)
_REQUESTS: Final[dict[object, type[Request]]] = {kind.__struct_config__.tag: kind for kind in get_args(ClientMessage)}


class _Tag(Struct):
    """Which request it is."""

    t: str = ""


_encoder = msgspec.json.Encoder()


def read_request(frame: str | bytes) -> ClientMessage:
    """Read what a client sent. Raises Unfit."""
    try:
        request: ClientMessage = _requests.decode(frame)
    except msgspec.ValidationError as error:
        raise _unfit(frame, error) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable_text(error) from error
    return request


def read_login(frame: str | bytes) -> str:
    """The token in a client's first message. Raises Unfit, which does not repeat it."""
    try:
        return msgspec.json.decode(frame, type=Login).token
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidField("wrong_value", field="t", allowed="login") from None


def _unfit(frame: str | bytes, error: msgspec.ValidationError) -> InvalidField:
    try:
        tag = msgspec.json.decode(frame, type=_Tag).t
    except msgspec.ValidationError:
        tag = ""
    if tag not in _REQUESTS:
        return InvalidField("wrong_value", field="t", allowed=", ".join(sorted(map(str, _REQUESTS))))
    return invalid_field(error, _REQUESTS[tag])


def raw(value: object) -> Raw:
    """A family's own value, to stand in a message."""
    return Raw(encode(value))


def write_message(message: ServerMessage) -> bytes:
    """One frame for a client."""
    return _encoder.encode(message)
