"""Daily sets of duplicate deals: playing them, the field of the house, results, and who may see what."""
