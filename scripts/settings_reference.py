"""Prints the page of all settings, which follows from their declarations and their texts.

python scripts/settings_reference.py > docs/reference/settings.md
"""

from __future__ import annotations

from collections.abc import Iterator

from paiju.locale import translate
from paiju.server.settings import CONFIG, SETTINGS, Setting

HEAD = """\
# Settings

This page lists everything that the operator of a room can set. paiju looks for each setting in three places, in this order: the
command line (`paiju serve --port 9000`), the environment (`PAIJU_PORT=9000`), and the file `paiju.toml`. It takes the first value
that it finds. It reads the file in the folder where the room is started, or the file that `--config` or `PAIJU_CONFIG` names.
Other commands (`paiju tables`, `paiju password` …) find the database by the same settings. An empty variable counts as not set.
If a setting does not exist or cannot have the given value, paiju says where it was set and which values are allowed.

```toml
port = 9000
database = "/var/lib/paiju/room.db"

[limits]
guests = "50+30/min"     # 50 at once, and then 30 a minute
sockets = 400
```

Write several values as one text with commas; in the file, a list is possible too. A rate such as `20+12/min` means 20 at once and
then 12 a minute; `s` and `h` stand for second and hour.

For some settings, an environment variable without the prefix works too, because many hosting services set it: {short}.

"""
COLUMNS = {
    "en": ("## All of them", "option", "variable", "default", "allowed", "what it is"),
    "zh": ("## 中文", "选项", "环境变量", "不写就是", "可以是", "说明"),
}


def row_of(setting: Setting, lang: str) -> str:
    """Return the row of the table for a setting."""
    shown = [f"`{cell}`" if cell else "" for cell in (setting.default_text, setting.allowed_values)]
    names = (f"`--{setting.option_name}`", f"`{setting.environment_variables[0]}`")
    return f"| {' | '.join([*names, *shown, translate(lang, f'settings.{setting.name}')])} |"


def page() -> Iterator[str]:
    """Yield the parts of the page."""
    short = ", ".join(
        f"`{setting.environment_variables[1]}`" for setting in SETTINGS if len(setting.environment_variables) > 1
    )
    yield HEAD.format(short=short)
    for lang, (title, *columns) in COLUMNS.items():
        yield f"{title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"
        yield "\n".join(row_of(setting, lang) for setting in (CONFIG, *SETTINGS)) + "\n"
        yield "\n" if lang == "en" else ""


if __name__ == "__main__":
    print("".join(page()), end="")
