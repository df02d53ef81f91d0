"""Running tables: a live table for each, the commands that change it, and what its subscribers see."""
