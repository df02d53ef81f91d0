"""Random and malformed requests are refused with the field and the allowed values, and never cause a server error."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from paiju.server import wire
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.moderation import ModerationRequest
from tests.integration.in_process_server import Served, serving
from tests.server.test_protocol_docs import EXAMPLES

ANY = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from(("", "a\n"))
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
"""Any JSON."""


class Garbage:
    """A room, a player of it, and a loop to ask in."""

    def __init__(self, runner: asyncio.Runner, served: Served, key: str) -> None:
        self.runner = runner
        self.served = served
        self.key = key

    def run(self, work: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> Any:
        async def main() -> Any:
            async with self.served.http(self.key) as http:
                return await work(http)

        return self.runner.run(main())


@pytest.fixture(scope="module")
def garbage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Garbage]:
    with asyncio.Runner() as runner:
        context = serving(tmp_path_factory.mktemp("room") / "room.db", library=StandardRegistry())
        served = runner.run(context.__aenter__())
        yield Garbage(runner, served, runner.run(an_admin(served)))
        runner.run(context.__aexit__(None, None, None))  # fails if the server has logged a fault of its own


async def an_admin(served: Served) -> str:
    """The key of somebody who may do everything that can be asked for."""
    async with served.http(await served.guest()) as http:
        kept = await http.post("/api/account", json={"user": "Auntie", "password": "left at home"})
        await served.room.moderation.perform_action("", ModerationRequest(act="admin", subject="Auntie"))
        return kept.cookies["paiju"]


def operations() -> list[tuple[str, str, Any]]:
    """Every way to ask, with the schema of what it takes, out of the room's own description."""
    from paiju.server.main import create_app  # noqa: PLC0415 (it is looked at when tests are collected)

    schema = create_app(library=StandardRegistry()).openapi_schema.to_schema()
    return [
        (method.upper(), path, {"schemas": schema["components"]["schemas"], **asked})
        for path, ways in sorted(schema["paths"].items())
        for method, asked in ways.items()
    ]


def body_of(asked: Any) -> st.SearchStrategy[Any]:
    """Bodies that are nearly right: each field there or not, and anything in it."""
    content = asked.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return anything
    name = content["schema"]["$ref"].rpartition("/")[2]
    names = asked["schemas"][name]["properties"]
    fields = {field: anything | st.sampled_from(("doudizhu/qq", "quick", "Ann", {}, 1)) for field in names}
    return anything | st.fixed_dictionaries({}, optional=fields) | st.fixed_dictionaries(fields)


def refused_well(answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        problem = msgspec.json.decode(answer.content, type=wire.Problem)
        assert problem.code != "bad_request"
        assert problem.words.key == f"{problem.kind}.{problem.code}"


SAFE = [one for one in operations() if one[1] not in ("/api/logout", "/api/account/deletion")]


@pytest.mark.parametrize(("method", "path", "asked"), SAFE, ids=[f"{one[0]} {one[1]}" for one in SAFE])
def test_random_requests_get_no_server_error(garbage: Garbage, method: str, path: str, asked: Any) -> None:
    wanted = asked.get("parameters", [])
    inside = {one["name"]: st.text(min_size=1, max_size=30) for one in wanted if one["in"] == "path"}
    query = {one["name"]: st.text(max_size=30) | st.integers().map(str) for one in wanted if one["in"] == "query"}

    @ANY
    @given(
        st.fixed_dictionaries(inside),
        st.fixed_dictionaries({}, optional=query),
        body_of(asked) | st.binary(max_size=20),
    )
    def ask(inside: dict[str, str], query: dict[str, str], body: Any) -> None:
        target = path
        for name, value in inside.items():
            target = target.replace(f"{{{name}}}", httpx.QueryParams({"x": value}).__str__()[2:])
        content = body if isinstance(body, bytes) else msgspec.json.encode(body)
        sent = {"content-type": "application/json"} if method not in ("GET", "DELETE") else {}
        refused_well(
            garbage.run(lambda http: http.request(method, target, params=query, content=content, headers=sent))
        )

    ask()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"ruleset": "doudizhu/qq", "options": {"ruleset": 1}}', "unknown_field"),
        (b'{"ruleset": "doudizhu/qq", "options": {"a": ' + b"[" * 3000 + b"]" * 3000 + b"}}", "too_deep"),
        (b'{"ruleset": "\xff\xfe"}', "not_utf8"),
        (b'{"ruleset": ', "not_json"),
        (b'{"ruleset": "doudizhu/qq", "pace": {"turn": -5}}', "wrong_value"),
    ],
)
def test_invalid_body_is_refused_with_a_code(garbage: Garbage, body: bytes, code: str) -> None:
    sent = {"content-type": "application/json"}
    answer = garbage.run(lambda http: http.post("/api/tables", content=body, headers=sent))
    refused_well(answer)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_missing_field_is_named(garbage: Garbage) -> None:
    answer = garbage.run(lambda http: http.post("/api/login", json={"user": "Ann"}))
    refused_well(answer)
    assert (answer.json()["code"], answer.json()["args"]["field"]) == ("missing_field", "password")


@pytest.mark.parametrize("origin", ["http://[::1", "null", "https://elsewhere.example", "\x7f"])
def test_malformed_origin_is_refused(garbage: Garbage, origin: str) -> None:
    answer = garbage.run(
        lambda http: http.post("/api/tables", json={"ruleset": "doudizhu/qq"}, headers={"origin": origin})
    )
    assert answer.status_code == 403


def test_oversized_timestamp_is_refused(garbage: Garbage) -> None:
    answer = garbage.run(lambda http: http.get(f"/api/me/hands?before={'9' * 24}"))
    refused_well(answer)
    assert answer.json()["args"]["field"] == "before"


def nearly(example: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A message from the docs with something else in one of its fields, one more, or one less."""
    other = st.tuples(st.sampled_from(sorted(example)), anything).map(lambda one: {**example, one[0]: one[1]})
    more = st.tuples(st.text(max_size=8), anything).map(lambda one: {**example, one[0]: one[1]})
    less = st.sampled_from(sorted(example)).map(lambda gone: {name: it for name, it in example.items() if name != gone})
    return other | more | less


REQUESTS = [
    example for line in EXAMPLES if (example := msgspec.json.decode(line))["t"] not in ("leave", "error", "ack")
]


def test_random_frames_get_no_server_error(garbage: Garbage, tmp_path: Path) -> None:
    frames = (
        st.sampled_from(REQUESTS).flatmap(nearly).map(msgspec.json.encode).map(bytes.decode)
        | anything.map(msgspec.json.encode).map(bytes.decode)
        | st.text(max_size=40)
        | st.binary(max_size=40)
    )
    table = garbage.runner.run(garbage.served.table(garbage.key, ruleset="doudizhu/qq"))
    address = f"{garbage.served.url.replace('http', 'ws', 1)}/ws/tables/{table}"
    headers = {"Authorization": f"Bearer {garbage.key}"}

    @ANY
    @given(st.lists(frames, min_size=1, max_size=20))
    def send(sent: list[str | bytes]) -> None:
        async def main() -> None:
            async with connect(address, additional_headers=headers) as socket, asyncio.timeout(20):
                for frame in sent:
                    await socket.send(frame)
                await socket.send('{"t": "ping", "id": "last"}')
                while (told := msgspec.json.decode(await socket.recv())).get("id") != "last":
                    if told["t"] == "error":
                        assert told["kind"] != "fault", told
                        assert told["words"]["key"] == f"{told['kind']}.{told['code']}"
                assert told["t"] == "ack"

        garbage.runner.run(main())

    send()
