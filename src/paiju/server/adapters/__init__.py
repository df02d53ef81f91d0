"""Implementations of the interfaces of ``app``: databases, message buses, clock, bot threads, analysis workers, metrics."""
