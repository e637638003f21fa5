"""Which paths do patterns mean? Each pattern becomes a regular expression."""

import re


class PatternError(ValueError):
    """A pattern that is not well formed."""


def select(patterns: list[str], paths: list[str]) -> list[str]:
    """The paths that are meant, in their order."""
    rules = []
    for pattern in patterns:
        text = pattern.removeprefix("!")
        rules.append((text == pattern, re.compile(translate(text), re.DOTALL)))
    return [path for path in paths if is_meant(path, rules)]


def is_meant(path: str, rules: list[tuple[bool, re.Pattern[str]]]) -> bool:
    """Whether the last rule that matches takes the path in."""
    decision = False
    for taken, expression in rules:
        if expression.fullmatch(path):
            decision = taken
    return decision


def translate(pattern: str) -> str:
    """The regular expression for a pattern."""
    if not pattern:
        raise PatternError("a pattern is empty")
    found, at, depth = "", 0, 0
    while at < len(pattern):
        character = pattern[at]
        stars = re.compile(r"\*+/?").match(pattern, at)
        if stars and len(stars[0].rstrip("/")) > 1:
            found += "(?:.*/)?" if stars[0].endswith("/") else ".*"
            at = stars.end()
            continue
        at += 1
        if character == "*":
            found += "[^/]*"
        elif character == "?":
            found += "[^/]"
        elif character == "[":
            text, at = translate_set(pattern, at)
            found += text
        elif character == "{":
            depth += 1
            found += "(?:"
        elif character == "," and depth:
            found += "|"
        elif character == "}":
            depth -= 1
            found += ")"
        else:
            if character == "\\":
                at += 1
                character = pattern[at - 1 : at]
            if not character:
                raise PatternError(f"nothing to escape: {pattern}")
            found += re.escape(character)
        if depth < 0:
            raise PatternError(f"a brace closes nothing: {pattern}")
    if depth:
        raise PatternError(f"a brace is open: {pattern}")
    return found


def translate_set(pattern: str, at: int) -> tuple[str, int]:
    """The regular expression for a set, and where the pattern goes on."""
    negated = pattern.startswith("!", at)
    at += negated
    members: list[tuple[str, bool]] = []
    while not members or not pattern.startswith("]", at):
        escaped = pattern.startswith("\\", at)
        at += escaped
        if at >= len(pattern):
            raise PatternError(f"a set is open: {pattern}")
        members.append((pattern[at], escaped))
        at += 1
    parts = []
    number = 0
    while number < len(members):
        first = last = members[number][0]
        if members[number + 1 : number + 2] == [("-", False)] and number + 2 < len(members):
            last = members[number + 2][0]
            number += 2
        if first > last:
            raise PatternError(f"{first}-{last} is no range: {pattern}")
        parts.append(f"{re.escape(first)}-{re.escape(last)}")
        number += 1
    return f"(?!/)[{'^' * negated}{''.join(parts)}]", at + 1
