"""Installs the example family, ``examples/family``, in a folder: ``python -m tests.families.install_example_family FOLDER``.

It builds a wheel and unpacks it, without network. With the folder on ``PYTHONPATH``, paiju finds the family by its entry point.
"""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

EXAMPLE = Path(__file__).parents[2] / "examples" / "family"


def install(folder: Path) -> Path:
    """Install the example in ``folder``, and return ``folder``."""
    wheels = folder / "wheels"
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels))
    subprocess.run(build, cwd=EXAMPLE, check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


if __name__ == "__main__":
    install(Path(sys.argv[1]))
