"""Running tables: one live table each, the commands that change it, and what its subscribers see."""
