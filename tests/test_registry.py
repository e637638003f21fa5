"""What others find by name is there, and every module says truly what it exports."""

import importlib
import pkgutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from inspect_ai.util import registry_info

import codebench
from codebench import _registry, scorers, tasks

ROOT = Path(__file__).parent.parent
MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(codebench.__path__, "codebench.")
    if not module.name.endswith("__main__")
]
NAMES = {
    "algorithmic": "codebench/algorithmic",
    "begin": "codebench/begin",
    "by_cwe": "codebench/by_cwe",
    "diagnostics": "codebench/diagnostics",
    "interval": "codebench/interval",
    "numbers": "codebench/numbers",
    "reliability_at": "codebench/reliability_at",
    "replay": "codebench/replay",
    "rollouts": "codebench/rollouts",
    "secure_success": "codebench/secure_success",
    "security": "codebench/security",
    "security_task": "codebench/security",
    "success": "codebench/success",
}
"""What the registry module exports, and the name that it is kept under."""


def test_inspect_lists_the_tasks_and_nothing_of_the_challenges() -> None:
    program = Path(sys.executable).with_name("inspect")
    listed = subprocess.run(
        [program, "list", "tasks", "tasks"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        timeout=120,
    ).stdout.split()
    assert {"tasks/security.py@security", "tasks/algorithmic.py@algorithmic"} <= set(listed)
    assert all(path.count("/") == 1 for path in listed)


def test_inspect_finds_the_package_by_its_entry_point() -> None:
    (found,) = (each for each in entry_points(group="inspect_ai") if each.name == "codebench")
    assert found.load() is _registry


@pytest.mark.parametrize(("exported", "name"), NAMES.items())
def test_what_is_exported_is_registered_under_the_name_of_the_package(
    exported: str, name: str
) -> None:
    assert registry_info(getattr(_registry, exported)).name == name


def test_whatever_is_made_for_inspect_is_exported_to_it() -> None:
    made = {
        name: value
        for module in MODULES
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "").startswith("codebench.")
        if hasattr(value, "__registry_info__")
    }
    assert {id(value) for value in made.values()} >= {id(scorers.success), id(tasks.security)}
    exported = {id(getattr(_registry, name)) for name in _registry.__all__}
    assert [name for name, value in made.items() if id(value) not in exported] == []
    assert sorted(NAMES) == sorted(_registry.__all__)


def test_finding_the_package_loads_nothing_heavy() -> None:
    """Inspect imports it at the start of every run, even of one that does not use it."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys, codebench._registry; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    loaded = set(done.stdout.split())
    assert "codebench.rollout" in loaded
    heavy = {"bandit", "datasets", "docker", "hypothesis", "matplotlib", "pytest", "scipy"}
    assert heavy & loaded == set()


@pytest.mark.parametrize(
    "module", [m for m in MODULES if hasattr(m, "__all__")], ids=lambda module: module.__name__
)
def test_every_export_is_there_once_and_in_order(module: object) -> None:
    exported: list[str] = module.__all__  # type: ignore[attr-defined]
    assert [name for name in exported if name.startswith("_") or not hasattr(module, name)] == []
    assert len(set(exported)) == len(exported)


@pytest.mark.parametrize("package", [scorers, tasks], ids=lambda package: package.__name__)
def test_a_package_exports_what_inspect_registers_from_its_modules(package: object) -> None:
    prefix = f"{package.__name__}."  # type: ignore[attr-defined]
    registered = {
        name
        for module in MODULES
        if module.__name__.startswith(prefix)
        for name, value in vars(module).items()
        if hasattr(value, "__registry_info__")
        if getattr(value, "__module__", "").startswith(prefix)
    }
    assert registered
    assert registered <= set(package.__all__)  # type: ignore[attr-defined]
