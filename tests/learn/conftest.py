"""PyTorch is not among what `make test` installs: without it there is nothing to collect here, and `make test-learn` fails."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_train.py"]
