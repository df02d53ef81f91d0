"""The domain model of a table: state, events and commands. No clock, randomness or I/O."""
