"""Implementations of the interfaces of ``app``: databases, clock, bot threads, metrics."""
