"""A message on the bus is accepted only if a process of the room has signed it, and only once."""

from __future__ import annotations

import json

import pytest

from paiju.server.adapters.bus_envelope import REMEMBERED, EnvelopeInbox, EnvelopeSealer, derive_room_key
from paiju.server.app.cluster.coordination import InvalidMessage, TableUpdated

KEY = derive_room_key(b"secret", "1")

DEEP = "[" * 200_000

HOSTILE = (
    "", "null", "{", "[]", "[1,2]", "7", '"' * 500, "\x00", DEEP, '{"a":' * 100_000,
    f'["a","",1,{DEEP}{DEEP.replace("[", "]")},"s"]', f'["a","",1,[],"s",{DEEP}', '["a","",1e400,[],"s"]',
    '["a","",99999999999999999999,[],"s"]', '["\\ud800","",1,[],"s"]', b"\xff\xfe", b'["\xff","",1,[],"s"]', '["a","",1,[]]',
)  # fmt: skip


def refusal(inbox: EnvelopeInbox, text: str | bytes) -> str:
    with pytest.raises(InvalidMessage) as caught:
        inbox.open(text)
    return caught.value.reason


def test_sealed_messages_are_opened_once_and_in_order() -> None:
    sealer, inbox = EnvelopeSealer(KEY, "ann"), EnvelopeInbox(KEY)
    texts = [sealer.seal(TableUpdated("t\N{SNOWMAN}", number)) for number in range(3)]
    opened = [inbox.open(text) for text in (texts[0], texts[1].encode(), texts[2])]
    assert [(one.sender, one.number) for one in opened] == [("ann", 1), ("ann", 2), ("ann", 3)]
    assert json.loads(bytes(opened[2].payload)) == ["wrote", "t\N{SNOWMAN}", 2]
    assert not inbox.has_gap
    assert [refusal(inbox, text) for text in texts] == ["replayed"] * 3


@pytest.mark.parametrize("text", HOSTILE)
def test_malformed_message_is_refused(text: str | bytes) -> None:
    assert refusal(EnvelopeInbox(KEY), text) in ("malformed", "forged")


def test_unsigned_message_of_an_older_version_is_refused() -> None:
    assert refusal(EnvelopeInbox(KEY), '["ann",["wrote","t",7]]') == "unsigned"


def test_changed_message_is_refused_as_forged() -> None:
    text = EnvelopeSealer(KEY, "ann", "log").seal(TableUpdated("t", 1))
    for place in range(5):
        changed = json.loads(text)
        changed[place] = {0: "bob", 1: "", 2: 2, 3: ["wrote", "t", 2], 4: "0" * 64}[place]
        assert refusal(EnvelopeInbox(KEY), json.dumps(changed)) == "forged"
    other = json.loads(text)
    assert refusal(EnvelopeInbox(KEY), json.dumps(["", "annlog", *other[2:]])) == "forged"
    assert refusal(EnvelopeInbox(derive_room_key(b"secret", "2")), text) == "forged"
    assert EnvelopeInbox(KEY).open(text).sender == "ann"


def test_lost_message_is_noticed_by_the_next_number_of_its_stream() -> None:
    inbox, line, log = EnvelopeInbox(KEY), EnvelopeSealer(KEY, "ann"), EnvelopeSealer(KEY, "ann", "log")
    first, lost, third = (line.seal(TableUpdated("t", number)) for number in range(3))
    inbox.open(first)
    inbox.open(log.seal(TableUpdated("t", 9)))
    before = inbox.has_gap
    inbox.open(third)
    assert (before, inbox.has_gap) == (False, True)
    assert refusal(inbox, lost) == "replayed"


def test_inbox_that_starts_in_mid_stream_has_a_gap() -> None:
    inbox, sealer = EnvelopeInbox(KEY), EnvelopeSealer(KEY, "ann")
    sealer.seal(TableUpdated("t", 1))
    inbox.open(sealer.seal(TableUpdated("t", 2)))
    assert inbox.has_gap


def test_reused_numbers_of_unsent_messages_leave_no_gap() -> None:
    inbox, sealer = EnvelopeInbox(KEY), EnvelopeSealer(KEY, "ann")
    inbox.open(sealer.seal(TableUpdated("t", 1)))
    for number in range(2):
        sealer.seal(TableUpdated("t", number))
    sealer.reuse_numbers(2)
    inbox.open(sealer.seal(TableUpdated("t", 2)))
    assert not inbox.has_gap


def test_only_dead_senders_are_forgotten() -> None:
    now = 0.0
    inbox = EnvelopeInbox(KEY, lambda: now)
    texts = {name: EnvelopeSealer(KEY, name).seal(TableUpdated("t", 1)) for name in ("ann", "bob")}
    for text in texts.values():
        inbox.open(text)
    assert inbox.has_recent_message_from("ann", 3)
    now = REMEMBERED + 1
    assert not inbox.has_recent_message_from("ann", 3)
    inbox.discard_dead_senders({"ann"})
    assert refusal(inbox, texts["ann"]) == "replayed"
    assert inbox.open(texts["bob"]).sender == "bob"
