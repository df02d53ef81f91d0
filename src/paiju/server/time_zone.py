"""The time zone of the room."""

from __future__ import annotations

from datetime import UTC, tzinfo
from typing import ClassVar, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct


class TimeZone(Struct, frozen=True):
    """A time zone, given by its name in the IANA database. Zones other than UTC need that database on the server."""

    name: str = "UTC"
    FORM: ClassVar[str] = "UTC, Asia/Shanghai, Europe/Berlin …"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the time zone with this name. Raises ValueError if there is none."""
        zone = cls(text)
        try:
            zone.to_tzinfo()
        except (ZoneInfoNotFoundError, OSError) as error:  # a name that is a folder of the database raises OSError
            raise ValueError(text) from error
        return zone

    def __str__(self) -> str:
        return self.name

    def to_tzinfo(self) -> tzinfo:
        """Return the zone as a ``tzinfo``. Raises ZoneInfoNotFoundError, OSError, ValueError."""
        return UTC if self.name == "UTC" else ZoneInfo(self.name)
