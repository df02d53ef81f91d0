"""Print the JSON schema of what the web client reads: socket messages, the HTTP API and each family's types.

Each schema comes with facts: numbers and lists that the client would otherwise have to hard-code. ``paths`` comes from the
room's OpenAPI description and gives the types of the client's HTTP requests.
"""

import sys

from paiju.core.codec import to_json
from paiju.core.guide import GuideSection
from paiju.duplicate.day_record import DayRecord
from paiju.games.registry import built_in_families
from paiju.records import Record
from paiju.server.app.daily.closed_days import ClosedSet
from paiju.server.app.daily.day_overview import DailyOverview
from paiju.server.app.daily.deal_comparison import DealComparison
from paiju.server.app.daily.player_results import DailyResults, RankingRow
from paiju.server.app.daily.skill import DailySkill
from paiju.server.app.matchmaking.matchmaker import MatchStatus
from paiju.server.app.players.evening_review import EveningReview
from paiju.server.app.players.mistake_statistics import MistakeStatistics
from paiju.server.app.players.profiles import Profile, ProfileHand, RankingLine, RatingPoint
from paiju.server.app.players.season_standings import GainedTitle, PlayerSeason, SeasonView
from paiju.server.app.puzzles.puzzle_wire import (
    MoveVerdict,
    NextPuzzle,
    PuzzleHint,
    PuzzleHub,
    PuzzleMoves,
    PuzzlePack,
    PuzzleSolution,
    PuzzleTries,
    PuzzleView,
    TryOutcomes,
)
from paiju.server.app.recent_activity import RecentActivity
from paiju.server.app.reviews import HandReview
from paiju.server.app.social.relations import Friend, OnlineOverview, RelationNames
from paiju.server.app.tables.hand_replay import HandSummary, HandWithWords, NumberedHand, Replay
from paiju.server.app.tables.lobby_summary import LobbyTable, MyTable
from paiju.server.domain.table_setup import SetupRequest
from paiju.server.http.accounts import DataExport, Login, NewPassword, NewToken, PasswordConfirmation, Session, Token
from paiju.server.http.coins import RoomInfo, WalletInfo
from paiju.server.http.daily import DailyTable
from paiju.server.http.errors import Problem
from paiju.server.http.moderation import (
    ActionView,
    AdminPlayer,
    AdminTable,
    NewAction,
    ReachedLimit,
    SuspectGroupView,
    WithheldTransfer,
)
from paiju.server.http.own_player import Me, Name, Newcomer
from paiju.server.http.practice import NewPractice, UploadedPractice
from paiju.server.http.profiles_and_rankings import Hides
from paiju.server.http.room_info import Info
from paiju.server.http.rulesets import RulesetInfo
from paiju.server.http.social import InvitationRequest, PlayerReport
from paiju.server.http.tables import NewTable, TableName
from paiju.server.http.uploaded_records import UploadedRecord
from paiju.server.http.voices import VoiceInfo
from paiju.server.main import create_app
from paiju.server.wire import PROTOCOL_VERSION
from paiju.server.wire_requests import PHRASES, REACTIONS
from paiju.server.wire_schema import ROOTS, family_schema, schema_for

API = (
    ActionView,
    AdminPlayer,
    AdminTable,
    ClosedSet,
    DailyOverview,
    DailyResults,
    DailySkill,
    DailyTable,
    DayRecord,
    DealComparison,
    DataExport,
    Friend,
    EveningReview,
    GuideSection,
    HandReview,
    HandSummary,
    HandWithWords,
    MoveVerdict,
    NextPuzzle,
    NumberedHand,
    Hides,
    Info,
    InvitationRequest,
    LobbyTable,
    Login,
    MatchStatus,
    Me,
    Name,
    Newcomer,
    MyTable,
    NewAction,
    NewPassword,
    NewPractice,
    NewTable,
    NewToken,
    OnlineOverview,
    PlayerReport,
    Problem,
    MistakeStatistics,
    Profile,
    ProfileHand,
    PasswordConfirmation,
    WalletInfo,
    RankingLine,
    RankingRow,
    SeasonView,
    GainedTitle,
    PlayerSeason,
    RatingPoint,
    Record,
    RecentActivity,
    ReachedLimit,
    WithheldTransfer,
    SuspectGroupView,
    RelationNames,
    Replay,
    RoomInfo,
    RulesetInfo,
    Session,
    SetupRequest,
    TableName,
    Token,
    UploadedPractice,
    UploadedRecord,
    VoiceInfo,
    PuzzleHint,
    PuzzleHub,
    PuzzleMoves,
    PuzzlePack,
    PuzzleSolution,
    PuzzleTries,
    PuzzleView,
    TryOutcomes,
)

if __name__ == "__main__":
    shown = [family for family in built_in_families() if family.web]
    everything = {
        "room": {
            "schema": schema_for({**ROOTS, **{each.__name__: each for each in API}}),
            "facts": {
                "families": [family.name for family in built_in_families()],
                "phrases": PHRASES,
                "protocol": PROTOCOL_VERSION,
                "reactions": REACTIONS,
            },
            "paths": create_app().openapi_schema.to_schema()["paths"],
        },
        "families": {family.name: {"schema": family_schema(family), "facts": family.facts} for family in shown},
    }
    sys.stdout.write(to_json(everything).decode() + "\n")
