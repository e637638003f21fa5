"""Leaves out logs that tell of the same rollouts as a newer one."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from codebench.report.log_files import LogFile

__all__ = ["newest"]


def newest(logs: Iterable[LogFile]) -> tuple[list[LogFile], list[str]]:
    """One log of each run, and a sentence on each that is left out.

    Copies of a log, among them those that were rescored or regraded, share the run's id; the one
    that was written last is taken. A run that was tried again shares the task's id with the one
    that failed, whose rollouts it took over; the one that was started last is taken.

    Returns:
        Logs in the order given, and the sentences.
    """
    notes: list[str] = []
    kept = _last(list(logs), lambda log: log.eval_id, _written, "copy of the same run", notes)
    kept = _last(kept, _task, _started, "earlier attempt at the same run", notes)
    return _without_known(kept, notes), notes


def _last(
    logs: Sequence[LogFile],
    same: Callable[[LogFile], str],
    age: Callable[[LogFile], tuple[float | str, ...]],
    what: str,
    notes: list[str],
) -> list[LogFile]:
    groups: dict[str, list[LogFile]] = defaultdict(list)
    for log in logs:
        groups[same(log)].append(log)
    taken = {id(max(group, key=age)) for group in groups.values()}
    for group in groups.values():
        last = max(group, key=age)
        notes += [
            f"{log.name} is left out: it is an older {what} than {last.name}."
            if what.startswith("copy")
            else f"{log.name} is left out: it is an {what} as {last.name}."
            for log in group
            if log is not last
        ]
    return [log for log in logs if id(log) in taken]


def _written(log: LogFile) -> tuple[float | str, ...]:
    """Zip files keep times to two seconds only; then the longer name is the copy."""
    return log.written // 2, len(log.path.name), str(log.path)


def _started(log: LogFile) -> tuple[float | str, ...]:
    return log.created, log.written


def _task(log: LogFile) -> str:
    return f"{log.spec.get('task_id') or log.eval_id} {log.spec.get('model')}"


def _without_known(logs: Sequence[LogFile], notes: list[str]) -> list[LogFile]:
    """Logs without those of which a rollout, known by its unique id, is in a newer log as well."""
    known: dict[str, LogFile] = {}
    kept: list[LogFile] = []
    for log in sorted(logs, key=_started, reverse=True):
        ids = {row["uuid"] for row in log.rows if row.get("uuid")}
        other = next((known[each] for each in ids if each in known), None)
        if other is None:
            kept.append(log)
            known |= dict.fromkeys(ids, log)
        else:
            notes.append(f"{log.name} is left out: rollouts of it are in {other.name} as well.")
    return [log for log in logs if log in kept]
