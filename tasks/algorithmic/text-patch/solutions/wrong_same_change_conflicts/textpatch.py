"""Smallest patches between texts, by Myers' greedy algorithm, and three-way merges."""

Hunk = tuple[int, list[str], list[str]]
Patch = list[Hunk]
Span = tuple[int, int, int, int]  # of the old lines, of the new lines


class PatchError(ValueError):
    """A patch does not fit to a text."""


def diff(old: str, new: str) -> Patch:
    """A smallest patch from one text to another."""
    before, after = _lines(old), _lines(new)
    return [(i, before[i:j], after[k:m]) for i, j, k, m in _spans(before, after)]


def apply(patch: Patch, text: str) -> str:
    """The text after a patch."""
    lines = _lines(text)
    result: list[str] = []
    done = 0
    for at, removed, added in patch:
        end = at + len(removed)
        if not done <= at <= len(lines) or lines[at:end] != removed:
            raise PatchError(f"the patch does not fit at line {at}")
        result += lines[done:at]
        result += added
        done = end
    result += lines[done:]
    if not all(line.endswith("\n") for line in result[:-1]):
        raise PatchError("a line without an end would stand before another")
    return "".join(result)


def invert(patch: Patch) -> Patch:
    """The patch that leads back."""
    result = []
    shift = 0
    for at, removed, added in patch:
        result.append((at + shift, added, removed))
        shift += len(added) - len(removed)
    return result


def merge(base: str, ours: str, theirs: str) -> list[str | tuple[str, str, str]]:
    """Both changes of a text together, as settled texts and conflicts."""
    origin = _lines(base)
    sides = [_lines(ours), _lines(theirs)]
    hunks = [
        (i, j, side, sides[side][k:m])
        for side in (0, 1)
        for i, j, k, m in _spans(origin, sides[side])
    ]
    parts: list[str | tuple[str, str, str]] = [""]
    done = 0
    for group in _groups(sorted(hunks)):
        start, end = group[0][0], max(hunk[1] for hunk in group)
        _settle(parts, origin[done:start])
        versions = [_version(origin, start, end, group, side) for side in (0, 1)]
        kinds = {hunk[2] for hunk in group}
        if len(kinds) == 1:
            _settle(parts, versions[kinds.pop()])
        else:
            texts = ["".join(lines) for lines in (origin[start:end], *versions)]
            parts += [(texts[0], texts[1], texts[2]), ""]
        done = end
    _settle(parts, origin[done:])
    return [part for part in parts if part]


def _lines(text: str) -> list[str]:
    """The lines with their ends; only a line feed ends one."""
    *full, last = text.split("\n")
    return [line + "\n" for line in full] + ([last] if last else [])


def _spans(a: list[str], b: list[str]) -> list[Span]:
    """What differs, from the first span to the last."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    tail = 0
    while tail < min(len(a), len(b)) - start and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    spans: list[Span] = []
    for x, y, right in _steps(a[start : len(a) - tail], b[start : len(b) - tail]):
        i, k = x + start, y + start
        if spans and spans[-1][1] == i and spans[-1][3] == k:
            i, _, k, _ = spans.pop()
        spans.append((i, x + start + right, k, y + start + (not right)))
    return spans


def _steps(a: list[str], b: list[str]) -> list[tuple[int, int, bool]]:
    """The removals (True) and additions of a shortest way, each with where it starts."""
    furthest = {1: 0}
    trail = []
    distance = 0
    while True:
        trail.append(furthest)
        row: dict[int, int] = {}
        for k in range(-distance, distance + 1, 2):
            x = max(furthest.get(k + 1, -1), furthest.get(k - 1, -2) + 1)
            y = x - k
            if x < 0 or x > len(a) or y > len(b):
                continue  # beyond the ends of the texts
            while x < len(a) and y < len(b) and a[x] == b[y]:
                x += 1
                y += 1
            row[k] = x
            if x == len(a) and y == len(b):
                return _walk_back(trail, k)
        furthest = row
        distance += 1


def _walk_back(trail: list[dict[int, int]], k: int) -> list[tuple[int, int, bool]]:
    steps = []
    for furthest in reversed(trail[1:]):
        down = furthest.get(k + 1, -1)
        across = furthest.get(k - 1, -2)
        right = across + 1 > down
        k += -1 if right else 1
        x = furthest[k]
        steps.append((x, x - k, right))
    return steps[::-1]


def _groups(hunks: list[tuple[int, int, int, list[str]]]) -> list[list]:
    """Hunks that touch, together."""
    groups: list[list] = []
    end = -1
    for hunk in hunks:
        if groups and hunk[0] <= end:
            groups[-1].append(hunk)
        else:
            groups.append([hunk])
        end = max(end, hunk[1])
    return groups


def _version(origin: list[str], start: int, end: int, group: list, side: int) -> list[str]:
    """The lines from start to end with one side's hunks."""
    result: list[str] = []
    done = start
    for i, j, whose, added in group:
        if whose == side:
            result += origin[done:i] + added
            done = j
    return result + origin[done:end]


def _settle(parts: list, lines: list[str]) -> None:
    """Append lines to the text that is settled."""
    parts[-1] += "".join(lines)
