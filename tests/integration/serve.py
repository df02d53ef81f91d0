"""The server in a process of its own, to be killed: ``python -m tests.integration.serve PORT DATABASE FAMILY``."""

from __future__ import annotations

import sys

from paiju.server.adapters.library import Registry
from paiju.server.main import Settings, create_app, make_server
from tests.integration.serving import FAST, FREE, thinker
from tests.server.rig import ToyLibrary

if __name__ == "__main__":
    port, database, family = sys.argv[1:]
    library = ToyLibrary() if family == "toy" else Registry()
    app = create_app(Settings(database=database, tempo=FAST, limits=FREE), library, thinker())
    make_server(app, "127.0.0.1", int(port)).run()
