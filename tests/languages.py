"""The languages that have every text. Another language may lack texts, which are then shown in English."""

from typing import Final

COMPLETE: Final = ("en", "zh")
