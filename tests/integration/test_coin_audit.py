"""``paiju audit`` recomputes all coins from the hands and names every manipulation."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from paiju.cli.main import main as paiju
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import serving
from tests.integration.postgres import Cluster
from tests.integration.test_coin_tables import asked, hands


async def played(database: Path | str, count: int = 2) -> str:
    """A room where a few hands were played for coins, and one without; the table with coins."""
    async with serving(database) as served:
        key = await served.guest("Ann")
        await asked(served, key, "POST", "/api/purse/gift")
        tables = {
            "coins": (await asked(served, key, "POST", "/api/tables", room="toy/small", private=False))[1]["table"]
        }
        tables["none"] = await served.table(key)
        for table in tables.values():
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.Start(id=new_id()))
                seen = 0
                async for _ in hands(client):
                    seen += 1
                    if seen == count:
                        break
    return str(tables["coins"])


def told(database: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object]]:
    capsys.readouterr()
    code = paiju(["audit", "--json", "--database", database])
    return code, json.loads(capsys.readouterr().out)


def differences(database: str, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str]]:
    code, found = told(database, capsys)
    wrong: list[dict[str, str]] = found["differences"]  # type: ignore[assignment]
    assert code == (1 if wrong else 0)
    return [(one["code"], one["subject"]) for one in wrong]


def changed(database: Path | str, sql: str) -> None:
    """Somebody has done this to the database."""
    if isinstance(database, Path):
        with closing(sqlite3.connect(database)) as db, db:
            assert db.execute(sql).rowcount > 0
        return

    async def main() -> None:
        db = await asyncpg.connect(database)
        assert not (await db.execute(sql)).endswith(" 0")
        await db.close()

    asyncio.run(main())


PLANTED: list[tuple[str, str]] = [
    ("UPDATE purses SET coins = coins + 1", "purse"),
    ("DELETE FROM bookings WHERE cause LIKE 'start:%'", "purse"),
    ("DELETE FROM bookings WHERE cause = 'hand:{table}-1'", "hand"),
    ("UPDATE bookings SET amount = amount + 7 WHERE cause = 'hand:{table}-2' AND account = 'house'", "balance"),
    ("UPDATE bookings SET account = 'bots' WHERE cause LIKE 'daily:%' AND account = 'mint'", "accounts"),
    ("UPDATE bookings SET cause = 'hand:none-1' WHERE cause = 'hand:{table}-2'", "no_such_hand"),
    ("INSERT INTO at_stake VALUES ('nobody', '{table}-1', 5)", "stake"),
]


@pytest.fixture
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


async def in_mid_hand(database: Path | str) -> tuple[str, str, str]:
    """A room that ends in the middle of a hand for coins; the player, the table, and another table without a hand."""
    async with serving(database, library=StandardRegistry()) as served:
        key = await served.guest("Ann")
        await asked(served, key, "POST", "/api/purse/gift")
        _, opened = await asked(served, key, "POST", "/api/tables", room="doudizhu/beginner", private=False)
        async with TableClient(served.url, key, opened["table"]) as client:
            await client.request(wire_requests.Start(id=new_id()))
            async for state in client.table_updates():
                if state.hand is not None:
                    break
        other = await served.table(key, ruleset="doudizhu/qq")
        _, me = await asked(served, key, "GET", "/api/me")
        return me["id"], opened["table"], other


@pytest.mark.usefixtures("_english")
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_audit_covers_operator_gifts_and_stakes_of_dropped_tables(
    kind: str, tmp_path: Path, postgres: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    database: Path | str = tmp_path / "room.db" if kind == "sqlite" else postgres.at(tmp_path)
    player, table, other = asyncio.run(in_mid_hand(database))
    at = ("--database", str(database))
    assert paiju(["coins", player, "25", "--why", "for the tea", *at]) == 0
    wrong = (("coins", player, "-5"), ("coins", player, "tea"), ("coins", player, "0"), ("coins", "nobody", "5"))
    for words in (*wrong, ("drop", "none"), ("drop", other)):  # her coins are at stake; the table can be read
        assert paiju([*words, *at]) == 2, words
    changed(database, f"DELETE FROM entries WHERE table_id = '{table}' AND version = 2")
    assert paiju(["drop", f"https://room/t/{table}", *at]) == 0
    assert paiju(["coins", player, "-5", *at]) == 0
    assert differences(str(database), capsys) == []
    assert paiju(["acts", "--json", *at]) == 0
    acts = [(one["act"], one["subject"], one["detail"]) for one in json.loads(capsys.readouterr().out)]
    assert acts == [("coins", player, "-5"), ("drop", table, ""), ("coins", player, "+25")]
    for sql, code in (
        ("UPDATE bookings SET amount = 2 * amount WHERE cause = 'act:1'", "act"),
        ("UPDATE bookings SET cause = 'act:77' WHERE cause = 'act:3'", "no_such_act"),
    ):
        changed(database, sql)
        assert code in {what for what, _ in differences(str(database), capsys)}


@pytest.mark.usefixtures("_english")
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_audit_names_each_planted_manipulation(
    kind: str, tmp_path: Path, postgres: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    database: Path | str = tmp_path / "room.db" if kind == "sqlite" else postgres.at(tmp_path)
    table = asyncio.run(played(database))
    assert differences(str(database), capsys) == []
    assert paiju(["audit", "--database", str(database)]) == 0
    assert capsys.readouterr().out.endswith("no differences\n")
    code, found = told(str(database), capsys)
    assert (code, found["hands"]) == (0, 2)
    assert sum(found["balances"].values()) == 0  # type: ignore[attr-defined]
    named: set[str] = set()
    for sql, code_of in PLANTED:
        changed(database, sql.format(table=table))
        named |= {what for what, _ in differences(str(database), capsys)}
        assert code_of in named
        assert paiju(["audit", "--database", str(database)]) == 1


def test_audit_names_a_record_whose_settlement_contradicts_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "room.db"
    table = asyncio.run(played(database))
    with closing(sqlite3.connect(database)) as db, db:
        for hand, wrong in ((f"{table}-1", None), (f"{table}-2", {"purses": [1, 1, 1]})):
            ((record,),) = db.execute("SELECT record FROM hands WHERE hand_id = ?", (hand,)).fetchall()
            found = json.loads(record)
            found["hands"][0]["coins"] = wrong and {**found["hands"][0]["coins"], **wrong}
            db.execute("UPDATE hands SET record = ? WHERE hand_id = ?", (json.dumps(found).encode(), hand))
    assert sorted(differences(str(database), capsys)) == [
        ("no_settlement", f"{table}-1"),
        ("settlement", f"{table}-2"),
    ]
    changed(database, f"UPDATE hands SET record = X'00' WHERE hand_id = '{table}-1'")
    assert ("unreadable", f"{table}-1") in differences(str(database), capsys)


@pytest.mark.usefixtures("_english")
def test_moved_room_keeps_its_coins_and_passes_the_audit(
    tmp_path: Path, postgres: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = str(tmp_path / "room.db"), postgres.at(tmp_path), str(tmp_path / "again.db")
    asyncio.run(played(first))
    assert paiju(["move", first, second]) == 0
    assert paiju(["backup", str(tmp_path / "copy.db"), "--database", second]) == 0
    assert paiju(["restore", str(tmp_path / "copy.db"), "--database", third]) == 0
    audits = [told(database, capsys) for database in (first, second, third)]
    assert audits[0][1]["bookings"] == 4
    assert audits == [audits[0]] * 3
    assert audits[0][0] == 0
