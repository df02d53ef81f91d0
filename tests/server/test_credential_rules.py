"""Validation and normalization of user names and passwords."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.server.app.players.credential_rules import (
    _TRIVIAL_PASSWORDS,
    USER_MOST,
    fold_user_name,
    parse_new_password,
    parse_user_name,
)
from paiju.server.errors import InvalidField
from paiju.server.http.user_agent import parse_user_agent


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("ann", "ann"),
        ("Ann_2.x-", "Ann_2.x-"),
        ("老王", "老王"),
        (" 老王 ", "老王"),
        ("Ａｎｎ１", "Ann1"),
        ("ﾊﾅｺ", "ハナコ"),
        ("e\u0301ric", "éric"),
        ("Đặng", "Đặng"),
    ],
)
def test_user_name_is_normalized(typed: str, kept: str) -> None:
    assert parse_user_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "user_length"),
        ("a", "user_length"),
        ("x" * 25, "user_length"),
        ("\ufdfa\ufdfa", "user_length"),  # one character, eighteen when it is written out
        ("a b", "user_characters"),
        ("_ann", "user_characters"),
        ("ann@home", "user_characters"),
        ("ann\u200b", "user_characters"),
        ("\u202enna", "user_characters"),
        ("ann\x00", "user_characters"),
        ("😀😀", "user_characters"),
        ("\u3164\u3164", "user_characters"),
        ("a\u0336n\u0336n\u0336", "user_characters"),
        ("<b>", "user_characters"),
    ],
)
def test_invalid_user_name_is_refused(typed: str, code: str) -> None:
    with pytest.raises(InvalidField) as caught:
        parse_user_name(typed)
    assert (caught.value.code, caught.value.details["field"]) == (code, "user")


@pytest.mark.parametrize("other", ["ANN", "ａｎｎ", "Ann ", "aNN"])
def test_spellings_of_a_user_name_fold_to_one(other: str) -> None:
    assert fold_user_name(other) == fold_user_name("ann")


def test_similar_letters_make_different_user_names() -> None:
    assert fold_user_name("аnn") != fold_user_name(
        "ann"
    )  # a Cyrillic а: nobody but its owner is ever shown a user name


@given(st.text())
def test_any_text_is_refused_or_has_one_normal_form_as_a_user_name(text: str) -> None:
    try:
        user = parse_user_name(text)
    except InvalidField:
        return
    assert parse_user_name(user) == user
    assert fold_user_name(user) == fold_user_name(text) == fold_user_name(fold_user_name(user))
    assert len(user) <= USER_MOST


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "password_short"),
        ("1234567", "password_short"),
        ("x" * 201, "password_long"),
        ("\ufdfa" * 100, "password_long"),
        ("12345678", "password_silly"),
        ("１２３４５６７８", "password_silly"),
        ("PassWord", "password_silly"),
        ("ababababab", "password_silly"),
        ("Old-Wang-88", "password_is_user"),
    ],
)
def test_invalid_password_is_refused(typed: str, code: str) -> None:
    with pytest.raises(InvalidField) as caught:
        parse_new_password(typed, "old-wang-88")
    assert (caught.value.code, caught.value.details["field"]) == (code, "password")
    assert not typed or typed not in str(caught.value)


@given(st.text(max_size=250))
def test_any_text_is_accepted_or_refused_as_a_password(text: str) -> None:
    try:
        password = parse_new_password(text, "ann")
    except InvalidField:
        return
    assert 8 <= len(password) <= 200
    assert parse_new_password(password, "ann") == password
    assert password.encode()


def test_trivial_passwords_have_the_minimum_length() -> None:
    assert not [word for word in _TRIVIAL_PASSWORDS if len(word) < 8 or fold_user_name(word) != word]


@pytest.mark.parametrize(
    ("agent", "shown"),
    [
        ("", ""),
        ("python-httpx/0.28", ""),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130.0 MicroMessenger/8.0", "WeChat, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1", "Safari, macOS"),
    ],
)
def test_a_browser_is_named_by_its_family(agent: str, shown: str) -> None:
    assert parse_user_agent(agent) == shown
