"""Prints the reference of the endpoints and bodies of the HTTP API, made from the room's OpenAPI description."""

import re
import sys
from collections.abc import Iterator
from typing import Any

from paiju.core.codec import from_json, to_json
from paiju.server.main import create_app

INTRODUCTION = """# HTTP endpoints

This page is generated from the room's OpenAPI description (`GET /api/schema/openapi.json`), which follows from the code.
[The HTTP API](http-api.md) explains how to use the endpoints together.

Every endpoint may refuse a request with a [`Problem`](#problem): 400 for a body or parameter of a wrong form, 401 `no_session`
if the request needs a session, 403 `banned`, `session_only`, `admins_only`, `read_only` or `wrong_origin`, 421 `wrong_host`,
429 `too_many_requests`, 503 `try_again`. Below, *Errors* lists the further codes of an endpoint. An endpoint that answers `GET`
also answers `HEAD`. In paths below `/api/people` and `/api/me`, `{name}` is the name of a player.
"""

TITLES = {
    "room": "The room",
    "player": "The player",
    "account": "Accounts",
    "people": "Other players",
    "coins": "Coins",
    "tables": "Tables",
    "hands": "Finished hands",
    "puzzles": "Puzzles",
    "daily": "Daily sets",
    "admin": "Admins",
    "server": "The server",
}

METHODS = ("get", "post", "put", "patch", "delete")

ACCESS = {
    "": "anybody",
    "session token": "a player, by session or token",
    "session": "a player, by session; a token is refused",
    "session:admin": "an admin, by session",
}

Schema = dict[str, Any]


def main() -> str:
    """Return the text of the whole page."""
    description: Schema = from_json(to_json(create_app().openapi_schema.to_schema()), dict[str, Any])
    lines = [INTRODUCTION]
    for tag, title in TITLES.items():
        lines += [f"## {title}", ""]
        for path, ways in sorted(description["paths"].items()):
            for method in METHODS:
                if tag in ways.get(method, {}).get("tags", ()):
                    lines += [f"### `{method.upper()} {path}`", "", *_endpoint(ways[method]), ""]
    lines += ["## Types", ""]
    for name, schema in sorted(description["components"]["schemas"].items()):
        lines += [f"### {name}", "", *_type_lines(schema), ""]
    return "\n".join(lines).rstrip() + "\n"


def _endpoint(way: Schema) -> Iterator[str]:
    text, _, errors = _prose(way["description"]).partition("Errors: ")
    yield " ".join(text.split())
    yield ""
    needs = " ".join(
        f"{name}:{role[0]}" if role else name for one in way.get("security", ()) for name, role in one.items()
    )
    yield f"- Access: {ACCESS[needs]}"
    for one in way.get("parameters", ()):
        optional = "" if one.get("required") else ", optional"
        yield f"- Parameter `{one['name']}` ({one['in']}): {_type_phrase(one['schema'])}{optional}"
    if body := way.get("requestBody"):
        yield f"- Body: {_content(body)}"
    for status, response in way["responses"].items():
        if status != "default":
            yield f"- Response: {status}{', ' if response.get('content') else ''}{_content(response)}"
    if errors:
        yield f"- Errors: {' '.join(errors.split()).rstrip('.')}"


def _content(message: Schema) -> str:
    return ", ".join(
        _type_phrase(body["schema"]) if kind == "application/json" else f"`{kind.partition(';')[0]}`"
        for kind, body in message.get("content", {}).items()
    )


def _type_lines(schema: Schema) -> Iterator[str]:
    if text := schema.get("description"):
        yield _prose(text).replace("\n\n", "\n").replace("\n", " ")
        yield ""
    if "properties" not in schema:
        yield _type_phrase(schema)
        return
    yield "| field | type | |"
    yield "|---|---|---|"
    for name, field in schema["properties"].items():
        optional = "" if name in schema.get("required", ()) else "optional"
        yield f"| `{name}` | {_type_phrase(field)} | {optional} |"


def _prose(text: str) -> str:
    return text.replace("``", "`")


def _type_phrase(schema: Schema) -> str:
    """Return the type of a schema as one phrase, with links to named types."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[`{name}`](#{re.sub(r'[^a-z0-9_-]', '', name.lower())})"
    for either in ("oneOf", "anyOf"):
        if either in schema:
            return " or ".join(dict.fromkeys(map(_type_phrase, schema[either])))
    if "enum" in schema:
        return " or ".join(f"`{to_json(one).decode()}`" for one in schema["enum"])
    if "const" in schema:
        return f"`{to_json(schema['const']).decode()}`"
    kinds: str | list[str] = schema.get("type", "any JSON")
    if isinstance(kinds, list):
        return " or ".join(_type_phrase({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        return f"list of {_type_phrase(schema.get('items', {}))}"
    if kinds == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type_phrase(schema['additionalProperties'])}"
    return kinds + _bounds(schema)


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum", schema.get("minLength")), schema.get("maximum", schema.get("maxLength"))
    if schema.get("type") == "integer":
        least, most = (None if bound is None else int(bound) for bound in (least, most))
    unit = " characters" if schema.get("type") == "string" else ""
    bounds = [*([f"at least {least}"] if least is not None else ()), *([f"at most {most}"] if most is not None else ())]
    return f" ({', '.join(bounds)}{unit})" if bounds else ""


if __name__ == "__main__":
    sys.stdout.write(main())
