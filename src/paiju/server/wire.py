"""The messages that the server sends over a table's WebSocket; ``docs/reference/protocol.md`` explains each of them.

``wire_requests`` has the messages in the other direction.

Every message is a JSON object, and its field ``t`` names its type. A family's own values (views, actions, events) are that
family's JSON, encoded by ``paiju.core.codec``.
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
from paiju.server.domain.table_setup import TableSettings
from paiju.server.json_encoding import encode

PROTOCOL_VERSION: Final = 2
"""Version of the protocol, which comprises the messages below and the HTTP API.

The version grows with each change that would make an older client misread a message. It stays the same if the
change only adds a message or a field that clients may ignore. Version 1 is the protocol from before the
server sent a version.
"""

FRAME_LIMIT: Final = 16 * 1024
"""Maximum size of a frame from a client, in bytes. A longer one closes the socket."""

NO_HISTORY: Final = Raw(b"[]")
"""An empty history of a hand: an empty JSON array."""

LISTED: Final = 200
"""Maximum number of legal actions that ``Choices`` lists. If there are more, the client sends ``preview``."""


class Problem(Struct, frozen=True, kw_only=True):
    """Why the server refused a request. HTTP responses have the same form.

    ``kind`` and ``code`` name the reason; ``args`` has the values that the sentence ``words`` contains.
    """

    kind: str
    code: str
    args: dict[str, str] = {}
    words: TranslatableText
    """The reason as a sentence."""


ROOM: Final[AnyMessageBuilder] = MessageBuilder()
"""Builds the texts that belong to the room and not to a family."""


def to_problem(error: PaijuError, voice: AnyMessageBuilder = ROOM) -> Problem:
    """Return an error in the form that clients receive. ``voice`` builds its text."""
    args = {name: str(value)[:200] for name, value in error.details.items()}
    return Problem(kind=error.kind, code=error.code, args=args, words=voice.error_message(error))


class Message(Struct, frozen=True, kw_only=True, tag_field="t"):
    """A message from the server."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a socket: the version of the protocol that the server speaks."""

    protocol: int


class Ack(Message, frozen=True, tag="ack"):
    """The server has executed the request ``id``, and stored the result. ``v`` is the table's version with this result.

    If the client repeats the request, it receives the same answer again.
    """

    id: str
    v: int


class Refused(Problem, Message, frozen=True, tag="error"):
    """The server refused a request; nothing has changed.

    ``id`` is the id of the request; null for a frame that could not be read.
    """

    id: str | None


class Reading(Struct, frozen=True, omit_defaults=True):
    """An action, its text in the family's notation, and its label.

    - ``loss``: the points that the seat loses if it takes the action and then loses the hand at the new stake. Left
      out if the action does not raise the stake.
    - ``breaks_bomb``: whether the action plays some cards of a bomb that the player holds, but not as a bomb. Left
      out if false.
    """

    action: Raw
    text: str
    label: TranslatableText
    loss: int | None = None
    breaks_bomb: bool = False


class Readings(Message, frozen=True, tag="readings"):
    """The answer to ``preview`` or ``advise``: a list of actions.

    The answer to ``preview`` lists the actions that the selected cards can mean. The answer to ``advise`` lists
    the suggested actions. If the list is empty, ``code``, ``args`` and ``words`` say why.
    """

    id: str
    readings: tuple[Reading, ...]
    code: str | None = None
    args: dict[str, str] = {}
    words: TranslatableText | None = None
    sure: bool = False
    """In the answer to ``advise``: whether the first action wins whatever the other seats hold."""


class SocialEvent(Message, frozen=True, tag="social"):
    """Somebody sent a phrase (``say``), a reaction (``react``) or free text (``chat``), or asked for a seat (``knock``).

    ``seat`` is the sender's seat; null for a spectator. The server does not store the message.
    """

    kind: Literal["say", "react", "chat", "knock"]
    code: str
    seat: int | None
    name: str
    to: int | None = None
    text: str = ""


class Notice(Message, frozen=True, tag="notice"):
    """A notice by an admin of the room. A notice with an empty text removes the previous notice."""

    number: int
    """The number of the notice. It is higher than the number of the previous notice."""
    at: int
    text: str


