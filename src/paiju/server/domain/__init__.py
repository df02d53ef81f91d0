"""What a table is: its state, its facts, and what each command does to it. Nothing here knows a clock, chance or I/O."""
