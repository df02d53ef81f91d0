"""Players, their accounts, names, sessions and profiles."""
