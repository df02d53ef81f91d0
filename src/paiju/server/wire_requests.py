"""The requests that a client sends over a table's WebSocket; ``docs/reference/protocol.md`` explains each of them.

``wire`` has the messages in the other direction.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Raw, Struct

from paiju.server.domain.table_setup import SetupRequest

CHAT_MOST: Final = 120
"""Maximum length of a chat message in characters."""

PHRASES: Final = ("hello", "hurry", "nice", "sorry", "thanks", "luck", "wow", "oops", "again", "bye")
REACTIONS: Final = ("like", "heart", "laugh", "cry", "angry", "think", "flower", "egg")

NOTHING: Final = Raw(b"null")
"""The JSON value null."""

# In Python, "$" also matches before a final newline; in other languages it does not.
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$(?!\\n)")]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]
Agreed = Annotated[int, Meta(ge=0, le=1_000_000_000)]
ShortText = Annotated[str, Meta(max_length=2000)]
BotName = Annotated[str, Meta(max_length=40)]
Pledge = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$(?!\\n)")]
Contribution = Annotated[str, Meta(pattern="^([0-9a-f]{2}){16,32}$(?!\\n)")]


class Request(Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """A message from a client. The server's answer carries the ``id`` of the request.

    The answer is ``ack``, ``error`` or the message that was requested. A client repeats a request with the same
    id until the server answers. The server executes the request only once.
    """

    id: CommandId


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a client that cannot set headers (``?login``), with an API token or session token.

    The answer is ``table``.
    """

    t: Literal["login"]
    token: Annotated[str, Meta(max_length=200)]


class Act(Request, frozen=True, tag="act"):
    """Take an action in the hand. ``decision`` is the number of the pending decision (``hand.choices``)."""

    decision: int
    action: Raw


class Preview(Request, frozen=True, tag="preview"):
    """Ask which actions the selected cards, or a move typed as text, can mean. Nothing changes at the table.

    The answer is ``readings``.
    """

    text: ShortText


class Advise(Request, frozen=True, tag="advise"):
    """Ask for advice. The answer is ``readings``, the best action first. Nothing changes."""


class TakeMoveBack(Request, frozen=True, tag="take_back"):
    """Take back this seat's last choice, and all moves after it.

    This is allowed while ``hand.can_take_back`` is true, which requires that a single person plays with house bots.
    """


class Auto(Request, frozen=True, tag="auto"):
    """Let the server play this seat (托管), or take the seat back (``on``: false)."""

    on: bool


class Say(Request, frozen=True, tag="say"):
    """Send one of the fixed phrases to the table."""

    phrase: Literal["hello", "hurry", "nice", "sorry", "thanks", "luck", "wow", "oops", "again", "bye"]


class React(Request, frozen=True, tag="react"):
    """Show a reaction, to one seat or to the whole table."""

    reaction: Literal["like", "heart", "laugh", "cry", "angry", "think", "flower", "egg"]
    to: SeatIndex | None = None


class Chat(Request, frozen=True, tag="chat"):
    """Send free text: at a private table to everybody; at a public table only between hands, and only to friends there.

    The server does not store the text.
    """

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_MOST)]


class Knock(Request, frozen=True, tag="knock"):
    """For a spectator: ask the players for a seat."""


class Sit(Request, frozen=True, tag="sit"):
    """Take an empty seat, or change to an empty seat if the player already sits at the table.

    Without ``seat``, the server chooses the first empty seat.
    """

    seat: SeatIndex | None = None


class Stand(Request, frozen=True, tag="stand"):
    """Give up the seat.

    If ``hand.leaving`` is present, the running hand ends, and the player pays the cost of leaving. Otherwise the
    hand continues, and the server plays the seat until the hand ends. The server refuses the request if leaving
    may cost more than ``agreed`` points.
    """

    agreed: Agreed = 0


class Leave(Request, frozen=True, tag="leave"):
    """Give up the seat, as with ``stand``, and leave the table. The server closes the socket after the answer.

    At the table of a daily deal, the client keeps the seat and may come back.
    """

    agreed: Agreed = 0


class Ready(Request, frozen=True, tag="ready"):
    """Report that this seat is ready for the next hand, or no longer ready (``on``: false).

    ``pledge`` is the SHA-256 of this seat's contribution to the deal, in hexadecimal; empty: no contribution.
    ``predeal`` is an action from ``NextHand.predeal``; null chooses the game's fallback.
    """

    on: bool = True
    pledge: Pledge = ""
    predeal: Raw = NOTHING


class Reveal(Request, frozen=True, tag="reveal"):
    """In the phase ``revealing``: reveal the pledged contribution to the deal, 16 to 32 random bytes in hexadecimal."""

    contribution: Contribution


class AddBot(Request, frozen=True, tag="add_bot"):
    """For the host: seat a house bot on ``seat``; without ``seat``, seat a bot on every empty seat.

    ``bot`` is the name of a bot that plays the ruleset; empty: the default bot.
    """

    seat: SeatIndex | None = None
    bot: BotName = ""


class Remove(Request, frozen=True, tag="remove"):
    """For the host: remove a player or a bot.

    During a hand only a bot can be removed; the server plays its seat to the end of the hand.
    """

    seat: SeatIndex


class Mute(Request, frozen=True, tag="mute"):
    """For the host of a private table: hide a player's messages from everybody here, or show them again (``on``: false)."""

    seat: SeatIndex
    on: bool


class Options(Request, frozen=True, tag="options"):
    """For the host, between hands: change the ruleset or the settings of the table. A new match begins."""

    setup: SetupRequest


class Rematch(Request, frozen=True, tag="rematch"):
    """For the host, between hands: begin a new match with the same seats."""


class Start(Request, frozen=True, tag="start"):
    """For the host: seat house bots on all empty seats, and report ready. The hand begins when all players are ready.

    ``bot`` is the name of a bot that plays the ruleset; empty: the default bot.
    """

    pledge: Pledge = ""
    predeal: Raw = NOTHING
    bot: BotName = ""


class Sync(Request, frozen=True, tag="sync"):
    """Ask for the whole table again. The answer is ``ack``, then ``table`` with ``since`` null."""


class Ping(Request, frozen=True, tag="ping"):
    """Do nothing, so that the client can measure the round-trip time. The answer is ``ack``."""


ClientMessage = (
    Act | TakeMoveBack | Preview | Advise | Auto | Say | React | Chat | Knock | Sit | Stand | Leave | Ready | Reveal
    | AddBot | Remove | Mute | Options | Rematch | Start | Sync | Ping
)  # fmt: skip
