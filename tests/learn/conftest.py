"""PyTorch and Ray are not among what `make test` installs: what needs them is not collected."""

from importlib.util import find_spec

NEEDS = {"test_train.py": ("torch",), "test_spread.py": ("torch", "ray")}
collect_ignore = [name for name, needed in NEEDS.items() if not all(map(find_spec, needed))]
