"""Do patches lead from text to text, are they the smallest ones, and do merges keep both changes?"""

from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

Hunk = tuple[int, list[str], list[str]]
Part = str | tuple[str, str, str]

ODD = [
    "\r\n",
    "a\r\n",
    "a\x0cb\n",
    "\x0b\n",
    "\x85\n",
    "\u2028\n",
    "x\u2029y\n",
    "\x1c\n",
    "\r\r\n",
    "\0\n",
]


def split(text: str) -> list[str]:
    """The lines of a text with their ends."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def common(a: list[str], b: list[str]) -> int:
    """Length of a longest common subsequence, all of a row at once in the bits of a number."""
    places: dict[str, int] = {}
    for number, line in enumerate(a):
        places[line] = places.get(line, 0) | 1 << number
    row = everything = (1 << len(a)) - 1
    for line in b:
        match = row & places.get(line, 0)
        row = ((row + match) | (row - match)) & everything
    return len(a) - row.bit_count()


def patched(patch: list[Hunk], lines: list[str]) -> list[str]:
    """The lines after a patch of the form that is asked for, which has to fit."""
    assert type(patch) is list
    result, done = [], -1
    for hunk in patch:
        assert type(hunk) is tuple
        at, removed, added = hunk
        assert (type(at), type(removed), type(added)) == (int, list, list)
        assert at > done
        assert removed or added
        result += lines[max(done, 0) : at] + added
        done = at + len(removed)
        assert lines[at:done] == removed
    return result + lines[max(done, 0) :]


def check_diff(candidate: Any, old: str, new: str) -> list[Hunk]:
    """Assert that the patch between two texts is one, and small, and give it."""
    patch: list[Hunk] = candidate.diff(old, new)
    a, b = split(old), split(new)
    assert patched(patch, a) == b
    size = sum(len(removed) + len(added) for _, removed, added in patch)
    assert size == len(a) + len(b) - 2 * common(a, b)
    return patch


def some_text(rng: Random, letters: str, size: int) -> str:
    """A text of few different lines, sometimes without an end of the last one."""
    text = "".join(f"{rng.choice(letters)}\n" for _ in range(size))
    return text if rng.random() < 0.7 else text[:-1]


def numbered(rng: Random, size: int) -> list[str]:
    """Lines of which no two are equal."""
    return [
        f"{number} {rng.choice(['', 'x', 'é', '{}'])}\n"
        for number in rng.sample(range(10**6), size)
    ]


def some_hunks(rng: Random, lines: list[str], count: int) -> list[Hunk]:
    """Changes at different places of the lines, with lines that are new everywhere."""
    edges = sorted(rng.sample(range(len(lines) + 1), 2 * count))
    hunks = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        end = min(end, start + rng.randint(0, 3))
        least = 0 if end > start else 1
        added = [f"new {rng.getrandbits(60)}\n" for _ in range(rng.randint(least, 3))]
        hunks.append((start, lines[start:end], added))
    return hunks


def test_small_texts(candidate: Any, rng: Random) -> None:
    """Patches of short texts lead there, are the smallest ones, and lead back."""
    for _ in range(80):
        letters = rng.choice(["ab", "abc", "abcdefgh"])
        old, new = (some_text(rng, letters, rng.randint(0, 9)) for _ in "ab")
        patch = check_diff(candidate, old, new)
        assert candidate.apply(patch, old) == exactly(new)
        back = candidate.invert(patch)
        assert patched(back, split(new)) == split(old)
        assert candidate.apply(back, new) == exactly(old)
        assert candidate.invert(back) == exactly(patch)
        assert candidate.diff(old, old) == exactly([])


def test_middling_texts(candidate: Any, rng: Random) -> None:
    """Patches of texts with many equal lines are the smallest ones."""
    for letters in ("ab", "abcd", "abcdefghijklmnopqrstuvwxyz"):
        for size in (60, 250):
            old, new = (some_text(rng, letters, size + rng.randint(0, 40)) for _ in "ab")
            patch = check_diff(candidate, old, new)
            assert candidate.apply(patch, old) == exactly(new)
            assert candidate.apply(candidate.invert(patch), new) == exactly(old)
    blocks = ["{\n", "}\n", "\n", "return\n"]
    old = "".join(rng.choice([*blocks, f"{rng.randint(1, 50)}\n"]) for _ in range(400))
    moved = split(old)
    moved = moved[100:250] + moved[:100] + moved[250:]
    for new in ("".join(moved), "".join(reversed(moved))):
        check_diff(candidate, old, new)


def test_ends_of_lines(candidate: Any, rng: Random) -> None:
    """Signs that end no line, and last lines with and without an end."""
    for _ in range(10):
        old = rng.sample(ODD, 5)
        new = [*rng.sample(ODD, 2), *old[1:4]]
        check_diff(candidate, "".join(old), "".join(new))
        check_diff(candidate, "".join(old), "".join(new).removesuffix("\n"))
    word = f"w{rng.randint(0, 99)}"
    cases = [
        (word, f"{word}\n", [(0, [word], [f"{word}\n"])]),
        (f"{word}\n", word, [(0, [f"{word}\n"], [word])]),
        ("", word, [(0, [], [word])]),
        ("", "\n", [(0, [], ["\n"])]),
        ("\n\n", "\n", None),
        (f"a\n{word}", f"a\n{word}\nb", [(1, [word], [f"{word}\n", "b"])]),
        (f"{word}\n", f"{word}\nb", [(1, [], ["b"])]),
        (f"a\r{word}\n", f"a\n{word}\n", [(0, [f"a\r{word}\n"], ["a\n", f"{word}\n"])]),
        (f"a\n{word}\nb\n", "", [(0, ["a\n", f"{word}\n", "b\n"], [])]),
        ("", "", []),
    ]
    for old, new, expected in cases:
        patch = check_diff(candidate, old, new)
        assert expected is None or patch == exactly(expected)
        assert candidate.apply(patch, old) == exactly(new)


def test_apply(candidate: Any, rng: Random) -> None:
    """Patches are applied to texts that they fit, also to others than they were made for."""
    for _ in range(20):
        lines = numbered(rng, 30)
        hunks = some_hunks(rng, lines, rng.randint(1, 8))
        result = "".join(patched(hunks, lines))
        assert candidate.apply(hunks, "".join(lines)) == exactly(result)
        inverse = candidate.invert(hunks)
        assert candidate.apply(inverse, result) == exactly("".join(lines))
        kept = {at + n for at, removed, _ in hunks for n in range(len(removed))}
        other = [line if n in kept else f"other {line}" for n, line in enumerate(lines)]
        expected = "".join(patched(hunks, other))
        assert candidate.apply(hunks, "".join(other)) == exactly(expected)
        longer = [*lines, "more\n", "last"]
        assert candidate.apply(hunks, "".join(longer)) == exactly("".join(patched(hunks, longer)))
    text = "".join(numbered(rng, 3))
    assert candidate.apply([], text) == exactly(text)
    assert candidate.apply([], "") == exactly("")
    assert candidate.invert([]) == exactly([])
    assert candidate.invert(
        [(3, ["a\n", "b\n"], []), (7, [], ["c\n"]), (9, ["d"], ["e\n"])]
    ) == exactly([(3, [], ["a\n", "b\n"]), (5, ["c\n"], []), (8, ["e\n"], ["d"])])


def test_patches_that_do_not_fit(candidate: Any, rng: Random) -> None:
    """Lines that are not there, places outside of the text, hunks out of order."""
    lines = numbered(rng, 8)
    text = "".join(lines)
    new = ["new\n"]
    wrong: list[list[Hunk]] = [
        [(2, [lines[3]], new)],
        [(2, lines[2:4] + [lines[5]], new)],
        [(2, [lines[2][:-1]], new)],
        [(7, [lines[7], "x\n"], new)],
        [(8, [lines[7]], new)],
        [(9, [], new)],
        [(100, [], new)],
        [(-1, [], new)],
        [(-1, [lines[7]], new)],
        [(-8, [lines[0]], new)],
        [(5, [lines[5]], new), (1, [lines[1]], new)],
        [(6, [], new), (2, [], new)],
        [(2, lines[2:5], new), (4, [lines[4]], new)],
        [(2, lines[2:5], new), (3, [], new)],
        [(2, [lines[2]], new), (2, [lines[2]], [])],
        [(1, [lines[1]], []), (5, [lines[6]], [])],
        [(8, [], ["x", "y\n"])],
        [(3, [], ["x"])],
        [(3, [lines[3]], ["x\n", "y"])],
        [(3, [lines[3]], ["x", "y\n"])],
        [(0, lines[:7], ["x"])],
    ]
    for patch in rng.sample(wrong, len(wrong)):
        with candidate.raises("PatchError"):
            candidate.apply(patch, text)
    with candidate.raises(ValueError):
        candidate.apply([(0, ["x\n"], [])], "")
    with candidate.raises("PatchError"):
        candidate.apply([(8, [], new)], text[:-1])
    with candidate.raises("PatchError"):
        candidate.apply([(7, [lines[7]], new)], text[:-1])
    good: list[tuple[list[Hunk], str]] = [
        ([(8, [], new)], text + "new\n"),
        ([(8, [], ["x\n", "y"])], text + "x\ny"),
        ([(7, [lines[7]], ["x"])], "".join(lines[:7]) + "x"),
        ([(0, lines[:7], new)], "new\n" + lines[7]),
        ([(0, [], new), (8, [], new)], f"new\n{text}new\n"),
    ]
    for patch, expected in good:
        assert candidate.apply(patch, text) == exactly(expected)


def expected_merge(base: list[str], sides: list[list[Hunk]]) -> list[Part]:
    """What a merge gives, found by colouring the places of the base that hunks cover."""
    joined: set[int] = set()  # a place that is connected with the next one
    touched: list[set[int]] = [set(), set()]
    for side, hunks in enumerate(sides):
        for at, removed, _ in hunks:
            joined.update(range(at, at + len(removed)))
            touched[side].update(range(at, at + len(removed) + 1))
    parts: list[Part] = [""]
    place = 0
    while place <= len(base):
        end = place
        while end in joined:
            end += 1
        who = [side for side in (0, 1) if not touched[side].isdisjoint(range(place, end + 1))]
        versions = ["".join(base[place:end])]
        for side in who:
            inside = [(at - place, old, new) for at, old, new in sides[side] if place <= at <= end]
            versions.append("".join(patched(inside, base[place:end])))
        if len(who) == 2 and versions[1] != versions[2]:
            parts += [(versions[0], versions[1], versions[2]), ""]
        else:
            parts[-1] += versions[-1]
        parts[-1] += "".join(base[end : end + 1])
        place = end + 1
    return [part for part in parts if part]


def check_merge(candidate: Any, base: list[str], sides: list[list[Hunk]]) -> None:
    """Assert that two known changes of lines are merged as they should be, both ways round."""
    ours, theirs = ("".join(patched(hunks, base)) for hunks in sides)
    for first, second, hunks in ((ours, theirs, sides), (theirs, ours, sides[::-1])):
        expected = expected_merge(base, hunks)
        assert candidate.merge("".join(base), first, second) == exactly(expected)


def test_merge(candidate: Any, rng: Random) -> None:
    """Changes of two sides, near to each other and far away."""
    for _ in range(40):
        base = numbered(rng, rng.randint(12, 40))
        sides = [some_hunks(rng, base, rng.randint(0, 5)) for _ in "ab"]
        for hunk in rng.sample(sides[0], len(sides[0]) // 2):  # the same change on both sides
            near = range(hunk[0] - 1, hunk[0] + len(hunk[1]) + 2)
            if not any({at, at + len(old)} & set(near) for at, old, _ in sides[1]):
                span = (hunk[0], hunk[0] + len(hunk[1]))
                if not any(at < span[0] and span[1] < at + len(old) for at, old, _ in sides[1]):
                    sides[1] = sorted([*sides[1], hunk])
        check_merge(candidate, base, sides)


def test_merge_of_neighbours(candidate: Any, rng: Random) -> None:
    """Two changes that overlap, touch, or just do not."""
    base = numbered(rng, 9)
    new, other = ["new\n"], ["other\n"]
    at = rng.randint(3, 4)
    for start in range(1, 8):
        for length in rng.sample((0, 1, 2, 3), 3):
            theirs = (start, base[start : start + length], other)
            for mine in ((at, [base[at]], new), (at, base[at : at + 2], []), (at, [], new)):
                check_merge(candidate, base, [[mine], [theirs]])
    chain = [(2, base[2:5], new), (6, base[6:8], [])]
    check_merge(candidate, base, [chain, [(4, base[4:7], other)]])
    check_merge(candidate, base, [chain, [(5, [], other), (8, [], other)]])
    check_merge(candidate, base, [chain, [(0, [], other), (4, [base[4]], new)]])
    check_merge(candidate, base, [chain, chain])
    check_merge(candidate, base, [chain, [(2, base[2:5], new), (7, [base[7]], [])]])
    check_merge(candidate, base, [[(0, base, [])], [(0, [], new), (9, [], other)]])
    check_merge(candidate, base, [[(9, [], new)], [(9, [], other)]])
    check_merge(candidate, base, [[(0, [], new)], [(9, [], ["x"])]])
    base[-1] = "end"
    check_merge(candidate, base, [[(8, ["end"], ["end\n", "x"])], [(3, [base[3]], [])]])
    check_merge(candidate, base, [[(8, ["end"], ["end\n", "x"])], [(7, [base[7], "end"], other)]])
    check_merge(candidate, [], [[(0, [], ["x"])], [(0, [], ["y\n"])]])


def test_laws_of_merging(candidate: Any, rng: Random) -> None:
    """Merges with unchanged sides, and with sides changed alike."""
    for _ in range(40):
        letters = rng.choice(["ab", "abcdef"])
        base, side = (some_text(rng, letters, rng.randint(0, 8)) for _ in "ab")
        expected = [side] if side else []
        assert candidate.merge(base, side, base) == exactly(expected)
        assert candidate.merge(base, base, side) == exactly(expected)
        assert candidate.merge(base, side, side) == exactly(expected)
        other = some_text(rng, letters, rng.randint(0, 8))
        parts = candidate.merge(base, side, other)
        swapped = [p if isinstance(p, str) else (p[0], p[2], p[1]) for p in parts]
        assert candidate.merge(base, other, side) == exactly(swapped)


def edited(rng: Random, lines: list[str], count: int, fresh: list[str]) -> list[str]:
    """The lines with a line more, less or replaced at so many places."""
    result = list(lines)
    for _ in range(count):
        place = rng.randrange(len(result))
        result[place : place + rng.choice([0, 1])] = rng.sample(fresh, rng.choice([0, 1]))
    return result


def test_long_texts(candidate: Any, rng: Random) -> None:
    """Texts as long as pages become, with some hundred changes."""
    base = numbered(rng, 50_000)
    sides = [some_hunks(rng, base, 120) for _ in "ab"]
    old, ours, theirs = (
        "".join(lines) for lines in (base, *(patched(hunks, base) for hunks in sides))
    )
    with candidate.deadline(3.0):
        assert candidate.diff(old, ours) == exactly(sides[0])
        assert candidate.apply(sides[1], old) == exactly(theirs)
        assert candidate.merge(old, ours, theirs) == exactly(expected_merge(base, sides))


def test_long_texts_of_few_words(candidate: Any, rng: Random) -> None:
    """Long texts in which the same lines come again and again."""
    few = [f"{rng.getrandbits(20)}\n" for _ in range(60)]
    old = rng.choices(few, k=50_000)
    new = edited(rng, old, 300, few)
    with candidate.deadline(3.0):
        patch = candidate.diff("".join(old), "".join(new))
    assert patched(patch, old) == new
    assert sum(len(removed) + len(added) for _, removed, added in patch) <= 600


def test_rewritten_texts(candidate: Any, rng: Random) -> None:
    """Texts that have little in common."""
    old, new = numbered(rng, 500), numbered(rng, 500)
    kept = rng.sample(range(500), 30)
    for number in kept:
        new[number] = old[rng.choice(kept)]
    with candidate.deadline(3.0):
        check_diff(candidate, "".join(old), "".join(new))
