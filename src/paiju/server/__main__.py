"""``python -m paiju.server``: the card room, its place taken from the environment (``listen.place``)."""

from __future__ import annotations

import os
import sys

from paiju.core.errors import PaijuError
from paiju.locale import language, sentence
from paiju.server.listen import place
from paiju.server.main import serve

if __name__ == "__main__":
    lang = language(None, os.environ)
    try:
        sys.exit(serve(place(os.environ), lang))
    except PaijuError as error:
        sys.stderr.write(f"paiju: {sentence(lang, error)}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
