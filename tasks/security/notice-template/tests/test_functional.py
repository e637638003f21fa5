"""Does a notice say what its template says?"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from random import Random
from string import ascii_lowercase
from typing import Any

from codebench.sandbox.judge.values import exactly

Scope = dict[str, Any]

PLAIN = [
    "\n",
    " ",
    "{ x }",
    "}}",
    "%}",
    "#}",
    "{",
    "}",
    "{ x",
    "% }",
    "Grüße",
    "<b>&amp;</b>",
    "\n\n",
]
PLAIN += ["$x", "\t", "%", "# x", "-- x", "\\n", '"', "'", "\U0001f600", "{}", "{x}", "## if x"]
PATHS = [
    "number",
    "nights",
    "note",
    "total",
    "paid",
    "arrival",
    "guest.name",
    "guest.city",
    "guest",
]
PATHS += [
    "guest.nobody",
    "nobody",
    "nobody.name",
    "note.name",
    "nights.name",
    "extras.wlan",
    "room_2",
]
PATHS += [
    "extras.late.hour",
    "extras.nobody",
    "tags.name",
    "empty",
    "guest.stays.name",
    "number.x.y",
]
MALFORMED = """
{{ }}
{{ number
{{ number }
{{ number %}
{% if number }}x{% endif %}
{% if paid %}x
{% if %}x{% endif %}
{% if paid %}x{% endfor %}
{% if paid %}x{% else %}y
{% if paid %}x{% elif %}y{% endif %}
{% if paid %}x{% else %}y{% else %}z{% endif %}
{% if paid %}x{% else %}y{% elif paid %}z{% endif %}
{% if not %}x{% endif %}
{% if paid and %}x{% endif %}
{% if or paid %}x{% endif %}
{% if number == %}x{% endif %}
{% if == number %}x{% endif %}
{% if number = 1 %}x{% endif %}
{% if paid paid %}x{% endif %}
{% endif %}
{% else %}
{% elif paid %}
{% endfor %}
{% for x in tags %}x
{% for x in tags %}x{% endif %}
{% for in tags %}x{% endfor %}
{% for x in %}x{% endfor %}
{% for x tags %}x{% endfor %}
{% for x of tags %}x{% endfor %}
{% for "x" in tags %}x{% endfor %}
{% tags %}
{% %}
{{ number number }}
{{ number. }}
{{ .number }}
{{ number..x }}
{{ number | }}
{{ | upper }}
{{ number | upper( }}
{{ number | nosuch }}
{{ number | nosuch("x") }}
{{ number | upper("x") }}
{{ number | default }}
{{ number | join("a" }}
{{ note | default "x" }}
{{ "x }}
{{ x" }}
{{ 5 5 }}
{{ number ! }}
{{ number $ }}
{# number
"""


@dataclass(frozen=True)
class Piece:
    """Some template text, and what it means in a scope."""

    text: str
    of: Callable[[Scope], Any]


def _word(rng: Random, size: int = 6) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


def _shown(value: Any) -> str:
    return "" if value is None else str(value)


def _data(rng: Random) -> Scope:
    return {
        "number": rng.randint(100, 999),
        "nights": rng.randint(1, 9),
        "arrival": date(rng.randint(2020, 2040), rng.randint(1, 12), rng.randint(1, 28)),
        "total": Decimal(rng.randint(1000, 999_999_999)) / 100,
        "note": rng.choice([None, "", f" {_word(rng)} ßé\n"]),
        "paid": rng.random() < 0.5,
        "tags": [
            rng.choice([_word(rng), rng.randint(1, 9), None]) for _ in range(rng.randint(0, 4))
        ],
        "rows": [[rng.randint(0, 9) for _ in range(rng.randint(0, 3))] for _ in range(3)],
        "empty": [],
        "nothing": None,
        "room_2": f"{_word(rng)} {{{{ number }}}} {{% if paid %}}",
        "guest": {"name": f"{_word(rng).title()} Ç", "city": "", "regular": rng.random() < 0.5},
        "extras": {"wlan": _word(rng), "late": {"hour": rng.randint(1, 24)}, "x": None},
        "lines": [
            {"title": _word(rng), "price": rng.randint(1, 9999) / 4, "parts": [_word(rng)] * number}
            for number in rng.sample(range(4), rng.randint(0, 3))
        ],
    }


class Shown(dict[str, Any]):
    """A record as the model of the tests has it."""

    def __init__(self, text: str, fields: Scope) -> None:
        super().__init__(fields)
        self._text = text

    def __str__(self) -> str:
        return self._text


def _scope(data: Scope) -> Scope:
    """The data with records in it."""
    lines = [Shown("a line", line) for line in data["lines"]]
    return data | {"guest": Shown("a guest", data["guest"]), "lines": lines}


def _find(scope: Scope, path: str) -> Any:
    value: Any = scope
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _path(path: str) -> Piece:
    return Piece(path, lambda scope: _find(scope, path))


def _value(rng: Random, names: list[str]) -> Piece:
    """A value, perhaps with filters, that can be shown."""
    piece = _path(rng.choice(names + PATHS))
    if rng.random() < 0.15:
        text = rng.choice(["", _word(rng), "}}", "%}", "{{ number }}", "it's {% if %}", "{# x #}"])
        piece = Piece(f'"{text}"', lambda scope, text=text: text)
    for _ in range(rng.choice([0, 0, 1, 2])):
        before, gap = piece, rng.choice(["", " "])
        name = rng.choice(["upper", "lower", "trim", "default", "format"])
        text = f"{gap}|{gap}{name}"
        if name == "default":
            word = _word(rng)
            piece = Piece(
                f'{before.text}{text}("{word}")',
                lambda scope, before=before, word=word: (
                    word if before.of(scope) in (None, "") else before.of(scope)
                ),
            )
        elif name == "format":
            word = rng.choice(["", _word(rng)])
            piece = Piece(
                f'{before.text}{text}("{word}:{{}}, {{}}")',
                lambda scope, before=before, word=word: f"{word}:{{0}}, {{0}}".format(
                    _shown(before.of(scope))
                ),
            )
        else:
            method = {"upper": str.upper, "lower": str.lower, "trim": str.strip}[name]
            piece = Piece(
                f"{before.text}{text}",
                lambda scope, before=before, method=method: method(_shown(before.of(scope))),
            )
    return piece


def _test(rng: Random, scope: Scope) -> Piece:
    """A condition without and, or."""
    kind = rng.choice(["truth", "number", "text"])
    if kind == "truth":
        path = rng.choice([*PATHS, "tags", "lines", "extras", "guest.regular", "guest"])
        piece = Piece(path, lambda scope: bool(_find(scope, path)))
    elif kind == "number":
        left, right = scope["nights"], scope["nights"] + rng.randint(-1, 1)
        sign = rng.choice(["==", "!=", "<", "<=", ">", ">="])
        true = {"==": left == right, "!=": left != right, "<": left < right}
        true |= {"<=": left <= right, ">": left > right, ">=": left >= right}
        gap = rng.choice(["", " "])
        piece = Piece(f"nights{gap}{sign}{gap}{right}", lambda scope: true[sign])
    else:
        word = rng.choice([scope["guest"]["name"], "x", ""])
        path = rng.choice(["guest.name", "guest.city", "nobody"])
        piece = Piece(f'{path} == "{word}"', lambda scope: _find(scope, path) == word)
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        before = piece
        piece = Piece(f"not {piece.text}", lambda scope, before=before: not before.of(scope))
    return piece


def _condition(rng: Random, scope: Scope) -> Piece:
    groups = [
        [_test(rng, scope) for _ in range(rng.choice([1, 1, 2, 3]))]
        for _ in range(rng.choice([1, 1, 2]))
    ]
    text = " or ".join(" and ".join(test.text for test in group) for group in groups)
    return Piece(text, lambda scope: any(all(t.of(scope) for t in group) for group in groups))


def _block(rng: Random, scope: Scope, names: list[str], depth: int) -> Piece:
    """Part of a template."""
    gap = rng.choice(["", " ", "  "])
    kind = rng.choice(["plain", "value", "value", "comment", "if", "for"][: 6 if depth else 4])
    if kind == "plain":
        text = " ".join(rng.choices(PLAIN, k=2)) + " "
        return Piece(text, lambda scope: text)
    if kind == "comment":
        return Piece(rng.choice(["{# x #}", "{##}", "{# {{ number }} {% if #}"]), lambda scope: "")
    if kind == "value":
        value = _value(rng, names)
        text = f"{{{{{gap}{value.text}{gap}}}}}"
        return Piece(text, lambda scope: _shown(value.of(scope)))
    if kind == "if":
        branches = [
            (_condition(rng, scope), _blocks(rng, scope, names, depth - 1))
            for _ in range(rng.randint(1, 3))
        ]
        other = _blocks(rng, scope, names, depth - 1) if rng.random() < 0.5 else None
        tags = [f"{{% elif {test.text} %}}{content.text}" for test, content in branches]
        text = tags[0].replace("elif", "if", 1) + "".join(tags[1:])
        text += f"{{%{gap}else{gap}%}}{other.text}" if other else ""
        branches.append((Piece("", lambda scope: True), other or Piece("", lambda scope: "")))
        return Piece(
            f"{text}{{%{gap}endif{gap}%}}",
            lambda scope: next(content.of(scope) for test, content in branches if test.of(scope)),
        )
    return _loop(rng, scope, names, depth)


def _loop(rng: Random, scope: Scope, names: list[str], depth: int) -> Piece:
    variable = rng.choice(["x", "row_1", "number", "guest", _word(rng, 3) + "_"])
    path, fields = rng.choice(
        [("lines", [".title", ".price", ".nobody"]), ("tags", [""]), ("empty", [""])]
        + [("nobody", [""]), ("nothing", [""])]
    )
    inner = [f"{variable}{field}" for field in fields] * 6
    inner += ["loop.index", "loop.first", "loop.last"] * 3
    shadow = [name for name in names if not name.startswith(f"{variable}.")]
    content = _blocks(rng, scope, [*shadow, *inner], 0)

    def run(scope: Scope) -> str:
        values = _find(scope, path) or []
        return "".join(
            content.of(
                scope
                | {variable: value}
                | {"loop": {"index": i, "first": i == 1, "last": i == len(values)}}
            )
            for i, value in enumerate(values, 1)
        )

    return Piece(f"{{% for {variable} in {path} %}}{content.text}{{% endfor %}}", run)


def _blocks(rng: Random, scope: Scope, names: list[str], depth: int) -> Piece:
    blocks = [_block(rng, scope, names, depth) for _ in range(rng.randint(1, 4))]
    text = "".join(block.text for block in blocks)
    return Piece(text, lambda scope: "".join(block.of(scope) for block in blocks))


def _shows(candidate: Any, booking: Any, cases: dict[str, str]) -> None:
    """Templates and what comes out, several at a time."""
    text = "\n~\n".join(cases)
    result = candidate.render_notice(text, booking)
    assert type(result) is str
    assert dict(zip(cases, result.split("\n~\n"), strict=True)) == cases


def _fails(candidate: Any, template: str, booking: Any) -> None:
    with candidate.raises("TemplateError"):
        candidate.render_notice(template, booking)


def test_whole_templates(candidate: Any, rng: Random) -> None:
    """Templates with everything in them"""
    for _ in range(9):
        data = _data(rng)
        booking = candidate.booking(data)
        before = booking.state()
        blocks = [_blocks(rng, _scope(data), [], 2) for _ in range(4)]
        template = "".join(block.text for block in blocks)
        expected = "".join(block.of(_scope(data)) for block in blocks)
        assert candidate.render_notice(template, booking) == exactly(expected), template
        assert booking.state() == exactly(before)


def test_paths(candidate: Any, rng: Random) -> None:
    """Paths that lead somewhere, and paths that do not"""
    data = _data(rng) | {"paid": True, "note": None}
    booking = candidate.booking(data)
    shown = {f"{{{{ {path} }}}}": _shown(_find(_scope(data), path)) for path in PATHS}
    shown |= {
        "{{paid}}{{ guest.email }}{{ guest.name.first }}": "True",
        "{{ extras.late . hour }}": str(data["extras"]["late"]["hour"]),
        "{{ total }}|{{ arrival }}|{{ note }}": f"{data['total']}|{data['arrival'].isoformat()}|",
        '{{ "a b" }}{{ 12 }}{{ 0.5 }}{{ 007.250 }}': "a b120.57.25",
        "{{ extras.x.y.z | length }}": "0",
        "{{ loop.index }}{{ loop }}": "",
        "{{ room_2 }}": data["room_2"],
    }
    _shows(candidate, booking, shown)
    for path in PATHS[:8]:
        template = f"{{{{{path}}}}}"
        assert candidate.render_notice(template, booking) == exactly(
            _shown(_find(_scope(data), path))
        )


def test_filters(candidate: Any, rng: Random) -> None:
    """Each filter on values of all kinds"""
    word, other = _word(rng), _word(rng)
    data = _data(rng) | {
        "note": None,
        "tags": [word, 5, None, date(2031, 2, 3)],
        "room_2": f" {word} \n",
    }
    data["guest"] |= {"name": f"Ab {word} ß", "city": ""}
    cases = {
        "{{ guest.name | upper }}": f"AB {word.upper()} SS",
        "{{ guest.name|lower|upper|lower }}": f"ab {word} ss",
        "[{{ room_2 | trim }}]": f"[{word}]",
        "[{{ note | upper }}{{ nobody | lower }}{{ note | trim }}]": "[]",
        "{{ number | upper }} {{ paid | lower }}": f"{data['number']} {str(data['paid']).lower()}",
        f'{{{{ note | default("{other}") }}}}': other,
        f'{{{{ nobody.x | default("{other}") }}}}': other,
        f'{{{{ guest.city | default("{other} ") | upper }}}}': f"{other.upper()} ",
        f'{{{{ guest.name | default("{other}") }}}}': data["guest"]["name"],
        f'{{{{ empty | length | default("{other}") }}}}': "0",
        '{{ note | default("") }}{{ number | default("x") }}': str(data["number"]),
        "{{ tags | length }}{{ extras | length }}{{ empty | length }}{{ note | length }}": "4300",
        "{{ guest.name | length }} {{ nobody | length }}": f"{len(data['guest']['name'])} 0",
        '{{ tags | join(", ") }}': f"{word}, 5, , 2031-02-03",
        '{{ tags | join("") | upper }}': f"{word.upper()}52031-02-03",
        '[{{ empty | join("x") }}{{ note | join("x") }}{{ nobody | join("x") }}]': "[]",
        '{{ tags | join("{{ number }}") | length }}': str(len(word) + 1 + 10 + 3 * 12),
        '{{ "x" | upper | format("{}{}") | format("{}-{}") }}': "XX-XX",
    }
    _shows(candidate, candidate.booking(data), cases)


def test_format(candidate: Any, rng: Random) -> None:
    """Numbers, texts and dates in the places of a text"""
    number, price = rng.randint(10_000, 99_999), rng.randint(100_001, 999_999) / 100
    word = _word(rng)
    data = _data(rng) | {
        "number": number,
        "total": Decimal(str(price)),
        "note": None,
        "room_2": word,
    }
    day = data["arrival"]
    cases = {}
    for path, value, specs in [
        (
            "number",
            number,
            ["", ":", ":,", ":08d", ":>12", ":<9", ":^13", ":*^+15,d", ":x", ":_>120", ":e"],
        ),
        (
            "total",
            data["total"],
            ["", ":.2f", ":,.1f", ":>15,.2f", ":0>14", ":+.0f", ": .3f", ":%", ":.12f"],
        ),
        ("room_2", word, ["", ":>10", ":-<12", ":.3", ":^9.2s", ": >7", ":=<8", ":<<8", ":999"]),
        ("note", "", ["", ":3", ":x>4"]),
        ("nobody", "", ["", ":3", ":x>4"]),
        ("guest", "a guest", ["", ":"]),
        ("arrival", day, ["", ":%d.%m.%Y", ":%Y", ":%m/%d", ":am %d. (%m)", ":%Y-%m-%dT12:30"]),
    ]:
        for spec in specs:
            around = rng.choice([("", ""), (word, ""), ("a: ", " b"), ("\u20ac ", "%")])
            pattern = f"{around[0]}{{{spec}}}{around[1]}"
            cases[f'{{{{ {path} | format("{pattern}") }}}}'] = pattern.format(value)
    cases['{{ number | format("{}, {:>7} and {:,}") }}'] = f"{number}, {number:>7} and {number:,}"
    cases['{{ number | format("{}{}") }}{{ number | format("none") }}'] = f"{number}{number}none"
    cases['{{ room_2 | format("") }}'] = ""
    cases['{{ 2.5 | format("{:.2f}") }}{{ 3|format("{:03}") }}'] = "2.50003"
    booking = candidate.booking(data)
    _shows(candidate, booking, cases)
    for pattern in ("{", "}", "a{", "{:>5", "{x}", "{} {", "} {}", "{:d} x {"):
        _fails(candidate, f'{{{{ number | format("{pattern}") }}}}', booking)
    for path, spec in [
        ("room_2", "d"),
        ("room_2", ".2f"),
        ("total", "d"),
        ("note", "d"),
        ("number", "y"),
    ]:
        _fails(candidate, f'{{{{ {path} | format("{{:{spec}}}") }}}}', booking)


def test_conditions(candidate: Any, rng: Random) -> None:
    """What is true, and what goes first"""
    number = rng.randint(10, 99)
    data = _data(rng) | {"number": number, "paid": True, "nights": 0, "note": None, "room_2": "abc"}
    data |= {
        "total": Decimal(number) + Decimal("0.5"),
        "tags": [0],
        "extras": {"no": False, "z": 0.0},
    }
    cases = {
        "paid or paid and nights": True,
        "nights and nights or paid": True,
        "nights and paid or nights": False,
        "not nights and nights": False,
        "not nights or paid": True,
        "not paid or paid": True,
        "not not paid": True,
        "not not not paid": False,
        f"not number == {number}": False,
        f"not number > {number} and paid": True,
        "paid and paid and nights": False,
        "nights or note or paid": True,
        "note": False,
        "nobody.x": False,
        "empty": False,
        "tags": True,
        "guest": True,
        "guest.city": False,
        "extras.no": False,
        "extras.z": False,
        "true and not false": True,
        '"0" and 0.5': True,
        '"" or 0': False,
        "truer or falsey or notpaid or orange": False,
        f"number<{number + 1} and number>={number}": True,
        f"number <= {number} and not number < {number}": True,
        f"number != {number}": False,
        f"number == {number}.0": True,
        f"total > {number} and total<{number + 1}": True,
        f"total > {number}.5": False,
        f"{number} >= total": False,
        'room_2 < "abd" and room_2 > "ABD"': True,
        'room_2 == "abc "': False,
        'number == "5"': False,
        'number != "5"': True,
        "note == 0": False,
        "note != 0": True,
        "paid == true and extras.no != true": True,
        "tags | length == 1": True,
        '"ABC" == room_2|upper': True,
        '"%}" != "}}"': True,
    }
    booking = candidate.booking(data)
    shown = {
        f"{{% if {test} %}}yes{{% else %}}no{{% endif %}}": "yes" if true else "no"
        for test, true in cases.items()
    }
    shown["{%if nights%}a{%elif note%}b{% elif paid %}c{% elif paid %}d{%else%}e{%endif%}"] = "c"
    shown["{% if nights %}a{% elif note %}b{% endif %}"] = ""
    shown["{% if paid %}a{% elif note < 1 %}b{% endif %}"] = "a"
    shown["{% if paid or note < 1 %}a{% endif %}{% if nights and note < 1 %}b{% endif %}"] = "a"
    _shows(candidate, booking, shown)


def test_loops(candidate: Any, rng: Random) -> None:
    """Loops in loops, their variables and their counters"""
    data = _data(rng) | {"rows": [[1, 2], [], [3]], "tags": [_word(rng), None], "number": 5}
    data["lines"] = [{"title": title, "parts": list(title)} for title in ("abc", "d", "")]
    tag = data["tags"][0]
    cases = {
        "{% for r in rows %}{% for n in r %}{{ n }}{% endfor %};{% endfor %}": "12;;3;",
        "{% for r in rows %}({% for n in r %}{{ loop.index }}{% endfor %}){{ loop.index }}{% endfor %}": (
            "(12)1()2(1)3"
        ),
        "{% for t in tags %}{{ t }}{% if not loop.last %}, {% endif %}{% endfor %}.": f"{tag}, .",
        "{% for t in tags %}{{ loop.first }}{{ loop.last }} {% endfor %}": "TrueFalse FalseTrue ",
        "{% for number in tags %}{{ number }}|{% endfor %}{{ number }}": f"{tag}||5",
        "{% for x in rows %}{% for x in x %}{{ x }}{% endfor %}{{ x | length }}{% endfor %}": "122031",
        "{% for x in tags %}{% endfor %}{{ x }}{{ loop.index }}": "",
        "{% for line in lines %}{{ line.title }}{{ line.parts | length }}{% endfor %}": "abc3d10",
        '{% for guest in lines %}{{ guest.title | default("-") }}{% endfor %}{{ guest }}': "abcd-a guest",
        "{% for l in lines %}{% for number in l.parts %}{{ number }}{{ l.title }}{% endfor %}{{ number }} {% endfor %}": (
            "aabcbabccabc5 dd5 5 "
        ),
        "{%for t in empty%}x{%endfor%}{% for t in nobody.x %}x{% endfor %}{% for t in note %}x{% endfor %}": "",
        "{% for t in tags %}{% if loop.index > 1 %}{% else %}{{ t }}{% endif %}{% endfor %}": tag,
        '{% for for_1 in tags %}{{ for_1 | default("it\'s") }}{% endfor %}': f"{tag}it's",
    }
    data["note"] = None
    booking = candidate.booking(data)
    _shows(candidate, booking, cases)
    for template, expected in cases.items():
        assert candidate.render_notice(template, booking) == exactly(expected)


def test_plain_text(candidate: Any, rng: Random) -> None:
    """What stands outside of tags, and texts that look like tags"""
    data = _data(rng)
    booking = candidate.booking(data)
    for end in ("", "\n", "\n\n", "\n \n", " ", "{", "}}", "%}", "#}\n"):
        text = f"{end} {' '.join(rng.sample(PLAIN, 9))} {end}"
        assert candidate.render_notice(text, booking) == exactly(text)
        template = f"{text} {{# {_word(rng)} \n {{{{ #}}{{{{number}}}}{end}"
        assert candidate.render_notice(template, booking) == exactly(
            f"{text} {data['number']}{end}"
        )
    for text in (
        "}}",
        "%}",
        "{{ number }}",
        "{% if",
        "{#",
        "#}",
        "it's",
        "a  b",
        "|",
        "x y",
        "(",
        "ß",
        "",
    ):
        template = (
            f'{{{{ "{text}" }}}}{{%if "{text}"!="x"%}}{{{{note|default("{text}")}}}}{{%endif%}}'
        )
        result = candidate.render_notice(template, candidate.booking(data | {"note": None}))
        assert result == exactly(text * 2)
    assert candidate.render_notice("{% if paid\n  or true %}x{% endif\n%}", booking) == exactly("x")


def test_malformed(candidate: Any, rng: Random) -> None:
    """Templates that are none, wherever the mistake is"""
    booking = candidate.booking(_data(rng) | {"paid": False})
    for line in MALFORMED.strip().splitlines():
        frames = ["{}", "a {}", "{}\n"]
        if not any(word in line for word in ("nosuch", "upper", "default", "{% el")):
            frames += ["{{% if false %}}{}{{% endif %}}", "{{% for x in empty %}}{}{{% endfor %}}"]
        _fails(candidate, rng.choice(frames).format(line), booking)


def test_misfits(candidate: Any, rng: Random) -> None:
    """Values that do not fit, reached and not reached"""
    data = _data(rng) | {"note": None, "nights": rng.randint(1, 9), "room_2": "abc", "paid": True}
    booking = candidate.booking(data)
    tests = [
        "note < 1",
        "1 > note",
        "nobody.x <= 5",
        'nights < "5"',
        "room_2 >= nights",
        "guest > 1",
    ]
    parts = [f"{{% if {test} %}}x{{% endif %}}" for test in tests]
    parts += ["{% for x in nights %}x{% endfor %}", "{% for x in guest %}x{% endfor %}"]
    parts += ['{{ nights | join(",") }}', '{{ guest | join("") }}', "{{ nights | length }}"]
    parts += ["{% for x in paid %}x{% endfor %}", "{{ guest | length }}", '{{ true | join("x") }}']
    for part in rng.sample(parts, len(parts)):
        _fails(candidate, f"a {part} b", booking)
    unreached = "".join(parts)
    template = f"{{% if nights < 0 %}}{unreached}{{% else %}}fine{{% endif %}}"
    template += f"{{% for x in empty %}}{unreached}{{% endfor %}}"
    assert candidate.render_notice(template, booking) == exactly("fine")


def test_limits(candidate: Any, rng: Random) -> None:
    """Templates and notices as large as allowed, and one step more"""
    data = _data(rng) | {"room_2": "".join(rng.choices("ab", k=990)), "tags": [1] * 100}
    data["rows"] = [[7] * 20] * 100
    booking = candidate.booking(data)
    text = "x" * 4990
    assert candidate.render_notice("{{number}}" + text, booking) == exactly(
        f"{data['number']}{text}"
    )
    _fails(candidate, "{{number}}" + text + "y", booking)
    loop = "{% for t in tags %}{{ room_2 }}0123456789{% endfor %}"
    assert candidate.render_notice(loop, booking) == exactly((data["room_2"] + "0123456789") * 100)
    _fails(candidate, f"{loop}.", booking)
    _fails(candidate, f"{{# x #}}.{loop}", booking)
    nested = (
        "{% for row in rows %}{% for n in row %}{{ n }}{{ loop.index }},{% endfor %}{% endfor %}"
    )
    expected = "".join(f"7{index}," for index in range(1, 21)) * 100
    with candidate.deadline(2.0):
        assert candidate.render_notice(nested, booking) == exactly(expected)
    opening = [rng.choice(["{% if true %}", "{% for n in tags %}"]) for _ in range(9)]
    opening = [tag if "if" in tag else "{% for n in extras.one %}" for tag in opening] + [
        "{% if true %}"
    ]
    closing = ["{% endif %}" if "if" in tag else "{% endfor %}" for tag in reversed(opening)]
    one = candidate.booking(data | {"extras": {"one": [1]}})
    template = "".join(opening) + "{{ number }}" + "".join(closing)
    assert candidate.render_notice(template, one) == exactly(str(data["number"]))
