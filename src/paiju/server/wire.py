"""The messages of a table's WebSocket, in both directions; ``docs/reference/protocol.md`` explains each of them.

Every message is one JSON object, and its field ``t`` names its type. A family's own values (views, actions, events) are
that family's JSON, written by ``paiju.core.codec``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from paiju.core.coins import Stakes
from paiju.core.errors import PaijuError
from paiju.core.game import Zone
from paiju.core.messages import AnyMessageBuilder, Declaration, MessageBuilder, TranslatableText
from paiju.core.ruleset import Title
from paiju.core.score_breakdown import LeaveCostBounds, Outcome, ScoreLine
from paiju.server.domain.ranking_eligibility import Uncounted
from paiju.server.domain.table_setup import SetupRequest, TableSettings
from paiju.server.json_encoding import encode

PROTOCOL_VERSION: Final = 2
"""Version of the protocol: the messages below and the HTTP API.

It grows with each change that would make an older client misread a message. It stays when a message or field is added that
clients may ignore. Version 1 is the protocol before the server sent a version.
"""

FRAME_LIMIT: Final = 16 * 1024
"""Maximum size of a frame from a client in bytes; a longer one closes the socket."""

CHAT_MOST: Final = 120
"""Maximum length of a chat message in characters."""

LISTED: Final = 200
"""Maximum number of legal actions that ``Choices`` lists. With more, the client sends ``preview``."""

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
    """A message from a client. The answer (``ack``, ``error`` or the requested message) carries the same ``id``.

    A client repeats a request with the same id until the server answers. The server carries out repeated requests only once.
    """

    id: CommandId


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """First message of a client that cannot set headers (``?login``): an API or session token. The answer is ``table``."""

    t: Literal["login"]
    token: Annotated[str, Meta(max_length=200)]


class Act(Request, frozen=True, tag="act"):
    """Take an action in the hand. ``decision`` is the number from ``hand.choices`` that the action answers."""

    decision: int
    action: Raw


class Preview(Request, frozen=True, tag="preview"):
    """Ask which actions the selected cards or a typed move can mean. The answer is ``readings``. Nothing changes."""

    text: ShortText


class Advise(Request, frozen=True, tag="advise"):
    """Ask for advice. The answer is ``readings``, best first. Nothing changes."""


class TakeMoveBack(Request, frozen=True, tag="take_back"):
    """Set the hand back to before this seat's last choice. For the only person among house bots, while ``can_take_back``."""


class Auto(Request, frozen=True, tag="auto"):
    """托管: let the house play this seat, or play it again oneself."""

    on: bool


class Say(Request, frozen=True, tag="say"):
    """Send one of the fixed phrases to the table."""

    phrase: Literal["hello", "hurry", "nice", "sorry", "thanks", "luck", "wow", "oops", "again", "bye"]


class React(Request, frozen=True, tag="react"):
    """Show a reaction, to one seat or to the whole table."""

    reaction: Literal["like", "heart", "laugh", "cry", "angry", "think", "flower", "egg"]
    to: SeatIndex | None = None


class Chat(Request, frozen=True, tag="chat"):
    """Send free text: to all at a private table, to friends at a public one between hands. The server does not store it."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_MOST)]


class Knock(Request, frozen=True, tag="knock"):
    """As a spectator, ask the players for a seat."""


class Sit(Request, frozen=True, tag="sit"):
    """Take an empty seat, or move to one. Without ``seat``, the server chooses the first empty seat."""

    seat: SeatIndex | None = None


class Stand(Request, frozen=True, tag="stand"):
    """Give the seat up. This ends a hand in play, at the cost in ``hand.leaving``; without it, the house plays the seat on.

    The server refuses if this may cost more points than ``agreed``.
    """

    agreed: Agreed = 0


class Leave(Request, frozen=True, tag="leave"):
    """Give the seat up and leave the table. The server closes the socket after the answer."""

    agreed: Agreed = 0


class Ready(Request, frozen=True, tag="ready"):
    """Be ready for the next hand, or take that back. ``pledge``: the SHA-256 of this seat's contribution, in hex, or empty.

    ``predeal``: an action from ``NextHand.predeal``; null: no answer.
    """

    on: bool = True
    pledge: Pledge = ""
    predeal: Raw = NOTHING


class Reveal(Request, frozen=True, tag="reveal"):
    """In the phase ``revealing``: open the pledged contribution, 16 to 32 random bytes in hex."""

    contribution: Contribution


class AddBot(Request, frozen=True, tag="add_bot"):
    """Host: seat a house bot; without ``seat``, one on every empty seat."""

    seat: SeatIndex | None = None
    bot: BotName = ""


class Remove(Request, frozen=True, tag="remove"):
    """Host: remove a player or bot. During a hand, the house plays the seat to the end of the hand."""

    seat: SeatIndex


class Mute(Request, frozen=True, tag="mute"):
    """Host of a private table: hide a player's messages from everyone here, or show them again (``on``: false)."""

    seat: SeatIndex
    on: bool


