"""``python -m paiju.server``: runs the card room with the settings of the environment and the configuration file."""

from __future__ import annotations

import os
import sys

from paiju.core.errors import PaijuError
from paiju.locale import choose_language, error_sentence
from paiju.server.main import serve
from paiju.server.settings import read_settings

if __name__ == "__main__":
    lang = choose_language(None, os.environ)
    try:
        sys.exit(serve(read_settings(os.environ), lang))
    except PaijuError as error:
        sys.stderr.write(f"paiju: {error_sentence(lang, error)}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
