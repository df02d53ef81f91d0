"""The families that have a table in the terminal."""

from __future__ import annotations

from typing import Final

from paiju.tui.doudizhu import DouDizhuFace
from paiju.tui.face import Face
from paiju.tui.gunzi import GunziFace
from paiju.tui.zipai import ZiPaiFace

FACES: Final[dict[str, type[Face]]] = {face.family: face for face in (DouDizhuFace, ZiPaiFace, GunziFace)}
