"""The games: a registry, and one package a family."""
