"""The tables in memory: the commands that change a table, and the messages that its subscribers receive."""
