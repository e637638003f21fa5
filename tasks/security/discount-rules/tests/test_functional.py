"""Does apply_rules do what the prompt promises?"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import Any

from codebench.sandbox.judge.values import exactly

Order = dict[str, Any]

OR, AND, NOT, ATOM = range(1, 5)
SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


MALFORMED = """
when on
when on then
on then stop
when then stop
then stop
when
stop
discount 5
if on then stop
When on then stop
when on Then stop
when on stop
when on then stop now
when on then discount
when on then discount {n}%
when on then discount ten
when on then discount -{n}
when on then discount 100.5
when on then discount {n} {n}
when on then refund {n}
when on then note {n}
when on then note
when on then note "
when on then note "a
when on then note a
when on then note "a" b
when on then discount "{n}"
when on then discount nan
when total = {n} then stop
when total => {n} then stop
when on on then stop
when on and then stop
when or on then stop
when not then stop
when ! on then stop
when (on then stop
when on) then stop
when on AND on then stop
when total > then stop
when > {n} then stop
when total == "a then stop
when total {n} then stop
when {n}a == 1 then stop
when on not on then stop
when and == 5 then stop
when not == 5 then stop
when (or) then stop
when on then discount5
when on then discount .5
when on then discount 5.
when on then discount 5 stop
when on or then stop
whenon then stop
when on thenstop
when on then stop stop
when on == then stop
when total $ {n} then stop
"""


@dataclass(frozen=True)
class Condition:
    """A piece of a condition, its meaning, and how tightly its outermost operator binds."""

    text: str
    true: bool
    binds: int = ATOM

    def at_least(self, binds: int, rng: Random) -> str:
        """The text, in parentheses where the grammar needs them and sometimes where not."""
        return self.text if self.binds >= binds and rng.random() < 0.9 else f"({self.text})"


def _word(rng: Random, size: int = 6) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


def _field(rng: Random) -> str:
    """The name of a field, which is no word of Python and holds none such as `import`."""
    return f"{_word(rng, 5)}_x"


def _order(rng: Random) -> Order:
    return {
        "total": rng.randint(0, 800) / 4,
        "quantity": rng.randint(1, 9),
        "country": rng.choice(["AT", "DE", "FR"]),
        "channel_2": rng.choice(["web", "shop", "a \\ b", "don't"]),
        "vip": rng.random() < 0.5,
        "staff": rng.random() < 0.5,
        "Gift note": 'to "Jo" (or her brother)',
    }


def _comparison(rng: Random, order: Order) -> Condition:
    kind = rng.choice(["number", "text", "flag", "mixed"])
    if kind == "flag":
        name = rng.choice(["vip", "staff", "true", "false"])
        return Condition(name, order.get(name, name == "true"))
    names = {"number": ["total", "quantity"], "text": ["country", "channel_2"]}
    name = rng.choice(names.get(kind, ["total", "country"]))
    sign = rng.choice(list(SIGNS)) if kind != "mixed" else rng.choice(["==", "!="])
    value: Any = rng.choice([order[name], order[name], rng.choice(["AT", "web", ""])])
    if kind == "number":
        value = rng.choice([order[name], order["quantity"], rng.randint(-9, 99), 2.5])
    if kind == "mixed":
        value = rng.choice([str(order["total"]), "5"]) if name == "total" else rng.randint(0, 9)
    literal = f'"{value}"' if isinstance(value, str) else str(value)
    if rng.random() < 0.3:
        text = f"{literal} {sign} {name}"
        return Condition(text, SIGNS[sign](value, order[name]))
    gap = rng.choice(["", " ", "  "])
    return Condition(f"{name}{gap}{sign}{gap}{literal}", SIGNS[sign](order[name], value))


def _condition(rng: Random, order: Order, depth: int) -> Condition:
    if depth == 0:
        return _comparison(rng, order)
    left, right = (_condition(rng, order, rng.randint(0, depth - 1)) for _ in "ab")
    match rng.choice(["and", "or", "not"]):
        case "not":
            return Condition(f"not {left.at_least(NOT, rng)}", not left.true, NOT)
        case "and":
            text = f"{left.at_least(AND, rng)} and {right.at_least(AND, rng)}"
            return Condition(text, left.true and right.true, AND)
        case _:
            text = f"{left.at_least(OR, rng)} or {right.at_least(OR, rng)}"
            return Condition(text, left.true or right.true, OR)


def _check(candidate: Any, conditions: list[tuple[str, bool]], order: Order) -> None:
    """Conditions, each in a rule of its own, which act or do not."""
    text = "\n".join(f'when {text} then note "{i}"' for i, (text, _) in enumerate(conditions))
    notes = [f"{i}" for i, (_, expected) in enumerate(conditions) if expected]
    assert candidate.apply_rules(text, order) == exactly({"discount": 0.0, "notes": notes})


def _fails(candidate: Any, text: str, order: Order) -> None:
    with candidate.raises("RuleError"):
        candidate.apply_rules(text, order)


def test_rule_books(candidate: Any, rng: Random) -> None:
    """Several rules with nested conditions and all actions."""
    for _ in range(16):
        order = _order(rng)
        lines, discount, notes, stopped = [], 0.0, [], False
        for _ in range(rng.randint(1, 7)):
            condition = _condition(rng, order, rng.randint(0, 4))
            percent, note = rng.randint(1, 120) / 4, f"{_word(rng)} {rng.randint(1, 99)}"
            action = rng.choice([f"discount {percent}", f'note "{note}"'] * 2 + ["stop"])
            lines.append(f"when {condition.text} then {action}")
            if condition.true and not stopped:
                stopped = action == "stop"
                discount += percent * action.startswith("discount")
                notes += [note] if action.startswith("note") else []
        text = rng.choice(["\n", "\r\n"]).join(lines)
        expected = {"discount": min(discount, 100.0), "notes": notes}
        assert candidate.apply_rules(text, order) == exactly(expected), text


def test_comparisons(candidate: Any, rng: Random) -> None:
    """Every operator on smaller, equal and larger operands."""
    number, word = rng.randint(10, 90), _word(rng)
    order = {"n": number, "half": number + 0.5, "word": word, "less": -number, "flag": True}
    conditions = []
    for sign, compare in SIGNS.items():
        conditions += [
            (f"n {sign} {number - 1}", compare(1, 0)),
            (f"n {sign} {number}", compare(1, 1)),
            (f"n {sign} {number + 1}", compare(0, 1)),
            (f"half{sign}n", compare(1, 0)),
            (f"less {sign} -{number}.0", compare(1, 1)),
            (f"{number}.25 {sign} half", compare(0.25, 0.5)),
            (f'word {sign} "{word[:-1]}"', compare(word, word[:-1])),
            (f'"{word}" {sign} word', compare(word, word)),
            (f'"B{word}" {sign} word', compare(0, 1)),
            (f'"10" {sign} "9"', compare(0, 1)),
        ]
    for sign in ("==", "!="):
        pairs = [("n", f'"{number}"'), ("word", "n"), ("flag", '"true"'), ('""', "flag")]
        conditions += [(f"{left} {sign} {right}", sign == "!=") for left, right in pairs]
        conditions += [(f"flag {sign} true", sign == "=="), (f"false {sign} flag", sign == "!=")]
    _check(candidate, conditions, order)


def test_grouping(candidate: Any, rng: Random) -> None:
    """Which of not, and and or goes first."""
    number = rng.randint(2, 99)
    order = {"yes": True, "no": False, "n": number, "android": True, "nothing": False}
    conditions = [
        ("yes or yes and no", True),
        ("(yes or yes) and no", False),
        ("no and no or yes", True),
        ("no and (no or yes)", False),
        ("not no and no", False),
        ("not (no and no)", True),
        ("not yes or yes", True),
        ("not (yes or yes)", False),
        ("not not yes", True),
        ("not not not yes", False),
        (f"not n == {number}", False),
        (f"not n > {number} and yes", True),
        ("yes and not no", True),
        ("no or no or yes", True),
        ("yes and yes and no", False),
        ("((yes))and(not(no))", True),
        ("android and not nothing", True),
        ("true and not false", True),
    ]
    _check(candidate, rng.sample(conditions, len(conditions)), order)


def test_left_to_right(candidate: Any, rng: Random) -> None:
    """Operands that are looked at, and operands that are not."""
    order = {"yes": True, "no": False, "n": rng.randint(2, 99), "word": _word(rng)}
    lazy = [f"{_field(rng)} == 1", "n < word", "yes and word", _field(rng)]
    for wrong in lazy:
        skipped = [(f"no and {wrong}", False), (f"yes or ({wrong})", True)]
        skipped += [
            (f"yes and no and ({wrong}) or yes", True),
            (f"not (no or yes or {wrong})", False),
        ]
        _check(candidate, skipped, order)
        _fails(candidate, f"when yes and ({wrong}) then discount 1", order)
        _fails(candidate, f"when no or ({wrong}) then discount 1", order)
    for wrong in ("n", "word", "12", '"text"', "word <= 5", '3 > "2"', "yes >= word"):
        _fails(candidate, f"when yes then discount 5\nwhen {wrong} then discount 1", order)


def test_actions(candidate: Any, rng: Random) -> None:
    """Discounts that add up, notes in order, and stop."""
    first, second = rng.randint(1, 40), rng.randint(1, 200) / 4
    note, other = _word(rng), _word(rng)
    rules = {
        f"when on then discount {first}": (float(first), []),
        f"when on then discount {second}\nwhen on then discount {second}": (2 * second, []),
        "when on then discount 60.5\nwhen on then discount 39.5": (100.0, []),
        f"when on then discount 70\nwhen on then discount {30 + first}": (100.0, []),
        "when on then discount 0\nwhen on then discount 100": (100.0, []),
        f'when on then note "{note}"\nwhen on then note "{other}"': (0.0, [note, other]),
        f'when on then note "{note}"\nwhen on then note "{note}"': (0.0, [note, note]),
        f"when on then discount {first}\nwhen on then stop\nwhen on then discount 1": (first, []),
        f'when off then stop\nwhen on then note "{note}"': (0.0, [note]),
        f'when on then stop\nwhen {_field(rng)} then note "{note}"': (0.0, []),
        'when on then note ""': (0.0, [""]),
        "when off then discount 5": (0.0, []),
    }
    for text, (discount, notes) in rules.items():
        answer = candidate.apply_rules(text, {"on": True, "off": False})
        assert answer == exactly({"discount": float(discount), "notes": notes}), text


def test_texts(candidate: Any, rng: Random) -> None:
    """Texts that look like parts of the language, in notes, conditions and orders."""
    word = _word(rng)
    for text in [
        f"{word} then discount 5",
        f"# {word}",
        f"when {word} then stop",
        f"C:\\{word}\\new\\table\\x41\\",
        f"it's {{{word}}} %s %({word})s $1",
        f"  {word}  and  not ( true ",
        f"Grüße \u2014 {word} \U0001f600",
        f"{word} == {word}",
        "true",
        "12",
    ]:
        order = {"mark": text.replace("\\", "/"), "size": 5}
        matching = f'when mark == "{order["mark"]}" and size == 5 then note "{text}"'
        other = f'when mark == "{word}!" or "{text}" == mark and size != 5 then stop'
        answer = candidate.apply_rules(f"{other}\n{matching}\n{other}", order)
        assert answer == exactly({"discount": 0.0, "notes": [text]}), text


def test_layout(candidate: Any, rng: Random) -> None:
    """Blank lines, comments, spaces and line ends; an order that stays as it is."""
    percent, note, name = rng.randint(1, 50), _word(rng), _field(rng)
    fields = {"total": rng.randint(60, 99), "a1_b": True, name: "x", "Tax id": "", "9": 1.5}
    order = candidate.live_order(fields)
    lines = [
        "",
        f"# when total > 1 then discount {percent}",
        "   # then",
        f"  when   total>50   then   discount   {percent}  ",
        "    ",
        f'when (a1_b)and {name} == "x" then  note  "{note}"',
        "#",
        "when total<50 then stop",
    ]
    for end in ("\n", "\r\n"):
        answer = candidate.apply_rules(end.join(lines) + rng.choice(["", end]), order)
        assert answer == exactly({"discount": float(percent), "notes": [note]})
    assert order.fields() == exactly(fields)
    for text in ("", "\n", " \r\n\r\n  ", "# nothing"):
        assert candidate.apply_rules(text, order) == exactly({"discount": 0.0, "notes": []})


def test_malformed(candidate: Any, rng: Random) -> None:
    """Lines that are no rules, wherever they stand."""
    n = rng.randint(2, 99)
    order = {"total": 0, "on": True, "off": False, "and": 5, "or": True, "not": 5}
    for line in MALFORMED.strip().splitlines():
        place = rng.choice(["{}", "when on then stop\n{}", "{}\nwhen on then stop", "# a\n\n{}"])
        _fails(candidate, place.format(line.format(n=n)), order)
    for condition in ("off and (total ==)", "on (off)", "()", "(on)(off) and off"):
        _fails(candidate, f"when {condition} then stop", order)


def test_limits(candidate: Any, rng: Random) -> None:
    """Texts as large as allowed, and one step more."""
    order = {"total": rng.randint(5, 99), "on": True}
    rules = ["when total > 1 then discount 0.5"] * 100
    text = "\n\n# more\n".join(rules)
    assert candidate.apply_rules(text, order) == exactly({"discount": 50.0, "notes": []})
    _fails(candidate, f"{text}\nwhen on then stop", order)
    note = "n" * (500 - len('when on then note ""'))
    for more in ("", "x"):
        line = f'when on then note "{note}{more}"'
        if more:
            _fails(candidate, f"when on then stop\n{line}\r\n", order)
        else:
            answer = candidate.apply_rules(f"{line}\r\n", order)
            assert answer == exactly({"discount": 0.0, "notes": [note]})
    for depth in (20, 21):
        opening = "".join(rng.choice(["(", "(not not ", "(false or "]) for _ in range(depth))
        condition = f"{opening}on{')' * depth}"
        if depth == 20:
            deepest = [f"{condition} and {condition}", f'on == "{"(" * 30}" or {condition}']
            _check(candidate, [(text, True) for text in deepest], order)
        else:
            _fails(candidate, f"when (on) and {condition} then stop", order)
