"""Dou Dizhu in arrays."""
