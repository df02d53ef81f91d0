"""Runs the server as a later version of paiju, whose data format the present version cannot read."""

from __future__ import annotations

from paiju.server.app import upcasting

upcasting.FORMAT += 1  # type: ignore[misc]  # before another module reads it

if __name__ == "__main__":
    from tests.integration.run_server import main

    main()
