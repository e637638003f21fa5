"""The benchmarks of the statistics run, and print one JSON object."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"


def run(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FOLDER / f"{name}.py"), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def measured(name: str, *options: str) -> dict[str, Any]:
    done = run(name, *options, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_coverage_of_the_default_interval() -> None:
    """Forty suites of each kind are few: the worst of 108 settings may look bad by chance."""
    found = measured("coverage", "--repetitions", "40")
    assert list(found) == ["worst", "worst_500", "mean"]
    assert found["mean"] > 0.94
    assert found["worst"] > 0.8
    assert found == measured("coverage", "--repetitions", "40")


def test_coverage_of_a_method_that_covers_badly() -> None:
    found = measured("coverage", "--repetitions", "20", "--method", "t")
    assert found["worst"] < 0.6


def test_coverage_of_a_suite_is_measured_against_its_own_truth() -> None:
    found = measured("coverage", "--repetitions", "20", "--method", "delta", "-k", "3")
    assert found["mean"] > 0.93


def test_coverage_prints_a_row_for_each_method_and_size() -> None:
    done = run("coverage", "--repetitions", "3", "--method", "t", "--method", "wilson", "-k", "1")
    assert done.returncode == 0, done.stderr
    assert "3 repetitions, 8 rollouts, level 0.95" in done.stdout
    assert done.stdout.count("│ wilson ") == done.stdout.count("│ t ") == 4
    assert "targets m" in done.stdout


def test_coverage_refuses_to_draw_what_is_not_there() -> None:
    done = run("coverage", "--rollouts", "4")
    assert done.returncode == 1
    assert done.stderr == "Error: -k 5 is more than 4 rollouts.\n"


def test_speed_of_the_estimators() -> None:
    found = measured("statistics", "--rollouts", "20000", "--repeats", "1", "--logged", "80")
    assert list(found) == ["estimators_ms", "intervals_s", "report_vs_samples_df"]
    assert 0 < found["estimators_ms"] < 1000
    assert 0 < found["intervals_s"] < 20
    ratio = found["report_vs_samples_df"]
    assert (ratio is None) == (find_spec("pandas") is None or find_spec("pyarrow") is None)
    assert ratio is None or ratio > 1


def test_speed_prints_what_it_should_be() -> None:
    done = run("statistics", "--rollouts", "1000", "--repeats", "1", "--logged", "40")
    assert done.returncode == 0, done.stderr
    assert "1,000 rollouts, 125 challenges, 20 agents" in done.stdout
    assert "50 ms" in done.stdout
    assert "5 times samples_df" in done.stdout


@pytest.mark.parametrize("name", ["coverage", "grading", "statistics"])
def test_no_benchmark_hides_a_module_of_python(name: str) -> None:
    """One of them has the name of one in the standard library, which others import."""
    done = run(name, "--help")
    assert done.returncode == 0, done.stderr
    assert "Usage:" in done.stdout
