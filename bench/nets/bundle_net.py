"""Copies a trained network into the package, and records how it was trained.

    python -m bench.nets.bundle_net NAME FOLDER "paiju train …" [TEXT]

FOLDER is the one that ``paiju train --out`` wrote. TEXT is recorded, too. A network replaces another only if it is shown to be
better (``bench.nets.match``).
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from bench.nets.match import judged
from paiju.nets.net import load_net
from tests.nets.choice_digests import digest_of

HERE = Path(__file__).parent
LIST = HERE / "nets.toml"


def main() -> None:
    name, folder, command, *more = sys.argv[1:]
    weights = Path(str(files("paiju.nets.weights"))) / f"{name}.npz"
    if weights.exists():
        verdict = judged(load_net(Path(folder) / "net.npz"), load_net(weights))
        if not verdict.better:
            sys.exit(f"it is not shown to be better: {verdict}")
    shutil.copyfile(Path(folder) / "net.npz", weights)
    shutil.copyfile(Path(folder) / "log.jsonl", HERE / f"{name}.jsonl")
    known = tomllib.loads(LIST.read_text()) if LIST.exists() else {}
    known[name] = {
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "command": command,
        "said": " ".join(more),
        "choices": {ruleset: digest_of(ruleset) for ruleset in load_net(weights).facts.rulesets},
    }
    LIST.write_text("".join(_format_toml_section(key, known[key]) for key in sorted(known)))


def _format_toml_section(name: str, one: dict[str, Any]) -> str:
    lines = [f'{key} = "{value}"' for key, value in one.items() if isinstance(value, str)]
    lines += [f"[{name}.choices]", *(f'"{ruleset}" = "{digest}"' for ruleset, digest in one["choices"].items())]
    return "\n".join([f"[{name}]", *lines, "", ""])


if __name__ == "__main__":
    main()
