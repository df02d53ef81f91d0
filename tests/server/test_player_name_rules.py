"""Which names players may have."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.app.players.player_name_rules import clean_name, refusal_code, validate_name
from paiju.server.app.players.player_service import PlayerService
from paiju.server.app.store import StoredPlayer
from paiju.server.domain.bot_names import BOTS
from paiju.server.errors import Refusal


@pytest.mark.parametrize(
    "name",
    [
        "admin", "Admin", "аdmin", "ΑDMIN", "АDМIN", "adrnin", "ádmin", "a d m i n", "ａｄｍｉｎ", "𝐚𝐝𝐦𝐢𝐧", "admin 2", "Admin1",
        "[admin]", "system", "ѕуѕtеm", "SYSTEM", "host", "Ηost", "һоѕt", "paiju", "раiju", "moderator",
        "房主", "系统", "系統", "牌局", "管理员", "管 理 员", "客服",
    ],
)  # fmt: skip
def test_names_of_the_room_and_its_operators_are_reserved(name: str) -> None:
    assert refusal_code(clean_name(name)) == "name_reserved"
    with pytest.raises(Refusal) as refused:
        validate_name(name)
    assert refused.value.code == "name_reserved"


def test_names_that_look_like_a_bots_are_refused() -> None:
    cyrillic = str.maketrans("aeopcxAEOPCX", "аеорсхАЕОРСХ")
    assert {refusal_code(clean_name(bot.translate(cyrillic))) for bot in BOTS} == {"name_of_bot"}


@pytest.mark.parametrize(
    "name",
    ["Алиса", "Ηλέκτρα", "Hostess", "Nguyễn", "小红", "Ann 2", "007", "admiral", "牌局高手", "गणेश", "สมชาย", "Modest"],
)
def test_names_of_all_scripts_are_accepted(name: str) -> None:
    assert validate_name(name) == name


def test_letter_has_at_most_two_combining_marks() -> None:
    assert clean_name("Z\u0300\u0301\u0302\u0303\u0304a\u0300") == "Z\u0300\u0301a\u0300"
    assert clean_name("Nguy\u1ec5\u0300\u0301n") == "Nguy\u1ec5n"  # it has two by itself
    assert clean_name("Nguye\u0302\u0303n") == "Nguye\u0302\u0303n"
    assert len(clean_name("a" + "\u0336\u0489" * 50)) == 3


def test_guest_gets_another_name_than_a_reserved_one_and_old_ones_are_kept(tmp_path: Path) -> None:
    async def main() -> None:
        store = await open_sqlite(tmp_path / "room.db")
        try:
            await store.put_player(StoredPlayer("p", "аdmin", 1))
            players = PlayerService(store, lambda: 2)
            guest, _ = await players.create_guest("房主", "", "zh")
            assert guest.name not in ("房主", "房主 2")
            assert (await players.find_by_name("аdmin")).id == "p"
        finally:
            await store.close()

    asyncio.run(main())