class Closed(Message, frozen=True, tag="closed"):
    """The last message on a socket. ``code`` says why the server closes it.

    The codes are ``left``, ``slow``, ``abuse``, ``stopping``, ``fault``, ``logged_out`` and ``banned``.
    """

    code: str


class TableInfo(TableSettings, frozen=True, kw_only=True):
    """The table's ruleset, settings and progress."""

    id: str
    ruleset: str
    title: Title
    options: Annotated[Raw, Meta(extra_json_schema={"type": "object"})]
    """The resolved parameters of the rules: a JSON object."""
    digest: str
    """Digest of the rules: equal digests mean equal rules."""
    pack: dict[str, int]
    """The number of copies of each card in the pack, by the card's text."""
    sides: tuple[int, ...]
    """The side of each seat; empty if each seat plays alone, or if the sides form during the hand."""
    private: bool
    host: int | None
    """The host's seat; null if the host has no seat."""
    phase: Literal["waiting", "revealing", "playing", "over", "closed"]
    """The phase of the table.

    ``waiting``: the next hand has not begun; ``revealing``: the players reveal their contributions; ``playing``: a hand is
    running; ``over``: the match is over; ``closed``: the table is closed for good.
    """
    played: int
    """Number of finished hands of the match."""
    watching: int
    """Number of connected players without a seat."""
    room: str = ""
    """The id of the stake room (金币场) to which the table belongs; empty: none."""
    stakes: Stakes | None = None
    """The stakes in coins; null: the table plays without coins."""
    uncounted: Uncounted = ""
    """Why the table's hands do not count for titles, ratings and rankings; empty if they count."""
    demo: bool = False
    """Whether only bots play here, so that visitors can watch. Between hands, ``sit`` replaces a bot."""
    duplicate: str = ""
    """The name of the daily deal that the table plays (``2026-11-25/doudizhu/3``: day, family, number); empty: none."""


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat and its occupant."""

    seat: int
    kind: Literal["empty", "player", "bot"]
    name: str
    player: str | None
    """The public id of the player who sits here; null if the seat is empty or has a bot."""
    bot: str | None
    ready: bool
    connected: bool
    auto: bool
    """Whether the server plays this seat (托管)."""
    leaving: bool
    """Whether the player has given the seat up; it becomes empty at the end of the hand."""
    points: int
    """The seat's points in the match so far."""
    coins: int | None = None
    """The player's coins when the server last read them.

    For a bot, the field has the most coins that the bot can lose in the hand. The server reads a player's coins
    when the player sits down, when a hand begins, and after the settlement of the hand. The field is left out
    if the coins are unknown, or if the table plays without coins.
    """
    program: bool = False
    """Whether the player's account is a bot."""
    muted: bool = False
    """Whether the host has muted this player."""
    title: TranslatableText | None = None
    """The player's title in this family; left out if the player has none or hides it."""
    promoted: bool = False
    """Whether the player reached the title with the last hand."""


class Acting(Struct, frozen=True, kw_only=True):
    """A seat that must or may act, and its clock.

    When the message was built, ``turn`` milliseconds of the turn and ``reserve`` milliseconds of the reserve were
    left. Both are null if there is no clock, or if this client may not see the clock.
    """

    seat: int
    must: bool
    """Whether the game waits for the seat. If false, the seat may act, but need not."""
    turn: int | None
    reserve: int | None


class WindowInfo(Struct, frozen=True, kw_only=True):
    """A claim window: several seats answer within a common time limit, and all answers are revealed together.

    Nobody learns which other seats have a choice. A client's own ``choices`` show what its seat may do. They
    disappear when the seat has answered. A seat need not answer if it has only one legal action or wants to
    pass. Times are in milliseconds; ``left`` is the time left when the message was built.
    """

    left: int
    total: int
    optional: bool
    """Whether no seat has to answer in the window. A seat that does not answer declines, at no cost (明牌)."""


