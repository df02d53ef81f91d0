"""The commands of ``paiju``, as data."""

from __future__ import annotations

from typing import Final

from paiju.bots.external_bots import LIMIT as THINKING
from paiju.cli.argument_parser import Command, Option
from paiju.learn.hyperparameters import WIDTHS
from paiju.server.settings import CONFIG, SETTINGS, Setting


def _setting_option(setting: Setting) -> Option:
    """Return the option for a setting of the room. The option is text; ``paiju.server.settings`` parses it."""
    return Option(
        setting.option_name,
        own_help_key=f"settings.{setting.name}",
        default_text=setting.default_text,
        allowed=setting.allowed_values,
    )


JSON: Final = Option("json", "flag", default=False)
RULES: Final = Option("rules", required=True)
LIMIT: Final = Option("limit", "whole", default=THINKING, low=1)
"""The option for the time limit of external bots, in milliseconds."""
RECORD: Final = Option("record", own_help_key="option.record_all")
SEED: Final = Option("seed", "whole")
ROOM: Final = tuple(
    _setting_option(setting) for setting in (CONFIG, *SETTINGS) if setting.name in ("config", "database")
)
"""The options with which a command finds the database of a card room."""
CARD_QUERY: Final = "paiju.cli.card_queries:answer_query"
"""The function that runs the commands about given cards, written as ``module:function``."""

