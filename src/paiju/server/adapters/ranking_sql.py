"""The statements of ``RankingStore`` that both databases understand. PostgreSQL's ``$1`` is SQLite's ``?1`` (``to_sqlite``)."""

from __future__ import annotations

from typing import Final

from paiju.server.adapters.row_mappers import HAND, RESULT, STANDING, TALLY
from paiju.server.app.store import RankingKind

UNJUDGED: Final = f"""SELECT {HAND}, record FROM hands WHERE judged = 0
    ORDER BY ended, hand_id LIMIT $1"""  # noqa: S608 (a constant)
JUDGED: Final = "UPDATE hands SET judged = 1 WHERE hand_id = $1 AND judged = 0 RETURNING ended"
WRITE: Final = f"""UPDATE played SET ({RESULT}) = ({", ".join(f"${number}" for number in range(1, 12))})
    WHERE player_id = $12 AND hand_id = $13
    AND ended = (SELECT ended FROM hands WHERE hands.hand_id = played.hand_id)"""  # noqa: S608 (constants)
CONTEST: Final = (
    "INSERT INTO contests (ruleset, ended, hand_id, verdict) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
)
FORGET: Final = ("UPDATE hands SET judged = 0 WHERE judged <> 0", "DELETE FROM contests", "DELETE FROM standings")

UNRATED: Final = """SELECT ruleset, ended, hand_id, verdict FROM contests WHERE rated = 0
    ORDER BY ended, hand_id LIMIT $1"""
LATER: Final = "SELECT 1 FROM contests WHERE ruleset = $1 AND rated = 1 AND (ended, hand_id) >= ($2, $3) LIMIT 1"
RATED: Final = "UPDATE contests SET rated = 1 WHERE ruleset = $1 AND ended = $2 AND hand_id = $3"
NOT_LAST: Final = "UPDATE standings SET last = 0 WHERE ruleset = $1 AND player_id = $2 AND ended = $3 AND hand_id = $4"
STOOD: Final = f"""INSERT INTO standings (ruleset, {STANDING}, last)
    VALUES ({", ".join(f"${number}" for number in range(1, 13))})"""  # noqa: S608 (constants)

IS_UNRATED: Final = "SELECT 1 FROM contests WHERE ruleset = $1 AND ended = $2 AND hand_id = $3 AND rated = 0"
REWIND: Final = (
    "DELETE FROM standings WHERE ruleset = $1 AND (ended, hand_id) > ($2, $3)",
    "UPDATE contests SET rated = 0 WHERE ruleset = $1 AND (ended, hand_id) > ($2, $3)",
)
LAST: Final = """UPDATE standings SET last = 1 WHERE ruleset = $1 AND last = 0 AND NOT EXISTS (SELECT 1 FROM standings AS later
    WHERE later.ruleset = standings.ruleset AND later.player_id = standings.player_id
    AND (later.ended, later.hand_id) > (standings.ended, standings.hand_id))"""

COURSE: Final = f"""SELECT {STANDING} FROM standings WHERE ruleset = $1 AND player_id = $2
    ORDER BY ended DESC, hand_id DESC LIMIT $3"""  # noqa: S608 (a constant)
STANDS: Final = f"SELECT ruleset, {STANDING} FROM standings WHERE player_id = $1 AND last = 1"  # noqa: S608 (a constant)
TALLIES: Final = f"""SELECT {TALLY} FROM played WHERE player_id = $1 AND ruleset <> ''
    GROUP BY ruleset, role, people, feats ORDER BY ruleset, role, people, feats"""  # noqa: S608 (a constant)

_SHOWN: Final = """name <> '' AND {among}
    AND NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.player_id = one.player_id AND what = $4)"""
_BY_RATING: Final = f"""SELECT player_id, name, mu, sigma, hands FROM standings AS one JOIN players USING (player_id)
    WHERE ruleset = $1 AND last = 1 AND ended >= $2 AND sigma <= $6 AND {_SHOWN} ORDER BY mu DESC, player_id LIMIT $3"""  # noqa: S608 (constants)
_EVER: Final = f"""SELECT player_id, name, {{what}}, 0, {{hands}} FROM standings AS one JOIN players USING (player_id)
    WHERE ruleset = $1 AND last = 1 AND ended >= $2 AND {{hands}} > 0 AND {_SHOWN} ORDER BY {{what}} DESC, player_id LIMIT $3"""  # noqa: S608 (constants)
_SINCE: Final = f"""SELECT player_id, name, value, 0, hands FROM (
        SELECT player_id, sum({{what}}) AS value, count(*) AS hands FROM played
        WHERE ruleset = $1 AND people = 1 AND won <> 0 AND ended >= $2 AND {{counts}} GROUP BY player_id
    ) AS one JOIN players USING (player_id) WHERE {_SHOWN} ORDER BY value DESC, player_id LIMIT $3"""  # noqa: S608 (constants)

_ADDED: Final = {"title": ("points", "ladder <> ''", "climbs"), "coins": ("coins", "coins <> 0", "coined")}
"""What is added up for a ranking, which hands count, and where it is noted how many have since the first one."""


def ranking_statement(kind: RankingKind, among: str, *, ever: bool) -> str:
    """The first of a ranking. ``among`` says in SQL who is one of ``$5``; ``ever``: by what was added up after each hand."""
    if kind == "rating":
        return _BY_RATING.format(among=among)
    what, counts, hands = _ADDED[kind]
    return (_EVER if ever else _SINCE).format(what=what, counts=counts, hands=hands, among=among)


def to_sqlite(sql: str) -> str:
    """The same statement for SQLite."""
    return sql.replace("$", "?")
