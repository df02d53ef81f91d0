"""Dou Dizhu as bits."""
