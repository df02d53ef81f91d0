"""The nets of the package: a file for each group of rulesets that share one."""
