"""The settings of a room. Each field of ``Settings`` is a setting, with its type, bounds and default.

The catalogues of messages describe a setting under the key ``settings.NAME``. Everything else follows from
the field and this description:

- the option of ``paiju serve`` (``--limits-guests``), and the text of ``--help``
- the environment variable (``PAIJU_LIMITS_GUESTS``)
- the key of ``paiju.toml`` (``guests`` under ``[limits]``)
- ``docs/reference/settings.md``

An option takes precedence over the environment, and the environment over the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from socket import gethostname
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct, inspect

from paiju.core.validation_errors import describe_allowed, locate_toml_error
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.app.token_buckets import Rate, RateSettings
from paiju.server.domain.deadlines import TableDelays
from paiju.server.errors import CannotServe
from paiju.server.network_addresses import HostNames, Networks
from paiju.server.time_zone import TimeZone

FILE: Final = "paiju.toml"
"""Name of the configuration file, which is read from the working directory if it exists."""

SHORT: Final = frozenset({"host", "port", "database", "rulesets", "forget", "workers"})
"""Settings whose environment variable may also lack the prefix (``PORT``).

Many hosting services set such variables.
"""


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a server."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    database: str = "paiju.db"
    rulesets: str = ""
    rooms: str = ""
    voices: str = ""
    bots: tuple[str, ...] = ()
    forget: Annotated[int, Meta(ge=0, le=36_500)] = 400
    forget_empty: Annotated[int, Meta(ge=0, le=36_500)] = 30
    club: bool = False
    demo_tables: Annotated[int, Meta(ge=0, le=2)] = 1
    puzzles: Literal["auto", "on", "off"] = "auto"
    time_zone: TimeZone = TimeZone()
    workers: Annotated[int, Meta(ge=1, le=999)] = 1
    analysis_workers: Annotated[int, Meta(ge=1, le=64)] = 1
    bus: str = ""
    bus_key: str = ""
    socket: str = ""
    path: Annotated[str, Meta(pattern=r"^(/[0-9A-Za-z._~-]+)*\Z")] = ""
    name: HostNames = HostNames()
    proxy: Networks = Networks.parse("127.0.0.1,::1")
    origins: tuple[str, ...] = ()
    metrics_token: str = ""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    limits: RateSettings = RateSettings()
    coins: CoinSettings = CoinSettings()
    tempo: TableDelays = TableDelays()
    """The delays of tables. This is not a setting for operators: only tests change it."""

    @property
    def host_names(self) -> HostNames:
        """The host names of the room: the setting ``name``, the host on which it listens, and the machine's host name."""
        return HostNames((*self.name.names, self.host.lower(), gethostname().lower()))


_TEXT_TYPES: Final = (Rate, HostNames, Networks, TimeZone)
"""Types of settings whose values are read and written as text by their own methods ``parse`` and ``__str__``."""


class Setting(NamedTuple):
    """A setting of the room.

    ``name`` may contain a dot (``limits.guests``). The part before the dot is then the TOML table of the
    configuration file in which the setting stands.
    """

    name: str
    type: Any
    default: Any

    @property
    def option_name(self) -> str:
        """Name of the command-line option, without the leading dashes."""
        return self.name.replace(".", "-").replace("_", "-")

    @property
    def environment_variables(self) -> tuple[str, ...]:
        """Names of the environment variables of the setting. The first one that is set counts."""
        bare = self.name.replace(".", "_").upper()
        return (f"PAIJU_{bare}", bare) if self.name in SHORT else (f"PAIJU_{bare}",)

    @property
    def allowed_values(self) -> str:
        """The allowed values as text, in a notation that needs no translation; "" if every text is allowed."""
        if self.type in _TEXT_TYPES:
            return str(self.type.FORM)
        kinds = {str: "", tuple[str, ...]: "…,…"}
        return kinds[self.type] if self.type in kinds else describe_allowed(inspect.type_info(self.type))

    @property
    def default_text(self) -> str:
        """The default value as text, as an operator would write it on the command line."""
        if isinstance(self.default, tuple):
            return ",".join(self.default)
        return str(self.default).lower() if isinstance(self.default, bool) else str(self.default)

    def parse(self, given: object, source: str) -> Any:
        """Return the value of the setting that was given on the command line, in the environment or in the file.

        ``source`` is the name of the option, the variable or the key. The error CannotServe, which is raised for a
        bad value, shows this name.
        """
        try:
            return self._convert(given)
        except (msgspec.ValidationError, ValueError) as error:
            raise CannotServe(
                "bad_setting", setting=source, given=given, allowed=self.allowed_values or '"…"'
            ) from error

    def _convert(self, given: object) -> Any:
        if self.type in _TEXT_TYPES:
            return self.type.parse(",".join(map(str, given)) if isinstance(given, list) else str(given))
        if self.type == tuple[str, ...] and isinstance(given, str):
            given = [one.strip() for one in given.split(",") if one.strip()]
        return msgspec.convert(given, self.type, strict=not isinstance(given, str))


