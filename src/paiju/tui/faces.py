"""The families that have a table in the terminal."""

from __future__ import annotations

from typing import Final

from paiju.tui.doudizhu import DouDizhuFace
from paiju.tui.face import Face

FACES: Final[dict[str, type[Face]]] = {"doudizhu": DouDizhuFace}
