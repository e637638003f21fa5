"""SWE-bench: reports of single instances, summaries of a run, and results of the leaderboard."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from codebench.audit.files import document
from codebench.audit.model import AuditError, Found, Remark, Row

__all__ = [
    "is_report",
    "is_results",
    "is_summary",
    "read_report",
    "read_results",
    "read_summary",
]

_UNSCORED = ("infra_failure_ids", "pending_ids")
"""The environment failed, or it is not graded yet. An *ambiguous* failure may be the patch's."""

_FAILED = ("unresolved_ids", "error_ids", "empty_patch_ids", "failed_ids")

_OF_SUMMARIES = {"resolved_ids", "submitted_ids", *_UNSCORED, *_FAILED}
_OF_SUMMARIES |= {"resolved_instances", "total_instances"}

_LONG_LIST = 2**22
"""Characters of a list of instances, which have some 30 each."""

_TRIED = ("generated", "no_generation")
"""Keys of the harness before 2024-06 that together list every instance."""


# Summaries


def is_summary(data: dict[str, Any]) -> bool:
    """Whether an outline is of the summary of a run."""
    return isinstance(data.get("resolved_ids"), list) and "results" not in data


def read_summary(path: Path) -> Iterator[Found]:
    """`<model>.<run id>.json`: one rollout of every instance that was submitted.

    Success is the harness's `resolved`. It counts empty patches, errors and failures of the
    environment as unresolved; the last ones are unscored here.
    """
    data = _lists(path, _OF_SUMMARIES)
    resolved = set(_ids(path, data, "resolved_ids"))
    unscored = {each for key in _UNSCORED for each in _ids(path, data, key)} - resolved
    failed = [each for key in _FAILED for each in _ids(path, data, key)]
    submitted = _ids(path, data, "submitted_ids") or [*sorted(resolved), *failed, *sorted(unscored)]
    if not submitted:
        raise AuditError(f"{path}: a summary of SWE-bench without a submitted instance.")
    agent, run = _named(path)
    for task in dict.fromkeys(submitted):
        yield Row(agent, task, run, None if task in unscored else task in resolved)
    yield from _oddities(agent, data, resolved, set(submitted))
    yield Remark("summaries of SWE-bench have no counts of tests: reports of the instances do")


def _oddities(
    agent: str, data: Mapping[str, Any], resolved: set[str], submitted: set[str]
) -> Iterator[Remark]:
    stated, total = data.get("resolved_instances"), data.get("total_instances")
    if beyond := len(resolved - submitted):
        told = f"{agent}: {beyond} of {len(resolved)} resolved instances were not submitted"
        yield Remark(f"{told} (c > n), and are left out", doubtful=True)
    if isinstance(stated, int) and stated != len(resolved):
        told = f"{agent}: the file states {_plain(stated)} resolved instances and lists"
        yield Remark(f"{told} {len(resolved)}", doubtful=True)
    if isinstance(total, int) and len(submitted) < total < _MANY:
        share = len(resolved & submitted) / total
        told = (
            f"{agent}: {len(submitted)} of {total} instances were submitted; a leaderboard counts"
        )
        yield Remark(f"{told} the others as unresolved, which gives {share:.4f}")


_MANY = 10**9


def _plain(number: int) -> str:
    return str(number) if abs(number) < _MANY else "a huge number of"


def _named(path: Path) -> tuple[str, str]:
    """`<model>.<run id>.json`; without a dot each file is a run, of its folder if need be."""
    agent, _, run = path.stem.rpartition(".")
    if agent:
        return agent, run
    folder = path.resolve().parent.name
    return (folder if run in _ANYBODYS and folder else run), str(path.resolve())


_ANYBODYS = {"report", "results", "summary"}
"""Names of files that name no agent."""


# The leaderboard


def is_results(data: dict[str, Any]) -> bool:
    """Whether an outline is of `results.json` of the leaderboard, or of the harness until 2024."""
    return isinstance(data.get("resolved"), list) and isinstance(data.get("no_generation"), list)


