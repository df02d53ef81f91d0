"""Trained networks that are distributed with the package, one ``.npz`` file per group of rulesets."""