class Choices(Struct, frozen=True, kw_only=True):
    """A pending decision of this client: the actions that it may take now, and the decision's number (for ``act``)."""

    decision: int
    must: bool
    total: int
    """Number of legal actions, at most 1,000,000."""
    actions: tuple[Reading, ...]
    """All legal actions if there are at most ``LISTED``, otherwise none.

    If the array is empty, the client sends the selected cards in ``preview``.
    """


class CoinsMoved(Struct, frozen=True, kw_only=True):
    """The coins that a hand moved. One point is worth ``coefficient`` coins, and every seat pays ``rake``."""

    coefficient: int
    rake: int
    uncapped: tuple[int, ...]
    """The gain or loss of each seat if every loser could pay in full."""
    changes: tuple[int, ...]
    """The actual gain or loss of each seat. A loser pays no more than it has, and the winners share what is paid."""
    house: int
    """The coins that the server received."""
    withheld: int = 0
    """The coins that losers did not pay because of the daily limit on what one player may lose to another.

    The limit applies at private tables and to hands that a player left.
    """


class HandReveal(Struct, frozen=True, kw_only=True):
    """The result of a hand that has ended, and all that was hidden during the hand."""

    outcome: Outcome
    headline: TranslatableText
    """A sentence that says who won, or who left."""
    reason: TranslatableText
    """A sentence that gives the reason why the hand ended."""
    names: tuple[str, ...]
    """The names of the players of the hand by seat, even if they have left since."""
    state: Raw
    """The complete final state, without any hidden parts."""
    secret: str
    pledges: tuple[str, ...]
    contributions: tuple[str, ...]
    """The contributions to the deal by seat.

    If a seat does not reveal its own contribution in time, the server substitutes another one. The substitute
    does not match the pledge of the seat.
    """
    replay: str
    """Id of the hand, for ``/api/hands/…``; empty for a practice hand."""
    coins: CoinsMoved | None = None
    """The coins that the hand moved; null if it was played without coins."""
    uncounted: Uncounted = ""


class Share(Struct, frozen=True):
    """A part of a seat's points for a hand: what it wins from ``others`` other seats, or loses to them.

    The seat wins or loses the same number of points with each of these seats. ``points`` is the sum over all of
    them, without a sign: the stake, times the factors in ``lines``, times ``others``.
    """

    lines: tuple[int, ...]
    """The factors that apply between the seat and each other seat, as indices into ``HandInfo.account``."""
    others: int
    points: int


class Practice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The position in a recorded hand from which a practice hand continues.

    The practice hand is not recorded and does not count.
    """

    moves: int
    """Number of recorded moves before the position."""
    hand: str = ""
    """Id of the recorded hand, for ``/api/hands/…``; left out for spectators."""


class HandInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The running hand, or the last hand if none is running. ``account`` is the score breakdown so far."""

    number: int
    """Number of the hand at this table, from 1."""
    commitment: str
    view: Raw
    """The state of the hand as this client may see it, in the form of the family. Hidden parts are null.

    The ``history`` of the state is empty here, because the message ``Table`` contains the history.
    """
    account: tuple[ScoreLine, ...]
    lines: tuple[TranslatableText, ...]
    """The label of each line in ``account``."""
    stake: int
    """The total of ``account``."""
    shares: tuple[tuple[Share, ...], ...] = ()
    """For each seat, the parts (``Share``) of which its points are the sum.

    Only in a hand that has ended. Left out if there are no parts.
    """
    notes: tuple[TranslatableText, ...]
    """Short labels for conditions that hold in this hand."""
    question: TranslatableText | None
    """The text of the question to this client; null if no decision is pending."""
    tip: TranslatableText | None = None
    """A tip for beginners about the question; left out if there is none."""
    acting: tuple[Acting, ...]
    window: WindowInfo | None
    choices: Choices | None
    hints: Raw
    """The hints that the family gives this client's seat about the seat's own cards; null if there are none."""
    reveal: HandReveal | None
    can_take_back: bool = False
    """Whether the server would accept ``take_back``; left out if false."""
    practice: Practice | None = None
    """The position from which a practice hand continues; left out if the hand was dealt at this table."""
    leaving: LeaveCostBounds | None = None
    """The lower and upper bound of the points that it costs if this client leaves now, from what its seat can know.

    Left out for a spectator. Also left out if leaving costs nothing, because the server would then play the seat.
    """
    on_table: tuple[TranslatableText | None, ...] = ()
    """For each seat, the name of the play that it has on the table, such as "straight"; null if it has none.

    Left out if no seat has such a play.
    """
    seat_notes: tuple[tuple[TranslatableText, ...], ...] = ()
    """For each seat, labels for its public declarations. Left out if no seat has declared anything."""
    declared: tuple[Declaration | None, ...] = ()
    """For each seat, its last declaration in this phase, or null. Left out if no seat has declared anything.

    While the seats choose in secret, a declaration says only that the seat has chosen.
    """
    zones: tuple[Zone, ...] = ()
    """The cards by zone, for clients that have no layout of their own for the family.

    Left out if the web client has a layout for the family.
    """