def _iter_settings(struct: type[Struct], prefix: str = "") -> Iterator[Setting]:
    for field in msgspec.structs.fields(struct):
        if field.type in _TABLES:
            yield from _iter_settings(field.type, f"{prefix}{field.name}.")
        elif field.type is not TableDelays:
            yield Setting(prefix + field.name, field.type, field.default)


_TABLES: Final = (RateSettings, CoinSettings)
"""Types that group settings. In the configuration file, each group is a table of its own."""

CONFIG: Final = Setting("config", str, "")
"""The setting with the path of the configuration file. The file itself cannot contain it."""

SETTINGS: Final = tuple(_iter_settings(Settings))


def read_settings(environ: Mapping[str, str], typed: Mapping[str, str | None] | None = None) -> Settings:
    """Return the settings of a room. Raises CannotServe.

    The value of a setting is taken from the command-line options (``typed``, by setting name), else from the
    environment, else from the configuration file, and else it is the default.
    """
    typed = typed or {}
    path, _ = next(_iter_given_values(CONFIG, environ, typed), ("", ""))
    written = _read_file_settings(path)
    plain: dict[str, Any] = {}
    for setting in SETTINGS:
        file = [(written[setting.name], f"{path or FILE}: {setting.name}")] if setting.name in written else []
        for given, source in (*_iter_given_values(setting, environ, typed), *file)[:1]:
            table, _, name = setting.name.rpartition(".")
            (plain.setdefault(table, {}) if table else plain)[name] = setting.parse(given, source)
    limits, gifts = RateSettings(**plain.pop("limits", {})), CoinSettings(**plain.pop("coins", {}))
    return Settings(**plain, limits=limits, coins=gifts)


def _iter_given_values(
    setting: Setting, environ: Mapping[str, str], typed: Mapping[str, str | None]
) -> Iterator[tuple[str, str]]:
    """Yield the values of a setting from the options and the environment, each with its source, in the order of precedence."""
    if (given := typed.get(setting.name)) is not None:
        yield given, f"--{setting.option_name}"
    for variable in setting.environment_variables:
        if environ.get(variable):
            yield environ[variable], variable


def _read_file_settings(path: str) -> dict[str, Any]:
    """Return the values in the configuration file, by setting name. Raises CannotServe.

    Without a path, the file is ``FILE``, which need not exist.
    """
    file = Path(path or FILE)
    if not path and not file.is_file():
        return {}
    try:
        found = dict(_flatten(tomllib.loads(file.read_text("utf-8"))))
    except OSError as error:
        raise CannotServe("no_config", path=file, why=error.strerror) from error
    except UnicodeDecodeError as error:
        raise CannotServe("no_config", path=file, why=error) from error
    except tomllib.TOMLDecodeError as error:
        raise CannotServe("no_config", path=file, why=locate_toml_error(file.read_text("utf-8"), error)) from error
    known = [setting.name for setting in SETTINGS]
    for name in found.keys() - set(known):
        raise CannotServe("unknown_setting", path=file, name=name, known=", ".join(known))
    return found


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value
