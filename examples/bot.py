"""A bot that plays in a room: it sits down at a table and always takes the first legal action. It needs no part of paiju.

    python examples/bot.py http://127.0.0.1:8000 TABLE [TOKEN]

``POST /api/me/tokens`` makes a token; without one, the bot becomes a guest. TABLE is the last part of the table's link.
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
    """Create a guest, and return its session key, which serves as a token."""
    request = Request(f"{server}/api/session", b'{"bot": true}', {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        cookie = str(answer.headers["Set-Cookie"])
    return cookie.partition("=")[2].partition(";")[0]


def choose(actions: list[Json], view: Json) -> Json:
    """Return the action to take; replace this function by your own. ``view`` is all that the seat may know."""
    action: Json = actions[0]["action"]
    return action


def act(table: Json, actions: list[Json]) -> Json:
    """Return the message that takes an action. It names the decision that it answers."""
    hand = table["hand"]
    return {"t": "act", "decision": hand["choices"]["decision"], "action": choose(actions, hand["view"])}


SECRET = secrets.token_bytes(16)


def part(hand: int) -> bytes:
    """Return this bot's contribution to a deal.

    The bot sends its hash before the deal, and reveals the contribution when all players have sent theirs. Nobody can therefore
    choose the cards.
    """
    return hashlib.sha256(SECRET + b"%d" % hand).digest()


def request_for(table: Json) -> Json | None:
    """Return the request that the table expects from this seat; None if it expects none."""
    choices = (table["hand"] or {}).get("choices")
    if table["you"] is None:
        return {"t": "sit"}
    if table["next"] and not table["seats"][table["you"]]["ready"]:
        return {"t": "ready", "pledge": hashlib.sha256(part(table["next"]["number"])).hexdigest()}
    if table["table"]["phase"] == "revealing" and not table["next"]["opened"][table["you"]]:
        return {"t": "reveal", "contribution": part(table["next"]["number"]).hex()}
    if choices and choices["must"]:  # if there are more than 200 actions, they are not listed; ask the house for advice
        return act(table, choices["actions"]) if choices["actions"] else {"t": "advise"}
    return None


async def main(server: str, name: str, token: str) -> None:
    """Play until the match is over. The id of a message depends on what it answers, so sending it twice does no harm."""
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(f"{server.replace('http', 'ws', 1)}/ws/tables/{name}", additional_headers=headers) as socket:
        table: Json = {}
        async for frame in socket:
            message = json.loads(frame)
            if message["t"] == "table":
                table, request = message, request_for(message)
            else:
                request = act(table, message["readings"]) if message["t"] == "readings" else None
            if not table:  # messages before the first table: a greeting, perhaps a notice to everybody
                continue
            if request:
                await socket.send(json.dumps({"id": f"v{table['v']}-{request['t']}", **request}))
            if message is table and table["hand"] and table["hand"]["reveal"]:
                print(table["hand"]["reveal"]["outcome"])
            if table["table"]["phase"] in ("over", "closed"):
                return


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else guest(sys.argv[1])))
