"""The folders at the root are the package's own, in a checkout and in what is built from it."""

import os
import tomllib
from glob import glob
from importlib.metadata import metadata, version
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

import codebench
from codebench import catalogue

ROOT = Path(__file__).parent.parent
LINKED = ("sandbox", "scorers", "tasks")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", LINKED)
def test_a_folder_of_the_root_is_linked_into_the_package(name: str) -> None:
    link = ROOT / "src" / "codebench" / name
    assert link.is_symlink()
    assert link.readlink() == Path("..", "..", name)
    assert link.resolve() == ROOT / name


def test_a_folder_of_challenges_is_no_package() -> None:
    """Else it would hide the task file of the same name."""
    for family in catalogue.FAMILIES:
        assert (ROOT / "tasks" / f"{family}.py").is_file()
        assert list((ROOT / "tasks" / family).rglob("__init__.py")) == []


def test_the_challenges_are_found_through_the_package() -> None:
    for family in catalogue.FAMILIES:
        found = files("codebench") / "tasks" / family
        slugs = {challenge.slug for challenge in catalogue.family(family)}
        folders = [path for path in found.iterdir() if path.is_dir()]
        assert slugs == {path.name for path in folders if path.name[0] not in "_."}


def test_every_file_of_the_linked_folders_is_packaged(project: dict[str, Any]) -> None:
    """Modules are found as such, all other files by the patterns for package data."""
    setuptools = project["tool"]["setuptools"]
    assert setuptools["packages"]["find"]["where"] == ["src"]
    package = ROOT / "src" / "codebench"
    packaged = {
        path
        for pattern in setuptools["package-data"]["codebench"]
        for path in glob(pattern, root_dir=package, recursive=True)  # noqa: PTH207 -- setuptools' own
    }
    left_out = [
        str(path.relative_to(ROOT))
        for name in LINKED
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if path.suffix != ".py" or not (path.parent / "__init__.py").exists()
        if str(path.relative_to(ROOT)) not in packaged
    ]
    assert left_out == []


def test_the_package_is_typed_and_has_one_version(project: dict[str, Any]) -> None:
    assert (files("codebench") / "py.typed").is_file()
    assert version("codebench") == project["project"]["version"]
    assert metadata("codebench")["Name"] == "codebench"  # the prefix of the registered names


def test_the_citation_is_valid_and_of_this_version(project: dict[str, Any]) -> None:
    """What version 1.2.0 of the format asks for and allows, as far as it is used here."""
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    asked = {"cff-version", "message", "title", "authors"}
    allowed = {"abstract", "date-released", "doi", "keywords", "license", "repository-code"}
    allowed |= {"type", "url", "version"}
    assert asked <= set(told) <= asked | allowed
    assert told["cff-version"] == "1.2.0"
    assert told["type"] in {"software", "dataset"}
    assert [set(author) for author in told["authors"]] == [{"name"}]
    assert all(isinstance(word, str) for word in told["keywords"])
    assert len(set(told["keywords"])) == len(told["keywords"])
    assert told["version"] == project["project"]["version"]
    assert told["license"] == project["project"]["license"]


def test_the_command_and_the_entry_point_are_declared(project: dict[str, Any]) -> None:
    assert project["project"]["scripts"] == {"codebench": "codebench.cli:main"}
    assert project["project"]["entry-points"] == {
        "inspect_ai": {"codebench": "codebench._registry"}
    }


def test_the_judge_runs_with_the_packages_that_local_grading_installs(
    project: dict[str, Any],
) -> None:
    """The image has the pinned ones, the extra `local` the same by range."""
    pinned = {
        line.partition("==")[0].strip().lower()
        for line in (ROOT / "sandbox" / "requirements.in").read_text().splitlines()
        if line.strip() and not line.startswith("#")
    }
    ranges = project["project"]["optional-dependencies"]["local"] + ["bandit"]
    names = {entry.split(">")[0].split("<")[0].split("=")[0].strip().lower() for entry in ranges}
    assert names == pinned


def test_the_package_is_imported_from_this_checkout() -> None:
    assert os.path.realpath(str(codebench.__file__)).startswith(str(ROOT / "src"))
