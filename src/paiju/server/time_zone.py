"""The time zone of the room."""

from __future__ import annotations

from datetime import UTC, tzinfo
from typing import ClassVar, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct


class TimeZone(Struct, frozen=True):
    """A time zone by its name in the IANA database, which must be installed for other zones than UTC."""

    name: str = "UTC"
    FORM: ClassVar[str] = "UTC, Asia/Shanghai, Europe/Berlin …"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the zone with this name. Raises ValueError if there is none."""
        zone = cls(text)
        try:
            zone.rules()
        except (ZoneInfoNotFoundError, OSError) as error:  # the name of a folder is an OSError
            raise ValueError(text) from error
        return zone

    def __str__(self) -> str:
        return self.name

    def rules(self) -> tzinfo:
        """The zone's rules. Raises ZoneInfoNotFoundError, OSError, ValueError."""
        return UTC if self.name == "UTC" else ZoneInfo(self.name)
