"""Pick versions: the newest that fits, one package after the other."""

import re

NUMBER = r"(?:0|[1-9][0-9]*)"
TERM = re.compile(rf"\*|(?:[<>]=?|=|~|\^)?{NUMBER}\.{NUMBER}\.{NUMBER}|[~^]{NUMBER}(?:\.{NUMBER})?")


def numbers(version):
    """The numbers of a version."""
    return tuple(map(int, version.split(".")))


def check(index, wanted):
    """Refuse malformed versions and ranges."""
    ranges = list(wanted.values())
    for versions in index.values():
        for version, needs in versions.items():
            if not re.fullmatch(rf"{NUMBER}\.{NUMBER}\.{NUMBER}", version):
                raise ValueError(f"not a version: {version}")
            ranges += needs.values()
    for text in ranges:
        for group in text.split("||"):
            terms = [term for term in group.split(" ") if term]
            if not terms or not all(map(TERM.fullmatch, terms)):
                raise ValueError(f"not a range: {text}")


def within(version, text):
    """Is the version within the range?"""
    groups = [group.split() for group in text.split("||")]
    return any(all(fits(numbers(version), term) for term in group) for group in groups)


def fits(version, term):
    """Is the version within a term?"""
    if term == "*":
        return True
    sign = term.rstrip("0123456789.")
    given = numbers(term.removeprefix(sign))
    least = (given + (0, 0))[:3]
    if sign == "~":
        return version >= least and version[: len(given[:2])] == given[:2]
    if sign == "^":
        same = 1
        while same < len(given) and given[same - 1] == 0:
            same += 1
        return version >= least and version[:same] == given[:same]
    if sign == "<":
        return version < least
    if sign == "<=":
        return version <= least
    if sign == ">":
        return version > least
    if sign == ">=":
        return version >= least
    return version == least


def resolve(index, wanted):
    """Pick the versions to install."""
    check(index, wanted)
    picked = {}
    demands = {name: [text] for name, text in wanted.items()}
    line = list(wanted)
    for name in line:
        fitting = [
            version
            for version in index.get(name, {})
            if all(within(version, text) for text in demands[name])
            and all(
                within(picked.get(n, version), t)
                for n, t in index[name][version].items()
                if n in picked
            )
        ]
        if not fitting:
            return None
        picked[name] = max(fitting, key=numbers)
        for need, text in index[name][picked[name]].items():
            if need not in demands:
                demands[need] = []
                line.append(need)
            demands[need].append(text)
    return picked
