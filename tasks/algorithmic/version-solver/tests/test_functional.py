"""Is the installation that comes back possible, complete, and the best one?"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

Index = dict[str, dict[str, dict[str, str]]]
Version = tuple[int, ...]

POOL = ["0.0.1", "0.0.2", "0.1.0", "0.2.9", "0.2.10", "1.0.0", "1.9.0", "1.10.0", "2.0.0", "10.0.0"]
OLD = ["4.0.0", "3.0.0"]
SIGNS = ["", "=", "<", "<=", ">", ">=", "~", "^"]


def numbers(text: str) -> Version:
    """The numbers of a version."""
    return tuple(int(part) for part in text.split("."))


def term_holds(term: str, version: Version) -> bool:
    """Is a version within a single term?"""
    if term == "*":
        return True
    bare = term.lstrip("<>=~^")
    written, sign = numbers(bare), term.removesuffix(bare)
    least = (*written, 0, 0)[:3]
    if sign in ("~", "^"):
        if sign == "~":
            keep = 1 if len(written) == 1 else 2
        else:
            keep = 1
            while keep < len(written) and written[keep - 1] == 0:
                keep += 1
        return version >= least and version[:keep] == written[:keep]
    order = (version > least) - (version < least)
    return order in {"": [0], "=": [0], "<": [-1], "<=": [-1, 0], ">": [1], ">=": [0, 1]}[sign]


def holds(text: str, version: str) -> bool:
    """Is a version within a range?"""
    return any(
        all(term_holds(term, numbers(version)) for term in group.split())
        for group in text.split("||")
    )


def line_of(index: Index, wanted: dict[str, str], picked: dict[str, str]) -> list[str] | None:
    """The packages of an answer in their order, or nothing if it is none."""
    if not all(name in picked and holds(text, picked[name]) for name, text in wanted.items()):
        return None
    line = list(wanted)
    for package in line:
        for name, text in index[package][picked[package]].items():
            if name not in picked or not holds(text, picked[name]):
                return None
            if name not in line:
                line.append(name)
    return line if len(line) == len(picked) else None


def best_answer(index: Index, wanted: dict[str, str]) -> dict[str, str] | None:
    """Try all combinations of versions."""
    best: dict[str, str] | None = None
    best_key: list[Version] = []
    for versions in product(*([None, *texts] for texts in index.values())):
        picked = {name: text for name, text in zip(index, versions, strict=True) if text}
        line = line_of(index, wanted, picked)
        if line is not None:
            key = [numbers(picked[name]) for name in line]
            if best is None or key > best_key:
                best, best_key = picked, key
    return best


def new_names(rng: Random, count: int) -> list[str]:
    """Distinct package names in no order."""
    return [f"{rng.choice('abcxyz')}{number}" for number in rng.sample(range(1000), count)]


def random_term(rng: Random, highest: int) -> str:
    """One term with small numbers."""
    if rng.random() < 0.1:
        return "*"
    sign = rng.choice(SIGNS)
    count = rng.choice([1, 2, 3, 3]) if sign in ("~", "^") else 3
    return sign + ".".join(str(rng.randint(0, highest)) for _ in range(count))


def random_range(rng: Random, terms: list[str]) -> str:
    """Terms put together, with more blanks than needed."""
    text = " " * rng.choice([0, 0, 1, 3]) + terms[0]
    for term in terms[1:]:
        text += rng.choice([" ", "  ", "||", " || ", "   ||"]) + term
    return text + " " * rng.choice([0, 0, 1, 2])


def check_ranges(candidate: Any, texts: Iterator[str], grid: list[str]) -> None:
    """Which versions of the grid are within a range shows in whether a probe can be the newer."""
    for text in texts:
        index: Index = {}
        expected = {}
        for version in grid:
            probe, item = f"probe-{version}", f"item-{version}"
            index[probe] = {"1.0.0": {}, "2.0.0": {item: text}}
            index[item] = {version: {}}
            expected[item] = version
        for version in grid:
            expected[f"probe-{version}"] = "2.0.0" if holds(text, version) else "1.0.0"
        wanted = dict.fromkeys(expected, "*")
        assert candidate.resolve(index, wanted) == exactly(expected)


def test_single_terms(candidate: Any, rng: Random) -> None:
    """Each kind of term includes and excludes the versions around it."""
    grid = [".".join(map(str, each)) for each in product(range(3), repeat=3)]
    fixed = ["*", "^0.0.0", "^0.0", "^0", "^0.0.1", "^0.1", "^0.1.1", "^1", "^1.1", "^1.0.1", "~0"]
    fixed += ["~0.0", "~0.1.1", "~1", "~1.0", "~1.1", "~1.1.1", "^0.1.0", "~0.0.1", "~1.0.0"]
    fixed += [f"{sign}{version}" for sign in SIGNS[:6] for version in rng.sample(grid, 2)]
    check_ranges(candidate, iter(fixed), grid)


def test_combined_terms(candidate: Any, rng: Random) -> None:
    """Terms that must all hold, and alternatives."""
    versions = {
        ".".join(str(rng.choice([0, 1, 2, 3, 9, 10, 11])) for _ in range(3)) for _ in "a" * 60
    }
    grid = sorted(versions)[:40]
    texts = []
    for _ in range(25):
        terms = [random_term(rng, 3) for _ in range(rng.randint(1, 4))]
        terms += [
            rng.choice(["<", ">=", "^", ">"]) + rng.choice(grid) for _ in range(rng.randint(0, 2))
        ]
        rng.shuffle(terms)
        texts.append(random_range(rng, terms))
    check_ranges(candidate, iter(texts), grid)


def random_index(rng: Random, count: int, most: int) -> Index:
    """A few packages that need each other."""
    names = new_names(rng, count + 1)
    index: Index = {}
    for name in names[:-1]:
        index[name] = {}
        for version in rng.sample(POOL, rng.randint(1, most)):
            needs = rng.sample(
                names[: -1 if rng.random() < 0.95 else None], rng.choice([0, 1, 1, 2])
            )
            index[name][version] = {each: useful_range(rng) for each in needs}
    return index


def useful_range(rng: Random) -> str:
    """A range that some versions of the pool are within."""
    version = rng.choice(POOL)
    major, minor, _ = version.split(".")
    forms = ["*", version, f"^{version}", f"~{version}", f"<{version}", f">{version}", f"~{major}"]
    forms += [f"<={version}", f">={version}", f"^{major}", f"^{major}.{minor}", ">=0.1.0 <2.0.0"]
    forms += [f"<0.2.0 || {version}", f"^{version}||^1.0.0"]
    return rng.choice(forms)


def test_small_indexes(candidate: Any, rng: Random) -> None:
    """Small indexes are answered as by trying everything."""
    answers = set()
    # Many, for a search that goes wrong does so in one of hundreds.
    for number in range(800):
        index = random_index(rng, *((rng.randint(2, 4), 3) if number % 5 else (5, 2)))
        names = rng.sample(sorted(index), rng.randint(1, 2))
        wanted = {name: rng.choice(["*", "*", useful_range(rng)]) for name in names}
        expected = best_answer(index, wanted)
        answers.add(expected is None)
        assert candidate.resolve(index, wanted) == exactly(expected)
    assert len(answers) == 2


def rivals(first: str, second: str, prize: str) -> Index:
    """Two packages of which only one can be the newest, for what they need differs."""
    return {
        first: {"1.9.0": {}, "1.10.0": {prize: "^1"}},
        second: {"0.9.9": {}, "1.0.0": {prize: "^2"}},
        prize: {"1.0.0": {}, "2.0.0": {}},
    }


def check_line(candidate: Any, rng: Random, build: Any) -> None:
    """The earlier one of two rivals is the newest, whichever that is."""
    for _ in range(3):
        a, b, c, d, left, right, prize = new_names(rng, 7)
        for early, late in ((left, right), (right, left)):
            others, wanted = build(early, late, [a, b, c, d])
            index = rivals(left, right, prize) | others
            index = {name: index[name] for name in rng.sample(sorted(index), len(index))}
            top, low = {left: ("1.10.0", "1.9.0"), right: ("1.0.0", "0.9.9")}, 1
            expected = dict.fromkeys(others, "1.0.0")
            expected |= {early: top[early][0], late: top[late][low]}
            expected[prize] = "1.0.0" if early == left else "2.0.0"
            assert candidate.resolve(index, dict.fromkeys(wanted, "*")) == exactly(expected)


def test_order_of_the_wanted(candidate: Any, rng: Random) -> None:
    """Of two wanted packages the one named first is preferred."""

    def together(early: str, late: str, names: list[str]) -> tuple[Index, list[str]]:
        return {names[0]: {"1.0.0": {late: "*"}}}, [names[0], early, late]

    def needed_by_the_first(early: str, late: str, names: list[str]) -> tuple[Index, list[str]]:
        return {names[0]: {"1.0.0": {late: "*"}}}, [names[0], early]

    check_line(candidate, rng, together)
    check_line(candidate, rng, needed_by_the_first)


def test_order_of_the_needed(candidate: Any, rng: Random) -> None:
    """Of two needed packages the one that comes first in the line is preferred."""

    def same_package(early: str, late: str, names: list[str]) -> tuple[Index, list[str]]:
        return {names[0]: {"1.0.0": {early: "*", late: "*"}}}, [names[0]]

    def two_packages(early: str, late: str, names: list[str]) -> tuple[Index, list[str]]:
        first, second, middle, _ = names
        others: Index = {first: {"1.0.0": {middle: "*"}}, second: {"1.0.0": {early: "*"}}}
        return others | {middle: {"1.0.0": {late: "*"}}}, [first, second]

    def seen_twice(early: str, late: str, names: list[str]) -> tuple[Index, list[str]]:
        first, second, *_ = names
        others: Index = {first: {"1.0.0": {second: "*", early: "*"}}}
        return others | {second: {"1.0.0": {late: "*", first: "*", early: "*"}}}, [first]

    for build in (same_package, two_packages, seen_twice):
        check_line(candidate, rng, build)


def test_one_newest_against_many(candidate: Any, rng: Random) -> None:
    """The first package is the newest even if all others are old for it."""
    for count in (2, 3, 5):
        first, base, *others = new_names(rng, count + 2)
        index: Index = {first: {"1.2.3": {base: "*"}, "1.2.4": {base: "<2.0.0"}}}
        index[base] = {"2.0.0": {}, "1.0.0": {}}
        for name in others:
            index[name] = {"3.0.0": {base: ">=2.0.0"}, "0.3.0": {base: "*"}}
        wanted = dict.fromkeys([first, *rng.sample(others, count)], "*")
        expected = dict.fromkeys(others, "0.3.0") | {first: "1.2.4", base: "1.0.0"}
        assert candidate.resolve(index, wanted) == exactly(expected)


def test_circles_and_gaps(candidate: Any, rng: Random) -> None:
    """Packages that need each other, themselves, or something unknown."""
    a, b, c, gone = new_names(rng, 4)
    circle: Index = {a: {"1.0.0": {b: "*"}, "2.0.0": {b: "^1"}}, b: {"1.0.0": {a: "^1"}}}
    assert candidate.resolve(circle, {a: "*"}) == exactly({a: "1.0.0", b: "1.0.0"})
    own: Index = {
        a: {"1.0.0": {}, "2.0.0": {a: "<2.0.0"}, "1.5.0": {a: "^1", b: "*"}},
        b: {"3.0.0": {}},
    }
    assert candidate.resolve(own, {a: "*"}) == exactly({a: "1.5.0", b: "3.0.0"})
    assert candidate.resolve(own, {a: ">=2.0.0"}) is None
    gaps: Index = {
        a: {"2.0.0": {gone: "*"}, "1.0.0": {b: "*"}},
        b: {"1.0.0": {}, "9.0.0": {c: "*"}},
        c: {},
    }
    assert candidate.resolve(gaps, {a: "*"}) == exactly({a: "1.0.0", b: "1.0.0"})
    for wanted in ({gone: "*"}, {b: "*", gone: "*"}, {c: "*"}, {a: "2.0.0"}, {a: "*", b: "9.0.0"}):
        assert candidate.resolve(gaps, wanted) is None
    for index in (gaps, {}):
        assert candidate.resolve(index, {}) == exactly({})


def malformed(rng: Random) -> Iterator[tuple[str, bool]]:
    """Texts that are no version, and whether they are no range either."""
    a, b, c = (str(rng.randint(1, 30)) for _ in range(3))
    good = f"{a}.{b}.{c}"
    both = ["", " ", f"{a}.{b}", a, f"0{good}", f"{a}.0{b}.{c}", f"{a}.{b}.00", f"{good}.0", "x"]
    both += [f"v{good}", f"{a}.{b}.x", f"{good}-rc1", f"-{good}", f"+{good}", f"{a},{b},{c}"]
    both += [
        f"{good}\n",
        f"\t{good}",
        f"{good}.",
        f".{good}",
        f"{a}..{b}",
        f"{a}. {b}.{c}",
        f"{a}_0.0.0",
    ]
    both += [f"{a}.{b}.\u0663", f"\uff11.{b}.{c}", f"{a}.{b}.\u00b2", f"{good}\u00a0"]
    yield from ((text, True) for text in both)
    ranges = [
        f"={a}.{b}",
        f"<{a}",
        f">={a}.{b}",
        "^",
        "~",
        "=",
        "^*",
        "**",
        "=*",
        f"> {good}",
        f"=={good}",
    ]
    ranges += [
        f"=>{good}",
        f"!={good}",
        f"<>{good}",
        f"^^{good}",
        f"~>{good}",
        f"{good}|{good}",
        "||",
    ]
    ranges += [
        f"{good},{good}",
        f"{good}||",
        f"|| {good}",
        f"* || || {good}",
        f"^0{a}",
        f"~{a}.0{b}",
    ]
    ranges += [
        f"^{a}.",
        f"~{good}.1",
        f"{good}\t*",
        f"*{good}",
        f"^{a}.{b}.x",
        f"{good}<{good}",
        "^ 1",
    ]
    yield from ((text, True) for text in ranges)
    yield from ((text, False) for text in (f" {good}", f"={good}", "*", f"^{good}", f"{good} "))


def test_malformed_texts(candidate: Any, rng: Random) -> None:
    """Versions and ranges in any other form are refused wherever they stand."""
    a, b, c = new_names(rng, 3)
    for text, bad_range in malformed(rng):
        fine: Index = {a: {"2.0.0": {}, "1.0.0": {b: "*"}}, b: {"1.0.0": {}}}
        cases: list[tuple[Index, dict[str, str]]] = [
            (fine | {b: {"1.0.0": {}, text: {}}}, {a: "*"}),
            (fine | {c: {text: {}}}, {a: "9.0.0"}),
        ]
        if bad_range:
            cases += [
                (fine, {a: "*", c: text}),
                (fine | {b: {"1.0.0": {c: text}}}, {a: "*"}),
                (fine | {c: {"1.0.0": {b: "*", c: text}}}, {}),
            ]
        for index, wanted in rng.sample(cases, 2):
            with candidate.raises(ValueError):
                candidate.resolve(index, wanted)
    assert candidate.resolve({a: {"0.0.0": {}}}, {a: "  *  ||  1.0.0  "}) == exactly({a: "0.0.0"})


def crowd(rng: Random, names: list[str], shared: list[str]) -> Index:
    """Packages that take no part in anything, though they need what others need."""
    index: Index = {}
    for name in names:
        index[name] = {}
        for number in rng.sample(range(30), 10):
            needs = rng.sample(shared, min(len(shared), 2))
            index[name][f"1.{number}.0"] = {each: rng.choice(["*", ">=0.0.0"]) for each in needs}
    return index


def newest(versions: dict[str, dict[str, str]]) -> str:
    """The newest of some versions."""
    return max(versions, key=numbers)


QUARRELS = {2: [["^1", "^2"], ["~1.0 || ~2", "~3"]], 3: [["<3.0.0", "^2 || ^3", "^1||^3"]]}


def quarrel(rng: Random, names: list[str]) -> tuple[Index, dict[str, str] | None]:
    """Some packages that disagree over the last one as long as the first of them is new."""
    *party, prize = names
    index: Index = {prize: {f"{major}.0.{rng.randint(0, 9)}": {} for major in (1, 2, 3)}}
    for name, text in zip(party, rng.choice(QUARRELS[len(party)]), strict=True):
        index[name] = {f"{number}.0.0": {prize: text} for number in rng.sample(range(5, 30), 4)}
    index[party[0]] |= {old: {} for old in OLD}
    return index, best_answer(index, dict.fromkeys(party, "*"))


def test_late_disagreements(candidate: Any, rng: Random) -> None:
    """A disagreement that shows late is settled in time, whatever lies between."""
    for parties, count, solvable in (
        (2, 1, True),
        (3, 1, True),
        (2, 2, True),
        (3, 1, False),
        (2, 2, False),
    ):
        bystanders = new_names(rng, 80)
        groups = [[f"q{number}-{group}" for number in range(parties + 1)] for group in range(count)]
        for group in groups:
            rng.shuffle(group)
        index = crowd(rng, bystanders, [group[-1] for group in groups])
        expected: dict[str, str] = {name: newest(index[name]) for name in bystanders}
        for group in groups:
            members, answer = quarrel(rng, group)
            assert answer is not None
            expected |= answer
            index |= members
        if not solvable:
            for old in OLD:
                del index[groups[0][0]][old]
        early = [group[0] for group in groups]
        late = [name for group in groups for name in group[1:-1]]
        rng.shuffle(late)
        wanted = dict.fromkeys([*early, *bystanders, *late], "*")
        with candidate.deadline(2.0):
            answer = candidate.resolve(index, wanted)
        assert answer == exactly(expected if solvable else None)


def test_long_chains(candidate: Any, rng: Random) -> None:
    """A chain with nothing at its end is given up in time, and one with an end is followed."""
    start, gone, *chain = new_names(rng, 252)
    index: Index = {start: {"2.0.0": {chain[0]: "*"}, "1.0.0": {}}}
    for name, following in zip(chain, [*chain[1:], gone], strict=True):
        index[name] = {f"{number}.0.0": {following: "*"} for number in rng.sample(range(50), 10)}
    with candidate.deadline(2.0):
        assert candidate.resolve(index, {start: "*"}) == exactly({start: "1.0.0"})
    with candidate.deadline(2.0):
        assert candidate.resolve(index, {start: "*", chain[99]: "*"}) is None
    index[gone] = {"0.1.0": {start: "2.0.0", chain[0]: "*"}}
    with candidate.deadline(2.0):
        answer = candidate.resolve(index, {start: "*"})
    expected = {name: newest(index[name]) for name in chain}
    assert answer == exactly(expected | {start: "2.0.0", gone: "0.1.0"})
