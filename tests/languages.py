"""The languages in which the house says everything. A third one says what it likes, and English says the rest."""

from typing import Final

COMPLETE: Final = ("en", "zh")
