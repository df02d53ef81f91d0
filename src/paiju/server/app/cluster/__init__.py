"""Several processes that serve one room: which process owns which table, and the messages between them."""
