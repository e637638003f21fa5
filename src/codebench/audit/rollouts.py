"""Millions of rollouts in little memory: a few bytes each, and names only of agents.

Tasks, rollouts and answers are compared and never shown, so 64-bit hashes stand for them. With ten
million of them, two different ones share a hash once in 400,000 audits.
"""

from array import array
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codebench.audit.model import AuditError, Row
from codebench.statistics.counts import Ints, Mask

__all__ = [
    "MAX_AGENTS",
    "MAX_NAME",
    "MAX_ROLLOUTS",
    "MAX_TESTS",
    "UNKNOWN",
    "Copies",
    "Part",
    "Rollouts",
]

MAX_ROLLOUTS = 20_000_000
MAX_AGENTS, MAX_NAME = 1000, 10_000
"""Agents, and letters of the name of one."""
MAX_TESTS = 10**9
"""Of one rollout."""

UNKNOWN = -1
"""Stands for None in an array of outcomes or tests."""


Small = NDArray[np.signedinteger[Any]]
"""Whole numbers of fewer bits than numpy counts with: widen them before anything is multiplied."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part:
    """The rollouts of one agent, each once. Arrays have the shape (rollouts,) unless said."""

    agent: str
    task: Small
    """Place of its task."""
    tasks: Ints
    """Hash of the task at each place, shape (tasks,)."""
    success: Small
    """1, 0 or UNKNOWN."""
    secure: Small
    passed: Small
    total: Small
    """Both UNKNOWN where there are no counts of tests."""
    answer: Ints
    """0 where there is none."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Rollouts that were told more than once, under the same name."""

    within: int
    """Repetitions in one file."""
    across: int
    """Repetitions in another file."""
    contradicting: int
    """Rollouts of which one telling says success and another failure."""


class _Column:
    """Values of all rollouts. Takes no memory before the first one that is not empty."""

    def __init__(self, typecode: str, empty: int = 0) -> None:
        self._values = array(typecode)
        self._empty = empty

    def put(self, place: int, value: int) -> None:
        self._fill(place)
        self._values.append(value)

    def filled(self, length: int) -> NDArray[Any]:
        """All values. None can be put any more while they are in use."""
        if not self._values:
            return np.broadcast_to(np.array(self._empty), length)  # takes no memory either
        self._fill(length)
        return np.frombuffer(self._values, np.dtype(self._values.typecode))

    def ordered(self, order: Ints, length: int) -> NDArray[Any]:
        """The values at some places."""
        values = self.filled(length)
        return values[order] if self._values else values[: order.size]

    def _fill(self, length: int) -> None:
        lacking = length - len(self._values)
        if lacking:
            self._values.extend(array(self._values.typecode, [self._empty]) * lacking)


