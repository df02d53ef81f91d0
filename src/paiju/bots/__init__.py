"""Programs that play. A bot is given a view and the legal actions, nothing else."""
