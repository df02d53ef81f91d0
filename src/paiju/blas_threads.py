"""Limits BLAS, the libraries with which NumPy multiplies matrices, to one thread.

The layers of a network are small, so threads cost more than they save: on a busy machine, a decision would
take five times as long. With two threads, a matrix product in OpenBLAS 0.3.31 once hung, and the bots of a
server hung with it.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Final

_VARIABLES: Final = ("MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def limit_blas_threads(environment: MutableMapping[str, str]) -> None:
    """Set the environment variables that limit BLAS libraries to one thread. Variables that are set already stay.

    The libraries read the variables when NumPy is imported.
    """
    for variable in _VARIABLES:
        environment.setdefault(variable, "1")
