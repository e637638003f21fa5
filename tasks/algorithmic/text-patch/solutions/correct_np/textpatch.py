"""Patches of texts by the O(NP) algorithm of Wu, Manber, Myers and Miller, and merges by them."""

import itertools
import re
from collections import deque
from dataclasses import dataclass

Hunk = tuple[int, list[str], list[str]]
Patch = list[Hunk]


class PatchError(ValueError):
    """This text cannot be patched so."""


@dataclass(slots=True)
class Match:
    """A run of equal lines, and the one before it."""

    i: int
    j: int
    length: int
    before: "Match | None"


def diff(old: str, new: str) -> Patch:
    """Find a smallest patch."""
    a, b = split(old), split(new)
    patch = []
    i = j = 0
    for start, other, length in [*matches(a, b), (len(a), len(b), 0)]:
        if (i, j) != (start, other):
            patch.append((i, a[i:start], b[j:other]))
        i, j = start + length, other + length
    return patch


def apply(patch: Patch, text: str) -> str:
    """Patch a text, from its end to its start."""
    lines = split(text)
    limit = len(lines)
    for at, removed, added in reversed(patch):
        end = at + len(removed)
        if at < 0 or end > limit or lines[at:end] != removed:
            raise PatchError(f"no such lines at {at}")
        lines[at:end] = added
        limit = at
    result = "".join(lines)
    if split(result) != lines:
        raise PatchError("the last line would not be the last one any more")
    return result


def invert(patch: Patch) -> Patch:
    """Turn a patch round."""
    growth = itertools.accumulate(
        (len(added) - len(removed) for _, removed, added in patch), initial=0
    )
    return [
        (at + shift, added, removed)
        for (at, removed, added), shift in zip(patch, growth, strict=False)
    ]


def merge(base: str, ours: str, theirs: str) -> list[str | tuple[str, str, str]]:
    """Merge two changes of a text."""
    lines = split(base)
    queues = deque(diff(base, ours)), deque(diff(base, theirs))
    merged: list[str | tuple[str, str, str]] = []
    settled: list[str] = []
    place = 0
    while any(queues):
        start = end = min(queue[0][0] for queue in queues if queue)
        group: tuple[Patch, Patch] = ([], [])
        while taken := [n for n in (0, 1) if queues[n] and queues[n][0][0] <= end]:
            for n in taken:
                at, removed, added = queues[n].popleft()
                group[n].append((at - start, removed, added))
                end = max(end, at + len(removed))
        old = "".join(lines[start:end])
        one, two = (apply(patch, old) for patch in group)
        settled += lines[place:start]
        place = end
        if one == two or not group[1]:
            settled.append(one)
        elif not group[0]:
            settled.append(two)
        else:
            merged += ["".join(settled), (old, one, two)]
            settled = []
    merged.append("".join(settled + lines[place:]))
    return [part for part in merged if part]


def split(text: str) -> list[str]:
    """Take a text apart into lines."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def matches(a: list[str], b: list[str]) -> list[tuple[int, int, int]]:
    """The runs of equal lines of a longest common subsequence."""
    if len(a) > len(b):
        return [(i, j, length) for j, i, length in matches(b, a)]
    numbers: dict[str, int] = {}
    first, second = ([numbers.setdefault(line, len(numbers)) for line in lines] for lines in (a, b))
    last = furthest(first, second)
    found = []
    while last is not None:
        found.append((last.i, last.j, last.length))
        last = last.before
    return found[::-1]


def furthest(a: list[int], b: list[int]) -> Match | None:
    """The last run of a shortest way through both, the first of which is the shorter one."""
    delta = len(b) - len(a)
    reached: dict[int, tuple[int, Match | None]] = {}

    def advance(k: int) -> None:
        left, match = reached.get(k - 1, (-1, None))
        down, other = reached.get(k + 1, (-1, None))
        j = left + 1
        if down > j:
            j, match = down, other
        i = start = j - k
        while i < len(a) and j < len(b) and a[i] == b[j]:
            i += 1
            j += 1
        if i > start:
            match = Match(start, start + k, i - start, match)
        reached[k] = j, match

    for p in itertools.count():
        for k in range(-p, delta):
            advance(k)
        for k in range(delta + p, delta, -1):
            advance(k)
        advance(delta)
        if reached[delta][0] == len(b):
            return reached[delta][1]
    return None