COMMANDS: Final = (
    Command(
        "play",
        "paiju.cli.play:run",
        (
            Option("ruleset", positional=True),
            Option("bots"),
            SEED,
            LIMIT,
            Option("delay", "whole", low=0),
            Option("record"),
        ),
    ),
    Command("rules", "paiju.cli.rules:run", (Option("ruleset", positional=True), JSON)),
    Command(
        "legal",
        CARD_QUERY,
        (
            RULES,
            Option("hand", required=True),
            Option("beat"),
            Option("wild"),
            JSON,
            Option("count", "flag", default=False),
        ),
    ),
    Command(
        "readings",
        CARD_QUERY,
        (RULES, Option("cards", required=True), Option("beat"), Option("wild"), JSON),
    ),
    Command(
        "simulate",
        "paiju.cli.simulate:run",
        (
            Option("ruleset", positional=True, required=True),
            Option("hands", "whole", default=100, low=1),
            Option("seed", "whole", default=0),
            Option("bots", default="random"),
            LIMIT,
            RECORD,
            JSON,
        ),
    ),
    Command(
        "replay",
        "paiju.cli.record_commands:replay",
        (
            Option("file", positional=True, required=True),
            Option("hand", "whole", low=1),
            Option("at", "whole", low=0),
            JSON,
        ),
    ),
    Command(
        "analyse",
        "paiju.cli.analyse:run",
        (
            Option("file", positional=True, required=True),
            Option("hand", "whole", low=1, own_help_key="option.hand_number"),
            Option("quick", "flag", default=False),
            Option("open", "flag", default=False),
            Option("players", default="strong", own_help_key="option.players_of"),
            Option("curves", default=""),
            JSON,
        ),
        extra="nets",
    ),
    Command(
        "calibrate",
        "paiju.cli.calibrate_review:run",
        (Option("file", positional=True, required=True), Option("out", own_help_key="option.curves_out"), JSON),
        extra="nets",
    ),
    Command(
        "stats",
        "paiju.cli.stats:run",
        (Option("file", positional=True, required=True), Option("plot"), Option("parquet"), JSON),
    ),
    Command(
        "verify", "paiju.cli.record_commands:verify_records", (Option("file", positional=True, required=True), JSON)
    ),
    Command(
        "arena",
        "paiju.cli.arena:run",
        (
            Option("a", positional=True, required=True),
            Option("b", positional=True, required=True),
            RULES,
            Option("deals", "whole", default=100, low=1),
            Option("seed", "whole", default=0),
            Option("processes", "whole", default=1, low=1),
            LIMIT,
            RECORD,
            Option("play-only", "flag", default=False),
            JSON,
        ),
    ),
    Command(
        "train",
        "paiju.cli.train:run",
        (
            Option("rulesets", positional=True, required=True, own_help_key="option.group"),
            Option("out", required=True),
            Option("begin", default=""),
            Option("choose", "flag", default=False),
            Option("history", "flag", default=False),
            Option("rivals", default=""),
            Option("minutes", "whole", default=60, low=1),
            Option("hands", "whole", default=1024, low=16, own_help_key="option.at_once"),
            Option("players", "whole", default=0),
            Option("cells", "whole", default=WIDTHS[0], low=16),
            Option("seed", "whole", default=1),
        ),
        extra="learn",
    ),
    Command(
        "solve",
        "paiju.cli.solve:run",
        (
            Option("file", positional=True, own_help_key="option.questions"),
            Option("record", own_help_key="option.record_of"),
            Option("hand", "whole", default=1, low=1, own_help_key="option.hand_number"),
            Option("move", "whole", low=0),
            Option("nodes", "whole", low=1),
            Option("ms", "whole", low=1),
            Option("points", "flag", default=False),
            Option("proof", "flag", default=False),
            JSON,
        ),
    ),
    Command(
        "puzzles",
        "paiju.cli.puzzles:run",
        (
            Option("action", "choice", positional=True, required=True, choices=("make", "check", "export")),
            Option("file", positional=True, own_help_key="option.puzzles"),
            Option("rules", own_help_key="option.puzzle_rules"),
            Option("levels", default="casual,strong"),
            Option("hands", "whole", default=100, low=1),
            Option("first", "whole", default=0, low=0),
            Option("seed", "whole", default=0),
            Option("shipped", "flag", default=False),
            Option("out", default="-", own_help_key="option.puzzles_out"),
            Option("csv", "flag", default=False),
            JSON,
        ),
        extra="batch",
    ),
    Command(
        "batch",
        "paiju.cli.batch_compile:compile_batch",
        (
            Option("compile", "choice", positional=True, required=True, choices=("compile",)),
            Option("rulesets", positional=True, many=True),
        ),
    ),
    Command(
        "win",
        CARD_QUERY,
        (
            RULES,
            Option("hand", required=True),
            Option("laid", default=""),
            Option("card", default=""),
            Option("source", "choice", default="own", choices=("own", "drawn", "hand")),
            JSON,
        ),
    ),
    Command(
        "follow",
        CARD_QUERY,
        (
            RULES,
            Option("level", required=True),
            Option("trump", required=True),
            Option("hand", required=True),
            Option("lead", required=True),
            Option("play", required=True),
            JSON,
        ),
    ),
    Command(
        "serve",
        "paiju.cli.serve:run",
        tuple(map(_setting_option, (CONFIG, *SETTINGS))),
    ),
    Command(
        "password",
        "paiju.cli.password:run",
        (Option("user", positional=True, required=True), *ROOM),
    ),
    Command("tables", "paiju.cli.list_tables:run", (*ROOM, JSON)),
    Command("players", "paiju.cli.moderation:list_players", (Option("find"), *ROOM, JSON)),
    *(
        Command(
            name,
            "paiju.cli.moderation:moderate",
            (*(Option(one, positional=True, required=True) for one in places), Option("why"), *ROOM),
        )
        for name, places in (
            ("close", ("table",)),
            ("ban", ("player",)),
            ("unban", ("player",)),
            ("mute", ("player",)),
            ("unmute", ("player",)),
            ("unrank", ("player",)),
            ("rank", ("player",)),
            ("rename", ("player", "name")),
            ("coins", ("player", "amount")),
            ("notice", ("text",)),
            ("admin", ("user",)),
            ("unadmin", ("user",)),
        )
    ),
    Command(
        "drop",
        "paiju.cli.moderation:drop_table",
        (Option("table", positional=True, required=True), Option("why"), *ROOM),
    ),
    Command("acts", "paiju.cli.moderation:list_actions", (*ROOM, JSON)),
    Command("audit", "paiju.cli.coin_audit:run", (*ROOM, JSON)),
    Command("rate", "paiju.cli.recompute_ratings:run", ROOM),
    Command("migrate", "paiju.cli.migrate:run", ROOM),
    Command(
        "move",
        "paiju.cli.database_transfer:run",
        (Option("from", positional=True, required=True), Option("to", positional=True, required=True)),
    ),
    Command("backup", "paiju.cli.database_transfer:backup", (Option("copy", positional=True, required=True), *ROOM)),
    Command(
        "restore",
        "paiju.cli.database_transfer:restore",
        (
            Option("copy", positional=True, required=True),
            *ROOM,
            Option("replace", "flag", default=False),
        ),
    ),
    Command(
        "bot",
        "paiju.cli.remote_bot:run",
        (
            Option("url", positional=True, required=True),
            Option("table", positional=True, required=True),
            Option("token"),
            Option("bot", default="steady"),
            LIMIT,
            Option("hands", "whole", default=0, low=0),
        ),
    ),
)
"""All commands, in the order in which ``paiju --help`` lists them."""
