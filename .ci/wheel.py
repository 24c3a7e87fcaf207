"""Check that the wheel named holds the package's modules and data, all of them and nothing else."""

from __future__ import annotations

import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def expected() -> set[str]:
    """Return the names of the files that belong into a wheel of this checkout."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    names = set()
    for package in setuptools["packages"]:
        folder = ROOT.joinpath(*package.split(".")[1:])
        for pattern in ("*.py", *setuptools["package-data"].get(package, [])):
            names |= {
                f"{package.replace('.', '/')}/{path.relative_to(folder).as_posix()}"
                for path in folder.glob(pattern)
            }
    return names


def main() -> None:
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        found = {name for name in wheel.namelist() if ".dist-info/" not in name}
    wrong = [f"{name}: missing" for name in sorted(expected() - found)]
    wrong += [f"{name}: should not be there" for name in sorted(found - expected())]
    if wrong:
        raise SystemExit("\n".join(wrong))
    print(f"{len(found)} files, as in the checkout")


if __name__ == "__main__":
    main()
