"""A bot of one's own: it sits down at a table and takes the first action on offer. Needs nothing of paiju but the protocol.

    python examples/bot.py http://127.0.0.1:8000 TABLE [TOKEN]

A token is made by ``POST /api/me/tokens``; without one, the bot becomes a guest. TABLE is the last part of the table's link.
"""

import asyncio
import hashlib
import json
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

Json = dict[str, Any]


def guest(server: str) -> str:
    """Become a guest; the session key does what a token does."""
    request = Request(f"{server}/api/session", b'{"bot": true}', {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        cookie = str(answer.headers["Set-Cookie"])
    return cookie.partition("=")[2].partition(";")[0]


def choose(actions: list[Json], view: Json) -> Json:
    """The thinking goes here. ``view`` is all that this seat may know."""
    action: Json = actions[0]["action"]
    return action


def act(table: Json, actions: list[Json]) -> Json:
    """The move, and the decision that it answers."""
    hand = table["hand"]
    return {"t": "act", "decision": hand["choices"]["decision"], "action": choose(actions, hand["view"])}


SECRET = secrets.token_bytes(16)


def part(hand: int) -> bytes:
    """This bot's part of a deal: pledged by its hash, and opened when all have pledged. So nobody can choose a deal."""
    return hashlib.sha256(SECRET + b"%d" % hand).digest()


def request_for(table: Json) -> Json | None:
    """What the table waits for from this seat, if anything."""
    choices = (table["hand"] or {}).get("choices")
    if table["you"] is None:
        return {"t": "sit"}
    if table["next"] and not table["seats"][table["you"]]["ready"]:
        return {"t": "ready", "pledge": hashlib.sha256(part(table["next"]["number"])).hexdigest()}
    if table["table"]["phase"] == "revealing" and not table["next"]["opened"][table["you"]]:
        return {"t": "reveal", "contribution": part(table["next"]["number"]).hex()}
    if choices and choices["must"]:  # more than 200 actions are not listed: then ask what the house advises
        return act(table, choices["actions"]) if choices["actions"] else {"t": "advise"}
    return None


async def main(server: str, name: str, token: str) -> None:
    """Play until the match is over. An id says what is asked, so that asking twice does no harm."""
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(f"{server.replace('http', 'ws', 1)}/ws/tables/{name}", additional_headers=headers) as socket:
        table: Json = {}
        async for frame in socket:
            message = json.loads(frame)
            if message["t"] == "table":
                table, request = message, request_for(message)
            else:
                request = act(table, message["readings"]) if message["t"] == "readings" else None
            if not table:  # the server greets first, and may have a notice for everybody
                continue
            if request:
                await socket.send(json.dumps({"id": f"v{table['v']}-{request['t']}", **request}))
            if message is table and table["hand"] and table["hand"]["reveal"]:
                print(table["hand"]["reveal"]["outcome"])
            if table["table"]["phase"] in ("over", "closed"):
                return


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else guest(sys.argv[1])))
