"""The engines in arrays are compiled once, as for their own tests."""

from tests.batch.conftest import compiled

__all__ = ["compiled"]
