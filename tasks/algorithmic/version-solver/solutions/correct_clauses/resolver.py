"""Pick versions: the index as logical clauses, and a solver that learns from its conflicts.

A literal is a number: that a version of a package is installed, or, negative, that it is not. The
solver decides for the newest version of the first open package in the line, derives what follows,
and turns every contradiction into a clause. As it never decides for less than the best that the
clauses leave, the first answer is the best one.
"""

import re
from collections.abc import Callable, Iterable

Version = tuple[int, ...]

TERM = re.compile(r"(\*)|([<>]=?|[=~^]|)((?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){0,2})")


def parse_version(text: str) -> Version:
    """Read a version."""
    match = TERM.fullmatch(text)
    if match is None or match[1] or match[2] or text.count(".") != 2:
        raise ValueError(f"{text!r} is not a version")
    return tuple(map(int, text.split(".")))


def parse_range(text: str) -> Callable[[Version], bool]:
    """Turn a range into a test of versions."""
    groups = [[parse_term(term) for term in group.split(" ") if term] for group in text.split("||")]
    if not all(groups):
        raise ValueError(f"{text!r} is not a range")
    return lambda version: any(all(holds(version) for holds in group) for group in groups)


def parse_term(term: str) -> Callable[[Version], bool]:
    """Turn a term of a range into a test of versions."""
    match = TERM.fullmatch(term)
    if match is None:
        raise ValueError(f"{term!r} is not part of a range")
    if match[1]:
        return lambda _: True
    sign = match[2]
    written = tuple(map(int, match[3].split(".")))
    if sign not in ("~", "^") and len(written) < 3:
        raise ValueError(f"{term!r} needs three numbers")
    least = (*written, 0, 0)[:3]
    if sign == "~":
        kept = written[:2]
        return lambda version: version >= least and version[: len(kept)] == kept
    if sign == "^":
        same = next((n for n, number in enumerate(written, 1) if number), len(written))
        return lambda version: version >= least and version[:same] == written[:same]
    return {
        "<": lambda version: version < least,
        "<=": lambda version: version <= least,
        ">": lambda version: version > least,
        ">=": lambda version: version >= least,
    }.get(sign, lambda version: version == least)


class Solver:
    """Truth of literals, and the clauses that connect them."""

    def __init__(self) -> None:
        self.watching: dict[int, list[list[int]]] = {}
        self.level_of: dict[int, int] = {}
        self.reason: dict[int, list[int]] = {}
        self.trail: list[int] = []
        self.level = 0

    def add(self, clause: list[int]) -> None:
        """One of these literals has to hold."""
        for literal in clause[:2]:
            self.watching.setdefault(literal, []).append(clause)

    def assign(self, literal: int, reason: list[int]) -> None:
        """This literal holds, because all others of the reason do not."""
        self.level_of[literal] = self.level
        self.reason[literal] = reason
        self.trail.append(literal)

    def contradiction(self, start: int) -> list[int] | None:
        """Derive what follows from the trail from here on, until a clause cannot hold."""
        for literal in iter_growing(self.trail, start):
            stays = []
            watchers = self.watching.get(-literal, [])
            for position, clause in enumerate(watchers):
                if clause[0] == -literal:
                    clause[0], clause[1] = clause[1], clause[0]
                for place in range(2, len(clause)):
                    if -clause[place] not in self.level_of:
                        clause[1], clause[place] = clause[place], clause[1]
                        self.watching.setdefault(clause[1], []).append(clause)
                        break
                else:
                    stays.append(clause)
                    if -clause[0] in self.level_of:
                        self.watching[-literal] = stays + watchers[position + 1 :]
                        return clause
                    if clause[0] not in self.level_of:
                        self.assign(clause[0], clause)
            self.watching[-literal] = stays
        return None

    def learn(self, clause: list[int]) -> bool:
        """Add what is behind a contradiction and go back to where it says something new.

        Returns:
            Whether there is a level to go back to.
        """
        if self.level == 0:
            return False
        seen: set[int] = set()
        learned: list[int] = []
        place = len(self.trail)
        literal = 0
        open_literals = 0
        while True:
            for other in clause:
                level = self.level_of.get(-other, 0)
                if other != literal and other not in seen and level > 0:
                    seen.add(other)
                    if level == self.level:
                        open_literals += 1
                    else:
                        learned.append(other)
            place -= 1
            while -self.trail[place] not in seen:
                place -= 1
            literal = self.trail[place]
            open_literals -= 1
            if open_literals == 0:
                break
            clause = self.reason[literal]
        learned.sort(key=lambda other: self.level_of[-other], reverse=True)
        self.level = self.level_of[-learned[0]] if learned else 0
        while self.trail and self.level_of[self.trail[-1]] > self.level:
            del self.level_of[self.trail.pop()]
        learned.insert(0, -literal)
        if len(learned) > 1:
            self.add(learned)
        self.assign(-literal, learned)
        return True


def iter_growing(items: list[int], start: int) -> Iterable[int]:
    """The items from a place on, also those that are appended meanwhile."""
    while start < len(items):
        yield items[start]
        start += 1


def resolve(
    index: dict[str, dict[str, dict[str, str]]], wanted: dict[str, str]
) -> dict[str, str] | None:
    """Pick the versions to install."""
    versions = {
        package: sorted(((parse_version(text), text) for text in texts), reverse=True)
        for package, texts in index.items()
    }
    literals: dict[tuple[str, str], int] = {}
    for package, listed in versions.items():
        for _, text in listed:
            literals[package, text] = len(literals) + 1

    def within(package: str, text: str) -> list[int]:
        holds = parse_range(text)
        return [
            literals[package, text] for version, text in versions.get(package, ()) if holds(version)
        ]

    clauses = [within(package, text) for package, text in wanted.items()]
    for (package, text), literal in literals.items():
        for name, needed in index[package][text].items():
            suitable = within(name, needed)
            if literal not in suitable:
                clauses.append([-literal, *suitable])
    for package, listed in versions.items():
        numbers = [literals[package, text] for _, text in listed]
        clauses += [[-one, -two] for one in numbers for two in numbers if one < two]

    solver = Solver()
    for clause in clauses:
        if not clause:
            return None
        if len(clause) == 1:
            solver.assign(clause[0], clause)
        else:
            solver.add(clause)
    if any(-literal in solver.level_of for literal in solver.trail):
        return None
    start = 0
    while True:
        while (broken := solver.contradiction(start)) is not None:
            if not solver.learn(broken):
                return None
            start = len(solver.trail) - 1
        line = list(wanted)
        queued = set(line)
        answer: dict[str, str] = {}
        for package in iter_growing(line, 0):
            for _, text in versions[package]:
                literal = literals[package, text]
                if literal in solver.level_of:
                    answer[package] = text
                    fresh = [name for name in index[package][text] if name not in queued]
                    line += fresh
                    queued.update(fresh)
                    break
            if package not in answer:
                break
        else:
            return answer
        solver.level += 1
        start = len(solver.trail)
        chosen = next(
            literals[package, text]
            for _, text in versions[package]
            if -literals[package, text] not in solver.level_of
        )
        solver.assign(chosen, [])
