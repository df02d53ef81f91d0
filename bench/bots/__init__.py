"""Opponents that are for judging alone: what others have written down as strong, or as simple."""
