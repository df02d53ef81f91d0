"""Several processes serve one card room: which process owns a table, and the messages between the processes."""
