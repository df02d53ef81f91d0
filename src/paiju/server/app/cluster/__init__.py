"""Several processes that serve one card room: ownership of tables, and messages between the processes."""
