"""The card table in a terminal: a Textual program, keyboard only, for every family."""
