"""``python -m paiju.server``: the card room, its place taken from HOST, PORT and DATABASE in the environment."""

from __future__ import annotations

import os

from paiju.server.main import serve

if __name__ == "__main__":
    serve(
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "8000")),
        database=os.environ.get("DATABASE", "paiju.db"),
    )
