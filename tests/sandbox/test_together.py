"""Several trusted submissions in one judge: each report is that of its own submission and seed."""

import base64
import dataclasses

import pytest
from sandbox_helpers import job

from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.faults import Cancelled, JudgeFault
from codebench.sandbox.judge.job import Job, Reason, Report
from codebench.sandbox.runner import Runner

TESTS = {
    "test_functional.py": '''
ORDER = []


def test_one(candidate, scratch):
    """One."""
    assert scratch.names() == []
    candidate.leave("mark")
    assert candidate.number() == 1


def test_two(candidate, rng):
    """Two."""
    assert candidate.echo(rng.random())


def test_three(candidate):
    """Three."""
    assert candidate.module("other").here()
'''
}
SOURCE = """
import pathlib

def leave(name):
    pathlib.Path(name).write_text("x")

def number():
    return {number}

def echo(value):
    return value
"""


def _job(number: int, **changes: object) -> Job:
    made = job(TESTS, SOURCE.format(number=number))
    return dataclasses.replace(made, **changes)  # type: ignore[arg-type]


def _reasons(report: Report) -> dict[str, str | None]:
    return {test.id.partition("::test_")[2]: test.reason for test in report.tests}


@pytest.mark.docker
def test_each_report_is_on_its_own_submission(docker_runner: Runner) -> None:
    source = base64.b64encode(b"def here(): return True").decode()
    other = {**_job(1).files, "other.py": source}
    jobs = [_job(1, files=other), _job(2), _job(1)]
    reports = list(docker_runner.grade_together(jobs))
    assert [report.nonce for report in reports] == [each.nonce for each in jobs]
    assert [_reasons(report)["one"] for report in reports] == [None, Reason.ASSERTION, None]
    # What the first handed in is gone when the others are graded.
    assert _reasons(reports[0])["three"] is None
    assert {_reasons(report)["three"] for report in reports[1:]} == {Reason.MISSING}


@pytest.mark.docker
def test_a_report_is_the_same_alone_and_together(docker_runner: Runner) -> None:
    jobs = [_job(1, seed="4"), _job(2, seed="5"), _job(1, seed="6")]
    together = [_reasons(report) for report in docker_runner.grade_together(jobs)]
    assert together == [_reasons(docker_runner.grade(each)) for each in jobs]


def test_tests_run_in_an_order_of_the_seed(local_runner: Runner) -> None:
    orders = []
    for seed in ("1", "1", "2", "3", "4", "5"):
        report = local_runner.grade(_job(1, seed=seed, shuffled=True))
        orders.append(tuple(test.id for test in report.tests))
        assert set(report.collected) == set(orders[-1])
    assert orders[0] == orders[1]
    assert len(set(orders)) > 1


def test_nothing_is_tried_after_the_first_failure(local_runner: Runner) -> None:
    report = local_runner.grade(_job(2, to_first_failure=True))
    assert _reasons(report) == {
        "one": Reason.ASSERTION,
        "two": Reason.NOT_TRIED,
        "three": Reason.NOT_TRIED,
    }
    assert _reasons(local_runner.grade(_job(2)))["two"] is None


def test_static_analysis_can_be_left_out(local_runner: Runner) -> None:
    source = SOURCE.format(number=1) + "\nassert eval('1')\n"
    findings = {
        scanned: local_runner.grade(
            dataclasses.replace(job(TESTS, source), scanned=scanned)
        ).static.findings
        for scanned in (True, False)
    }
    assert len(findings[True]) > 0
    assert findings[False] == ()


@pytest.mark.docker
def test_processor_time_is_that_of_each_submission(docker_runner: Runner) -> None:
    busy = SOURCE.format(number="sum(range(30_000_000)) and 1")
    jobs = [_job(1), dataclasses.replace(job(TESTS, busy)), _job(1)]
    spent = [report.processor_seconds for report in docker_runner.grade_together(jobs)]
    assert None not in spent
    assert spent[1] > 2 * max(spent[0], spent[2]) > 0  # type: ignore[operator, type-var]


@pytest.mark.docker
def test_a_judge_that_fails_says_so_after_the_reports_that_it_gave(docker_runner: Runner) -> None:
    broken = dataclasses.replace(_job(1), tests={"test_functional.py": "import no_such_package\n"})
    reports = docker_runner.grade_together([_job(1), broken, _job(1)])
    assert _reasons(next(reports))["one"] is None
    with pytest.raises(JudgeFault, match="collected"):
        next(reports)
    assert isinstance(docker_runner, DockerRunner)
    assert docker_runner.containers() == []


@pytest.mark.docker
def test_they_are_ended_together(docker_runner: Runner) -> None:
    jobs = [_job(1), _job(1)]
    docker_runner.cancel(jobs[1].nonce)
    with pytest.raises(Cancelled):
        list(docker_runner.grade_together(jobs))
