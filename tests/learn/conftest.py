"""What `make test` does not install, such as PyTorch and Ray: tests that need it are not collected."""

from importlib.util import find_spec

NEEDS = {
    "test_train.py": ("torch",),
    "test_spread.py": ("torch", "ray"),
    "test_standard_learners.py": ("torch", "sb3_contrib", "torchrl"),
}
collect_ignore = [name for name, needed in NEEDS.items() if not all(map(find_spec, needed))]
