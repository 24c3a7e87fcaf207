"""Print, as pip constraints, the lowest declared versions of what we depend on and of the extras named."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path


def lowest(requirement: str) -> str:
    """Return `name==version` for `name>=version`."""
    match = re.fullmatch(
        r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?>=([0-9][0-9A-Za-z.]*)", requirement.replace(" ", "")
    )
    if match is None:
        raise SystemExit(f"pyproject.toml: {requirement!r} does not read as name>=version")
    return f"{match[1]}=={match[2]}"


def main() -> None:
    path = Path(__file__).resolve().parent.parent / "pyproject.toml"
    project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    requirements = list(project["dependencies"])
    for extra in sys.argv[1:]:
        requirements += project["optional-dependencies"][extra]
    for requirement in requirements:
        print(lowest(requirement))


if __name__ == "__main__":
    main()
