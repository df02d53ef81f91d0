"""``python -m paiju.server``: the card room, its place taken from HOST, PORT and DATABASE in the environment."""

from __future__ import annotations

import os
import sys

from paiju.server.main import serve

if __name__ == "__main__":
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8000"))
    sys.stdout.write(f"http://{host}:{port}\n")
    sys.stdout.flush()
    serve(host, port, os.environ.get("DATABASE", "paiju.db"))
