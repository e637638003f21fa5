"""Pick versions: search along the line of packages.

Every dead end is traced to the choices that caused it. The search jumps back to the last of them,
and no choices that led to a dead end together are made a second time.
"""

import re
from itertools import takewhile

Version = tuple[int, int, int]
Range = list[tuple[Version, Version | None]]
"""Alternatives, each from a version on and below another."""

_NUMBER = r"(0|[1-9][0-9]*)"
_VERSION = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}")
_TERM = re.compile(rf"(<=|>=|[<>=~^]?){_VERSION.pattern}")
_LOOSE = re.compile(rf"([~^]){_NUMBER}(?:\.{_NUMBER})?")


def resolve(
    index: dict[str, dict[str, dict[str, str]]], wanted: dict[str, str]
) -> dict[str, str] | None:
    """The best versions for everything wanted and what it needs, or None.

    Raises:
        ValueError: A version or a range is malformed.
    """
    known = {
        package: {
            _version(text): {name: _range(needed) for name, needed in needs.items()}
            for text, needs in versions.items()
        }
        for package, versions in index.items()
    }
    search = _Search(known)
    search.demand("", {name: _range(text) for name, text in wanted.items()})
    if search.conflict(0) is not None:
        return None
    return {name: ".".join(map(str, version)) for name, version in search.chosen.items()}


class _Search:
    """What is decided so far. The project itself is a package with an empty name."""

    def __init__(self, known: dict[str, dict[Version, dict[str, Range]]]) -> None:
        self.known = known
        self.line: list[str] = []
        self.chosen: dict[str, Version] = {}
        self.demands: dict[str, list[tuple[str, Range]]] = {}
        self.refuted: dict[tuple[str, Version], list[dict[str, Version]]] = {}

    def demand(self, by: str, needs: dict[str, Range]) -> None:
        """A chosen version needs these."""
        for name, needed in needs.items():
            if name not in self.demands:
                self.line.append(name)
                self.demands[name] = []
            self.demands[name].append((by, needed))

    def withdraw(self, needs: dict[str, Range]) -> None:
        """Undo the last demand."""
        for name in reversed(needs):
            self.demands[name].pop()
            if not self.demands[name]:
                del self.demands[name]
                self.line.pop()

    def conflict(self, place: int) -> set[str] | None:
        """Decide all packages from this place of the line on.

        Returns:
            None if it worked; otherwise packages whose chosen versions cannot stay together.
        """
        if place == len(self.line):
            return None
        package = self.line[place]
        guilty: set[str] = set()
        for version, needs in sorted(self.known.get(package, {}).items(), reverse=True):
            culprits = self.objection(package, version, needs)
            if culprits is not None:
                guilty |= culprits
                continue
            self.chosen[package] = version
            self.demand(package, needs)
            reasons = self.conflict(place + 1)
            if reasons is None:
                return None
            self.withdraw(needs)
            del self.chosen[package]
            if package not in reasons:
                return reasons
            guilty |= reasons
        guilty.discard(package)
        demanding = [by for by, _ in self.demands[package]]
        if guilty.isdisjoint(demanding):
            guilty.add(demanding[0])
        self.remember({name: self.chosen[name] for name in guilty if name})
        return guilty

    def remember(self, choices: dict[str, Version]) -> None:
        """These choices cannot stay together, whatever else is chosen."""
        for choice in choices.items():
            self.refuted.setdefault(choice, []).append(choices)

    def objection(self, package: str, version: Version, needs: dict[str, Range]) -> set[str] | None:
        """Packages that rule this version out together, or None."""
        for by, allowed in self.demands[package]:
            if not _holds(allowed, version):
                return {by}
        for name, allowed in needs.items():
            other = version if name == package else self.chosen.get(name)
            if other is not None and not _holds(allowed, other):
                return {name}
        for choices in self.refuted.get((package, version), []):
            if all(self.chosen.get(each) == choices[each] for each in choices if each != package):
                return set(choices)
        return None


def _holds(allowed: Range, version: Version) -> bool:
    return any(low <= version and (high is None or version < high) for low, high in allowed)


def _version(text: str) -> Version:
    match = _VERSION.fullmatch(text)
    if match is None:
        raise ValueError(f"not a version: {text!r}")
    major, minor, patch = map(int, match.groups())
    return major, minor, patch


def _range(text: str) -> Range:
    alternatives: Range = []
    for group in text.split("||"):
        terms = [_term(term) for term in group.split(" ") if term]
        if not terms:
            raise ValueError(f"a range without terms: {text!r}")
        ends = [high for _, high in terms if high is not None]
        alternatives.append((max(low for low, _ in terms), min(ends, default=None)))
    return alternatives


def _term(term: str) -> tuple[Version, Version | None]:
    """First version that is within a term, and the first one that no longer is."""
    if term == "*":
        return (0, 0, 0), None
    match = _LOOSE.fullmatch(term) or _TERM.fullmatch(term)
    if match is None:
        raise ValueError(f"not a term: {term!r}")
    sign, *written = match.groups()
    numbers = [int(number) for number in written if number is not None]
    major, minor, patch = version = (*numbers, 0, 0)[:3]
    after = (major, minor, patch + 1)
    match sign:
        case "<":
            return (0, 0, 0), version
        case "<=":
            return (0, 0, 0), after
        case ">":
            return after, None
        case ">=":
            return version, None
        case "~":
            return version, _raised(version, 1)
        case "^":
            zeros = len(list(takewhile(lambda number: number == 0, numbers)))
            return version, _raised(version, min(zeros, len(numbers) - 1))
    return version, after


def _raised(version: Version, place: int) -> Version:
    """The version in which this number is one higher, with zeros behind."""
    major, minor, patch = (*version[:place], version[place] + 1, 0, 0)[:3]
    return major, minor, patch