class HandStep(Struct, frozen=True, kw_only=True):
    """A step of the hand: the events of one action in order, as this client may see them."""

    v: int
    seat: int
    """The seat that acted; -1: the dealer."""
    by: Literal["player", "bot", "auto", "timeout", "window", "dealer"]
    """Who chose the action.

    ``window`` means that the answers of several seats were revealed together. Then nobody learns who chose.
    """
    events: Raw
    """A JSON array of the family's events."""
    messages: tuple[TranslatableText | None, ...]
    """The announcement of each event; null if it has none."""


class NextHand(Struct, frozen=True, kw_only=True):
    """The next hand, before it is dealt.

    ``commitment`` binds the server to its secret, and ``pledges`` bind each seat to its contribution. Both are
    published before any contribution is revealed.
    """

    number: int
    commitment: str
    pledges: tuple[str, ...]
    opened: tuple[bool, ...]
    """In the phase ``revealing``: for each seat, whether it has revealed its contribution or has none to reveal.

    The hand is dealt when all are true, or after a short time limit.
    """
    predeal: tuple[Reading, ...]
    """The actions that ``ready`` may contain as the answer to the question before the deal (明牌开始).

    The fallback action is not included.
    """


class TableHand(Message, frozen=True, kw_only=True, tag="hand"):
    """A short message that replaces ``table`` on a socket with ``?brief``, if only the hand has changed.

    The fields have the same meaning as in ``table``.
    """

    v: int
    since: int | None
    now: int
    hand: HandInfo
    steps: tuple[HandStep, ...]


class Table(Message, frozen=True, kw_only=True, tag="table", omit_defaults=True):
    """The table as this client may see it. The message is complete, so a client needs no earlier message.

    ``steps`` are what happened in the hand between the versions ``since`` and ``v``; clients need them only for
    animation. ``since`` is null if the message has no steps: in the first message, after a long absence, or when a
    new hand begins.
    """

    v: int
    """The version of the table that clients see. It grows with each change that clients may notice."""
    since: int | None
    now: int
    """The server's clock, in Unix milliseconds."""
    you: int | None
    """This client's seat; null for a spectator."""
    is_host: bool
    """Whether this client is the host."""
    table: TableInfo
    seats: tuple[SeatInfo, ...]
    hand: HandInfo | None
    steps: tuple[HandStep, ...]
    next: NextHand | None
    log: tuple[TranslatableText, ...] = ()
    """If ``since`` is null: the announcements of the hand so far, the oldest first."""
    history: Raw = NO_HISTORY
    """The history of the hand, as everybody saw it: a JSON array of pairs ``[seat, action]``, the oldest first.

    The field is left out if the history is empty. On a socket with ``?brief``, only the first message and the
    message after ``sync`` have it.
    """


ServerMessage = Hello | Ack | Refused | Readings | SocialEvent | Notice | Closed | TableHand | Table

_encoder = msgspec.json.Encoder()


def encode_raw(value: object) -> Raw:
    """Encode a value of a family's own type as a part of a message."""
    return Raw(encode(value))


def encode_message(message: ServerMessage) -> bytes:
    """Return a message encoded as one frame for a client."""
    return _encoder.encode(message)
