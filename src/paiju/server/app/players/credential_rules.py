"""Pure functions that validate and normalise user names and passwords."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

from paiju.server.errors import InvalidField

USER_LEAST: Final = 2
USER_MOST: Final = 24
PASSWORD_LEAST: Final = 8
PASSWORD_MOST: Final = 200

_BETWEEN: Final = frozenset("._-")
"""Characters that a user name may contain, but not begin with."""
_INVISIBLE: Final = frozenset("\u115f\u1160")  # Unicode counts them as letters, but they are invisible

_TRIVIAL_PASSWORDS: Final = frozenset(
    """
    12345678 123456789 1234567890 87654321 987654321 0987654321 12341234 11223344 12344321 13572468 147258369 5201314520
    52013145 31415926 66668888 88886666 20002000 20202020 password passw0rd password1 password123 pa55word p@ssw0rd p@ssword
    qwertyui qwertyuiop qwerty12 qwerty123 qwer1234 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx asdfghjk asdfghjkl asdf1234
    zxcvbnm1 abcdefgh abcd1234 abc12345 abc123456 a1234567 a12345678 a123456789 aa123456 q1w2e3r4 iloveyou iloveyou1
    woaini520 woaini1314 woaini521 5201314woaini letmein1 welcome1 sunshine princess football baseball superman trustno1
    changeme admin123 administrator doudizhu douzizhu mahjong1 paijupaiju
    """.split()  # noqa: SIM905 (a table of words reads better than a list of quotes)
)
"""Passwords that an attacker would try first, in lower case."""

_MIN_DISTINCT: Final = 3
"""Minimum number of different characters in a password."""


def parse_user_name(text: str) -> str:
    """Return the canonical form of a user name (NFKC, stripped). Raises InvalidField."""
    user = normalize("NFKC", text).strip()
    if not USER_LEAST <= len(user) <= USER_MOST:
        raise InvalidField("user_length", field="user", least=USER_LEAST, most=USER_MOST)
    if not all(_is_letter_or_digit(char) or char in _BETWEEN for char in user) or user[0] in _BETWEEN:
        raise InvalidField("user_characters", field="user")
    return user


def fold_user_name(user: str) -> str:
    """Return a key that is equal for all spellings of one user name."""
    return normalize("NFKC", normalize("NFKC", user).strip().casefold())


def normalize_password(text: str) -> str:
    """Return a password in the form that is hashed (NFKC).

    Keyboards may compose the same character in different ways. In this form, the password matches all the same.
    """
    return normalize("NFKC", text)


def parse_new_password(text: str, user: str) -> str:
    """Return a new password in the form that is hashed. Raises InvalidField if it is too weak, or equals the user name."""
    password = normalize_password(text)
    if len(password) < PASSWORD_LEAST:
        raise InvalidField("password_short", field="password", least=PASSWORD_LEAST)
    if len(password) > PASSWORD_MOST:
        raise InvalidField("password_long", field="password", most=PASSWORD_MOST)
    if fold_user_name(password) in _TRIVIAL_PASSWORDS or len(set(password)) < _MIN_DISTINCT:
        raise InvalidField("password_silly", field="password")
    if fold_user_name(password) == fold_user_name(user):
        raise InvalidField("password_is_user", field="password")
    return password


def _is_letter_or_digit(char: str) -> bool:
    """Whether a character is a letter of any script or a decimal digit."""
    return (char.isalpha() or char.isdecimal()) and char not in _INVISIBLE
