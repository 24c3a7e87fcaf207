"""What is shipped is what is in the folders, and what the type checker sees is what is shipped."""

from __future__ import annotations

import importlib.metadata
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_SHIPPED = {"benchmarks", "build", "dist", "docs", "tests"}
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS: dict[str, Any] = PROJECT["tool"]["setuptools"]


def packages_in_folders() -> set[str]:
    """Return the dotted name of every package of the checkout that is to be shipped."""
    found = {"quadrangle"}
    for marker in ROOT.rglob("__init__.py"):
        parts = marker.parent.relative_to(ROOT).parts
        if parts[0] not in NOT_SHIPPED and not parts[0].startswith((".", "_")):
            found.add(".".join(("quadrangle", *parts)))
    return {name for name in found if all(parent in found for parent in parents(name))}


def parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts))]


def folder_of(package: str) -> Path:
    return ROOT.joinpath(*package.split(".")[1:])


def top_level() -> set[str]:
    """Return the names of the packages, modules and the typing marker in the root of the import package."""
    packages = {name.split(".")[1] for name in packages_in_folders() if "." in name}
    modules = {path.name for path in ROOT.glob("*.py")}
    return packages | modules | {"py.typed"}


def test_the_list_of_packages_equals_the_folders() -> None:
    listed: list[str] = SETUPTOOLS["packages"]
    assert set(listed) == packages_in_folders()
    assert listed == sorted(set(listed))


def test_every_folder_with_modules_is_a_package() -> None:
    known = {folder_of(name) for name in packages_in_folders()}
    for top in {name.split(".")[1] for name in packages_in_folders() if "." in name}:
        for module in (ROOT / top).rglob("*.py"):
            assert module.parent in known, f"{module.parent.relative_to(ROOT)} has no __init__.py"


def test_the_root_is_no_package_and_pytest_gets_no_second_copy_of_it() -> None:
    for name in ("__init__.py", "conftest.py", "setup.py", "tests/__init__.py"):
        assert not (ROOT / name).exists(), name


def test_the_type_checker_sees_each_top_level_name_once() -> None:
    if not (ROOT / ".types").exists():
        pytest.skip("an sdist has no symbolic links")
    links = {path.name: path for path in (ROOT / ".types" / "quadrangle").iterdir()}
    assert set(links) == top_level()
    for name, link in links.items():
        assert link.is_symlink(), name
        assert Path(link.readlink()) == Path("..", "..", name)


@pytest.mark.parametrize("package", sorted(SETUPTOOLS["package-data"]))
def test_package_data_that_is_named_exists(package: str) -> None:
    assert package in SETUPTOOLS["packages"]
    for pattern in SETUPTOOLS["package-data"][package]:
        assert list(folder_of(package).glob(pattern)), f"{package}: nothing matches {pattern}"


def test_package_data_in_the_folders_is_named() -> None:
    shipped = {
        path
        for package, patterns in SETUPTOOLS["package-data"].items()
        for pattern in patterns
        for path in folder_of(package).glob(pattern)
    }
    for package in packages_in_folders() - {"quadrangle"}:
        for path in folder_of(package).iterdir():
            if path.is_file() and path.suffix not in {".py", ".pyc"}:
                assert path in shipped, f"{path.relative_to(ROOT)} is in no wheel"


def test_the_installed_version_is_this_one() -> None:
    assert importlib.metadata.version("quadrangle") == PROJECT["project"]["version"]


def test_the_version_is_the_same_wherever_it_is_written() -> None:
    version = PROJECT["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_requirements_have_a_lower_bound_and_no_upper_one() -> None:
    extras: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
    requirements = PROJECT["project"]["dependencies"] + [line for lines in extras.values() for line in lines]
    for requirement in requirements:
        if not requirement.startswith("quadrangle["):
            assert ">=" in requirement, requirement
            assert not set("<~!,;") & set(requirement), requirement


def test_nothing_that_is_made_is_committed() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    made = ("__pycache__", ".egg-info", ".pyc", "build/", "dist/", ".lock")
    assert [name for name in listed.stdout.splitlines() if any(part in name for part in made)] == []
