"""The domain model of a table: its state, its events, and the commands that record events. It has no clock, randomness or I/O."""
