"""The long measurements in `benchmarks/`, kept short: each must hold for a few rollouts too."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

FEW = "log-archiver,order-search,plugin-loader,session-codec,sheet-cell"

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("docker_runner")]


def run(script: str, *options: str) -> dict[str, Any]:
    """What a benchmark prints; its exit code says whether all held."""
    command = [sys.executable, f"benchmarks/{script}.py", *options, "--json"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, (result.stdout, result.stderr)
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def test_nothing_is_lost_when_an_evaluation_is_killed() -> None:
    told = run("resume", "--kills", "2", "--epochs", "2", "--seed", "1", "--only", FEW)
    assert (told["lost"], told["containers"], len(told["runs"])) == (0, 0, 2)


def test_nothing_grows_while_rollouts_are_graded() -> None:
    told = run("soak", "--rollouts", "12")
    assert sum(told["outcomes"].values()) == 12
    assert (told["unexpected"], told["flat"], told["growth"]["containers"]) == ([], True, 0)


def test_honest_work_within_the_limits_passes() -> None:
    assert run("limits", "--rollouts", "4")["passed"] == 4


def test_agents_of_known_truth_are_covered() -> None:
    told = run("calibration", "--agents", "1", "--epochs", "3", "-k", "2", "--only", FEW)
    assert (told["intervals"], told["agents"]) == (6, 1)
