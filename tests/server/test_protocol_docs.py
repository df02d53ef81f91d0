"""The examples in the protocol's description are what the code reads and writes, and nothing is left out of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from paiju.core.errors import NotationError
from paiju.server import wire

DOCS = (Path(__file__).parent.parent.parent / "docs/reference/protocol.md").read_text("utf-8")
EXAMPLES = [line for block in re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL) for line in block.splitlines()]
REQUESTS = {kind.__struct_config__.tag: kind for kind in get_args(wire.ClientMessage)}
ANSWERS = {kind.__struct_config__.tag: kind for kind in get_args(wire.ServerMessage)}


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_is_read_and_written_again(line: str) -> None:
    tag = msgspec.json.decode(line)["t"]
    if tag in REQUESTS:
        assert isinstance(wire.read_request(line), REQUESTS[tag])
    else:
        message = msgspec.json.decode(line, type=ANSWERS[tag])
        assert msgspec.json.decode(wire.write_message(message)) == msgspec.json.decode(line)


def test_every_message_has_an_example_or_a_table() -> None:
    shown = {msgspec.json.decode(line)["t"] for line in EXAMPLES}
    assert shown >= set(REQUESTS)
    assert shown | {"table"} >= set(ANSWERS)


@pytest.mark.parametrize(
    "kind", [*get_args(wire.ServerMessage), wire.TableInfo, wire.SeatInfo, wire.HandInfo, wire.Reveal]
)
def test_every_field_is_described(kind: type[msgspec.Struct]) -> None:
    for name in kind.__struct_fields__:
        assert f"`{name}`" in DOCS or f'"{name}"' in DOCS, name


@pytest.mark.parametrize("phrase", wire.PHRASES)
def test_every_phrase_can_be_said(phrase: str) -> None:
    assert isinstance(wire.read_request(f'{{"t":"say","id":"a","phrase":"{phrase}"}}'), wire.Say)


@pytest.mark.parametrize("reaction", wire.REACTIONS)
def test_every_reaction_can_be_shown(reaction: str) -> None:
    assert isinstance(wire.read_request(f'{{"t":"react","id":"a","reaction":"{reaction}"}}'), wire.React)


def test_what_is_not_offered_is_refused() -> None:
    with pytest.raises(NotationError, match="bad_message"):
        wire.read_request('{"t":"say","id":"a","phrase":"anything"}')
