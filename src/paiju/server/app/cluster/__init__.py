"""Several processes that serve one room: who owns which table, and what they tell each other."""