class Options(Request, frozen=True, tag="options"):
    """Host, between hands: change the ruleset or the settings. A new match begins."""

    setup: SetupRequest


class Rematch(Request, frozen=True, tag="rematch"):
    """Host, between hands: begin a new match with the same seats."""


class Start(Request, frozen=True, tag="start"):
    """Host: seat house bots on the empty seats, and be ready. The hand begins when everybody else is ready.

    ``bot``: the name of a bot that plays the ruleset; empty: the default bot.
    """

    pledge: Pledge = ""
    predeal: Raw = NOTHING
    bot: BotName = ""


class Sync(Request, frozen=True, tag="sync"):
    """Ask for the whole table again. The answer is ``ack``, then ``table`` with ``since`` null."""


class Ping(Request, frozen=True, tag="ping"):
    """Measure the round-trip time. The answer is ``ack``."""


ClientMessage = (
    Act | TakeMoveBack | Preview | Advise | Auto | Say | React | Chat | Knock | Sit | Stand | Leave | Ready | Reveal
    | AddBot | Remove | Mute | Options | Rematch | Start | Sync | Ping
)  # fmt: skip


# ---- server to client


class Problem(Struct, frozen=True, kw_only=True):
    """Why the server refused a request, also over HTTP. ``kind`` and ``code`` name the reason, ``args`` fills in its sentence."""

    kind: str
    code: str
    args: dict[str, str] = {}
    words: TranslatableText
    """The reason as a sentence."""


ROOM: Final[AnyMessageBuilder] = MessageBuilder()
"""Builds the messages that belong to no family."""


def problem(error: PaijuError, voice: AnyMessageBuilder = ROOM) -> Problem:
    """The error as a message part for clients."""
    args = {name: str(value)[:200] for name, value in error.details.items()}
    return Problem(kind=error.kind, code=error.code, args=args, words=voice.error_message(error))


class Message(Struct, frozen=True, kw_only=True, tag_field="t"):
    """A message from the server."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a socket: the version of the protocol that the server speaks."""

    protocol: int


class Ack(Message, frozen=True, tag="ack"):
    """The request was executed, and its result is on disk. ``v`` is the table's version that contains it.

    A repeated request gets the first answer again.
    """

    id: str
    v: int


class Refused(Problem, Message, frozen=True, tag="error"):
    """The server refused the request; nothing has changed. ``id`` is null for a frame that could not be read."""

    id: str | None


class Reading(Struct, frozen=True, omit_defaults=True):
    """An action, its text in the family's notation, its label, and the points at risk (``loss``) if it raises the stake.

    ``breaks_bomb``: it plays cards of a bomb in the hand, but not as a bomb; left out if not.
    """

    action: Raw
    text: str
    label: TranslatableText
    loss: int | None = None
    breaks_bomb: bool = False


class Readings(Message, frozen=True, tag="readings"):
    """The actions that the selected cards can mean, or advice. Without readings, ``code``, ``args`` and ``words`` say why."""

    id: str
    readings: tuple[Reading, ...]
    code: str | None = None
    args: dict[str, str] = {}
    words: TranslatableText | None = None
    sure: bool = False
    """Whether the first reading, as advice, wins whatever the others hold."""


class SocialEvent(Message, frozen=True, tag="social"):
    """Somebody sent a phrase (``kind`` is "say"), a reaction or free text, or asked for a seat. The server does not store it.

    ``seat``: the sender's seat; null: a spectator.
    """

    kind: Literal["say", "react", "chat", "knock"]
    code: str
    seat: int | None
    name: str
    to: int | None = None
    text: str = ""


class Notice(Message, frozen=True, tag="notice"):
    """An announcement by an admin of the room; an empty text removes the last one."""

    number: int
    """Grows with each notice."""
    at: int
    text: str


class Closed(Message, frozen=True, tag="closed"):
    """The last message of a socket. ``code`` says why: "left", "slow", "abuse", "stopping", "fault", "logged_out", "banned"."""

    code: str