class Rollouts:
    """All rollouts of an audit."""

    def __init__(self) -> None:
        self._length = 0
        self._format = ""
        self._agents: dict[tuple[str, str], int] = {}
        self._starts: list[int] = []
        self._agent, self._identity = _Column("h"), _Column("q")
        self._columns = {
            "task": _Column("q"),
            "success": _Column("b", UNKNOWN),
            "secure": _Column("b", UNKNOWN),
            "passed": _Column("i", UNKNOWN),
            "total": _Column("i", UNKNOWN),
            "answer": _Column("q"),
        }

    def __len__(self) -> int:
        return self._length

    def begin(self, form: str) -> None:
        """What follows is of another file. An agent is another one in each format."""
        self._format = form
        self._starts.append(self._length)

    def add(self, row: Row) -> None:
        """Take one in.

        Raises:
            AuditError: There are too many of them, or too many agents.
        """
        place, put = self._length, self._columns
        if place == MAX_ROLLOUTS:
            raise AuditError(f"More than {MAX_ROLLOUTS:,} rollouts: audit the files in parts.")
        self._agent.put(place, self._number(row.agent))
        self._identity.put(place, hash((self._format, row.agent, row.task, row.rollout)))
        put["task"].put(place, hash(row.task))
        if row.success is not None:
            put["success"].put(place, row.success)
        if row.secure is not None:
            put["secure"].put(place, row.secure)
        if row.answer is not None:
            put["answer"].put(place, row.answer)
        if row.passed is not None and row.total is not None:
            put["passed"].put(place, row.passed)
            put["total"].put(place, row.total)
        self._length += 1

    def _number(self, agent: str) -> int:
        number = self._agents.setdefault((self._format, agent), len(self._agents))
        if len(agent) > MAX_NAME:
            raise AuditError(
                f"An agent has a name of {len(agent):,} letters: --agent names the column that "
                "says who made a rollout."
            )
        if number == MAX_AGENTS:
            raise AuditError(
                f"More than {MAX_AGENTS:,} agents, such as {agent[:60]}: --agent names the column "
                "that says who made a rollout."
            )
        return number

    def told(self, form: str, agent: str, first: int, rollouts: int) -> Part | None:
        """What one file told of an agent, copies included; None for nothing.

        Args:
            form: The file's format.
            agent: Its name.
            first: How many rollouts were there before the file's.
            rollouts: How many it has.
        """
        among = self._agent.filled(self._length)[first : first + rollouts]
        places = first + np.flatnonzero(among == self._agents.get((form, agent), -1))
        if not places.size:
            return None
        columns = {name: each.ordered(places, self._length) for name, each in self._columns.items()}
        return _part(agent, columns)

    def _names(self) -> dict[int, str]:
        """Names of agents, with the format where it takes that to tell them apart."""
        often = Counter(agent for _, agent in self._agents)
        return {
            number: agent if often[agent] == 1 else f"{agent} ({form})"
            for (form, agent), number in self._agents.items()
        }

    def parts(self) -> tuple[list[Part], Copies]:
        """The rollouts of each agent, each once, and how many others there were.

        Of several tellings of a rollout the one that says most is taken, and the first of these.
        May be called once: the columns are given up one by one, so as not to be held twice.
        """
        kept, copies = self._without_copies()
        agent = self._agent.filled(self._length)[kept]
        order = np.argsort(agent, kind="stable")
        bounds = np.searchsorted(agent, np.arange(len(self._agents) + 1), sorter=order)
        order = order if isinstance(kept, slice) else kept[order]
        columns = {}
        while self._columns:
            name, column = self._columns.popitem()
            columns[name] = column.ordered(order, self._length)
        return [
            _part(name, {key: each[bounds[i] : bounds[i + 1]] for key, each in columns.items()})
            for i, name in sorted(self._names().items())
        ], copies

    def _without_copies(self) -> tuple[Ints | slice, Copies]:
        """Places of the rollouts to keep, rising."""
        identity, self._identity = self._identity.filled(self._length), _Column("q")
        if not (np.diff(np.sort(identity)) == 0).any():
            return slice(None), Copies(0, 0, 0)
        success, total = (self._columns[name].filled(self._length) for name in ("success", "total"))
        told = 2 * (success != UNKNOWN) + (total != UNKNOWN)
        order = np.lexsort((-told, identity))  # stable: the first of the fullest comes first
        first = np.ones(order.size, dtype=np.bool_)
        first[1:] = np.diff(identity[order]) != 0
        kept = order[first]
        group = np.cumsum(first) - 1
        said = success[order], success[kept][group]
        return np.sort(kept), _copies(group, order, *said, np.array(self._starts))


def _part(agent: str, columns: dict[str, NDArray[Any]]) -> Part:
    """Tasks come in the order of their first rollouts, since hashes differ between processes."""
    tasks, first, task = np.unique(columns.pop("task"), return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(order.size, np.int32)
    place[order] = np.arange(order.size)
    return Part(agent=agent, tasks=tasks[order], task=place[task], **columns)


def _copies(group: Ints, order: Ints, said: Ints, kept: Ints, starts: Ints) -> Copies:
    """Count repetitions; the arrays are in the order of groups of the same rollout."""
    against: Mask = (said != UNKNOWN) & (kept != UNKNOWN) & (said != kept)
    repeated = np.bincount(group)[group] > 1
    source = np.searchsorted(starts, order[repeated], side="right")
    in_files = np.unique(group[repeated] * (starts.size + 1) + source).size
    rollouts = np.unique(group[repeated]).size
    return Copies(
        within=int(repeated.sum()) - in_files,
        across=in_files - rollouts,
        contradicting=np.unique(group[against]).size,
    )
