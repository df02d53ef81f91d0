"""Gunzi as bits."""
