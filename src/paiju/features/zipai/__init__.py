"""Da Zi Pai as bits."""
