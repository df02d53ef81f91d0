"""Prints the page of all settings, from their declarations and their words.

python scripts/settings.py > docs/reference/settings.md
"""

from __future__ import annotations

from collections.abc import Iterator

from paiju.locale import translate
from paiju.server.settings import CONFIG, SETTINGS, Setting

HEAD = """\
# Settings

What whoever runs a room may set. Each setting has three places, and the first that says something counts: the command line
(`paiju serve --port 9000`), the environment (`PAIJU_PORT=9000`), the file `paiju.toml`. The file is looked for where the room
is started, or where `--config` or `PAIJU_CONFIG` says. Other commands (`paiju tables`, `paiju password` …) find the database
by the same settings. An empty variable counts as none. A setting that does not exist, or that cannot have the value, is
refused with a sentence that says where it stands and what is allowed.

```toml
port = 9000
database = "/var/lib/paiju/room.db"

[limits]
guests = "50+30/min"     # 50 at once, and then 30 a minute
sockets = 400
```

Several values are one text with commas, in the file also a list. A rate is `20+12/min`: 20 at once, then 12 a minute; `s`
and `h` are seconds and hours.

Of some settings the bare name is a variable too, as many hosts set it: {short}.

"""
COLUMNS = {
    "en": ("## All of them", "option", "variable", "default", "allowed", "what it is"),
    "zh": ("## 中文", "选项", "环境变量", "不写就是", "可以是", "说明"),
}


def row_of(setting: Setting, lang: str) -> str:
    """A setting as a row of the table."""
    shown = [f"`{cell}`" if cell else "" for cell in (setting.default_text, setting.allowed_values)]
    names = (f"`--{setting.option_name}`", f"`{setting.environment_variables[0]}`")
    return f"| {' | '.join([*names, *shown, translate(lang, f'settings.{setting.name}')])} |"


def page() -> Iterator[str]:
    """The page, line by line."""
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
