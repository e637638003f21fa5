"""Which paths do patterns mean? Each pattern becomes an automaton, which is made deterministic
bit by bit, as far as the paths need it.
"""

import re

TOKEN = re.compile(
    r"(\*{2,}/)|(\*{2,})|\*|\?|\\(.)|\[(!?+)((?:\\.|[^\\])(?:\\.|[^\]\\])*)\]|.", re.DOTALL
)
MEMBER = re.compile(r"(\\.|.)(?:-(?!$)(\\.|.))?", re.DOTALL)


class PatternError(ValueError):
    """A pattern that is not well formed."""


def select(patterns, paths):
    """The paths whose last matching pattern takes them in."""
    automata = [(pattern[:1] != "!", Automaton(pattern.removeprefix("!"))) for pattern in patterns]
    automata.reverse()
    selected = []
    for path in paths:
        for taken, automaton in automata:
            if automaton.accepts(path):
                if taken:
                    selected.append(path)
                break
    return selected


class Automaton:
    """States are numbers. From each lead free edges, and edges for one character."""

    def __init__(self, pattern):
        if pattern == "":
            raise PatternError("empty pattern")
        self.free = [[]]
        self.edges = [[]]
        self.goal = self.build(pattern)
        self.start = self.closure({0})
        self.known = {}

    def state(self):
        """A new state."""
        self.free.append([])
        self.edges.append([])
        return len(self.free) - 1

    def loop(self, state, test):
        """A new state after this one, where any number of characters that fit are passed over."""
        after = self.state()
        self.free[state].append(after)
        self.edges[after].append((test, after))
        return after

    def build(self, pattern):
        """Add the states for a pattern; gives the last one."""
        here, at, open_braces = 0, 0, []
        while at < len(pattern):
            token = TOKEN.match(pattern, at)
            text, at = token[0], token.end()
            if token[1]:
                inside, after = self.loop(here, anything), self.state()
                self.edges[inside].append((is_slash, after))
                self.free[here].append(after)
                here = after
            elif token[2]:
                here = self.loop(here, anything)
            elif text == "*":
                here = self.loop(here, no_slash)
            elif text == "{":
                open_braces.append((here, []))
            elif text == "," and open_braces:
                start, ends = open_braces[-1]
                ends.append(here)
                here = start_of_part(self, start)
            elif text == "}":
                if not open_braces:
                    raise PatternError(f"stray brace in {pattern}")
                _, ends = open_braces.pop()
                after = self.state()
                for end in [*ends, here]:
                    self.free[end].append(after)
                here = after
            elif text in ("\\", "["):
                raise PatternError(f"{text} without an end in {pattern}")
            else:
                after = self.state()
                self.edges[here].append((test_of(token), after))
                here = after
            if text == "{":
                here = start_of_part(self, here)
        if open_braces:
            raise PatternError(f"open brace in {pattern}")
        return here

    def closure(self, states):
        """These states, and all that free edges lead to."""
        found, todo = set(states), list(states)
        while todo:
            for state in self.free[todo.pop()]:
                if state not in found:
                    found.add(state)
                    todo.append(state)
        return frozenset(found)

    def accepts(self, path):
        """Whether the automaton comes to its goal."""
        states = self.start
        for character in path:
            after = self.known.get((states, character))
            if after is None:
                edges = [edge for state in states for edge in self.edges[state]]
                after = self.closure({goal for test, goal in edges if test(character)})
                self.known[states, character] = after
            states = after
        return self.goal in states


def start_of_part(automaton, state):
    """A new state for the beginning of an alternative."""
    first = automaton.state()
    automaton.free[state].append(first)
    return first


def anything(_):
    """For double stars."""
    return True


def no_slash(character):
    """For stars and question marks."""
    return character != "/"


def is_slash(character):
    """For the end of folders."""
    return character == "/"


def test_of(token):
    """What the character for a token has to be."""
    text, literal, members = token[0], token[3], token[5]
    if text == "?":
        return no_slash
    if members is None:
        return (literal or text).__eq__
    ranges = []
    for first, last in MEMBER.findall(members):
        first = first[-1]
        last = last[-1:] or first
        if last < first:
            raise PatternError(f"no range: {first}-{last}")
        ranges.append((first, last))

    def test(character):
        inside = any(first <= character <= last for first, last in ranges)
        return character != "/" and inside != (token[4] == "!")

    return test
