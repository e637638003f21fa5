"""Are exactly those paths selected that the patterns mean?"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

LETTERS = "ab./-!],é\n*"
SPECIAL = "?*[]{}\\!-,"
BROKEN = [
    "[",
    "[a",
    "a[!",
    "[]",
    "[!]",
    "{",
    "{a",
    "a{b,",
    "{a,{b}",
    "}",
    "a}",
    "{a}}",
    "a\\",
    "\\",
]
BROKEN += [
    "[b-a]",
    "[a-cz-y]",
    "[!b-a]",
    "[a\\]",
    "{[}",
    "{a,[b-a]}",
    "[é-a]",
    "{a\\}",
    "*[",
    "**/[",
]


@dataclass
class Node:
    """A part of a pattern: a kind, and what belongs to it."""

    kind: str
    text: str = ""
    ranges: list[tuple[str, str]] = field(default_factory=list)
    parts: list[list["Node"]] = field(default_factory=list)


def written(nodes: list[Node], rng: Random, escaped: float = 0.2) -> str:
    """A pattern as somebody could write it."""
    found = ""
    for node in nodes:
        if node.kind == "letter":
            plain = node.text not in SPECIAL and rng.random() >= escaped
            found += node.text if plain else f"\\{node.text}"
        elif node.kind == "set":
            found += written_set(node, rng)
        elif node.kind == "choice":
            found += "{" + ",".join(written(part, rng, escaped) for part in node.parts) + "}"
        else:
            found += node.text
    return found


def written_set(node: Node, rng: Random) -> str:
    """A set with its members in their order; a bracket or hyphen may stand at the edge as it is."""
    found = []
    for first, last in node.ranges:
        members = [each if each not in "]-\\" else f"\\{each}" for each in (first, last)]
        members = [f"\\{each}" if each in "b!" and not found else each for each in members]
        found.append(members[0] if first == last else "-".join(members))
    if found[0] in ("\\]", "\\-") and rng.random() < 0.7 and len(found) < 3:
        found[0] = found[0][1:]
    if found[-1] == "\\-" and len(found) > 1 and rng.random() < 0.7:
        found[-1] = "-"
    return f"[{node.text}{''.join(found)}]"


def random_nodes(rng: Random, length: int, depth: int = 2) -> list[Node]:
    """Some parts of a pattern."""
    nodes: list[Node] = []
    for _ in range(length):
        kind = rng.choices(
            ["letter", "?", "*", "**", "**/", "set", "choice"], [8, 2, 3, 2, 2, 3, 2]
        )[0]
        stars = bool(nodes) and nodes[-1].kind in ("*", "**")
        if stars and kind in ("*", "**", "**/"):
            kind = "letter"
        if kind == "choice" and depth:
            sizes = [rng.randrange(3) for _ in range(rng.randint(1, 3))]
            parts = [random_nodes(rng, size, depth - 1) for size in sizes]
            nodes.append(Node(kind, parts=parts))
        elif kind == "set":
            ranges = [sorted(rng.choices("ab.-!]é,", k=2)) for _ in range(rng.randint(1, 3))]
            ranges = [(a, b) if rng.random() < 0.4 else (a, a) for a, b in ranges]
            nodes.append(Node(kind, rng.choice(["", "", "!"]), ranges))
        elif kind in ("**", "**/"):
            nodes.append(Node(kind, "*" * rng.choice([2, 2, 3, 4]) + kind[2:]))
        elif kind in ("?", "*"):
            nodes.append(Node(kind, kind))
        else:
            letter = rng.choice(LETTERS)
            letter = "a" if stars and nodes[-1].kind == "**" and letter == "/" else letter
            nodes.append(Node("letter", letter))
    return nodes


def ends(nodes: list[Node], path: str, starts: set[int]) -> set[int]:
    """Where parts of a pattern can end in a path, if they begin at one of these places."""
    for node in nodes:
        starts = {end for start in starts for end in ends_of(node, path, start)}
    return starts


def ends_of(node: Node, path: str, start: int) -> set[int]:
    """The same for a single part and place."""
    if node.kind == "choice":
        return {end for part in node.parts for end in ends(part, path, {start})}
    further = range(start, len(path) + 1)
    if node.kind == "*":
        return {end for end in further if "/" not in path[start:end]}
    if node.kind == "**":
        return set(further)
    if node.kind == "**/":
        return {start, *(end for end in further if path[start:end].endswith("/"))}
    letter = path[start : start + 1]
    fits = letter == node.text
    if node.kind == "?":
        fits = letter not in ("", "/")
    elif node.kind == "set":
        among = any(first <= letter <= last for first, last in node.ranges)
        fits = letter not in ("", "/") and among != (node.text == "!")
    return {start + 1} if fits else set()


def fitting(nodes: list[Node], rng: Random) -> str:
    """A path that the pattern matches, or nearly."""
    found = ""
    for node in nodes:
        size = rng.choice([0, 1, 1, 2])
        if node.kind == "choice":
            found += fitting(rng.choice(node.parts), rng)
        elif node.kind == "set":
            letters = [first for first, _ in node.ranges] + [last for _, last in node.ranges]
            found += rng.choice([*letters, *letters, *letters, "/", "b"])
        elif node.kind == "letter":
            found += node.text
        elif node.kind == "**/":
            found += rng.choice(["", "/", "a/", "a/b/", "a"])
        else:
            alphabet = "ab.\né" + "/" * (node.kind == "**" or rng.random() < 0.1)
            found += "".join(rng.choices(alphabet, k=1 if node.kind == "?" else size))
    if rng.random() < 0.3 and found:
        place = rng.randrange(len(found))
        found = found[:place] + rng.choice(["", "/", "a", "\n"]) + found[place + 1 :]
    return found


def model(rules: list[tuple[bool, list[Node]]], paths: list[str]) -> list[str]:
    """What is selected."""
    found = []
    for path in paths:
        decisions = [taken for taken, nodes in rules if len(path) in ends(nodes, path, {0})]
        found += [path] * bool(decisions and decisions[-1])
    return found


def random_paths(rng: Random, count: int) -> list[str]:
    """Paths of a small alphabet."""
    return ["".join(rng.choices("aab/.\n-]", k=rng.randint(1, 7))) for _ in range(count)]


def check(candidate: Any, pattern: str, yes: list[str], no: list[str]) -> None:
    """A pattern matches these paths and not those."""
    assert candidate.select([pattern], yes + no) == exactly(yes)


def test_single_patterns(candidate: Any, rng: Random) -> None:
    """One pattern finds the paths that a slow matcher finds."""
    for _ in range(300):
        nodes = random_nodes(rng, rng.randint(1, 6))
        pattern = written(nodes, rng)
        while pattern == "" or pattern.startswith("!"):
            nodes = [Node("letter", "a"), *nodes]
            pattern = written(nodes, rng)
        paths = [fitting(nodes, rng) for _ in range(12)] + random_paths(rng, 4)
        paths = [path for path in paths if path]
        assert candidate.select([pattern], paths) == exactly(model([(True, nodes)], paths))


def test_lists_of_patterns(candidate: Any, rng: Random) -> None:
    """The last pattern that matches decides."""
    for _ in range(60):
        rules, patterns, paths = [], [], random_paths(rng, 6)
        for _ in range(rng.randint(1, 5)):
            nodes = [*random_nodes(rng, rng.randint(0, 2), 1), Node("**", "**")]
            nodes += [Node("letter", rng.choice("ab."))] * rng.randrange(2)
            taken, text = rng.random() < 0.6, written(nodes, rng)
            patterns.append(text if taken else f"!{text}")
            rules.append((taken, nodes))
            paths += [fitting(nodes, rng) for _ in range(3)]
        paths = [path for path in paths * rng.randint(1, 2) if path]
        rng.shuffle(paths)
        assert candidate.select(patterns, paths) == exactly(model(rules, paths))


def test_stars(candidate: Any) -> None:
    """Single stars stay in a folder, double ones do not."""
    check(candidate, "*", ["a", ".b", "\n", "a b"], ["a/b", "/", "a/"])
    check(
        candidate, "a*b", ["ab", "axb", "a.b", "abb", "a\nb"], ["a/b", "a", "b", "aba", "xab", "AB"]
    )
    check(candidate, "**", ["a", "a/b", "/", ".a/.b\n"], [])
    check(candidate, "****b", ["b", "a/b", "ab"], ["b/a", "a"])
    check(candidate, "x/**", ["x/a", "x/a/b", "x/"], ["x", "xa", "y/x/a"])
    check(candidate, "**/x", ["x", "a/x", "/x", "a/b/x"], ["ax", "x/a", "a/bx"])
    check(candidate, "m/***/x", ["m/x", "m/a/x", "m//x"], ["mx", "m/ax", "m/x/a"])
    check(candidate, "m**/x", ["mx", "m/x", "ma/x", "ma/b/x"], ["max", "m/ax"])
    check(candidate, "*/x", ["a/x", "/x"], ["x", "a/b/x"])
    check(candidate, "?/*?", ["a/b", "a/bc"], ["a/", "/b", "a/b/c", "ab"])
    check(candidate, "**/*", ["a", "a/b", "a/"], [])


def test_sets(candidate: Any) -> None:
    """Sets hold characters and ranges, and never a slash."""
    check(candidate, "[q-s]x", ["qx", "rx", "sx"], ["px", "tx", "-x", "Rx", "x", "qqx"])
    check(candidate, "[!q-s]", ["p", "t", "-", "!", "\n"], ["q", "r", "s", "/", "pp"])
    check(candidate, "[]q]", ["]", "q"], ["[", "[]q]", "]]"])
    check(candidate, "[!]q]", ["a", "["], ["]", "q"])
    check(candidate, "[-q]", ["-", "q"], ["p"])
    check(candidate, "[q-]", ["-", "q"], ["r"])
    check(candidate, "[q-s-u]", ["q", "r", "s", "-", "u"], ["t"])
    check(candidate, "[\\q\\-s]", ["q", "-", "s"], ["r", "\\"])
    check(candidate, "[q\\]]", ["q", "]"], ["\\", "q]"])
    check(candidate, "[^q]", ["^", "q"], ["a"])
    check(candidate, "[q!]", ["q", "!"], ["a"])
    check(candidate, "[{,}*?]", ["{", ",", "}", "*", "?"], ["a"])
    check(candidate, "[.-0]", [".", "0"], ["/", "1"])
    check(candidate, "a[!b]c", ["axc"], ["a/c", "abc"])
    check(candidate, "a[/b]c", ["abc"], ["a/c"])
    check(candidate, "[\\!q]", ["!", "q"], ["a", "\\"])


def test_braces(candidate: Any) -> None:
    """Braces hold patterns, within each other too."""
    check(candidate, "{q,r/*}.s", ["q.s", "r/.s", "r/a.s"], ["r.s", ".s", "q,r/a.s", "r/a/b.s"])
    check(candidate, "q{,r}", ["q", "qr"], ["q,r", "r"])
    check(candidate, "{q}", ["q"], ["{q}"])
    check(candidate, "q{}r", ["qr"], ["q{}r"])
    check(candidate, "{q,{r,s{t,}}u}", ["q", "ru", "stu", "su"], ["qu", "s", "ruu"])
    check(candidate, "q,r", ["q,r"], ["q", "r"])
    check(candidate, "{q\\,r,[,}]}", ["q,r", ",", "}"], ["q", "r"])
    check(candidate, "{**/,}q*", ["q", "a/q", "a/qq"], ["a/bq", "q/a"])


def test_plain_characters(candidate: Any, rng: Random) -> None:
    """A character after a backslash, and all that have no meaning, stand for themselves."""
    for character in rng.sample("?*[]{}\\!-,.^$|()+#&~ \n\tdwsbnZ0Ω", 28):
        check(candidate, f"q\\{character}r", [f"q{character}r"], ["qr", "qxr", f"q\\{character}r"])
        if character not in "?*[{}\\":
            check(candidate, f"q{character}", [f"q{character}"], ["q", "qx", f"q{character}\n"])
    check(candidate, "\\!q", ["!q"], ["q", "\\!q"])
    assert candidate.select(["q", "!!q"], ["q", "!q"]) == exactly(["q"])
    assert candidate.select(["**", "!\\!q"], ["q", "!q"]) == exactly(["q"])


def test_order_and_repetition(candidate: Any) -> None:
    """Paths come in their order, as often as they are there."""
    paths = ["b", "a", "c/a", "b", "a", "B"]
    assert candidate.select(["a", "b"], paths) == exactly(["b", "a", "b", "a"])
    assert candidate.select([], paths) == exactly([])
    assert candidate.select(["**"], []) == exactly([])
    assert candidate.select(["!a"], paths) == exactly([])
    assert candidate.select(["**", "!a", "**/a"], paths) == exactly(paths)
    assert candidate.select(["**", "!**/a", "c/*"], paths) == exactly(["b", "c/a", "b", "B"])
    assert candidate.select(["!a", "?"], paths) == exactly(["b", "a", "b", "a", "B"])


def test_broken_patterns(candidate: Any, rng: Random) -> None:
    """Patterns that are not well formed are refused wherever they stand."""
    for pattern in ["", "!", *BROKEN, *(f"!{pattern}" for pattern in BROKEN)]:
        others = rng.choice([[], ["**"], ["!**"], ["a", "b"]])
        patterns = [*others, pattern] if rng.random() < 0.5 else [pattern, *others]
        for paths in (["a"], [], ["x/y", pattern or "x"]):
            with candidate.raises("PatternError"):
                candidate.select(patterns, paths)
    with candidate.raises(ValueError):
        candidate.select(["["], ["["])


def test_many_stars(candidate: Any, rng: Random) -> None:
    """Patterns with many stars are done in time."""
    one, two = rng.sample("xyz", 2)
    patterns = [f"*{one}" * 49 + two, f"{one}**" * 33 + two, f"**/{one}*" * 19 + two]
    patterns += [f"*?[{one}]" * 16 + two, f"**{one}/**/" * 13 + two, "*" + f"*{one}?*" * 24 + two]
    text = one * 2500
    paths = [text, text[1:] + two, f"{one}/" * 1249 + one]
    expected = [paths[1]], [paths[1]], [paths[1]], [paths[1]], [], [paths[1]]
    for pattern, found in zip(patterns, expected, strict=True):
        for path in paths:
            with candidate.deadline(2.0):
                answer = candidate.select([pattern], [path])
            assert answer == exactly([path] if path in found else [])


def braces(*parts: str) -> Node:
    """A choice of parts that are letters, stars and question marks."""
    kinds = {"*": "*", "?": "?", "+": "**/"}
    return Node(
        "choice",
        parts=[
            [Node(kinds.get(c, "letter"), "**/" if c == "+" else c) for c in part] for part in parts
        ],
    )


def test_many_braces(candidate: Any, rng: Random) -> None:
    """Patterns with many braces are done in time."""
    one, two = rng.sample("xyz", 2)
    parts = [[braces(one, two)] * 18, [braces(one, one * 2)] * 15, [braces("", one)] * 21]
    parts += [[braces("*", one)] * 16, [braces("+", f"*{one}")] * 11]
    parts.append([braces("?", "*"), Node("letter", one)] * 15)
    nested = [braces(one, two)]
    for _ in range(26):
        nested = [Node("choice", parts=[nested, [Node("letter", two)]])]
    for part in [*parts, nested]:
        start = [Node(kind, kind) for kind in rng.choice([[], ["*"], ["**/"]])]
        nodes = [*start, *part, Node("letter", "."), Node("letter", two)]
        pattern = written(nodes, rng, 0)
        paths = [f"{one * size}{end}" for size in (1, 16, 22, 60) for end in (".", f".{two}")]
        paths += [f"{one}/" * 20 + f".{two}", f"{one}{two}" * 9 + f".{two}", f"{one}{one}/a.{two}"]
        with candidate.deadline(2.0):
            assert candidate.select([pattern], paths) == exactly(model([(True, nodes)], paths))
        for path in (one * 4000, f"{one}/" * 2000):
            with candidate.deadline(2.0):
                assert candidate.select([pattern], [f"{path}."]) == exactly([])
