"""Opponents that exist for comparisons only: bots that others have described as strong, or as simple."""
