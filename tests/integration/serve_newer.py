"""The server as a later paiju may be: it writes another format, and today's paiju cannot read that."""

from __future__ import annotations

from paiju.server.app import upcasting

upcasting.FORMAT += 1  # type: ignore[misc]  # before anybody reads it

if __name__ == "__main__":
    from tests.integration.serve import main

    main()
