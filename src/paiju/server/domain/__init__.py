"""What a table is: its state, the facts of its log, and what each command does to it. Pure: no clock, no chance, no I/O."""
