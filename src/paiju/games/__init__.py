"""The games: the registry, and one package for each family."""
