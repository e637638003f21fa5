"""Patches of texts by Hirschberg's algorithm, and merges by them."""

import itertools
import re
from collections import deque

Hunk = tuple[int, list[str], list[str]]
Patch = list[Hunk]


class PatchError(ValueError):
    """This text cannot be patched so."""


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
    """The runs of equal lines of a longest common subsequence, by Hirschberg's algorithm."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    found = [(0, 0, start)] if start else []
    return found + [(i, j, 1) for i, j in pairs(a, b, start, len(a), start, len(b))]


def pairs(a: list[str], b: list[str], i: int, ii: int, j: int, jj: int) -> list[tuple[int, int]]:
    """The equal lines of a[i:ii] and b[j:jj]."""
    if ii - i == 0:
        return []
    if ii - i == 1:
        return [(i, b.index(a[i], j, jj))] if a[i] in b[j:jj] else []
    half = (i + ii) // 2
    above = lengths(a[i:half], b[j:jj])
    below = lengths(a[half:ii][::-1], b[j:jj][::-1])[::-1]
    best = max(range(jj - j + 1), key=lambda n: above[n] + below[n])
    return pairs(a, b, i, half, j, j + best) + pairs(a, b, half, ii, j + best, jj)


def lengths(a: list[str], b: list[str]) -> list[int]:
    """How much of a is in every beginning of b."""
    row = [0] * (len(b) + 1)
    for line in a:
        corner = 0
        for n, other in enumerate(b, 1):
            corner, row[n] = row[n], corner + 1 if line == other else max(row[n], row[n - 1])
    return row
