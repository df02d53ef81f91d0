"""The endpoint reference lists every endpoint of the application, and the guide names no endpoint that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from paiju.locale import catalogue
from paiju.server.main import create_app
from tests.integration.in_process_server import thinker
from tests.server.table_harness import ToyRulesetRegistry

REFERENCE = Path(__file__).parents[2] / "docs/reference"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
OTHERS = ("/", "/{}", "/api/schema", "/api/schema/{}")
"""The pages of the client, which have every path that is nobody else's, and what the framework has beside the schema itself."""


def without_parameter_names(path: str) -> str:
    """Return a path without the names of its parameters."""
    return re.sub(r"\{[^}]*\}", "{}", path.partition("?")[0])


def served_endpoints() -> set[str]:
    """Return every endpoint of the application."""
    return {
        f"{method} {path}"
        for route in create_app(library=ToyRulesetRegistry(), thinker=thinker()).routes
        if (path := without_parameter_names(route.path)) not in OTHERS
        for method in getattr(route, "methods", ())
        if method in METHODS
    }


def endpoints_in_guide() -> Iterator[str]:
    """Yield the endpoints that the guide names, as in `GET /a/{b}?c=`."""
    text = (REFERENCE / "http-api.md").read_text("utf-8")
    for method, path in re.findall(rf"`({'|'.join(METHODS)}) (/[^` ]*)", text):
        yield f"{method} {without_parameter_names(path)}"


def test_the_guide_names_only_endpoints_that_exist() -> None:
    named = set(endpoints_in_guide())
    assert "POST /api/session" in named
    assert named <= served_endpoints()


def test_every_endpoint_is_in_the_generated_reference() -> None:
    page = (REFERENCE / "http-endpoints.md").read_text("utf-8")
    listed = re.findall(rf"^### `({'|'.join(METHODS)}) (.*)`$", page, re.MULTILINE)
    assert {f"{method} {without_parameter_names(path)}" for method, path in listed} | {
        "GET /api/schema/openapi.json"
    } == served_endpoints()


def test_every_endpoint_documents_existing_error_codes() -> None:
    known = catalogue("en", "common")
    for path, ways in create_app().openapi_schema.to_schema()["paths"].items():
        for method, way in ways.items():
            text, _, errors = way["description"].partition("Errors: ")
            assert text.rstrip().endswith("."), (method, path)
            for code in re.findall("``([a-z_]+)``", errors):
                assert any(key.endswith(f".{code}") for key in known), (method, path, code)


def test_the_sockets_path_is_in_the_protocol() -> None:
    assert "/ws/tables/{table}" in (REFERENCE / "protocol.md").read_text("utf-8")
