"""Prints the JSON schema of everything the web client reads: the sockets' messages, the HTTP API, each family's types.

Beside each schema are facts: numbers and lists that the client would otherwise have to know.
"""

import sys

from paiju.core.codec import to_json
from paiju.core.guide import GuideSection
from paiju.games.registry import house
from paiju.server.app.analysis import Analysis
from paiju.server.app.matchmaking.matchmaker import MatchStatus
from paiju.server.app.players.profiles import Profile, ProfileHand, RankingLine, RatingPoint
from paiju.server.app.social.relations import Friend, OnlineOverview, RelationNames
from paiju.server.app.tables.hand_history import HandSummary, HandWithWords, NumberedHand, Replay
from paiju.server.app.tables.lobby_summary import LobbyTable, MyTable
from paiju.server.domain.setup import SetupRequest
from paiju.server.http.accounts import Login, NewPassword, Session, Token
from paiju.server.http.api import Info, Me, NewTable, RulesetInfo, TableName
from paiju.server.http.coins import PurseInfo, RoomInfo
from paiju.server.http.errors import Problem
from paiju.server.http.moderation import ActionView, AdminPlayer, AdminTable, NewAction, ReachedLimit, WithheldTransfer
from paiju.server.http.profiles import Hides
from paiju.server.wire import PHRASES, REACTIONS
from paiju.server.wire_schema import ROOTS, family_schema, schema_for

API = (
    ActionView,
    AdminPlayer,
    AdminTable,
    Analysis,
    Friend,
    GuideSection,
    HandSummary,
    HandWithWords,
    NumberedHand,
    Hides,
    Info,
    LobbyTable,
    Login,
    MatchStatus,
    Me,
    MyTable,
    NewAction,
    NewPassword,
    NewTable,
    OnlineOverview,
    Problem,
    Profile,
    ProfileHand,
    PurseInfo,
    RankingLine,
    RatingPoint,
    ReachedLimit,
    WithheldTransfer,
    RelationNames,
    Replay,
    RoomInfo,
    RulesetInfo,
    Session,
    SetupRequest,
    TableName,
    Token,
)

if __name__ == "__main__":
    shown = [family for family in house() if family.web]
    everything = {
        "room": {
            "schema": schema_for({**ROOTS, **{each.__name__: each for each in API}}),
            "facts": {"phrases": PHRASES, "reactions": REACTIONS},
        },
        "families": {family.name: {"schema": family_schema(family), "facts": family.facts} for family in shown},
    }
    sys.stdout.write(to_json(everything).decode() + "\n")
