"""The card table in a terminal, for every family. It is a Textual application, used with the keyboard only."""