def read_results(path: Path) -> Iterator[Found]:
    """`results/results.json`: lists of instances by what became of them.

    Raises:
        AuditError: The instances that failed are not in it, as in those of today.
    """
    data = _lists(path, {"resolved", *_TRIED})
    if "generated" not in data:
        raise AuditError(
            f"{path}: lists the resolved instances and not those that failed, so there is no share "
            "of anything: give the reports of the single instances."
        )
    folder = path.resolve().parent
    agent = (folder.parent if folder.name == "results" else folder).name
    resolved = set(_ids(path, data, "resolved"))
    tried = dict.fromkeys(each for key in _TRIED for each in _ids(path, data, key))
    if not tried:
        raise AuditError(f"{path}: results of SWE-bench without an instance.")
    for task in tried:
        yield Row(agent, task, str(path.resolve()), task in resolved)
    yield from _oddities(agent, data, resolved, set(tried))


def _lists(path: Path, wanted: Collection[str]) -> dict[str, Any]:
    """The wanted members of a summary."""
    kept = {}
    with document(path, limit=_LONG_LIST) as found:
        for key in found.members():
            if key in wanted:
                kept[key] = found.value()
            else:
                found.skip()
    return kept


def _ids(path: Path, data: Mapping[str, Any], key: str) -> list[str]:
    found = data.get(key) or []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise AuditError(f"{path}: {key} is no list of instance ids.")
    return found


# Single instances


def is_report(data: dict[str, Any]) -> bool:
    """Whether an outline is of the report on one instance, flat, or of several by their ids."""
    reports = [data] if "resolved" in data else list(data.values())
    return bool(reports) and all(_is_report(each) for each in reports)


def _is_report(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("resolved"), bool)


def read_report(path: Path) -> Iterator[Found]:
    """One rollout with its tests. Folders name it: `<run id>/<model>/<instance>/report.json`.

    A report on several instances lies in the folder of its model.
    """
    with document(path) as found:
        data = found.value() if _is_flat(path) else None
        if data is not None:
            yield _row(path, path.resolve().parent.name, data)
            yield _BASELINE
            return
    with document(path) as found:
        for instance in found.members():
            yield _row(path, instance, found.value())
    yield _BASELINE


_BASELINE = Remark(
    "most tests of SWE-bench (PASS_TO_PASS) pass before anything is changed, so the share of tests "
    "passed is high for an agent that does nothing"
)


def _is_flat(path: Path) -> bool:
    with document(path) as found:
        for key in found.members():
            if key == "resolved":
                return True
            found.skip()
    return False


def _row(path: Path, instance: str, report: Any) -> Row:
    if not _is_report(report):
        raise AuditError(f"{path}: {instance[:60]} has no `resolved` of SWE-bench.")
    folder = path.resolve().parent
    own = folder.parent if folder.name == instance else folder
    resolved = report["resolved"]
    unscored = report.get("infra_failure") is True and not resolved
    passed, total = _counts(path, report.get("tests_status"))
    success = None if unscored else resolved
    return Row(own.name or "agent", instance, _run(own), success, passed, total)


def _run(agent: Path) -> str:
    """The run's id in folders of the harness; else whatever lies above the agent's folder."""
    above = agent.parent
    return above.name if above.parent.name == "run_evaluation" else str(above)


def _counts(path: Path, status: Any) -> tuple[int | None, int | None]:
    """Tests that were to pass, FAIL_TO_PASS and PASS_TO_PASS together; None without a patch."""
    if status is None:
        return None, None
    try:
        kinds = [status[kind] for kind in ("FAIL_TO_PASS", "PASS_TO_PASS")]
        good, bad = ([kind[end] for kind in kinds] for end in ("success", "failure"))
    except (KeyError, TypeError):
        good, bad = [None], [None]
    if not all(isinstance(each, list) for each in (*good, *bad)):
        raise AuditError(f"{path}: tests_status is not that of a SWE-bench report.")
    passed = sum(map(len, good))
    return passed, passed + sum(map(len, bad))