class TableInfo(TableSettings, frozen=True, kw_only=True):
    """The table's ruleset, its settings and its progress."""

    id: str
    ruleset: str
    title: Title
    options: Annotated[Raw, Meta(extra_json_schema={"type": "object"})]
    """The resolved parameters of the rules: a JSON object."""
    digest: str
    """Digest of the rules: equal digests mean equal rules."""
    pack: dict[str, int]
    """The number of copies of each card, by the card's text."""
    sides: tuple[int, ...]
    """By seat: its side; empty if everybody plays alone, or if the sides form during the hand."""
    private: bool
    host: int | None
    """The host's seat; null if the host has no seat."""
    phase: Literal["waiting", "revealing", "playing", "over", "closed"]
    """waiting: for the next hand; revealing: contributions; playing: a hand; over: the match; closed: the table, for good."""
    played: int
    """Finished hands of the match."""
    watching: int
    room: str = ""
    """The stake room 场 that the table belongs to; empty: none."""
    stakes: Stakes | None = None
    """The coins that the table plays for; null: none."""
    uncounted: Uncounted = ""
    """The reason why hands of the table do not count for titles, ratings and rankings; empty if they count."""
    demo: bool = False
    """Whether only bots play here, so that there is something to watch. Between hands, ``sit`` takes a bot's seat."""
    duplicate: str = ""
    """The name of the daily deal that is played here (``2026-11-25/doudizhu/3``): its day, family and number; else empty."""


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat and who occupies it."""

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
    """The player gives the seat up at the end of the hand."""
    points: int
    """Points of the match so far."""
    coins: int | None = None
    """The player's coins when the server last read them: on sitting down, at a hand's begin, at its settlement. For a bot, the
    most that it can lose in the hand. Left out: not known yet, or the table plays without coins."""
    program: bool = False
    """The account is a bot."""
    muted: bool = False
    """The host has muted this player."""
    title: TranslatableText | None = None
    """The player's title in this family of games; left out: none, or not shown."""
    promoted: bool = False
    """The player reached the title in the last hand."""


class Acting(Struct, frozen=True, kw_only=True):
    """A seat that may act, and its clock: the milliseconds left when the message was made; null: no clock."""

    seat: int
    must: bool
    """False: it may act, but the game does not wait for it."""
    turn: int | None
    reserve: int | None


class WindowInfo(Struct, frozen=True, kw_only=True):
    """A claim window: several seats answer within a common time limit, and the server reveals the answers together at its end.

    Nobody learns which other seats have a choice. A client's own ``choices`` show its options, and disappear with its answer. A
    seat with a single legal action, or one that passes, need not answer. Times are in milliseconds, ``left`` when the message
    was made.
    """

    left: int
    total: int
    optional: bool
    """No seat has to answer: no answer means no, and costs nothing (明牌)."""


class Choices(Struct, frozen=True, kw_only=True):
    """The actions that this client may take now."""

    decision: int
    must: bool
    total: int
    """The number of legal actions, at most 1,000,000."""
    actions: tuple[Reading, ...]
    """All legal actions if there are few, otherwise none: then the client sends the selected cards in ``preview``."""


class CoinsMoved(Struct, frozen=True, kw_only=True):
    """The coins that a hand moved. A point is worth ``coefficient`` coins, and every seat pays ``rake``."""

    coefficient: int
    rake: int
    uncapped: tuple[int, ...]
    """By seat: its gain or loss if every loser could pay in full."""
    changes: tuple[int, ...]
    """By seat: its actual gain or loss. A loser pays no more than it has, and the winners share what is paid."""
    house: int
    """The coins that the house received."""
    withheld: int = 0
    """The coins that were not moved, because of the daily limit between two players on leaving and private tables."""


class HandReveal(Struct, frozen=True, kw_only=True):
    """What is revealed about a finished hand."""

    outcome: Outcome
    headline: TranslatableText
    """Who won, or who left."""
    reason: TranslatableText
    """Why the hand ended so."""
    names: tuple[str, ...]
    """By seat: the name of the player who played the hand, also of one who has left since."""
    state: Raw
    """The complete final state: a view without redacted parts."""
    secret: str
    pledges: tuple[str, ...]
    contributions: tuple[str, ...]
    """By seat. A contribution that does not match its pledge is the server's, for a seat that did not open its own in time."""
    replay: str
    """Id of the hand, for ``/api/hands/…``."""
    coins: CoinsMoved | None = None
    """Null: the hand was played without coins."""
    uncounted: Uncounted = ""


class Share(Struct, frozen=True):
    """A seat's settlement with ``others`` seats, in points: the stake times the score lines that count between them."""

    lines: tuple[int, ...]
    """Indices of the lines in the breakdown (``account``)."""
    others: int
    points: int


