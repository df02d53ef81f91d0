"""Implementations of the interfaces that ``app`` defines: store, message buses, clock, bots, analysis workers, metrics."""
