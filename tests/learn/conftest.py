"""Leaves out the tests that need PyTorch or Ray if they are not installed; `make test` does not install them."""

from importlib.util import find_spec

NEEDS = {"test_train.py": ("torch",), "test_spread.py": ("torch", "ray")}
collect_ignore = [name for name, needed in NEEDS.items() if not all(map(find_spec, needed))]