class Practice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The position of a recorded hand from which this practice hand continues; it is not recorded and does not count."""

    moves: int
    """The number of recorded moves before the position."""
    hand: str = ""
    """Id of the recorded hand, for ``/api/hands/…``; left out for spectators."""


class HandInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The current hand, or the last one until the next begins."""

    number: int
    """Number of the hand at this table, from 1."""
    commitment: str
    view: Raw
    """The family's state as this client may see it, with null for each hidden part."""
    account: tuple[ScoreLine, ...]
    lines: tuple[TranslatableText, ...]
    """The label of each line in ``account``."""
    stake: int
    """The total of ``account``."""
    shares: tuple[tuple[Share, ...], ...] = ()
    """At the end, by seat: the parts that add up to its points. Left out if there is nothing to add up."""
    notes: tuple[TranslatableText, ...]
    """Short labels for conditions that hold in this hand."""
    question: TranslatableText | None
    """The question to this client."""
    tip: TranslatableText | None = None
    """What a beginner may want to know at this question; left out if there is nothing to say."""
    acting: tuple[Acting, ...]
    window: WindowInfo | None
    choices: Choices | None
    hints: Raw
    """The family's hints for this seat about its own cards; null: none."""
    reveal: HandReveal | None
    can_take_back: bool = False
    """Whether ``take_back`` would be accepted; left out if not."""
    practice: Practice | None = None
    """Left out: the hand was dealt at this table."""
    leaving: LeaveCostBounds | None = None
    """The cost of leaving now for this seat in points, as far as it can know; left out if the house would play on for it."""
    on_table: tuple[TranslatableText | None, ...] = ()
    """By seat: the players' word for the cards that it has on the table. Left out if no seat has any."""
    seat_notes: tuple[tuple[TranslatableText, ...], ...] = ()
    """By seat: what it has declared, in a word each. Left out if no seat has declared anything."""
    declared: tuple[Declaration | None, ...] = ()
    """By seat: what it last said in this phase, or that it has chosen in secret. Left out if no seat has spoken."""
    zones: tuple[Zone, ...] = ()
    """The cards by zone, for a client without a layout for the family; left out if every client has one."""


class HandStep(Struct, frozen=True, kw_only=True):
    """One step of the hand: the family's events in order, as this client may see them."""

    v: int
    seat: int
    """The seat that acted; -1: the dealer."""
    by: Literal["player", "bot", "auto", "timeout", "window", "dealer"]
    """Who chose the action. window: the answers were revealed together, and nobody learns who chose."""
    events: Raw
    """A JSON array of the family's events."""
    messages: tuple[TranslatableText | None, ...]
    """The announcement of each event; null: none."""


class NextHand(Struct, frozen=True, kw_only=True):
    """The next deal. The server is bound to its secret and each seat to its contribution before any contribution is opened."""

    number: int
    commitment: str
    pledges: tuple[str, ...]
    opened: tuple[bool, ...]
    """By seat, in the phase ``revealing``: whether its contribution is open, or it has none. The hand is dealt when all are
    true, or a little later."""
    predeal: tuple[Reading, ...]
    """The actions that ``ready`` may carry, before cards are dealt (明牌开始); without the fallback."""


class TableHand(Message, frozen=True, kw_only=True, tag="hand"):
    """For a socket that asked for short messages: only the hand has changed since the last message, nothing else of the table."""

    v: int
    since: int | None
    now: int
    hand: HandInfo
    steps: tuple[HandStep, ...]


class Table(Message, frozen=True, kw_only=True, tag="table", omit_defaults=True):
    """The table as this client may see it. It is always complete, so that a client needs no earlier message.

    ``steps`` leads from version ``since`` to ``v`` and serves only animation. ``since`` is null if the steps in between are left
    out (the first message, a long absence, the first sight of a new hand).
    """

    v: int
    """The visible version: it grows with each change that clients see."""
    since: int | None
    now: int
    """The server's clock in milliseconds since 1970."""
    you: int | None
    """This client's seat; null: a spectator."""
    is_host: bool
    """Whether this client is the host."""
    table: TableInfo
    seats: tuple[SeatInfo, ...]
    hand: HandInfo | None
    steps: tuple[HandStep, ...]
    next: NextHand | None
    log: tuple[TranslatableText, ...] = ()
    """If ``since`` is null: the announcements of the hand so far, oldest first."""

    def without_unchanged(self, last: TableInfo | None) -> Table | TableHand:
        """The short message, for a client whose last message had the same ``TableInfo`` object; otherwise the message itself."""
        if self.hand is None or self.since is None or self.table is not last:
            return self
        return TableHand(v=self.v, since=self.since, now=self.now, hand=self.hand, steps=self.steps)


ServerMessage = Hello | Ack | Refused | Readings | SocialEvent | Notice | Closed | TableHand | Table

_encoder = msgspec.json.Encoder()


def raw(value: object) -> Raw:
    """A family's own value, encoded as a part of a message."""
    return Raw(encode(value))


def write_message(message: ServerMessage) -> bytes:
    """Encode a message as one frame for a client."""
    return _encoder.encode(message)
