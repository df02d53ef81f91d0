"""Trained networks that are distributed with the package, one ``.npz`` file for each group of rulesets."""
