"""What `make test` does not install, such as PyTorch and Ray: tests that need it are not collected."""

from importlib.util import find_spec

NEEDS = {
    "test_trainer.py": ("torch",),
    "test_ray_actors.py": ("torch", "ray"),
    "test_third_party_learners.py": ("torch", "sb3_contrib", "torchrl"),
}
collect_ignore = [name for name, needed in NEEDS.items() if not all(map(find_spec, needed))]
